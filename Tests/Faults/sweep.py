"""Lets every system call fail once by which scrimd takes over, claims, commits and delivers a job, in
every way: the job comes out all the same, once and whole, with its key and its event; an error ends no daemon and
costs no attempt.

strace counts the calls of a bundle's whole way, and then makes one of them fail: with an error, or by
killing the daemon at it. What strace cannot do, a write that is cut short, a preloaded library does at
every write.
"""

import argparse
import collections
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import batches
import spool as spools
import submissions

CALLS = [
    "mkdirat", "openat", "write", "fsync", "syncfs", "renameat", "renameat2", "linkat", "unlinkat", "fsetxattr",
    "fchmod", "flock",
]
FAULTS = {
    "kill": "signal=SIGKILL", "EIO": "error=EIO", "ENOSPC": "error=ENOSPC", "EINTR": "error=EINTR",
    "EMFILE": "error=EMFILE",
}


class Tracer:
    """strace on all threads of the daemon."""

    def __init__(self, spool, logs, calls, injection=None):
        self.log, said = os.path.join(logs, "strace"), os.path.join(logs, "strace.said")
        command = ["strace", "-f", "-o", self.log, "-e", "trace=" + ",".join(calls), "-e", "signal=none"]
        if injection:
            command += ["-e", f"inject={injection}"]
        with open(said, "wb") as file:
            self.process = subprocess.Popen(
                [*command, "-p", str(spool.daemon.pid)], stderr=file, stdout=subprocess.DEVNULL)
        spools.within(20, "strace attached", lambda: b"attached" in open(said, "rb").read())

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            # While it detaches it waits for the first thread alone, which is never reaped if another one was killed.
            self.process.kill()
            self.process.wait(10)
        with open(self.log) as file:
            return file.read()


def write_short(programs, work):
    """What is wrong after five jobs of a daemon whose every write is cut short."""
    spool = spools.Spool(os.path.join(work, "short"), programs, work)
    preload = spools.preloaded("short_writes", work)
    spool.start("--workers", "1", **preload)
    jobs = [f"short-{number}" for number in range(5)]
    spools.within(60, "a daemon", spool.is_up)
    wrong = [] if spools.has_preloaded(spool.daemon, preload) else ["nothing was preloaded"]
    for job in jobs:
        spool.drop(job)
    spools.within(60, "all jobs", lambda: len(spool.names("done")) == len(jobs))
    spool.kill()
    return wrong + spool.faults(jobs, attempts=1)


class Sweep:
    def __init__(self, programs, work):
        self.work = work
        self.spool = spools.Spool(os.path.join(work, "spool"), programs, work, more=submissions.ACCESS)
        self.jobs, self.wrong = [], []
        self.met = self.kills = 0
        # How long jobs took that no kill met, and which of them came only once nothing failed any more.
        self.seconds, self.late = [], []
        self.start()

    def start(self):
        self.spool.start("--workers", "1")
        spools.within(60, "a daemon", self.spool.is_up)

    def drop(self, job):
        self.spool.drop_bundle(job, {"key": job, "notAfter": "2100-01-01T00:00:00Z"})
        self.jobs.append(job)

    def is_through(self):
        return len(self.spool.names("done")) == len(self.jobs)

    def count(self):
        """How often each call is made by the thread that makes it most, when the worker is up."""
        for job in ["warm-up", "counted"]:
            tracer = Tracer(self.spool, self.work, CALLS)
            self.drop(job)
            spools.within(20, job, self.is_through)
            log = tracer.end()
        counts = collections.Counter(re.findall(r"^(\d+) +(\w+)\(", log, re.MULTILINE))
        return {
            call: max((n for (_, c), n in counts.items() if c == call), default=0) for call in CALLS}

    def make(self, call, number, fault):
        job = f"{call}-{number}-{fault}"
        tracer = Tracer(self.spool, self.work, [call], f"{call}:{FAULTS[fault]}:when={number}")
        self.drop(job)
        begin = time.monotonic()
        # A failed job stays in its state until the next scan, 5 s; and each thread fails once.
        self.wait(12)
        log = tracer.end()
        ended = self.has_ended(1 if fault == "kill" else 0)
        if not ended and not self.is_through():
            # strace counts the calls of each process by themselves: if the first of a worker fails,
            # none starts until strace is gone.
            self.late.append(job)
            self.wait(20)
        if ended or "INJECTED" in log:
            self.met += 1
        if ended and fault != "kill":
            self.wrong.append(f"{job} ended the daemon with {self.spool.daemon.poll()}")
        if ended:
            self.kills += 1
            self.go_on(job)
        elif not self.is_through():
            self.wrong.append(f"{job} waits for another daemon")
            self.go_on(job)
        else:
            self.seconds.append(time.monotonic() - begin)
            with open(os.path.join(self.spool.path, "out", f"{job}.result.json")) as file:
                attempts = json.load(file)["attempts"]
            if attempts != 1:
                self.wrong.append(f"{job} took {attempts} attempts")

    def has_ended(self, seconds):
        """Whether the daemon has, or does within some seconds: the last call of a job is made when it is done."""
        try:
            self.spool.daemon.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def wait(self, seconds):
        """Until all jobs are through or the daemon has ended."""
        end = time.monotonic() + seconds
        while self.spool.daemon.poll() is None and not self.is_through() and time.monotonic() < end:
            time.sleep(0.005)

    def go_on(self, job):
        """What a new daemon finds, it brings to its end."""
        self.spool.kill()
        self.start()
        try:
            spools.within(10, job, self.is_through)
        except TimeoutError:
            self.wrong.append(f"{job} does not come out")
            self.jobs.remove(job)

    def end(self):
        try:
            # The next scan deletes the empty folder that a fault may have left.
            spools.within(15, "an empty ingest/", lambda: not self.spool.names("ingest"))
        except TimeoutError:
            # That is reported with all other faults.
            pass
        self.spool.daemon.send_signal(signal.SIGTERM)
        status = self.spool.daemon.wait(30)
        return self.wrong + ([f"the daemon ended with {status}"] if status else []) + self.faults()

    def faults(self):
        return self.spool.faults(self.jobs) + self.faults_of_keys_and_events()

    def faults_of_keys_and_events(self):
        """Each job has a link by its key, and an event like its report."""
        keys = [name for name in self.spool.names("keys") if not name.startswith(".")]
        wrong = [] if len(keys) == len(self.jobs) else [f"keys/ holds {len(keys)} links of {len(self.jobs)} jobs"]
        for name in self.spool.names("done"):
            events, done = (os.path.join(self.spool.path, folder) for folder in ("events", "done"))
            try:
                with open(os.path.join(events, f"{name}.json")) as event, \
                        open(os.path.join(done, name, "report.json")) as report:
                    if event.read() != report.read():
                        wrong.append(f"the event of {name} is not its report")
            except FileNotFoundError:
                wrong.append(f"{name} has no event")
        return wrong


class BatchSweep(Sweep):
    """The way of a batch in place of a bundle's: index, chunks, end."""

    ROWS = 9

    def drop(self, job):
        batches.drop(self.spool, job, self.ROWS, kind="fine")
        self.jobs.append(job)

    def faults(self):
        return batches.faults(self.spool, self.jobs, self.ROWS, kind="fine")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd and fake-worker")
    parser.add_argument("--share", type=int, default=1, help="only one of so many faults")
    parser.add_argument("--batches", action="store_true", help="the way of a batch of rows")
    options = parser.parse_args()
    if not shutil.which("strace"):
        print("sweep: skipped: strace is not there.")
        return 0
    work, begin = tempfile.mkdtemp(prefix="sweep.", dir=os.environ.get("SCRIM_SCRATCH")), time.monotonic()
    short = write_short(options.programs, work)
    sweep = (BatchSweep if options.batches else Sweep)(options.programs, work)
    try:
        counts = sweep.count()
        trials = [
            (call, number + 1, fault)
            for call in CALLS for number in range(counts[call]) for fault in FAULTS]
        for trial in trials[:: options.share]:
            sweep.make(*trial)
        wrong = short + sweep.end()
        if counts["syncfs"] < 3 or counts["renameat2"] < 3:
            wrong.append(f"this was not the way of a job: {counts}")
    finally:
        sweep.spool.kill()
        with open(sweep.spool.log) as file:
            tail = file.read()[-3000:]
        shutil.rmtree(work)
    print(
        f"sweep: {len(trials)} faults of {sum(counts.values())} calls, {len(sweep.jobs) - 2} tried, "
        f"{sweep.met} met; {sweep.kills} kills; the others by the same daemon, the slowest in "
        f"{max(sweep.seconds, default=0):.1f} s, {len(sweep.late)} once nothing failed any more; "
        f"every write short in 5 jobs; {time.monotonic() - begin:.0f} s; wrong: {wrong}")
    if sweep.late:
        print(f"  late: {' '.join(sweep.late)}")
    if wrong:
        print(tail)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
