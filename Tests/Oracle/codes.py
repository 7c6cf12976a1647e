"""Draws codes with Scrim and reads them with other libraries than Scrim's: ZXing's Java core, zbar and libdmtx.

Each image must be read by each library that knows its symbology, as what its job says.

    codes.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ZXING = "/usr/share/maven-repo/com/google/zxing/core/debian/core-debian.jar"
URL = "https://example.org/t/4711?seat=14&row=C"
TEXT = "Grüße aus 日本"
GS1 = "(01)09501101020917(10)AB-123(17)261231"


def qr(data=URL, **parameters):
    return {"kind": "qr-code", "data": data, **parameters}


def bar(symbology, data, **parameters):
    return {"kind": "barcode", "symbology": symbology, "data": data, **parameters}


# Each with the content, what readers report, and those that know the symbology.
SCENES = {
    "codes-qr": (qr(), URL, "zxing zbar"),
    "codes-qr-high": (qr(level="H", version=12), URL, "zxing zbar"),
    "codes-qr-text": (qr(TEXT), TEXT, "zxing zbar"),
    "codes-qr-dots": (qr(level="Q", moduleShape="dot", eyeShape="circle", color="#5b21b6"), URL, "zxing zbar"),
    "codes-qr-round": (qr(level="H", moduleShape="rounded", eyeShape="rounded", logo=0.2), URL, "zxing zbar"),
    "codes-ean-13": (bar("ean-13", "400638133393"), "4006381333931", "zxing zbar"),
    "codes-ean-8": (bar("ean-8", "9638507"), "96385074", "zxing zbar"),
    "codes-upc-a": (bar("upc-a", "03600029145"), "036000291452", "zxing zbar"),
    "codes-upc-e": (bar("upc-e", "123456"), "01234565", "zxing"),
    "codes-128": (bar("code-128", "Order-4711 abc/1234567890"), "Order-4711 abc/1234567890", "zxing zbar"),
    "codes-gs1-128": (bar("gs1-128", GS1), GS1, "zxing zbar"),
    "codes-itf-14": (bar("itf-14", "1540014128876"), "15400141288763", "zxing zbar"),
    "codes-data-matrix": (bar("data-matrix", "Order-4711"), "Order-4711", "zxing dmtx"),
    "codes-pdf417-text": (bar("pdf417", TEXT), TEXT, "zxing"),
    "codes-aztec": (bar("aztec", "M1DESMARAIS/LUC EABC123"), "M1DESMARAIS/LUC EABC123", "zxing"),
    "codes-pdf417": (bar("pdf417", "M1DESMARAIS/LUC EABC123"), "M1DESMARAIS/LUC EABC123", "zxing"),
}
# The same content of the layer in each.
VARIANTS = {
    "": ({}, {"file": "{}.png"}),
    "-jpeg": ({}, {"file": "{}.jpg", "quality": 60}),
    "-large": ({}, {"file": "{}.png", "scale": 2.5}),
}


def readings(tool, files):
    """What a library reads in each file: a text, or None."""
    if tool == "zxing":
        output = subprocess.run(["java", "-cp", ZXING, str(HERE / "ReadCodes.java"), *files],
                                check=True, capture_output=True, text=True).stdout
        return [line.partition("\t")[2] or None for line in output.splitlines()]
    found = []
    for file in files:
        command = (["zbarimg", "-q", "--raw", "-Sdisable", "-Sqrcode.enable", "-Sean13.enable", "-Sean8.enable",
                    "-Supca.enable", "-Scode128.enable", "-Si25.enable", file]
                   if tool == "zbar" else ["dmtxread", "-N1", "-m2000", file])
        output = subprocess.run(command, capture_output=True, text=True).stdout
        found.append(output.rstrip("\n") or None)
    return found


def plain(text):
    """Without what readers add to or leave out of GS1's element strings, and UPC-A as the EAN-13 that it is."""
    text = (text or "").replace("\x1d", "").replace("(", "").replace(")", "").removeprefix("]C1")
    return text[1:] if len(text) == 13 and text.startswith("0") else text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only")
    options = parser.parse_args()
    out = options.out / "codes"
    out.mkdir(parents=True, exist_ok=True)
    wanted = {}
    for name, (content, text, tools) in SCENES.items():
        if options.only and options.only != name:
            continue
        for suffix, (_, output) in VARIANTS.items():
            image = {**output, "file": output["file"].format(name + suffix)}
            # zbar wants more around bars than their quiet zones.
            job = {"scrim": 1, "canvas": {"width": "auto", "height": "auto", "padding": 20, "background": "#fff"},
                   "layers": [{"frame": {"x": 0, "y": 0, "width": "fit-content", "height": "fit-content"},
                               "content": content}],
                   "output": image}
            path = out / f"{name}{suffix}.json"
            path.write_text(json.dumps(job))
            subprocess.run([options.scrim, "render", str(path), "-o", f"{out}/"], check=True, stdout=subprocess.DEVNULL)
            wanted[str(out / image["file"])] = (text, tools.split())
    failed = 0
    for tool in ("zxing", "zbar", "dmtx"):
        files = [file for file, (_, tools) in wanted.items() if tool in tools]
        if not files:
            continue
        for file, reading in zip(files, readings(tool, files), strict=True):
            if plain(reading) != plain(wanted[file][0]):
                failed += 1
                print(f"{pathlib.Path(file).name}: {tool} reads {reading!r}, not {wanted[file][0]!r}")
        print(f"{tool}: {len(files)} images")
    sys.exit(1 if failed or not wanted else 0)


main()
