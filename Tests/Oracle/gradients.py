"""Draws gradients of every kind with Scrim and with Chromium, and compares them where they stand.

Chromium dithers gradients, Scrim does not. At a hard stop neither antialiases, and a pixel whose centre is on it may be
of either colour: 2 pixels of 1,000 are left out. A scene fails below a PSNR of 44 dB. Of each `NAME.png` shows
expected, actual and difference.

    gradients.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys

import numpy
from PIL import Image

from chromium import screenshot
from pictures import side_by_side

LEAST = 44.0
SIZE = (240, 160)
# Of a window's height, this much at least is Chromium's own and not the page's.
CHROME = 160
WARM = [["#f59e0b", 0], ["#e11d48", 0.5], ["#2563eb", 1]]
FADE = [["#fff", 0], ["#2563eb00", 0.6], ["#000", 1]]
BANDS = [["#111", 0.1], ["#111", 0.15], ["#fde68a", 0.15], ["#fde68a", 0.3]]

SCENES = {
    "gradient-linear": {"linear": {"angle": 60, "stops": WARM}},
    "gradient-linear-oklab": {"linear": {"angle": 90, "stops": WARM, "in": "oklab"}},
    "gradient-linear-oklab-fade": {"linear": {"angle": 90, "stops": FADE, "in": "oklab"}},
    "gradient-linear-repeating": {"linear": {"angle": 30, "stops": BANDS, "repeating": True}},
    "gradient-radial": {"radial": {"center": [100, 60], "radius": 90, "stops": FADE}},
    "gradient-radial-oklab": {"radial": {"center": [100, 60], "radius": 90, "stops": WARM, "in": "oklab"}},
    "gradient-radial-repeating": {"radial": {"center": [100, 60], "radius": 110, "stops": BANDS,
                                             "repeating": True}},
    "gradient-conic": {"conic": {"angle": 30, "center": [100, 60], "stops": WARM}},
    "gradient-conic-oklab": {"conic": {"stops": [*WARM, ["#f59e0b", 1]], "in": "oklab"}},
    "gradient-conic-fade": {"conic": {"angle": -45, "stops": FADE}},
    "gradient-conic-chart": {"conic": {"stops": [["#e11d48", 0], ["#e11d48", 0.3], ["#f59e0b", 0.3],
                                                 ["#f59e0b", 0.55], ["#2563eb", 0.55]]
                                       + [["#2563eb", 1]]}},
    "gradient-conic-repeating": {"conic": {"center": ["25%", "75%"], "stops": BANDS, "repeating": True}},
}


def css(fill):
    """The gradient of a job in CSS."""
    (kind, keys), = fill.items()
    stops = ", ".join(f"{color} {offset * 100:g}%" for color, offset in keys["stops"])

    def lengths(point):
        return " ".join(part if isinstance(part, str) else f"{part}px" for part in point)
    center = lengths(keys.get("center", ["50%", "50%"]))
    if kind == "linear":
        place = f"{keys['angle']}deg"
    elif kind == "radial":
        place = f"circle {keys['radius']}px at {center}"
    else:
        place = f"from {keys.get('angle', 0)}deg at {center}"
    space = f" in {keys['in']}" if "in" in keys else ""
    return f"{'repeating-' if keys.get('repeating') else ''}{kind}-gradient({place}{space}, {stops})"


def pixels(path):
    return numpy.asarray(Image.open(path).convert("RGB"), dtype=numpy.float64)


def compare(name, fill, scrim, folder):
    job = folder / f"{name}.json"
    job.write_text(json.dumps({
        "scrim": 1, "canvas": {"width": SIZE[0], "height": SIZE[1], "background": "#9ca3af"},
        "layers": [{"fill": fill}]}, indent=2))
    picture = folder / f"{name}.scrim.png"
    subprocess.run([scrim, "render", job, "-o", picture], check=True, stdout=subprocess.DEVNULL)
    page = folder / f"{name}.html"
    page.write_text('<!doctype html><meta charset="utf-8"><body style="margin: 0; background: #9ca3af">'
                    f'<div style="width: {SIZE[0]}px; height: {SIZE[1]}px; background: {css(fill)}"></div>')
    actual = pixels(picture)
    expected = pixels(screenshot(page, (SIZE[0], SIZE[1] + CHROME)))[:SIZE[1], :SIZE[0]]
    side_by_side(expected, actual).save(folder / f"{name}.png")
    error = numpy.sort(numpy.abs(expected - actual).max(axis=2), axis=None)
    error = error[:len(error) * 998 // 1000]
    ratio = 10 * math.log10(255 ** 2 / max(numpy.square(error).mean(), 1e-6))
    return f"PSNR {ratio:.1f} dB, greatest difference {error.max():.0f}/255", ratio >= LEAST


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", help="the scene of this name alone")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    failed = 0
    scenes = {name: fill for name, fill in SCENES.items() if options.only in (None, name)}
    for name, fill in scenes.items():
        words, passed = compare(name, fill, options.scrim.resolve(), options.out)
        failed += not passed
        print(f"{name:28} {words}  {'ok' if passed else 'FAILED'}", flush=True)
    print(f"gradients: {len(scenes) - failed} of {len(scenes)} scenes are drawn as Chromium draws them; "
          f"pictures in {options.out}")
    sys.exit(1 if failed or not scenes else 0)


main()
