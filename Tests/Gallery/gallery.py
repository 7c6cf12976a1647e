"""Draws every example and every golden case, and puts them on one page to look at.

The page stands with its pictures and jobs in one folder and asks for nothing from elsewhere. A
golden case whose picture is not the recorded one, by more than its test allows, shows both.

    gallery.py --scrim .build/release/scrim --out .build/gallery
"""

import argparse
import concurrent.futures
import pathlib
import shutil
import string
import subprocess
import sys
from html import escape
from urllib.parse import quote

from PIL import Image, ImageChops

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# As Tests/RenderTesting has it: fonts of another Debian release may differ by a rounding.
TOLERANCE = 2
SHOWN = {".png", ".jpg", ".jpeg", ".webp"}


class Case:
    """A job, where its files are on the page, and what came of it."""

    def __init__(self, job, folder, out):
        self.job, self.folder, self.name, self.out = job, folder, job.stem, out
        self.place = out / folder / self.name
        self.pictures, self.recorded, self.error = [], None, None

    def draw(self, scrim):
        self.place.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.job, self.place)
        done = subprocess.run([scrim, "render", self.job, "-o", f"{self.place}/"],
                              capture_output=True, text=True)
        if done.returncode:
            self.error = done.stderr.strip() or f"scrim ended with status {done.returncode}."
            return
        self.pictures = [pathlib.Path(line) for line in done.stdout.splitlines()]
        recorded = self.job.with_suffix(".png")
        if recorded.exists() and differ(self.pictures[0], recorded):
            self.recorded = pathlib.Path(shutil.copy(recorded, self.place / "recorded.png"))

    @property
    def is_sound(self):
        return not self.error and not self.recorded

    def html(self):
        shown = f"<pre>{escape(self.error)}</pre>" if self.error else ""
        shown += "".join(self.image(picture) for picture in self.pictures)
        if self.recorded:
            shown += '<p class="wrong">The recorded picture is another:</p>'
            shown += self.image(self.recorded)
        job = self.link(self.place / self.job.name)
        return (f'<figure id="{escape(self.folder)}/{escape(self.name)}" '
                f'data-folder="{escape(self.folder)}">'
                f'<figcaption><a href="{job}">{escape(self.name)}</a></figcaption>'
                f'<div class="pictures">{shown}</div></figure>')

    def image(self, picture):
        link = self.link(picture)
        if picture.suffix not in SHOWN:
            return f'<p><a href="{link}">{escape(picture.name)}</a></p>'
        with Image.open(picture) as opened:
            width, height = opened.size
        return (f'<img src="{link}" width="{width}" height="{height}" loading="lazy" '
                f'alt="" title="{escape(picture.name)}, {width} × {height} px">')

    def link(self, path):
        return quote(path.relative_to(self.out).as_posix())


def differ(one, other):
    with Image.open(one) as first, Image.open(other) as second:
        if first.size != second.size:
            return True
        difference = ImageChops.difference(premultiplied(first), premultiplied(second))
        return max(high for _, high in difference.getextrema()) > TOLERANCE


def premultiplied(picture):
    return picture.convert("RGBA").convert("RGBa")


def cases(out):
    """Whatever folders there are, so that a new one needs no entry anywhere."""
    for job in sorted((ROOT / "examples").glob("*.json")):
        yield Case(job, "examples", out)
    for job in sorted((ROOT / "Tests" / "Golden").rglob("*.json")):
        yield Case(job, job.parent.relative_to(ROOT / "Tests" / "Golden").as_posix(), out)


def page(drawn):
    folders = list(dict.fromkeys(case.folder for case in drawn))
    sections = "".join(
        f'<section data-folder="{escape(folder)}"><h2>{escape(folder)}</h2><div class="cases">'
        + "".join(case.html() for case in drawn if case.folder == folder) + "</div></section>"
        for folder in folders)
    options = "".join(f"<option>{escape(folder)}</option>" for folder in folders)
    template = string.Template((HERE / "page.html").read_text())
    return template.substitute(folders=options, sections=sections, count=len(drawn))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    index = options.out / "index.html"
    # What was deleted must not stay on the page.
    if index.exists():
        shutil.rmtree(options.out)
    options.out.mkdir(parents=True, exist_ok=True)
    drawn = list(cases(options.out))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(lambda case: case.draw(options.scrim), drawn))
    index.write_text(page(drawn))
    for case in drawn:
        if not case.is_sound:
            print(f"{case.folder}/{case.name}: {case.error or 'is not as recorded.'}",
                  file=sys.stderr)
    wrong = sum(not case.is_sound for case in drawn)
    print(f"gallery: {len(drawn)} pictures, {wrong} of them wrong; open {index}")
    sys.exit(1 if wrong or not drawn else 0)


main()
