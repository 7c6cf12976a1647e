"""Draws each case of spotlights.json with Scrim and with Chromium and compares the pictures.

Over photo-like pictures lie Scrim's spotlights, and Chromium's overlays: with a `clip-path` for sharp
lights, with an SVG mask for soft ones, with a `backdrop-filter` where what is dimmed is blurred or
greyed. What is compared is the box around the lights and their soft edges, with some of the veil, since
the rest would only make pictures more alike; the whole picture is told beside it. A case fails below a
PSNR of 40 dB in that box, or below what it says. Of each case `NAME.png` shows expected, actual and
difference.

    spotlights.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import numpy
from PIL import Image

import scenes
from beside import CHROME, cases, of_job, of_page, psnr, run
from pictures import side_by_side
from spotlight_pages import feather, job, page

SIZE = (720, 560)
LEAST = 40.0
# How much of the veil around the lights is compared, px.
MARGIN = 12


def drawn_scene(folder):
    width, height = SIZE
    path = folder / f"leaves-{width}x{height}.png"
    Image.fromarray(scenes.draw("leaves", SIZE)).save(path)
    return path


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


def compare(name, case, options):
    """What is to be told of the case, and whether it is like enough."""
    width, height = SIZE
    scene = drawn_scene(options.out)
    expected = of_page(name, page(case, SIZE, scene), options, (width, height + CHROME))[:height]
    actual = of_job(name, job(case, SIZE, scene), options)
    side_by_side(expected, actual).save(options.out / f"{name}.png")
    rows, columns = compared(case)
    difference = expected[rows, columns] - actual[rows, columns]
    likeness = psnr(difference)
    return (f"PSNR {likeness:4.1f} dB (whole {psnr(expected - actual):4.1f}), "
            f"at most {numpy.abs(difference).max():.0f}/255",
            likeness >= case.get("least", LEAST))


run("spotlights", cases("spotlights.json"), compare)
