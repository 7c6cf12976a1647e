"""Draws librsvg's own test files by the content `svg`, and by rsvg-convert, and compares them.

Each must be drawn with equal pixels, or be refused with an error. The program prints why files are refused, most
frequent reason first, and each file that differs, fails or is drawn by one of the two only. It takes one minute.

    svg.py --scrim .build/release/scrim --out .build/oracle [--files FOLDER] [--only NAME]
"""

import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys

import numpy
from PIL import Image

# Debian's package librsvg2-tests.
FILES = "/usr/libexec/installed-tests/RSVG/fixtures"
# The sides of an image at least and at most.
SIDES = range(1, 2001)


def pixels(path):
    """Premultiplied."""
    image = numpy.asarray(Image.open(path).convert("RGBA"), dtype=numpy.float64)
    return numpy.dstack([image[..., :3] * image[..., 3:] / 255, image[..., 3]])


def expected(file, folder):
    """The pixels by librsvg; nothing if it draws none, or too many."""
    path = folder / "expected.png"
    path.unlink(missing_ok=True)
    try:
        subprocess.run(["rsvg-convert", "-o", path, file], check=True, capture_output=True, timeout=60)
    except subprocess.SubprocessError:
        return None
    with Image.open(path) as image:
        return pixels(path) if image.width in SIDES and image.height in SIDES else None


def actual(file, size, folder, scrim):
    """The pixels by Scrim, and its error."""
    shutil.copy(file, folder / "file.svg")
    job = {"scrim": 1, "canvas": {"width": size[0], "height": size[1]}, "layers": [
        {"frame": {"x": 0, "y": 0, "width": "100%", "height": "100%"},
         "content": {"kind": "svg", "source": "file.svg", "fit": "none", "position": [0, 0]}}]}
    (folder / "job.json").write_text(json.dumps(job))
    path = folder / "actual.png"
    path.unlink(missing_ok=True)
    done = subprocess.run([scrim, "render", folder / "job.json", "-o", path], capture_output=True, text=True, timeout=60)
    return (pixels(path), None) if path.exists() else (None, done.stderr.strip() or f"exit status {done.returncode}")


def reason(error):
    """An error without what differs between files."""
    message = re.sub(r"^.*?content\.source: ", "", error.splitlines()[0])
    message = re.sub(r"^line \d+, column \d+: ", "", message)
    return re.sub(r'"[^"]*"|\d+', "…", message)


def compare(options):
    folder = options.out / "svg"
    folder.mkdir(parents=True, exist_ok=True)
    reasons, counts, differing = collections.Counter(), collections.Counter(), []
    for file in sorted(options.files.rglob("*.svg")):
        name = str(file.relative_to(options.files))
        if options.only and options.only not in name:
            continue
        shown = expected(file, folder)
        if shown is None:
            counts["not drawn by rsvg-convert"] += 1
            size = (100, 100)
        else:
            size = (shown.shape[1], shown.shape[0])
        drawn, error = actual(file, size, folder, options.scrim)
        if error:
            counts["refused"] += 1
            reasons[reason(error)] += 1
            if options.list:
                print(f"{name}: {error}")
            if "content.source" not in error:
                differing.append(f"{name}: {error}")
        elif shown is None:
            counts["drawn by Scrim alone"] += 1
        elif drawn.shape != shown.shape:
            differing.append(f"{name}: {drawn.shape} in place of {shown.shape}")
        else:
            most = numpy.abs(drawn - shown).max()
            if most <= 1:
                counts["equal"] += 1
            else:
                error = numpy.square(drawn - shown).mean()
                psnr = 10 * numpy.log10(255 ** 2 / error)
                share = (numpy.abs(drawn - shown).max(axis=2) > 1).mean()
                differing.append(f"{name}: PSNR {psnr:.1f} dB, {100 * share:.2f} % of the pixels differ, by up to {most:.0f}")
    for message, count in reasons.most_common():
        print(f"{count:5} {message}")
    for line in differing:
        print(f"FAILED {line}")
    print("svg: " + ", ".join(f"{count} {what}" for what, count in counts.most_common()) + f", {len(differing)} differ")
    return bool(differing) or not counts


parser = argparse.ArgumentParser()
parser.add_argument("--scrim", type=pathlib.Path, required=True)
parser.add_argument("--out", type=pathlib.Path, required=True)
parser.add_argument("--files", type=pathlib.Path, default=FILES, help="a folder of SVGs")
parser.add_argument("--only", help="files with this in their path alone")
parser.add_argument("--list", action="store_true", help="print each file that is refused")
arguments = parser.parse_args()
arguments.scrim = arguments.scrim.resolve()
arguments.files = pathlib.Path(arguments.files)
sys.exit(1 if compare(arguments) else 0)
