"""What all parts share: what was asked for, the photos, the report."""

import functools
import os
import pathlib
import time

import numpy
from PIL import Image

from report.times import Turns
from story import scene

#: So many photos of the landscape differ.
PHOTOS = 1000


EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples"


@functools.cache
def landscape():
    """The example's landscape, made higher, with so much grain that a photo has 440 kB."""
    whole = Image.open(EXAMPLES / "landscape.jpg")
    whole = numpy.asarray(whole.resize((1536 + 80, 2020), Image.Resampling.LANCZOS))
    grain = numpy.random.default_rng(0).normal(0, 5, (*whole.shape[:2], 1))
    return (whole + grain).clip(0, 255).astype(numpy.uint8)


class Run:
    """One run of the benchmark."""

    def __init__(self, arguments, report):
        self.programs, self.folder, self.report = arguments.scrim, arguments.folder, report
        self.repetitions, self.minutes = arguments.repetitions, arguments.minutes
        self.stories, self.small = arguments.stories, arguments.small
        (self.folder / "photos").mkdir(parents=True, exist_ok=True)

    def turns(self, share, before=1):
        """Repetitions, as long as this share of the minutes lasts."""
        return Turns(self.repetitions, self.seconds(share), before)

    def seconds(self, share):
        return share * self.minutes * 60

    def photo(self, number=0):
        """A photo of 1080 × 1920: another piece of the landscape for every number."""
        path = self.folder / "photos" / f"photo-{number}.jpg"
        if not path.exists():
            left, top = number * 7 % 500, number // 71 * 3 % 100
            piece = landscape()[top:top + scene.HEIGHT, left:left + scene.WIDTH]
            part = path.with_suffix(".part")
            Image.fromarray(piece).save(part, "JPEG", quality=88)
            os.rename(part, path)
        return path


def own_milliseconds():
    """What this process has had of a processor."""
    return time.process_time() * 1e3
