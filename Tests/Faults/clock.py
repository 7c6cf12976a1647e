"""Sets the clock of the day under a running scrimd, ten years on, ten years back and by hours: jobs that are
dropped meanwhile come out as ever, those that wait for their next attempt get no more of them than they
should and neither all at once nor never, and what is only half written stays where it is.

A preloaded library moves the daemon's clock; that of the machine, and so of the file system, stays. The clock
that nobody sets stays as well, as it does when somebody sets the other.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time

import spool as spools

YEAR = 31_557_600
JUMPS = [0, 10 * YEAR, -10 * YEAR, 0, 3600, -3600]
ATTEMPTS = 4
# The waits between attempts: 1, 2 and 2 s. What is due by a clock that was set is due early once.
KEYS = f"""[retries]
attempts = {ATTEMPTS}
pause-ms = 100
[keep]
done-hours = 1000000
failed-hours = 1000000
"""
WAITS, LONGEST_WAIT = 5, 2
BACK_OFF = "back-off-ms = 1000\nback-off-most-ms = 2000\n"
# Less than any jump, and longer than a slow machine takes for forty jobs: what stays unchanged for so long is
# taken, and rightly so.
BLIND = 1200


class Clock:
    def __init__(self, programs, work):
        self.offset = os.path.join(work, "offset")
        library = os.path.join(work, "clock_offset.so")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock_offset.c")
        # The toolchain's own, beside swift.
        subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        self.set(0)
        self.spool = spools.Spool(os.path.join(work, "spool"), programs, work, retries=KEYS, blind=BLIND, test=BACK_OFF)
        self.spool.start(LD_PRELOAD=library, SCRIM_CLOCK=self.offset)
        spools.within(60, "a daemon", self.spool.is_up)
        self.jobs, self.wrong, self.slowest, self.busiest = [], [], 0, 0

    def set(self, seconds):
        with open(f"{self.offset}.new", "w") as file:
            file.write(str(seconds))
        os.rename(f"{self.offset}.new", self.offset)

    def busy(self):
        """Seconds of processor time that the daemon has used."""
        with open(f"/proc/{self.spool.daemon.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def begun(self, attempt):
        """The attempts of that number that are under way or behind, by job."""
        return {name.rsplit(".", 1)[0] for state in ["active", "queue"] for name in self.spool.names(state)
                if int(name.rsplit(".", 1)[1]) >= attempt}

    def jump(self, number, seconds):
        """Sets the clock while three jobs wait for their second attempt and one is being written."""
        killed = [f"killed-{number}-{each}" for each in range(3)]
        half = f"half-{number}"
        with open(os.path.join(self.spool.path, "drop", f"{half}.json"), "wb", buffering=0) as file:
            file.write(spools.DOCUMENT[:10])
            for job in killed:
                self.spool.drop(job)
            spools.within(60, "first attempts", lambda: len(self.begun(1)) == len(killed))
            begin, before = time.monotonic(), self.busy()
            self.set(seconds)
            for each in range(40):
                self.come_out(f"fresh-{number}-{each}")
            if f"{half}.json" not in self.spool.names("drop"):
                self.wrong.append(f"{half} was taken while it was written")
            file.write(spools.DOCUMENT[10:])
        self.jobs.append(half)
        spools.within(60, half, lambda: self.is_out(half))
        spools.within(90, "last attempts", lambda: all(self.is_out(job) for job in killed))
        spent = time.monotonic() - begin
        # The first wait may be cut short, the others not; and none lasts an hour.
        if not WAITS - LONGEST_WAIT - 0.5 < spent < 3 * WAITS + 60:
            self.wrong.append(f"after {seconds} s: all attempts within {spent:.1f} s")
        self.busiest = max(self.busiest, (self.busy() - before) / spent)
        for job in killed:
            report = self.spool.report(job)
            if report["status"] != "failed" or report["attempts"] != ATTEMPTS:
                self.wrong.append(f"{job}: {report}")

    def is_out(self, job):
        return self.spool.report(job) is not None

    def come_out(self, job):
        begin = time.monotonic()
        self.spool.drop(job)
        self.jobs.append(job)
        spools.within(60, job, lambda: self.is_out(job))
        self.slowest = max(self.slowest, time.monotonic() - begin)

    def end(self, killed):
        for job in self.jobs:
            self.wrong += self.spool.faults_of(job, 1, os.path.join(self.spool.path, "out"))
        for state in ["drop", "ingest", "queue", "active", "ready", "corrupt", "hold"]:
            if self.spool.names(state):
                self.wrong.append(f"{state} holds {self.spool.names(state)[:3]}")
        ends = [len(self.spool.names(state)) for state in ["done", "failed"]]
        if ends != [len(self.jobs), killed]:
            self.wrong.append(f"{ends} jobs are done and failed")
        ahead = [int(name.split("-")[0]) / 1000 - time.time() for name in self.spool.names("done")]
        if max(ahead) < 9 * YEAR or min(ahead) > -9 * YEAR:
            self.wrong.append("the daemon's clock was not set")
        if self.slowest > 20:
            self.wrong.append(f"a job took {self.slowest:.1f} s")
        if self.busiest > 0.5:
            self.wrong.append(f"the daemon was busy for {self.busiest:.0%} of the time")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd and fake-worker")
    options = parser.parse_args()
    work, begin = tempfile.mkdtemp(prefix="clock.", dir=os.environ.get("SCRIM_SCRATCH")), time.monotonic()
    clock = Clock(options.programs, work)
    try:
        for number, seconds in enumerate(JUMPS):
            clock.jump(number, seconds)
        clock.end(3 * len(JUMPS))
    except TimeoutError as error:
        clock.wrong.append(str(error))
    finally:
        clock.spool.kill()
        if clock.wrong:
            with open(clock.spool.log) as log:
                print(log.read()[-3000:])
        shutil.rmtree(work)
    print(
        f"clock: set {len(JUMPS) - 1} times, {len(clock.jobs)} jobs, the slowest in {clock.slowest:.1f} s, "
        f"{3 * len(JUMPS)} jobs with {ATTEMPTS} attempts each; the daemon busy for at most "
        f"{clock.busiest:.0%} of the time; {time.monotonic() - begin:.0f} s; wrong: {clock.wrong}")
    return 1 if clock.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
