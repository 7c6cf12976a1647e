"""Draws each case of blurs.json with Scrim and with Chromium and compares the pictures.

Pictures are compared where they stand. A text alone is moved up or down by those eighths of a pixel, of
two at most, with which it is most alike: baselines differ between Pango and CSS. A case fails below a
PSNR of 42 dB, taken inside the panel, or below the visible lines, where there are such, and with boxes,
which are Chromium's kernel too, below what the case says. Lines that stay sharp fail below 33 dB, as all
texts do. Of each case `NAME.png` shows expected, actual and difference.

    blurs.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import numpy
from PIL import Image

import scenes
from beside import CHROME, cases, of_job, of_page, psnr, run
from blur_pages import INSET, TOP, job, page, visible_height
from pictures import side_by_side

SIZE = (720, 560)
LEAST = 42.0
LEAST_SHARP = 33.0


def parts(case):
    """What is compared: rows, columns and the least likeness of each part."""
    least = case.get("least", LEAST)
    if "panel" in case:
        x, y, width, height = case["panel"]["frame"]
        return [(slice(y, y + height), slice(x, x + width), least)]
    if "paywall" in case:
        edge = round(TOP + visible_height(case))
        return [(slice(edge, None), slice(None), least), (slice(edge), slice(None), LEAST_SHARP)]
    return [(slice(None), slice(None), least)]


def compare(name, case, options):
    """What is to be told of the case, and whether it is like enough."""
    width, height = SIZE
    scene = drawn_scene(case, options.out)
    expected = of_page(name, page(case, scene), options, (width, height + CHROME))[:height]
    moves = [eighths / 8 for eighths in range(-16, 17)] if "text" in case else [0]
    pictures = {down: of_job(name, job(case, SIZE, scene, down), options) for down in moves}
    moved, actual = max(pictures.items(), key=lambda item: psnr(expected - item[1]))
    told, is_like = [], True
    for rows, columns, least in parts(case):
        one, other = expected[rows, columns], actual[rows, columns]
        likeness = psnr(one - other)
        is_like = is_like and likeness >= least
        told.append(f"PSNR {likeness:4.1f} dB, at most {numpy.abs(one - other).max():.0f}/255")
    rows, columns, _ = parts(case)[0] if len(parts(case)) == 1 else (slice(None),) * 3
    side_by_side(expected[rows, columns], actual[rows, columns]).save(
        options.out / f"{name}.png")
    if moved:
        told.append(f"moved {moved:+.3f}")
    return "  ".join(told), is_like


def drawn_scene(case, folder):
    if "scene" not in case:
        return None
    # Both would scale a picture of another size, each in its own way.
    width, height = SIZE if "blur" not in case else (SIZE[0] - 2 * INSET, SIZE[1] - 2 * INSET)
    path = folder / f"{case['scene']}-{width}x{height}.png"
    Image.fromarray(scenes.draw(case["scene"], (width, height))).save(path)
    return path


run("blurs", cases("blurs.json"), compare)
