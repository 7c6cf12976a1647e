"""Measures whole jobs, from file to file, beside what else makes such pictures, turn by turn in one run.

    jobs.py --scrim FOLDER [--minutes 4] [--repetitions 9] [--stories 1000] [--only warm,words,cold,daemon]

Prints Markdown. FOLDER holds the programs that were built. Each part takes its share of the minutes: it
ends with fewer repetitions than it may have (never below three) or fewer stories when the machine is slow.

Milliseconds are those that a process had a processor, of Chromium all its processes together; wall-clock
time stands beside them, since a browser does some things at the same time. There are two of it: one draws
frames without waiting for a display, which is quickest by the clock, but also while nobody looks, so that
its processor's time says nothing; the other waits, and is idle in between. Chromium's gates are held by
the smaller of two ratios: the first one's by the clock, the second one's on a processor. While others keep
all processors busy the clock says how long one had to wait for them, so then it does not count. No test
looks at these numbers.
"""

import os

# Before the libraries are loaded.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VIPS_CONCURRENCY"):
    os.environ[variable] = "1"

import argparse
import functools
import pathlib
import statistics
import subprocess
import time

import numpy
import pyvips
import skia
from PIL import Image

from story import scene
from story.chromium import Chromium, cold
from story.daemon import Daemon
from story.libraries import by_skia, opaque, pillow, vips
from story.worker import Worker


@functools.cache
def landscape():
    """The example's landscape, made higher, with the grain of a camera."""
    here = pathlib.Path(__file__).resolve().parent
    whole = Image.open(here.parent.parent / "examples" / "landscape.jpg")
    whole = numpy.asarray(whole.resize((1536 + 80, 2020), Image.Resampling.LANCZOS))
    grain = numpy.random.default_rng(0).normal(0, 1.5, (*whole.shape[:2], 1))
    return (whole + grain).clip(0, 255).astype(numpy.uint8)


def photo(folder, number=0):
    """A photo of 1080 × 1920: another piece of the landscape for every number."""
    path = folder / f"photo-{number}.jpg"
    if not path.exists():
        left, top = number * 7 % 500, number // 71 * 3 % 100
        piece = landscape()[top:top + scene.HEIGHT, left:left + scene.WIDTH]
        Image.fromarray(piece).save(path, quality=88)
    return path


def turns(arguments, share, before):
    """Numbers of repetitions, below 0 those that warm up, as long as the share of the time lasts."""
    end = time.monotonic() + share * arguments.minutes * 60
    for turn in range(-before, arguments.repetitions):
        if turn >= 3 and time.monotonic() > end:
            return
        yield turn


class Times:
    """Milliseconds on a processor and by the clock, by name."""

    def __init__(self):
        self.processor, self.wall = {}, {}

    def measure(self, name, clock, call, counts):
        started, before = time.perf_counter(), clock()
        result = call()
        wall, spent = (time.perf_counter() - started) * 1e3, clock() - before
        if counts:
            self.processor.setdefault(name, []).append(spent)
            self.wall.setdefault(name, []).append(wall)
        return result

    def print(self, ours, gates):
        print("| | ms on a processor | times ours | ms by the clock | times ours | times | gate / aim | |")
        print("|---|---|---|---|---|---|---|---|")
        base = statistics.median(self.processor[ours]), statistics.median(self.wall[ours])
        for name in self.processor:
            spent = statistics.median(self.processor[name])
            wall = statistics.median(self.wall[name])
            words = " | | "
            if name in gates:
                peers, *gate = gates[name]
                value = min(peers(self, ours))
                words = f"{value:.1f} | {gate[0]} / {gate[1]} | {verdict(value, *gate)}"
            print(f"| {name} | {spent:.1f} | {spent / base[0]:.1f} | {wall:.1f} | "
                  f"{wall / base[1]:.1f} | {words} |", flush=True)
        print(f"\nMedians of {len(self.wall[ours])}.")

    def on_processor(self, name, ours):
        return statistics.median(self.processor[name]) / statistics.median(self.processor[ours])

    def by_clock(self, name, ours):
        return statistics.median(self.wall[name]) / statistics.median(self.wall[ours])


def verdict(value, gate, aim):
    return "falls short" if value < gate else "gate" if value < aim else "aim"


def library(name):
    """By what a library's gate is held."""
    return lambda times, ours: [times.on_processor(name, ours)]


def browser(times, ours):
    """By what Chromium's gate is held."""
    ratios = [times.on_processor(Browsers.IDLE, ours)]
    if os.getloadavg()[0] <= os.cpu_count():
        ratios.append(times.by_clock(Browsers.QUICK, ours))
    return ratios


class Browsers:
    """Chromium twice: one that never waits, and one that is idle in between."""

    QUICK, IDLE = "Chromium", "Chromium, waiting for frames"

    def __init__(self, folder):
        self.all = {self.QUICK: Chromium(folder / "chromium"),
                    self.IDLE: Chromium(folder / "chromium-idle", waits=True)}

    def measure(self, times, counts, *story):
        for name, one in self.all.items():
            picture = times.measure(name, one.processor_milliseconds,
                                    lambda: one.render(*story), counts)
        return picture

    def memory(self):
        return self.all[self.IDLE].memory()

    def close(self):
        for one in self.all.values():
            one.close()


def own_milliseconds():
    return time.process_time() * 1e3


def warm(arguments, folder):
    """The story, nothing cached."""
    print("\n### The story, warm, nothing cached\n")
    peers = {"Pillow": pillow(), "skia-python": by_skia(), "libvips": vips()}
    chromium, worker = Browsers(folder), Worker(arguments.scrim, cache=0)
    job, path, times, faults, pictures = scene.job("photo.jpg"), photo(folder), Times(), [], {}
    for turn in turns(arguments, 0.3, before=2):
        counts = turn >= 0
        before = worker.page_faults()
        pictures["Scrim"] = times.measure(
            "Scrim", worker.processor_milliseconds,
            lambda: worker.render(job, {"photo.jpg": path})[0], counts)
        if counts:
            faults.append(worker.page_faults() - before)
        for name, render in peers.items():
            pictures[name] = times.measure(name, own_milliseconds, lambda: render(path), counts)
        pictures["Chromium"] = chromium.measure(times, counts, path)
    times.print("Scrim", {
        Browsers.QUICK: (browser, 7, 10), "skia-python": (library("skia-python"), 6, 9),
        "Pillow": (library("Pillow"), 2.5, 4)})
    for name, picture in pictures.items():
        (folder / f"story-{name}.jpg").write_bytes(picture)
    chromiums = opaque(pictures["Chromium"])
    apart = ", ".join(f"{name} {numpy.abs(opaque(picture) - chromiums).mean():.2f}"
                      for name, picture in pictures.items() if name != "Chromium")
    print(f"\nMean distance from Chromium's picture, of 255: {apart}. Page faults a job: "
          f"{statistics.median(faults):.0f}. Memory: worker {worker.memory():.0f} MB, "
          f"Chromium {chromium.memory():.0f} MB.")
    chromium.close()
    worker.close()


def words(arguments, folder):
    """The same photo and panel, other words."""
    print("\n### The same photo and panel, other words\n")
    chromium, worker = Browsers(folder), Worker(arguments.scrim)
    path, times, found = photo(folder), Times(), None
    for turn in turns(arguments, 0.15, before=3):
        said = (f"Story number {turn + 4}", f"of {arguments.repetitions + 3} in a row")
        job = scene.job("photo.jpg", said)
        _, report = times.measure(
            "Scrim", worker.processor_milliseconds,
            lambda: worker.render(job, {"photo.jpg": path}), turn >= 0)
        found = report["cache"]
        chromium.measure(times, turn >= 0, path, said)
    times.print("Scrim", {Browsers.QUICK: (browser, 20, 50)})
    print(f"\nOf the last job {found['layersFound']} of 3 layers were found. "
          f"Memory: {worker.memory():.0f} MB.")
    chromium.close()
    worker.close()


def from_nothing(arguments, folder):
    """From exec to file."""
    print("\n### From exec to file, cold\n")
    path = photo(folder)
    (folder / "cold.json").write_text(scene.job(path.name))
    ours, others = [], []
    for turn in turns(arguments, 0.2, before=1):
        start = time.perf_counter()
        subprocess.run([f"{arguments.scrim}/scrim", "render", "cold.json", "-o", "cold.jpg"],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)
        spent = (time.perf_counter() - start) * 1e3
        other = cold(path, folder / "chromium")
        if turn >= 0:
            ours.append(spent)
            others.append(other)
    first, second = statistics.median(ours), statistics.median(others)
    print(f"`scrim render` {first:.0f} ms, Chromium {second:.0f} ms: {second / first:.1f} × "
          f"(gate 15, aim 30: {verdict(second / first, 15, 30)}); medians of {len(ours)}.")


def from_drop(arguments, folder):
    """Drop to delivery by the daemon."""
    print("\n### The daemon, from drop to delivery (with fsync), two workers\n")
    print("Of a backlog that is dropped at once, p50 and p99 are mostly waiting.\n")
    print("| stories | photos | jobs a second | p50, ms | p99, ms |")
    print("|---|---|---|---|---|")
    for most in (arguments.stories, 10):
        daemon = Daemon(arguments.scrim, folder / "daemon")

        def stories(first, count, photos):
            jobs = {}
            for number in range(first, first + count):
                name, source = f"story-{number}", number % photos
                if not (daemon.spool / "assets" / f"photo-{source}.jpg").exists():
                    daemon.put(f"photo-{source}.jpg", photo(folder, source).read_bytes())
                text = scene.job(f"photo-{source}.jpg", ("A story for you", f"number {number}"))
                jobs[name] = text.replace('"story.jpg"', f'"{name}.jpg"')
            return jobs

        # Both workers begin, and it is seen how many stories the time is enough for.
        seconds, _ = daemon.run(stories(0, 20, most))
        possible = int(20 / seconds * 0.1 * arguments.minutes * 60)
        count = min(arguments.stories, max(50, possible))
        photos = min(most, count)
        seconds, each = daemon.run(stories(20, count, most))
        print(f"| {count} | {photos} | {count / seconds:.1f} | {each[count // 2]:.0f} | "
              f"{each[count * 99 // 100]:.0f} |", flush=True)
        daemon.close()
    small = '{"scrim": 1, "canvas": {"width": 200, "height": 200}, ' \
        '"layers": [{"fill": "#f00"}], "output": {"file": "NAME.jpg"}}'
    daemon, each = Daemon(arguments.scrim, folder / "daemon"), []
    for number in range(-3, 50):
        _, (spent,) = daemon.run({f"small-{number}": small.replace("NAME", f"small-{number}")})
        if number >= 0:
            each.append(spent)
        time.sleep(0.05)
    each.sort()
    daemon.close()
    print(f"\nOne small job on an idle daemon: p50 {each[25]:.0f} ms, p99 {each[-1]:.0f} ms "
          "(gate 60, aim 25).")


PARTS = {"warm": warm, "words": words, "cold": from_nothing, "daemon": from_drop}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--stories", type=int, default=1000)
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(".build/bench/jobs"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["chromium", "--version"], check=True, stdout=subprocess.PIPE,
                             text=True).stdout.strip()
    print(f"{time.strftime('%Y-%m-%d')}, {version}, Pillow {Image.__version__}, "
          f"skia-python {skia.__version__}, libvips {pyvips.version(0)}.{pyvips.version(1)}."
          f"{pyvips.version(2)}, one thread each, load {os.getloadavg()[0]:.1f} on "
          f"{os.cpu_count()} processors")
    for name in arguments.only.split(","):
        PARTS[name](arguments, arguments.folder)


main()
