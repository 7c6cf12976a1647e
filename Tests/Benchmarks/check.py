"""Sees to it that the benchmark of whole jobs still works: its worker and its daemon are asked as in a run.

    check.py --scrim FOLDER

The drivers in story/ speak the supervisor's protocol and read reports, so what changes there breaks
them. Takes seconds, needs nothing but Python, and measures nothing: draws the story and every job of the
scaling in a warm worker, and drops jobs in a daemon.
"""

import argparse
import json
import os
import pathlib
import struct
import sys
import tempfile

from parts import scaling, small
from story import scene
from story.daemon import Daemon
from story.programs import Programs
from story.worker import Worker

PHOTO = pathlib.Path(__file__).resolve().parents[2] / "examples" / "landscape.jpg"


def size(picture):
    """Width and height that a JPEG says (its frame header, T.81 B.2.2)."""
    if picture[:2] != b"\xff\xd8":
        return None
    place = 2
    while place + 9 < len(picture) and picture[place] == 0xFF:
        kind, length = picture[place + 1], struct.unpack_from(">H", picture, place + 2)[0]
        if 0xC0 <= kind <= 0xC2:
            height, width = struct.unpack_from(">HH", picture, place + 5)
            return width, height
        place += 2 + length
    return None


class Checks:
    def __init__(self):
        self.passed, self.failed = 0, 0

    def hold(self, what, is_so, found=None):
        if is_so:
            self.passed += 1
            return
        self.failed += 1
        print(f"{what}: not so{'' if found is None else f', but {found}'}")


def in_worker(programs, checks):
    """The story, and with other words; what is asked of the worker and of its reports."""
    worker, whole = Worker(programs), (scene.WIDTH, scene.HEIGHT)
    before = worker.processor_milliseconds(), worker.page_faults()
    picture, _ = worker.render(scene.job("photo.jpg"), {"photo.jpg": PHOTO})
    checks.hold("the story is a JPEG of its size", size(picture) == whole, size(picture))
    checks.hold("it took time", worker.processor_milliseconds() > before[0])
    checks.hold("it took pages", worker.page_faults() > before[1])
    # A picture that is met twice is kept, and then a stack that is met twice over a kept picture.
    for words in ("Other", "words"), ("Words", "again"), ("And", "again"):
        other, report = worker.render(
            scene.job("photo.jpg", words), {"photo.jpg": PHOTO}, traced=True)
    checks.hold("other words are another picture", other != picture and size(other) == whole)
    found = report["cache"]["layerHits"]
    checks.hold("photo and panel are kept", found == 2, found)
    checks.hold("stages have times", {"decode", "layout", "compose", "encode", "layers"}
                <= report["milliseconds"].keys(), report["milliseconds"])
    checks.hold("it says what memory it had", 1 < worker.memory() < 2000, worker.memory())
    template = {"scrim": 1, "inputs": {"word": {"type": "string"}}, "canvas": {"width": 80, "height": 40},
                "layers": [{"text": {"string": "${word}"}}]}
    job = worker.fill(json.dumps(template), {"word": "Filled"})
    checks.hold("a template gives a job", json.loads(job)["layers"] == [{"text": {"string": "Filled"}}], job)
    checks.hold("which is rendered", worker.render(job, {}, evaluated=True)[0].startswith(b"\x89PNG"))
    worker.close()
    checks.hold("a worker ends with its line", worker.process.returncode == 0,
                worker.process.returncode)


def grown(programs, checks):
    """Every job of the scaling; what cannot be seen changes no pixel."""
    worker, pictures = Worker(programs, cache=0), {}
    for work in scaling.WORKS + scaling.HIDDEN:
        for text in (work.base, work.more):
            if text not in pictures:
                pictures[text], _ = worker.render(
                    text, {"photo.jpg": PHOTO} if "photo.jpg" in text else {})
    for work in scaling.WORKS:
        checks.hold(f"{work.name}: there is more to see",
                    len(pictures[work.more]) > len(pictures[work.base]))
    for work in scaling.HIDDEN:
        checks.hold(f"{work.name}: nothing of it is seen",
                    pictures[work.more] == pictures[work.base])
    worker.close()


def by_daemon(programs, folder, checks):
    """Small jobs and the story from drop to delivery."""
    daemon = Daemon(programs, folder / "daemon")
    seconds, each = daemon.run(small.jobs("one", 1), most=60, ending=".png")
    checks.hold("one small job comes out", len(each) == 1 and 0 < each[0] / 1e3 <= seconds, each)
    _, each = daemon.run(small.jobs("few", 5), most=60, ending=".png")
    checks.hold("five come out", len(each) == 5 and each == sorted(each), each)
    daemon.put("photo.jpg", PHOTO.read_bytes())
    daemon.run({"story": scene.job("photo.jpg")}, most=60)
    picture = (daemon.spool / "out" / "story.jpg").read_bytes()
    checks.hold("the story comes out", size(picture) == (scene.WIDTH, scene.HEIGHT), size(picture))
    checks.hold("it has workers", 1 <= len(daemon.workers()) <= 2, daemon.workers())
    checks.hold("they took time", daemon.processor_milliseconds() > 0)
    daemon.close()
    checks.hold("the daemon ends when it is told to", daemon.process.returncode == 0,
                daemon.process.returncode)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scrim", required=True)
    programs, checks = Programs(parser.parse_args().scrim), Checks()
    in_worker(programs, checks)
    grown(programs, checks)
    with tempfile.TemporaryDirectory(prefix="check-bench.", dir=os.environ.get("SCRIM_SCRATCH")) as folder:
        by_daemon(programs, pathlib.Path(folder), checks)
    print(f"check-bench: {checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


sys.exit(main())
