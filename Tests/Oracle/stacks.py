"""Draws layers over layers with Scrim and with Chromium and compares the pictures.

Each blend mode is a case: flat and gradient fills, opaque and translucent, over a gradient and over nothing
but the canvas. The others are those of stacks.json, whose layers are a job's. A case fails below a PSNR of
40 dB. Of each case `NAME.png` shows expected, actual and difference.

    stacks.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import shutil

import numpy

from beside import CHROME, by_scrim, cases, of_page, psnr, run
from pictures import side_by_side
from stack_pages import PHOTO, page

SIZE = (480, 240)
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
    return {"layers": layers}


def compare(name, case, options):
    """Its likeness and the greatest difference, and whether it is like enough."""
    width, height = SIZE
    shutil.copy(PHOTO, options.out)
    expected = of_page(name, page(case["layers"], SIZE, BACKGROUND), options,
                       (max(width, LEAST_WIDTH), height + CHROME))[:height, :width]
    actual = by_scrim(name, case["layers"], options, SIZE, background=BACKGROUND)
    side_by_side(expected, actual).save(options.out / f"{name}.png")
    likeness = psnr(expected - actual)
    return f"PSNR {likeness:4.1f} dB, at most {numpy.abs(expected - actual).max():.0f}/255", likeness >= LEAST


run("stacks", {f"blend-{mode}": blend(mode) for mode in MODES} | cases("stacks.json"), compare)
