"""Draws each case of cases.json with Scrim and with Chromium and compares the pictures.

The text blocks are aligned first, by whole pixels and down by quarters of one: where a block
stands is layout, and what is compared here is how it is drawn. A case fails below an SSIM of
0.97. Of each case `NAME.png` shows expected, actual and difference side by side.

    compare.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

from beside import cases, of_job, of_page, run
from pages import job, page
from pictures import aligned, side_by_side, ssim

LEAST = 0.97
QUARTERS = (0, 0.25, 0.5, 0.75)


def compare(name, case, options):
    """What is to be told of the case, and whether it is like enough."""
    expected = of_page(name, page(case), options, case["size"])
    actual = {down: of_job(f"{name}.{down:.2f}", job(case, down), options) for down in QUARTERS}
    expected, actual, moved = aligned(expected, actual, case["background"])
    likeness = ssim(expected, actual)
    side_by_side(expected, actual).save(options.out / f"{name}.png")
    return f"SSIM {likeness:.4f}  moved {moved[0]:+d}, {moved[1]:+.2f}", likeness >= LEAST


run("compare", cases("cases.json"), compare)
