"""Measures whole jobs, from file to file, beside what else makes such pictures, turn by turn in one run.

    jobs.py --scrim PREFIX [--report FOLDER] [--minutes 8] [--repetitions 9] [--stories 200]
            [--small 10000] [--only story,words,cold,codecs,photos,scaling,stories,small,rows]

Prints Markdown as it comes, and writes all of it, with plots and what was wanted, in the report's folder.
PREFIX has an installation (lib/scrim), or is the folder of a build. Each part takes its share of the minutes: it ends with fewer
repetitions than it may have (never below three) or fewer stories when the machine is slow, and says
so. No test looks at these numbers; that this still works is seen by check.py.

Milliseconds are those that a process had a processor, of Chromium all its processes together; wall-clock
time stands beside them, since a browser does some things at the same time.
"""

import os

# Before the libraries are loaded.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VIPS_CONCURRENCY"):
    os.environ[variable] = "1"

import argparse
import pathlib
import subprocess

import pyvips
import skia
from PIL import Image

from parts.codecs import codecs
from parts.cold import cold
from parts.photos import photos
from parts.rows import rows
from parts.run import Run
from parts.scaling import scaling
from parts.small import small
from parts.stories import stories
from parts.warm import story, words
from report.report import Report
from story import chromium, magick
from story.programs import Programs

PARTS = {part.__name__: part for part in (story, words, cold, codecs, photos, scaling, stories, small, rows)}


def versions(programs):
    """What is measured, and beside what."""
    def first_line(*command):
        return subprocess.run(command, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout.splitlines()[0].strip()

    vips = ".".join(str(pyvips.version(place)) for place in range(3))
    installed = "installed with both builds" if programs.is_installed else "not installed"
    return (f"{first_line(programs.scrim, '--version')}, {installed}; {first_line(chromium.PROGRAM, '--version')} "
            f"(headless shell: `{' '.join(chromium.FLAGS)}`), "
            f"Pillow {Image.__version__}, skia-python {skia.__version__}, libvips {vips}, "
            f"{magick.version()}; one thread each.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--report", type=pathlib.Path, default=pathlib.Path(".build/bench/report"))
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--stories", type=int, default=200)
    parser.add_argument("--small", type=int, default=10_000)
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(".build/bench/jobs"))
    arguments = parser.parse_args()
    arguments.scrim = Programs(arguments.scrim)
    arguments.folder = arguments.folder.resolve()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    report = Report(arguments.report, versions(arguments.scrim))
    run = Run(arguments, report)
    for name in arguments.only.split(","):
        PARTS[name](run)
    report.write()


main()
