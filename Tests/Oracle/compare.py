"""Draws each case of cases.json with Scrim and with Chromium and compares the pictures.

The text blocks are aligned by whole pixels first: where a block stands is layout, and what is
compared here is how it is drawn. A case fails below an SSIM of 0.97. Of each case
`NAME.png` shows expected, actual and difference side by side.

    compare.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import argparse
import json
import pathlib
import subprocess
import sys

import numpy
from PIL import Image

from pages import job, page
from pictures import aligned, side_by_side, ssim

LEAST = 0.97
CHROMIUM = [
    "chromium", "--headless=new", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    "--force-color-profile=srgb", "--force-device-scale-factor=1",
    # Outlines as they are in the font, as Scrim draws them.
    "--font-render-hinting=none", "--disable-lcd-text", "--disable-font-subpixel-positioning",
]


def draw_with_scrim(case, scrim, folder):
    path = folder / f"{case['name']}.json"
    path.write_text(json.dumps(job(case), ensure_ascii=False, indent=2))
    picture = folder / f"{case['name']}.scrim.png"
    subprocess.run([scrim, "render", str(path), "-o", str(picture)], check=True,
                   stdout=subprocess.DEVNULL)
    return picture


def draw_with_chromium(case, folder):
    path = folder / f"{case['name']}.html"
    path.write_text(page(case))
    picture = folder / f"{case['name']}.chromium.png"
    width, height = case["size"]
    # The sandbox of Chromium can't be had by root, as in containers; the page is our own.
    subprocess.run(
        CHROMIUM + ["--no-sandbox", f"--user-data-dir={folder / 'profile'}",
                    f"--window-size={width},{height}", f"--screenshot={picture}",
                    path.resolve().as_uri()],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
    return picture


def pixels(path):
    return numpy.asarray(Image.open(path).convert("RGB"), dtype=numpy.float64)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", help="the case of this name alone")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cases = json.loads((pathlib.Path(__file__).parent / "cases.json").read_text())
    if options.only:
        cases = [case for case in cases if case["name"] == options.only]
    failed = 0
    for case in cases:
        expected, actual, offset = aligned(
            pixels(draw_with_chromium(case, options.out)),
            pixels(draw_with_scrim(case, options.scrim, options.out)), case["background"])
        likeness = ssim(expected, actual)
        side_by_side(expected, actual).save(options.out / f"{case['name']}.png")
        verdict = "ok" if likeness >= LEAST else "FAILED"
        failed += likeness < LEAST
        print(f"{case['name']:24} SSIM {likeness:.4f}  moved {offset[0]:+d},{offset[1]:+d}  {verdict}",
              flush=True)
    print(f"oracle: {len(cases) - failed} of {len(cases)} cases reach {LEAST}; "
          f"pictures in {options.out}")
    sys.exit(1 if failed or not cases else 0)


main()
