"""Small jobs by the daemon, from drop to delivery: one at a time, 100 and 10,000 at once."""

import statistics
import time

from report import machine, plots
from report.times import at
from story.daemon import Daemon

JOB = '{"scrim": 1, "canvas": {"width": 200, "height": 200}, "layers": [{"fill": "#f00"}], ' \
    '"output": {"file": "NAME.jpg"}}'
FEW, MANY = 100, 10_000
ONES = 300


def jobs(name, count):
    return {f"{name}-{number}": JOB.replace("NAME", f"{name}-{number}") for number in range(count)}


def one_at_a_time(run, daemon):
    """One small job on an idle daemon: sorted milliseconds."""
    each, end = [], time.monotonic() + run.seconds(0.06)
    for number in range(ONES):
        _, spent = daemon.run(jobs(f"one-{number}", 1))
        each += spent
        if time.monotonic() > end and number >= 100:
            break
        time.sleep(0.03)
    return sorted(each)


def small(run):
    """Small jobs by the daemon."""
    report = run.report
    report.begin("Small jobs by the daemon, from drop to delivery (with fsync), two workers")
    report.say("A picture of 200 × 200. Of jobs that are dropped at once, p50 and p99 are mostly waiting "
               "for those before them. Many at once are dropped one after the other while the first are "
               "done already.")
    daemon = Daemon(run.programs, run.folder / "daemon")
    # Both workers begin.
    daemon.run(jobs("warm", 40))
    ones = one_at_a_time(run, daemon)
    disk = machine.syncing(run.folder)
    rates, waits, before = [], [], daemon.processor_milliseconds()
    for turn in run.turns(0.06, before=0):
        seconds, each = daemon.run(jobs(f"few-{turn}", FEW))
        rates.append(FEW / seconds)
        waits += each
    spent = (daemon.processor_milliseconds() - before) / len(waits)
    waits.sort()
    daemon.close()
    few = statistics.median(rates)
    count, many, most = backlog(run)
    report.table(
        ["jobs at once", "jobs a second", "p50, ms", "p99, ms", ""],
        [(1, "", f"{at(ones, 0.5):.1f}", f"{at(ones, 0.99):.1f}", f"{len(ones)} one after the other"),
         (FEW, f"{few:.0f}", f"{at(waits, 0.5):.0f}", f"{at(waits, 0.99):.0f}",
          f"median of {len(rates)}, {min(rates):.0f} to {max(rates):.0f}"),
         (f"{run.small:,}", f"{many:.0f}", f"{at(most, 0.5):.0f}", f"{at(most, 0.99):.0f}",
          "once" if count == run.small else
          f"once; {count:,} of them in the time that there was")])
    report.say(f"Backlog × {run.small // FEW}: {many / few:.2f} of the jobs a second (expected: 1). "
               f"A small job takes {spent:.1f} ms of a processor, daemon and workers together. An fsync of "
               f"a small new file takes {at(disk, 0.5):.2f} ms here at p50 and {at(disk, 0.99):.2f} ms at "
               "p99; a job has more than twenty of them before its picture is delivered.")
    report.plot("latency", plots.shares(
        "One small job on an idle daemon, drop to delivered",
        f"Share of {len(ones)} jobs that took at most so long; workers are warm", ones,
        [(25, "aim 25"), (60, "gate 60")], "ms"), "How long one small job takes")
    report.gate("p99 of one small job on an idle daemon", at(ones, 0.99), 60, 25, "ms", most=True,
                by_clock=True)


def backlog(run):
    """10,000 at once: how many were done in the time, jobs a second, milliseconds of each."""
    daemon = Daemon(run.programs, run.folder / "daemon")
    daemon.run(jobs("warm", 40))
    seconds, each = daemon.run(jobs("many", run.small), most=run.seconds(0.15))
    daemon.process.kill()
    daemon.process.wait()
    return len(each), len(each) / seconds, each
