"""Chromium twice, and by what its gates are held."""

import contextlib
import os
import signal

from story.chromium import Chromium

QUICK, IDLE = "Chromium", "Chromium, waiting for frames"


def signalled(browser, number):
    for process in browser.processes():
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


@contextlib.contextmanager
def awake(browser):
    """For as long as it is its turn: one that is stopped takes nothing from others in between."""
    signalled(browser, signal.SIGCONT)
    yield browser
    signalled(browser, signal.SIGSTOP)


def end(browser):
    """Ends all of its processes: those that are stopped would not see that the first one has gone."""
    signalled(browser, signal.SIGKILL)
    browser.close()


class Browsers:
    """One that draws frames without waiting for a display, which is quickest by the clock, but draws also
    while nobody looks, so that its processor's time says nothing; and one that waits, and is idle in
    between."""

    def __init__(self, folder):
        self.all = {QUICK: Chromium(folder / "chromium"),
                    IDLE: Chromium(folder / "chromium-idle", waits=True)}

    def measure(self, times, counts, *story):
        for name, one in self.all.items():
            with awake(one):
                picture = times.measure(
                    name, one.processor_milliseconds, lambda: one.render(*story), counts)
        return picture

    def memory(self):
        return self.all[IDLE].memory()

    def close(self):
        for one in self.all.values():
            end(one)


def ratio(times, ours, quiet):
    """The smaller of two: the idle one's on a processor, the quick one's by the clock. While others keep
    processors busy the clock says how long one had to wait for them, so then it does not count."""
    ratios = [times.on_processor(IDLE, ours)]
    if quiet:
        ratios.append(times.by_clock(QUICK, ours))
    return min(ratios)
