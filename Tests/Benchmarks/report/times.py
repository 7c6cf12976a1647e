"""Milliseconds of several, measured turn by turn, and what of them may be quoted."""

import statistics
import time


class Turns:
    """Numbers of repetitions, below 0 those that warm up, as long as the time lasts; never below three."""

    def __init__(self, repetitions, seconds, before):
        self.repetitions, self.seconds, self.before = repetitions, seconds, before

    def __iter__(self):
        end = time.monotonic() + self.seconds
        for turn in range(-self.before, self.repetitions):
            if turn >= 3 and time.monotonic() > end:
                return
            yield turn


class Times:
    """Milliseconds on a processor and by the clock, by name."""

    def __init__(self):
        self.processor, self.wall = {}, {}

    def measure(self, name, clock, call, counts=True):
        """Calls, and keeps what it took; `clock` gives the milliseconds that the one had a processor."""
        started, before = time.perf_counter(), clock()
        result = call()
        wall, spent = (time.perf_counter() - started) * 1e3, clock() - before
        if counts:
            self.processor.setdefault(name, []).append(spent)
            self.wall.setdefault(name, []).append(wall)
        return result

    def note(self, name, spent):
        """Stores milliseconds that were measured elsewhere."""
        self.processor.setdefault(name, []).append(spent)

    def count(self):
        return min(len(values) for values in self.processor.values())

    def spent(self, name):
        return statistics.median(self.processor[name])

    def waited(self, name):
        return statistics.median(self.wall[name])

    def on_processor(self, name, ours):
        return self.spent(name) / self.spent(ours)

    def by_clock(self, name, ours):
        return self.waited(name) / self.waited(ours)

    def rows(self, ours):
        """One each: name, milliseconds, times ours, milliseconds by the clock, times ours."""
        return [(name, f"{self.spent(name):.1f}", f"{self.on_processor(name, ours):.1f}",
                 f"{self.waited(name):.1f}", f"{self.by_clock(name, ours):.1f}")
                for name in self.processor]


def at(values, share):
    """A percentile of sorted values: p99 of 100 is the second greatest."""
    return values[min(len(values) - 1, int(len(values) * share))]
