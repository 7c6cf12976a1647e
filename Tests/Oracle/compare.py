"""Draws each case of cases.json with Scrim and with Chromium and compares the pictures.

The text blocks are aligned first, by whole pixels and down by quarters of one: where a block
stands is layout, and what is compared here is how it is drawn. A case fails below an SSIM of
0.97. Of each case `NAME.png` shows expected, actual and difference side by side.

    compare.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import argparse
import json
import pathlib
import subprocess
import sys

import numpy
from PIL import Image

from chromium import screenshot
from pages import job, page
from pictures import aligned, side_by_side, ssim

HERE = pathlib.Path(__file__).resolve().parent
LEAST = 0.97
QUARTERS = (0, 0.25, 0.5, 0.75)


def draw_with_scrim(case, down, scrim, folder):
    path = folder / f"{case['name']}.{down:.2f}.json"
    path.write_text(json.dumps(job(case, down), ensure_ascii=False, indent=2))
    picture = path.with_suffix(".png")
    subprocess.run([scrim, "render", str(path), "-o", str(picture)], check=True,
                   stdout=subprocess.DEVNULL)
    return picture


def draw_with_chromium(case, folder):
    path = folder / f"{case['name']}.html"
    path.write_text(page(case))
    return screenshot(path, case["size"])


def pixels(path):
    return numpy.asarray(Image.open(path).convert("RGB"), dtype=numpy.float64)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", help="the case of this name alone")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cases = json.loads((HERE / "cases.json").read_text())
    if options.only:
        cases = [case for case in cases if case["name"] == options.only]
    failed = 0
    for case in cases:
        expected = pixels(draw_with_chromium(case, options.out))
        actual = {down: pixels(draw_with_scrim(case, down, options.scrim, options.out))
                  for down in QUARTERS}
        expected, actual, moved = aligned(expected, actual, case["background"])
        likeness = ssim(expected, actual)
        side_by_side(expected, actual).save(options.out / f"{case['name']}.png")
        verdict = "ok" if likeness >= LEAST else "FAILED"
        failed += likeness < LEAST
        print(f"{case['name']:24} SSIM {likeness:.4f}  "
              f"moved {moved[0]:+d}, {moved[1]:+.2f}  {verdict}", flush=True)
    print(f"oracle: {len(cases) - failed} of {len(cases)} cases reach {LEAST}; "
          f"pictures in {options.out}")
    sys.exit(1 if failed or not cases else 0)


main()
