"""Several scrimds share a spool, and they and their workers are killed at random, one kill for every four
jobs: each job comes out once, whole. Results are taken away as they come, so that one that comes again
is noticed.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time

import spool as spools

DAEMONS = 4
JOBS_PER_KILL = 4
# On their way at once.
MOST = 64
KEYS = """
[retries]
attempts = 1000
back-off-ms = 5
back-off-most-ms = 50
pause-ms = 50
"""


class Storm:
    def __init__(self, programs, work, draws):
        self.root, self.taken = os.path.join(work, "spool"), os.path.join(work, "taken")
        os.mkdir(self.taken)
        self.daemons = []
        for number in range(DAEMONS):
            logs = os.path.join(work, f"daemon-{number}")
            os.mkdir(logs)
            self.daemons.append(spools.Spool(self.root, programs, logs, retries=KEYS, draws=draws))
        self.dropped, self.twice, self.wrong = [], [], []
        self.reports = self.killed_daemons = self.killed_workers = 0
        for daemon in self.daemons:
            daemon.start("--workers", "1")
        spools.within(60, "a spool", lambda: os.path.isdir(os.path.join(self.root, "reports")))

    @property
    def kills(self):
        return self.killed_daemons + self.killed_workers

    def drop(self, most):
        """Documents and, every fifth time, a bundle."""
        while len(self.dropped) - self.reports < MOST and len(self.dropped) < most:
            job = f"slow-{len(self.dropped)}"
            (self.daemons[0].drop_bundle if len(self.dropped) % 5 == 4 else self.daemons[0].drop)(job)
            self.dropped.append(job)

    def take(self):
        for name in self.daemons[0].names("out"):
            target = os.path.join(self.taken, name)
            if os.path.exists(target):
                self.twice.append(name)
            os.rename(os.path.join(self.root, "out", name), target)
            if name.endswith(".result.json"):
                self.reports += 1
                # Who sees the report finds the picture.
                picture = name.replace(".result.json", ".png")
                if not any(os.path.exists(os.path.join(f, picture)) for f in
                           (self.taken, os.path.join(self.root, "out"))):
                    self.wrong.append(f"{name} came before its picture")

    def kill(self):
        """Kills at random, daemons and workers in equal shares."""
        daemon = random.choice(self.daemons)
        workers = daemon.workers()
        if self.killed_workers < self.killed_daemons and workers:
            try:
                os.kill(random.choice(workers), signal.SIGKILL)
                self.killed_workers += 1
            except ProcessLookupError:
                pass
        else:
            daemon.kill()
            daemon.start("--workers", "1")
            self.killed_daemons += 1

    def run(self, jobs, seconds):
        begin = time.monotonic()
        while self.reports < len(self.dropped) or len(self.dropped) < jobs:
            spent = time.monotonic() - begin
            if spent < seconds:
                self.drop(jobs)
            elif self.reports >= len(self.dropped):
                break
            self.take()
            if self.kills < self.reports // JOBS_PER_KILL:
                self.kill()
            time.sleep(0.001)
            if spent > seconds + 120:
                self.wrong.append(f"{len(self.dropped) - self.reports} jobs do not come out")
                break
        return time.monotonic() - begin

    def end(self):
        for daemon in self.daemons:
            daemon.kill()
        last = self.daemons[0]
        status = last.finish()
        self.take()
        wrong = self.wrong + [f"{name} came twice" for name in self.twice]
        if status:
            wrong.append(f"draining ended with {status}")
        return wrong + last.faults(self.dropped, out=self.taken)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd and fake-worker")
    parser.add_argument("--jobs", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=3000, help="no more jobs after so long")
    parser.add_argument("--draw", action="store_true", help="with workers that draw")
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="storm.", dir=os.environ.get("SCRIM_SCRATCH"))
    try:
        storm = Storm(options.programs, work, options.draw)
        seconds = storm.run(options.jobs, options.seconds)
        wrong = storm.end()
        print(
            f"storm: {len(storm.dropped)} jobs, {storm.killed_daemons} daemons and "
            f"{storm.killed_workers} workers killed in {seconds:.0f} s; wrong: {wrong}")
        if wrong:
            for daemon in storm.daemons:
                with open(daemon.log) as log:
                    print(log.read()[-1000:])
    finally:
        for daemon in storm.daemons:
            daemon.kill()
        shutil.rmtree(work)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
