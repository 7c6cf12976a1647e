"""Draws each case of spotlights.json with Scrim and with Chromium and compares the pictures.

Over photo-like pictures lie Scrim's spotlights, and Chromium's overlays: with a `clip-path` for sharp
lights, with an SVG mask for soft ones, with a `backdrop-filter` where what is dimmed is blurred or
greyed. What is compared is the box around the lights and their soft edges, with some of the veil, since
the rest would only make pictures more alike; the whole picture is told beside it. A case fails below a
PSNR of 40 dB in that box, or below what it says. Of each case `NAME.png` shows expected, actual and
difference.

    spotlights.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import argparse
import json
import pathlib
import subprocess
import sys

import numpy
from PIL import Image

import scenes
from chromium import screenshot
from pictures import side_by_side
from spotlight_pages import feather, job, page

HERE = pathlib.Path(__file__).resolve().parent
SIZE = (720, 560)
# Of a window's height, this much at least is Chromium's own and not the page's.
CHROME = 160
LEAST = 40.0
# How much of the veil around the lights is compared, px.
MARGIN = 12


def pixels(path):
    return numpy.asarray(Image.open(path).convert("RGB"), dtype=numpy.float64)


def psnr(expected, actual):
    error = numpy.square(expected - actual).mean()
    return 99.0 if error == 0 else float(10 * numpy.log10(255 ** 2 / error))


def drawn_scene(folder):
    width, height = SIZE
    path = folder / f"leaves-{width}x{height}.png"
    Image.fromarray(scenes.draw("leaves", SIZE)).save(path)
    return path


def drawn_by_chromium(case, scene, folder):
    path = folder / f"{case['name']}.html"
    path.write_text(page(case, SIZE, scene))
    width, height = SIZE
    return pixels(screenshot(path, (width, height + CHROME)))[:height]


def drawn_by_scrim(case, scene, scrim, folder):
    path = folder / f"{case['name']}.json"
    path.write_text(json.dumps(job(case, SIZE, scene), indent=2))
    picture = path.with_suffix(".scrim.png")
    subprocess.run([scrim, "render", str(path), "-o", str(picture)], check=True,
                   stdout=subprocess.DEVNULL)
    return pixels(picture)


def compared(case):
    """The rows and columns around the lights, inside the canvas and, for a blur whose edges Chromium
    mirrors and Scrim repeats, inside of what differs for that."""
    reach = MARGIN + 3 * feather(case)
    boxes = [light["at"] for light in case["lights"]]
    # A circle is as wide as its box's longer side.
    sides = [max(box[2:]) if light.get("shape") == "circle" else None
             for box, light in zip(boxes, case["lights"])]
    edges = []
    for (x, y, width, height), side in zip(boxes, sides):
        over, up = ((side - width) / 2, (side - height) / 2) if side else (0, 0)
        edges.append((x - over, y - up, x + width + over, y + height + up))
    inset = case.get("inset", 0)
    left, top = (min(edge[side] for edge in edges) - reach for side in (0, 1))
    right, bottom = (max(edge[side] for edge in edges) + reach for side in (2, 3))
    return (slice(max(inset, int(top)), min(SIZE[1] - inset, int(bottom) + 1)),
            slice(max(inset, int(left)), min(SIZE[0] - inset, int(right) + 1)))


def compare(case, scene, scrim, folder):
    """What is to be told of the case, and whether it is like enough."""
    expected = drawn_by_chromium(case, scene, folder)
    actual = drawn_by_scrim(case, scene, scrim, folder)
    side_by_side(expected, actual).save(folder / f"{case['name']}.png")
    rows, columns = compared(case)
    one, other = expected[rows, columns], actual[rows, columns]
    likeness = psnr(one, other)
    return (f"PSNR {likeness:4.1f} dB (whole {psnr(expected, actual):4.1f}), "
            f"at most {numpy.abs(one - other).max():.0f}/255",
            likeness >= case.get("least", LEAST))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", help="the case of this name alone")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cases = [case for case in json.loads((HERE / "spotlights.json").read_text())
             if options.only in (None, case["name"])]
    scene = drawn_scene(options.out)
    failed = 0
    for case in cases:
        told, is_like = compare(case, scene, options.scrim, options.out)
        failed += not is_like
        print(f"{case['name']:30} {told}  {'ok' if is_like else 'FAILED'}", flush=True)
    print(f"oracle: {len(cases) - failed} of {len(cases)} spotlights are like Chromium's; "
          f"pictures in {options.out}")
    sys.exit(1 if failed or not cases else 0)


main()
