"""Stories by the daemon, alternating with two headless shells of Chromium."""

import concurrent.futures
import os
import statistics
import time

from report import plots
from report.times import at
from story import libraries, scene
from story.chromium import HeadlessShell
from story.daemon import Daemon

#: Name, different photos (none: each story has its own), gate and aim of Scrim's speed divided by the shells'.
LOADS = (("different photos", None, 5.5, 6.3), ("one photo, other words", 1, 13, 17), ("ten photos", 10, 9, 12))
WARM, SHELL = 20, "two headless shells"


class Pair:
    """Two browsers, which render stories at the same time, each into a file; without fsync."""

    def __init__(self, folder):
        self.all = [HeadlessShell(folder / f"shell-{number}") for number in range(2)]
        self.folder = folder

    def draw(self, stories):
        """Renders all stories (photo and words); returns the seconds."""
        def half(number):
            for index, story in enumerate(stories[number::2]):
                picture = self.all[number].render(*story)
                (self.folder / f"shell-{number}" / f"{index}.jpg").write_bytes(picture)

        start = time.perf_counter()
        with concurrent.futures.ThreadPoolExecutor(2) as threads:
            list(threads.map(half, range(2)))
        return time.perf_counter() - start

    def processor_milliseconds(self):
        return sum(one.processor_milliseconds() for one in self.all)

    def close(self):
        for one in self.all:
            one.close()


class Rates:
    """Stories per second, and CPU milliseconds per story, of each round."""

    def __init__(self):
        self.by_clock, self.processor = [], []

    def measure(self, clock, count, draw):
        before = clock()
        seconds = draw()
        self.by_clock.append(count / seconds)
        self.processor.append((clock() - before) / count)

    def rate(self):
        return statistics.median(self.by_clock)

    def spent(self):
        return statistics.median(self.processor)


class Load:
    """One load: stories over so many photos, in rounds of the daemon and of the pair."""

    def __init__(self, run, pair, photos):
        self.run, self.pair, self.photos = run, pair, photos or WARM + run.stories
        self.rates, self.waits, self.own = {"Scrim": Rates(), SHELL: Rates()}, [], []

    def photo(self, number):
        return self.run.photo(number % self.photos)

    def words(self, number):
        return "A story for you", f"number {number}"

    def round(self, few):
        """A new daemon, so that it knows no photo of the round before; then the pair renders a few."""
        daemon = Daemon(self.run.programs, self.run.folder / "daemon")
        for number in range(min(self.photos, WARM + self.run.stories)):
            daemon.put(f"photo-{number}.jpg", self.run.photo(number).read_bytes())
        os.sync()
        daemon.run(self.jobs(0, WARM))
        jobs, own = self.jobs(WARM, self.run.stories), daemon.own_milliseconds()

        def drop():
            seconds, each = daemon.run(jobs)
            self.waits.extend(each)
            return seconds

        self.rates["Scrim"].measure(daemon.processor_milliseconds, len(jobs), drop)
        self.own.append((daemon.own_milliseconds() - own) / len(jobs))
        picture = (daemon.spool / "out" / f"story-{WARM}.jpg").read_bytes()
        daemon.close()
        self.rates[SHELL].measure(
            self.pair.processor_milliseconds, few, lambda: self.pair.draw(
                [(self.photo(number), self.words(number)) for number in range(WARM, WARM + few)]))
        libraries.require_same({
            "scrimd": picture, SHELL: (self.pair.folder / "shell-0" / "0.jpg").read_bytes()})

    def jobs(self, first, count):
        """Stories as jobs by name."""
        return {f"story-{number}":
                scene.job(f"photo-{number % self.photos}.jpg", self.words(number))
                .replace('"story.jpg"', f'"story-{number}.jpg"') for number in range(first, first + count)}

    def ratio(self):
        """The median of the rounds' ratios: what else uses the machine slows both of a round."""
        return statistics.median(ours / theirs for ours, theirs in zip(
            self.rates["Scrim"].by_clock, self.rates[SHELL].by_clock))


def stories(run):
    """The daemon and two headless shells, over different photos, over one and over ten."""
    report = run.report
    report.begin("Stories by the daemon, from drop to delivery (with fsync), two workers")
    pair = Pair(run.folder)
    pair.draw([(run.photo(number), scene.WORDS) for number in range(4)])
    few = min(24, run.stories)
    loads = [(Load(run, pair, photos), *rest) for _, photos, *rest in LOADS]
    rounds = 0
    for _ in run.turns(0.5, before=0):
        for load, *_ in loads:
            load.round(few)
        rounds += 1
    rows, bars = [], []
    for (name, *_), (load, gate, aim) in zip(LOADS, loads):
        ours, theirs = load.rates["Scrim"], load.rates[SHELL]
        load.waits.sort()
        rows.append((name, "scrimd", f"{ours.rate():.1f}", "", f"{ours.spent():.1f}",
                     f"{statistics.median(load.own):.1f}",
                     f"{at(load.waits, 0.5):.0f} / {at(load.waits, 0.99):.0f}"))
        rows.append((name, SHELL, f"{theirs.rate():.1f}", f"{load.ratio():.1f}", f"{theirs.spent():.1f}", "", ""))
        bars += [(f"scrimd, {name}", ours.rate(), f"{ours.rate():.1f} per second", True),
                 (f"{SHELL}, {name}", theirs.rate(), f"{theirs.rate():.1f} per second", False)]
        report.gate(f"daemon, {run.stories} stories, {name}, beside {SHELL}", load.ratio(), gate, aim,
                    by_clock=True)
    report.table(["", "", "stories per second", "Scrim is × as fast", "CPU ms per story",
                  "of it scrimd itself", "p50 / p99 of a backlog, ms"], rows)
    report.repetitions(rounds)
    report.say(f"In each round the daemon renders {run.stories} stories that are dropped at once, then the shells "
               f"{few}. Their files are not synced, the daemon's are. The ratio is the median of the rounds'.")
    report.plot("stories", plots.bars(
        "Stories per second", "Two workers each; more is better", bars),
        "Stories per second by the daemon and by two headless shells")
    pair.close()
