"""Sets each case of texts.json, and each string of scripts.json, with Scrim and with Chromium, and compares lines and
pictures.

Lines must be as many, begin and end within 1 px of each other, and have their middles within 1 px.
Pictures are compared where they stand, with one exception: for letters between pixels Chromium takes a
pixel from the ascent where rounding made the descent less than it was, which Scrim does not, so Scrim's
text may be a row lower. A case fails below a PSNR of 33 dB, or if the sum of all differences from the
background, its ink, is not that of Chromium's within 2 %. A string fails below an SSIM of 0.95. Of each case `NAME.png` shows expected,
actual and difference.

    texts.py --scrim .build/release --out .build/oracle [--only NAME]
"""

import argparse
import base64
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

import numpy
from PIL import ImageColor

from beside import CHROME, pixels, psnr
from chromium import document, screenshot
from pictures import side_by_side, ssim

HERE = pathlib.Path(__file__).resolve().parent
MARGIN = 20
NEAR = 1.0
LEAST = 33.0
INK = 0.02
ALIKE = 0.95

# What the page says of its lines: left, right and middle of each, spaces at its ends apart.
# Once fonts of the page are loaded.
MEASURE = """
addEventListener("load", () => {
  const lines = [];
  const text = document.getElementById("text").firstChild;
  for (let i = 0; i < text.length; i++) {
    if (/\\s/.test(text.data[i])) continue;
    const range = document.createRange();
    range.setStart(text, i);
    range.setEnd(text, i + 1);
    for (const box of range.getClientRects()) {
      if (box.width === 0) continue;
      const middle = (box.top + box.bottom) / 2;
      let line = lines.find(line => Math.abs(line[2] - middle) < 4);
      if (!line) lines.push(line = [box.left, box.right, middle]);
      line[0] = Math.min(line[0], box.left);
      line[1] = Math.max(line[1], box.right);
    }
  }
  const shown = document.createElement("script");
  shown.type = "application/json";
  shown.id = "lines";
  shown.textContent = JSON.stringify(lines);
  document.body.append(shown);
});
"""


def script(case):
    """The case of a string in a script: two lines, as a rule."""
    return {"name": f"script-{case['name']}", "size": [420, 260],
            "text": {"string": case["string"], "language": case["language"],
                     # Fallback fonts are another matter: some of these have no digits or full stops.
                     "font": [case.get("font", "Noto Sans"), "Noto Sans"],
                     "size": 28, "lineHeight": 1.8, "wrap": "word-character"}}


def place(case):
    """Left and top of the text: whole pixels, or what the case adds to them."""
    right, down = case.get("moved", [0, 0])
    return MARGIN + right, MARGIN + down


def below(case):
    return case.get("below", "#ffffff")


def job(case):
    width, height = case["size"]
    left, top = place(case)
    return {
        "scrim": 1,
        "canvas": {"width": width, "height": height, "background": below(case)},
        "layers": [{
            "id": "text",
            "frame": {"x": left, "y": top, "width": width - 2 * MARGIN,
                      "height": height - 2 * MARGIN},
            "text": case["text"],
        }],
    }


def page(case):
    width, height = case["size"]
    text = case["text"]
    left, top = place(case)
    style = {
        "position": "absolute", "left": f"{left}px", "top": f"{top}px",
        "width": f"{width - 2 * MARGIN}px", "height": f"{height - 2 * MARGIN}px",
        "font": f"{text.get('weight', 400)} {text['size']}px {families(text['font'])}",
        "line-height": text.get("lineHeight", "normal"), "unicode-bidi": "plaintext",
        "letter-spacing": f"{text.get('letterSpacing', 0)}px",
        "text-align": text.get("align", "start"), "white-space": "pre-wrap",
        "text-spacing-trim": text.get("textSpacingTrim", "normal"),
        "line-break": "strict", "text-rendering": "geometricPrecision",
        "font-feature-settings": f"'{text['features']}'" if "features" in text else "normal",
        "word-break": {"character": "break-all"}.get(text.get("wrap"), "normal"),
        "overflow-wrap": {"word-character": "anywhere"}.get(text.get("wrap"), "normal"),
        "font-stretch": text.get("stretch", "normal"),
        "font-variation-settings": ", ".join(
            f"'{tag}' {value}" for tag, value in text.get("variations", {}).items()) or "normal",
        "text-transform": text.get("textTransform", "none"),
        "text-indent": f"{text.get('textIndent', 0)}px each-line",
        "font-variant-numeric": words(text.get("fontVariantNumeric", "normal")),
        **decoration(text.get("textDecoration")),
        "text-decoration-skip-ink": text.get("textDecorationSkipInk", "auto"),
    }
    color = text.get("color", "#000")
    if isinstance(color, dict):
        gradient = color["linear"]
        stops = ", ".join(f"{paint} {place * 100}%" for paint, place in gradient["stops"])
        style |= {"background": f"linear-gradient({gradient['angle']}deg, {stops})",
                  "background-clip": "text", "color": "transparent"}
    else:
        style["color"] = color
    rules = "; ".join(f"{name}: {value}" for name, value in style.items())
    return (f'<!doctype html><html lang="{text.get("language", "en")}"><meta charset="utf-8">{face(case)}'
            f'<body style="margin: 0; background: {below(case)}"><div id="text" style="{html.escape(rules)}">'
            f"{html.escape(text['string'])}</div><script>{MEASURE}</script>")


def face(case):
    """A font file of the page's own: of installed variable fonts Chromium uses the named instances only."""
    if "face" not in case:
        return ""
    path = subprocess.run(["fc-match", "-f", "%{file}", case["face"]], check=True, capture_output=True).stdout
    font = base64.b64encode(pathlib.Path(path.decode()).read_bytes()).decode()
    return (f"<style>@font-face {{font-family: '{case['text']['font']}'; font-weight: 100 900; "
            f"src: url(data:font/ttf;base64,{font})}}</style>")


def words(value):
    """One word of CSS, or several."""
    return value if isinstance(value, str) else " ".join(value)


def decoration(value):
    """The lines of a text, where CSS has them if it says nothing else."""
    if value is None:
        return {}
    value = value if isinstance(value, dict) else {"line": value}
    thickness = f"{value['thickness']}px" if "thickness" in value else "auto"
    return {"text-decoration-line": words(value.get("line", "underline")),
            "text-decoration-color": value.get("color", "currentcolor"),
            "text-decoration-thickness": thickness,
            # Without the spaces that end a line.
            "white-space": "pre-line"}


def families(font):
    return ", ".join(f"'{name}'" for name in ([font] if isinstance(font, str) else font))


def lines_of_page(path, size):
    found = re.search(r'<script[^>]*id="lines"[^>]*>(.*?)</script>', document(path, size), re.S)
    return json.loads(html.unescape(found.group(1)))


def reports(jobs, programs, folder):
    """What Scrim says of each job, by name, in the reports that the daemon writes."""
    spool = folder / "spool"
    shutil.rmtree(spool, ignore_errors=True)
    daemon = subprocess.Popen([programs / "scrimd", "--spool", spool],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not (spool / "drop").is_dir():
            if daemon.poll() is not None:
                raise SystemExit("scrimd ended before it was ready")
            time.sleep(0.1)
        since = str(int(time.time()))
        command = programs / "scrim"
        subprocess.run([command, "submit", "--spool", spool, *jobs], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run([command, "watch", "--spool", spool, "--since", since, "--drain"],
                       check=True, stdout=subprocess.DEVNULL)
    finally:
        daemon.terminate()
        daemon.wait()
    out = spool / "out"
    return {path.stem: json.loads((out / f"{path.stem}.result.json").read_text())
            for path in jobs}


def lines_of_report(report):
    return [[x, x + width, y + height / 2]
            for x, y, width, height in report["layers"]["text"]["lines"]]


def picture_of_job(case, programs, folder):
    picture = folder / f"{case['name']}.scrim.png"
    subprocess.run([programs / "scrim", "render", folder / f"{case['name']}.json", "-o", picture],
                   check=True, stdout=subprocess.DEVNULL)
    return pixels(picture)


def compare(case, report, programs, folder):
    path = folder / f"{case['name']}.html"
    path.write_text(page(case))
    wanted = lines_of_page(path, case["size"])
    found = lines_of_report(report)
    if len(wanted) != len(found):
        return f"{len(found)} lines, Chromium has {len(wanted)}", False
    # Chromium leaves room after the last letter too.
    spacing = case["text"].get("letterSpacing", 0)
    wanted = [[left, right - spacing, middle] for left, right, middle in wanted]
    off = numpy.abs(numpy.array(wanted) - numpy.array(found)).max(axis=0)
    width, height = case["size"]
    expected = pixels(screenshot(path, (width, height + CHROME)))[:height]
    picture = picture_of_job(case, programs, folder)
    pictures = {0: picture, -1: numpy.roll(picture, -1, axis=0)}
    moved, actual = max(pictures.items(), key=lambda item: psnr(expected - item[1]))
    side_by_side(expected, actual).save(folder / f"{case['name']}.png")
    likeness = psnr(expected - actual)
    if case["name"].startswith("script-"):
        likeness = ssim(expected, actual)
        return (f"{len(found)} lines, off by {off[0]:.2f}, {off[1]:.2f}, {off[2]:.2f} px  "
                f"moved {moved:+d}  SSIM {likeness:.4f}", off.max() <= NEAR and likeness >= ALIKE)
    background = ImageColor.getrgb(below(case))
    ink = numpy.abs(actual - background).sum() / numpy.abs(expected - background).sum()
    return (f"{len(found)} lines, off by {off[0]:.2f}, {off[1]:.2f}, {off[2]:.2f} px  "
            f"moved {moved:+d}  PSNR {likeness:.1f} dB  ink {ink:.3f}",
            off.max() <= NEAR and likeness >= LEAST and abs(ink - 1) <= INK)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", type=pathlib.Path, required=True,
                        help="the folder of scrim and scrimd")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", help="the case of this name alone")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cases = json.loads((HERE / "texts.json").read_text())
    cases += map(script, json.loads((HERE / "scripts.json").read_text()))
    cases = [case for case in cases if options.only in (None, case["name"])]
    jobs = []
    for case in cases:
        jobs.append(options.out / f"{case['name']}.json")
        jobs[-1].write_text(json.dumps(job(case), ensure_ascii=False, indent=2))
    results = reports(jobs, options.scrim, options.out)
    failed = 0
    for case in cases:
        told, is_right = compare(case, results[case["name"]], options.scrim, options.out)
        failed += not is_right
        print(f"{case['name']:24} {told}  {'ok' if is_right else 'FAILED'}", flush=True)
    print(f"texts: {len(cases) - failed} of {len(cases)} cases are set as Chromium sets them; "
          f"pictures in {options.out}")
    sys.exit(1 if failed or not cases else 0)


main()
