"""What the comparisons of layers, each drawn by Scrim and by Chromium where it stands, have in common."""

import argparse
import json
import pathlib
import subprocess
import sys

import numpy
from PIL import Image

from chromium import screenshot
from pictures import side_by_side

SIZE = (240, 160)
# Of a window's height, this much at least is Chromium's own and not the page's.
CHROME = 160


def drawn(name, layers, html, options, scale=1, background="#fff", **canvas):
    """The absolute differences of all channels; `NAME.png` shows expected, actual and difference."""
    actual = by_scrim(name, layers, options, scale=scale, background=background, **canvas)
    expected = by_chromium(name, html, options, scale, background)[:actual.shape[0], :actual.shape[1]]
    side_by_side(expected, actual).save(options.out / f"{name}.png")
    return numpy.abs(expected - actual)


def by_scrim(name, layers, options, size=SIZE, **canvas):
    """The picture of a job's layers."""
    canvas |= {"width": size[0], "height": size[1]}
    return of_job(name, {"scrim": 1, "canvas": canvas, "layers": layers}, options)


def of_job(name, job, options):
    """The picture of a job."""
    path, picture = options.out / f"{name}.json", options.out / f"{name}.scrim.png"
    path.write_text(json.dumps(job, ensure_ascii=False, indent=2))
    subprocess.run([options.scrim, "render", path, "-o", picture], check=True, stdout=subprocess.DEVNULL)
    return pixels(picture)


def by_chromium(name, html, options, scale=1, background="#fff", size=SIZE):
    """The picture of a page's body, higher than asked for."""
    page = ('<!doctype html><meta charset="utf-8">'
            f'<body style="margin: 0; background: {background}">{html}')
    return of_page(name, page, options, (size[0], size[1] + CHROME), scale)


def of_page(name, text, options, size, scale=1):
    """The picture of a page in a window."""
    page = options.out / f"{name}.html"
    page.write_text(text)
    return pixels(screenshot(page, size, scale))


def cases(file):
    """The cases of a file beside this one, by name."""
    return {case["name"]: case for case in json.loads((pathlib.Path(__file__).parent / file).read_text())}


def pixels(path):
    return numpy.asarray(Image.open(path).convert("RGB"), dtype=numpy.float64)


def psnr(error):
    square = numpy.square(error).mean()
    return 99.0 if square == 0 else float(10 * numpy.log10(255 ** 2 / square))


def run(what, scenes, compare):
    """Calls `compare(name, scene, options)` for each scene, which returns words and whether it passed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", help="the scene of this name alone")
    options = parser.parse_args()
    options.scrim = options.scrim.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    chosen = {name: scene for name, scene in scenes.items() if options.only in (None, name)}
    failed = 0
    for name, scene in chosen.items():
        words, passed = compare(name, scene, options)
        failed += not passed
        print(f"{name:28} {words}  {'ok' if passed else 'FAILED'}", flush=True)
    print(f"{what}: {len(chosen) - failed} of {len(chosen)} scenes are as expected; "
          f"pictures in {options.out}")
    sys.exit(1 if failed or not chosen else 0)
