"""Fills a small disk under a running scrimd, with bytes and with files in turns, and frees it again:
no job may be lost, and none may have used up an attempt. As root.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import spool as spools

# The reserve takes 16 MiB of it.
DISK = "size=24m,nr_inodes=2000"
JOBS = 8


def fill_with_bytes(place):
    """Returns what was made."""
    name = os.path.join(place, "filler")
    with open(name, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError:
            pass
        try:
            while True:
                file.write(bytes(1))
        except OSError:
            return [name]


def fill_with_files(place):
    names = []
    while True:
        name = os.path.join(place, f"filler-{len(names)}")
        try:
            os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
        except OSError:
            return names
        names.append(name)


def is_full(place):
    about = os.statvfs(place)
    return about.f_bavail == 0 or about.f_favail == 0


def cycle(number, spool, place):
    """Returns the jobs of this cycle."""
    jobs = [f"slow-{number}-{index}" for index in range(JOBS)]
    parts = []
    for job in jobs:
        # Written while there is room: dropping them needs none then.
        parts.append(os.path.join(spool.path, "drop", f".{job}.part"))
        spool.write(parts[-1])
    before = random.randrange(JOBS)
    for part, job in list(zip(parts, jobs))[:before]:
        spool.rename(part, os.path.join(spool.path, "drop", f"{job}.json"))
    time.sleep(random.uniform(0, 0.3))
    fillers = (fill_with_files if number % 2 else fill_with_bytes)(place)
    for part, job in list(zip(parts, jobs))[before:]:
        spool.rename(part, os.path.join(spool.path, "drop", f"{job}.json"))
    time.sleep(random.uniform(0.3, 1))
    was_full = is_full(place)
    for filler in fillers:
        os.remove(filler)
    spools.within(60, "all jobs of a cycle", lambda: all(
        spool.report(job) for job in jobs))
    return jobs, was_full


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd and fake-worker")
    parser.add_argument("--cycles", type=int, default=10)
    options = parser.parse_args()
    if os.geteuid() != 0:
        print("full disk: skipped: only root may mount.")
        return 0
    spools.in_own_mounts()
    work = tempfile.mkdtemp(prefix="full-disk.", dir=os.environ.get("SCRIM_SCRATCH"))
    place = os.path.join(work, "mounted")
    os.mkdir(place)
    subprocess.run(["mount", "-t", "tmpfs", "-o", DISK, "tmpfs", place], check=True)
    spool = spools.Spool(os.path.join(place, "spool"), options.programs, work)
    jobs, full, wrong, begin = [], 0, [], time.monotonic()
    try:
        spool.start()
        spools.within(60, "a daemon", spool.is_up)
        for number in range(options.cycles):
            more, was_full = cycle(number, spool, place)
            jobs += more
            full += was_full
        if spool.daemon.poll() is not None:
            wrong.append(f"the daemon ended with {spool.daemon.poll()}")
        spool.kill()
        status = spool.finish()
        wrong += [f"draining ended with {status}"] if status else []
        wrong += spool.faults(jobs, attempts=1)
        if full < options.cycles:
            wrong.append(f"the disk was full in {full} cycles only")
    except TimeoutError as error:
        wrong.append(str(error))
        wrong += spool.faults(jobs, attempts=1)
    finally:
        with open(spool.log) as file:
            pauses = file.read().count("paused")
        spool.kill()
        if wrong:
            subprocess.run(["tail", "-n", "20", spool.log])
        subprocess.run(["umount", "-l", place])
        shutil.rmtree(work)
    print(
        f"full disk: {options.cycles} cycles, {len(jobs)} jobs, {pauses} pauses in "
        f"{time.monotonic() - begin:.0f} s; wrong: {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
