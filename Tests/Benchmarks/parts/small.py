"""Small jobs by the daemon, from drop to delivery: one at a time, many with the same and with different words."""

import json
import statistics
import time

from report import machine, plots
from report.times import at
from story.daemon import Daemon

MANY = 1_500
ONES = 300
#: Gate and aim, jobs per second.
RATES = {"different words": (350, 450), "same words": (500, 650)}


def jobs(name, count, same=False):
    """A PNG of 320 × 100 with one outlined text each."""
    return {f"{name}-{number}": json.dumps({
        "scrim": 1, "canvas": {"width": 320, "height": 100},
        "layers": [{"fill": "#fed"}, {
            "frame": {"x": 10, "y": 20, "width": 300, "height": 60},
            "text": {"string": "The same" if same else f"Word {number}", "font": "Noto Sans",
                     "size": 32, "weight": 700},
            "effects": [{"effect": "outline", "width": 4, "color": "#c00"}]}],
        "output": {"file": f"{name}-{number}.png"}}) for number in range(count)}


def one_at_a_time(run, daemon):
    """One small job on an idle daemon: sorted milliseconds."""
    each, end = [], time.monotonic() + run.seconds(0.06)
    for number in range(ONES):
        _, spent = daemon.run(jobs(f"one-{number}", 1), ending=".png")
        each += spent
        if time.monotonic() > end and number >= 100:
            break
        time.sleep(0.03)
    return sorted(each)


class Kind:
    """Rounds of one kind of small jobs, each by a new daemon on a new spool."""

    def __init__(self, name, same):
        self.name, self.same = name, same
        self.rates, self.own, self.all, self.waits = [], [], [], []

    def round(self, run, count):
        daemon = Daemon(run.programs, run.folder / "daemon")
        daemon.run(jobs("warm", 60, self.same), ending=".png")
        own, all_before = daemon.own_milliseconds(), daemon.processor_milliseconds()
        seconds, each = daemon.run(jobs("many", count, self.same), ending=".png")
        self.rates.append(len(each) / seconds)
        self.waits += each
        self.own.append((daemon.own_milliseconds() - own) / len(each))
        self.all.append((daemon.processor_milliseconds() - all_before) / len(each))
        daemon.close()

    def row(self, count):
        waits = sorted(self.waits)
        return (f"{count:,}, {self.name}", f"{statistics.median(self.rates):.0f}",
                f"{min(self.rates):.0f} to {max(self.rates):.0f}", f"{statistics.median(self.own):.2f}",
                f"{statistics.median(self.all):.2f}", f"{at(waits, 0.5):.0f}", f"{at(waits, 0.99):.0f}")


def small(run):
    """Small jobs by the daemon."""
    report = run.report
    report.begin("Small jobs by the daemon, from drop to delivery (with fsync), two workers")
    report.say("A PNG of 320 × 100 with one outlined text. Of jobs that are dropped at once, p50 and p99 are mostly "
               "waiting for those before them. Many at once are dropped one after the other while the first are "
               "done already.")
    daemon = Daemon(run.programs, run.folder / "daemon")
    # Both workers start.
    daemon.run(jobs("warm", 40), ending=".png")
    ones = one_at_a_time(run, daemon)
    daemon.close()
    disk = machine.syncing(run.folder)
    kinds, count = [Kind(name, name == "same words") for name in RATES], min(run.small, MANY)
    for _ in run.turns(0.1, before=0):
        for kind in kinds:
            kind.round(run, count)
    done, many, most = backlog(run)
    report.table(
        ["jobs at once", "jobs per second", "range", "scrimd's CPU ms per job", "with workers", "p50, ms", "p99, ms"],
        [("1", "", f"{len(ones)} one after the other", "", "", f"{at(ones, 0.5):.1f}", f"{at(ones, 0.99):.1f}"),
         *(kind.row(count) for kind in kinds),
         (f"{run.small:,}, different words", f"{many:.0f}", "once" if done == run.small else
          f"once; {done:,} of them in the time", "", "", f"{at(most, 0.5):.0f}", f"{at(most, 0.99):.0f}")])
    report.repetitions(len(kinds[0].rates))
    report.say(f"An fsync of a small new file takes {at(disk, 0.5):.2f} ms here at p50 and {at(disk, 0.99):.2f} ms at "
               "p99.")
    report.plot("latency", plots.shares(
        "One small job on an idle daemon, drop to delivered",
        f"Share of {len(ones)} jobs that took at most so long; workers are warm", ones,
        [(8, "aim 8"), (12, "gate 12")], "ms"), "How long one small job takes")
    for kind in kinds:
        report.gate(f"{count:,} small jobs, {kind.name}", statistics.median(kind.rates), *RATES[kind.name],
                    unit="per second", by_clock=True)
    report.gate("scrimd's CPU time per small job, different words", statistics.median(kinds[0].own), 1.5, 0.8, "ms",
                most=True)
    report.gate("p99 of one small job on an idle daemon", at(ones, 0.99), 12, 8, "ms", most=True,
                by_clock=True)


def backlog(run):
    """10,000 at once: how many were done in the time, jobs a second, milliseconds of each."""
    daemon = Daemon(run.programs, run.folder / "daemon")
    daemon.run(jobs("warm", 40), ending=".png")
    seconds, each = daemon.run(jobs("many", run.small), most=run.seconds(0.15), ending=".png")
    daemon.process.kill()
    daemon.process.wait()
    return len(each), len(each) / seconds, each
