"""Stories by the daemon, and beside it, in turns, by two Chromium workers."""

import concurrent.futures
import contextlib
import itertools
import os
import statistics
import time

from parts import browsers
from report import plots
from report.times import at
from story import scene
from story.chromium import Chromium
from story.daemon import Daemon

#: What has to be reached, by the number of photos: gate, aim.
WANTED = {1000: (5, 7), 10: (10, 25)}


class Pair:
    """Two browsers, which draw stories at the same time, each in a file; without fsync."""

    def __init__(self, folder, waits):
        self.all = [Chromium(folder / f"pair-{number}", waits) for number in range(2)]
        self.folder = folder

    def draw(self, stories):
        """Draws all stories (photo and words); returns the seconds."""
        def half(number):
            for index, story in enumerate(stories[number::2]):
                picture = self.all[number].render(*story)
                (self.folder / f"pair-{number}" / f"{index}.jpg").write_bytes(picture)

        with contextlib.ExitStack() as turn:
            for one in self.all:
                turn.enter_context(browsers.awake(one))
            start = time.perf_counter()
            with concurrent.futures.ThreadPoolExecutor(2) as threads:
                list(threads.map(half, range(2)))
            return time.perf_counter() - start

    def processor_milliseconds(self):
        return sum(one.processor_milliseconds() for one in self.all)

    def close(self):
        for one in self.all:
            browsers.end(one)


class Rates:
    """Stories a second, and milliseconds of a processor for one, turn by turn."""

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


def said(number):
    return "A story for you", f"number {number}"


def stories(run):
    """The daemon and two Chromium workers, over 1,000 photos and over 10."""
    report = run.report
    report.begin("Stories by the daemon, from drop to delivery (with fsync), two workers")
    pairs = {browsers.QUICK: Pair(run.folder / "quick", False),
             browsers.IDLE: Pair(run.folder / "idle", True)}
    rows, bars = [], []
    for most in (run.stories, 10):
        daemon = Daemon(run.programs, run.folder / "daemon")
        found = over(run, daemon, pairs, most)
        daemon.close()
        ours = found["Scrim"]
        photos = f"{min(most, found['stories'])} photos"
        for name in ("Scrim", *pairs):
            one = found[name]
            rows.append((photos, "scrimd" if name == "Scrim" else f"two × {name}",
                         f"{one.rate():.1f}", f"{ours.rate() / one.rate():.1f}", f"{one.spent():.1f}",
                         f"{one.spent() / ours.spent():.1f}",
                         f"{at(found['waits'], 0.5):.0f} / {at(found['waits'], 0.99):.0f}"
                         if name == "Scrim" else ""))
            bars.append((f"{'scrimd' if name == 'Scrim' else f'two × {name}'}, {photos}",
                         one.rate(), f"{one.rate():.1f} a second", name == "Scrim"))
        quickest = max(found[name].rate() for name in pairs)
        gate, aim = WANTED[10 if most == 10 else 1000]
        report.gate(f"daemon, {found['stories']} stories over {photos}, beside two Chromium workers",
                    ours.rate() / quickest, gate, aim, by_clock=True)
    report.table(["", "", "stories a second", "Scrim is × as fast", "ms of a processor each",
                  "× ours", "p50 / p99 of a backlog, ms"], rows)
    report.repetitions(min(len(found[name].by_clock) for name in ("Scrim", *pairs)))
    report.say("Chromium's pictures are not synced to the disk, ours are. The gate is held by the quicker of "
               "the two pairs by the clock.")
    report.plot("stories", plots.bars(
        "Stories a second", "Two workers each, from the same jobs; more is better", bars),
        "Stories a second by the daemon and by two Chromium workers")
    for pair in pairs.values():
        pair.close()


def over(run, daemon, pairs, most):
    """In turns over so many photos: rates by name, `waits` of the daemon's jobs, `stories` drawn."""
    photos, dropped = min(most, run.stories), itertools.count()

    def put(first, count):
        for source in {number % photos for number in range(first, first + count)}:
            if not (daemon.spool / "assets" / f"photo-{source}.jpg").exists():
                daemon.put(f"photo-{source}.jpg", run.photo(source).read_bytes())
        os.sync()

    def drop(first, count):
        jobs = {}
        for number in range(first, first + count):
            name = f"story-{next(dropped)}"
            text = scene.job(f"photo-{number % photos}.jpg", said(number))
            jobs[name] = text.replace('"story.jpg"', f'"{name}.jpg"')
        seconds, each = daemon.run(jobs)
        waits.extend(each)
        return seconds

    def browse(pair, first, count):
        return pair.draw([(run.photo(number % photos), said(number))
                          for number in range(first, first + count)])

    # Both workers begin, and it is seen how many stories the time is enough for.
    waits, rounds, seconds = [], run.repetitions, run.seconds(0.12)
    put(0, 20)
    drop(0, 20)
    speed = 20 / drop(0, 20)
    theirs = min(10 / browse(pair, 0, 10) for pair in pairs.values())
    waits.clear()
    count = max(8, min(run.stories // rounds + 1, int(speed * seconds / 3 / rounds)))
    few = max(4, min(24, int(theirs * seconds / 3 / rounds)))
    rates = {name: Rates() for name in ("Scrim", *pairs)}
    put(20, count * rounds)
    for turn in range(rounds):
        first = 20 + turn * count
        rates["Scrim"].measure(daemon.processor_milliseconds, count, lambda: drop(first, count))
        for name, pair in pairs.items():
            rates[name].measure(pair.processor_milliseconds, few,
                                lambda: browse(pair, first, few))
    return {**rates, "waits": sorted(waits), "stories": count * rounds}
