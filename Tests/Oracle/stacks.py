"""Draws layers over layers with Scrim and with Chromium and compares the pictures.

Each blend mode is a case: flat and gradient fills, opaque and translucent, over a gradient and over nothing
but the canvas. The others are those of stacks.json, whose layers are a job's. A case fails below a PSNR of
40 dB. Of each case `NAME.png` shows expected, actual and difference.

    stacks.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

import numpy
from PIL import Image

from chromium import screenshot
from pictures import side_by_side
from stack_pages import PHOTO, page

HERE = pathlib.Path(__file__).resolve().parent
SIZE = (480, 240)
# Of a window's height, this much at least is Chromium's own and not the page's.
CHROME = 160
# Windows are no narrower.
LEAST_WIDTH = 600
LEAST = 40.0
BACKGROUND = "#e8e0d0"
MODES = ["normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
         "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
         "luminosity", "plus-lighter"]


def linear(angle, *stops):
    return {"linear": {"angle": angle, "stops": [list(stop) for stop in stops]}}


def blend(mode):
    """Three fills in a row over three grounds, one of which is nothing but the canvas."""
    rainbow = linear(90, ("#d11149", 0), ("#f9c80e", 0.35), ("#1a8fe3", 0.7), ("#101020", 1))
    shades = linear(180, ("#000000", 0), ("#ffffff", 1))
    fade = linear(90, ("#6610f2", 0), ("#6610f200", 1))
    layers = [
        {"frame": {"x": 0, "y": 0, "width": 480, "height": 80}, "fill": rainbow},
        {"frame": {"x": 0, "y": 80, "width": 480, "height": 80}, "fill": shades},
    ]
    for column, fill in enumerate(("#2a9d8f", shades, rainbow, fade)):
        layers.append({
            "frame": {"x": 20 + 115 * column, "y": 10, "width": 95, "height": 220}, "fill": fill,
            "blend": mode, "opacity": 1 if column % 2 == 0 else 0.7,
        })
    return {"name": f"blend-{mode}", "layers": layers}


def pixels(path):
    return numpy.asarray(Image.open(path).convert("RGB"), dtype=numpy.float64)


def psnr(expected, actual):
    error = numpy.square(expected - actual).mean()
    return 99.0 if error == 0 else float(10 * numpy.log10(255 ** 2 / error))


def compare(case, scrim, folder):
    """The likeness and the greatest difference."""
    width, height = SIZE
    path = folder / f"{case['name']}.html"
    path.write_text(page(case["layers"], SIZE, BACKGROUND))
    wanted = screenshot(path, (max(width, LEAST_WIDTH), height + CHROME))
    expected = pixels(wanted)[:height, :width]
    job = folder / f"{case['name']}.json"
    shutil.copy(PHOTO, folder)
    job.write_text(json.dumps({
        "scrim": 1, "canvas": {"width": width, "height": height, "background": BACKGROUND},
        "layers": case["layers"]}, indent=2))
    picture = job.with_suffix(".scrim.png")
    subprocess.run([scrim, "render", str(job), "-o", str(picture)], check=True,
                   stdout=subprocess.DEVNULL)
    actual = pixels(picture)
    side_by_side(expected, actual).save(folder / f"{case['name']}.png")
    return psnr(expected, actual), numpy.abs(expected - actual).max()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", help="the case of this name alone")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cases = [blend(mode) for mode in MODES] + json.loads((HERE / "stacks.json").read_text())
    cases = [case for case in cases if options.only in (None, case["name"])]
    failed = 0
    for case in cases:
        likeness, greatest = compare(case, options.scrim, options.out)
        failed += likeness < LEAST
        print(f"{case['name']:24} PSNR {likeness:4.1f} dB, at most {greatest:.0f}/255  "
              f"{'ok' if likeness >= LEAST else 'FAILED'}", flush=True)
    print(f"oracle: {len(cases) - failed} of {len(cases)} stacks reach {LEAST:.0f} dB; "
          f"pictures in {options.out}")
    sys.exit(1 if failed or not cases else 0)


main()
