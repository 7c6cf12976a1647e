"""Has one scrimd do 50,000 small jobs: once it is warm and deletes what it has done, neither its memory nor its
descriptors grow, and deletion keeps up."""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time

import spool as spools

# On their way at once.
MOST = 64
DRIFT = 1 << 20
# Descriptors by which what is under way differs; if a job in a thousand left one open, it would be fifty.
MORE = 5
# Seconds until it is warm: it deletes jobs after a thousand, and after a minute at the latest.
WARM = 75
# Done jobs that are kept at most, for all that are done while a pass deletes others.
KEPT = 20_000
KEYS = """
[retries]
pause-ms = 100
# So many that what is kept of finished jobs soon stays the same.
[keep]
done-bytes = 10000000
"""


class Samples:
    """What a process has: bytes of memory of its own, and descriptors."""

    def __init__(self, process):
        self.process, self.memory, self.descriptors = process, [], []

    def take(self):
        with open(f"/proc/{self.process}/status") as file:
            self.memory += [
                int(line.split()[1]) << 10 for line in file if line.startswith("RssAnon:")]
        self.descriptors.append(len(os.listdir(f"/proc/{self.process}/fd")))


def soak(spool, jobs):
    """Returns the samples, one for each hundredth of the jobs that are done once it is warm."""
    samples = Samples(spool.daemon.pid)
    out = os.path.join(spool.path, "out")
    dropped = taken = 0
    last = time.monotonic()
    end, begin = None, last + WARM
    while end is None or taken < end:
        if end is None and time.monotonic() >= begin:
            end = taken + jobs
        while (end is None or dropped < end) and dropped - taken < MOST:
            spool.drop(f"j-{dropped}")
            dropped += 1
        names = os.listdir(out)
        for name in names:
            os.remove(os.path.join(out, name))
        reports = sum(name.endswith((".result.json", ".failed.json")) for name in names)
        if reports:
            last = time.monotonic()
        if end is not None and (taken + reports) * 100 // jobs > taken * 100 // jobs:
            samples.take()
        taken += reports
        if time.monotonic() - last > 60:
            raise TimeoutError(f"{dropped - taken} jobs do not come out")
        time.sleep(0.005)
    return samples


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd and fake-worker")
    parser.add_argument("--jobs", type=int, default=50_000)
    parser.add_argument("--draw", action="store_true", help="with workers that draw")
    options = parser.parse_args()
    work, begin = tempfile.mkdtemp(prefix="soak.", dir=os.environ.get("SCRIM_SCRATCH")), time.monotonic()
    spool = spools.Spool(os.path.join(work, "spool"), options.programs, work, retries=KEYS, draws=options.draw)
    wrong = []
    try:
        spool.start()
        spools.within(60, "a daemon", spool.is_up)
        samples = soak(spool, options.jobs)
        kept = len(spool.names("done"))
        spool.kill()
        # Medians, since a sample may fall into a scan.
        fifth = len(samples.memory) // 5
        early, late = samples.memory[:fifth], samples.memory[-fifth:]
        drift = statistics.median(late) - statistics.median(early)
        # The least, since a slot has two jobs on their way or one: what is not closed raises that, too.
        descriptors = [min(samples.descriptors[part]) for part in (
            slice(0, fifth), slice(-fifth, None))]
        if drift >= DRIFT:
            wrong.append("memory grows")
        if descriptors[1] > descriptors[0] + MORE:
            wrong.append("descriptors grow")
        if kept > KEPT:
            wrong.append("deletion does not keep up")
        print(
            f"soak: {options.jobs} jobs in {time.monotonic() - begin:.0f} s; memory "
            f"{statistics.median(early) / 2**20:.2f} MiB early, {statistics.median(late) / 2**20:.2f} "
            f"late, {max(samples.memory) / 2**20:.2f} at most; descriptors {descriptors[0]:.0f} and "
            f"{descriptors[1]:.0f}; {kept} done jobs kept; wrong: {wrong}")
    finally:
        spool.kill()
        shutil.rmtree(work)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
