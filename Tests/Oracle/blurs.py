"""Draws each case of blurs.json with Scrim and with Chromium and compares the pictures.

Pictures are compared where they stand. A text alone is moved up or down by those eighths of a pixel, of
two at most, with which it is most alike: baselines differ between Pango and CSS. A case fails below a
PSNR of 42 dB, taken inside the panel, or below the visible lines, where there are such, and with boxes,
which are Chromium's kernel too, below what the case says. Lines that stay sharp fail below 33 dB, as all
texts do. Of each case `NAME.png` shows expected, actual and difference.

    blurs.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import argparse
import json
import pathlib
import subprocess
import sys

import numpy
from PIL import Image

import scenes
from blur_pages import INSET, TOP, job, page, visible_height
from chromium import screenshot
from pictures import side_by_side

HERE = pathlib.Path(__file__).resolve().parent
SIZE = (720, 560)
# Of a window's height, this much at least is Chromium's own and not the page's.
CHROME = 160
LEAST = 42.0
LEAST_SHARP = 33.0


def pixels(path):
    return numpy.asarray(Image.open(path).convert("RGB"), dtype=numpy.float64)


def psnr(expected, actual):
    error = numpy.square(expected - actual).mean()
    return 99.0 if error == 0 else float(10 * numpy.log10(255 ** 2 / error))


def drawn_by_chromium(case, scene, folder):
    path = folder / f"{case['name']}.html"
    path.write_text(page(case, scene))
    width, height = SIZE
    return pixels(screenshot(path, (width, height + CHROME)))[:height]


def drawn_by_scrim(case, scene, down, scrim, folder):
    path = folder / f"{case['name']}.json"
    path.write_text(json.dumps(job(case, SIZE, scene, down), ensure_ascii=False, indent=2))
    picture = path.with_suffix(".scrim.png")
    subprocess.run([scrim, "render", str(path), "-o", str(picture)], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return pixels(picture)


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


def compare(case, scrim, folder):
    """What is to be told of the case, and whether it is like enough."""
    scene = drawn_scene(case, folder)
    expected = drawn_by_chromium(case, scene, folder)
    moves = [eighths / 8 for eighths in range(-16, 17)] if "text" in case else [0]
    pictures = {down: drawn_by_scrim(case, scene, down, scrim, folder) for down in moves}
    moved, actual = max(pictures.items(), key=lambda item: psnr(expected, item[1]))
    told, is_like = [], True
    for rows, columns, least in parts(case):
        one, other = expected[rows, columns], actual[rows, columns]
        likeness = psnr(one, other)
        is_like = is_like and likeness >= least
        told.append(f"PSNR {likeness:4.1f} dB, at most {numpy.abs(one - other).max():.0f}/255")
    rows, columns, _ = parts(case)[0] if len(parts(case)) == 1 else (slice(None),) * 3
    side_by_side(expected[rows, columns], actual[rows, columns]).save(
        folder / f"{case['name']}.png")
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", help="the case of this name alone")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cases = [case for case in json.loads((HERE / "blurs.json").read_text())
             if options.only in (None, case["name"])]
    failed = 0
    for case in cases:
        told, is_like = compare(case, options.scrim, options.out)
        failed += not is_like
        print(f"{case['name']:24} {told}  {'ok' if is_like else 'FAILED'}", flush=True)
    print(f"oracle: {len(cases) - failed} of {len(cases)} blurs are like Chromium's; "
          f"pictures in {options.out}")
    sys.exit(1 if failed or not cases else 0)


main()
