"""Cuts the power of a disk under a running scrimd, again and again: no job whose submitter was told
that it is on the disk may be lost, and no result may be torn. As root.

The disk is ext4 or XFS in a file. FS_IOC_SHUTDOWN without flushing the journal (EXT4_GOING_FLAGS_NOLOGFLUSH,
XFS_FSOP_GOING_FLAGS_NOLOGFLUSH) keeps all that was not flushed from it, as a cut does; then it is mounted
anew, as after a cut.
"""

import argparse
import fcntl
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time

import batches
import spool as spools

SHUTDOWN = 0x8004587D
WITHOUT_FLUSHING = struct.pack("I", 2)


class Dropper(threading.Thread):
    """Drops jobs until the disk is gone, and remembers those that were dropped before it was."""

    def __init__(self, spool, first, rows):
        super().__init__()
        self.spool, self.next, self.safe, self.rows = spool, first, [], rows
        self.probe = os.path.join(spool.path, "assets", ".probe")

    def check_disk(self):
        """Fails if the power is gone. XFS lets fsync of a folder succeed after a shutdown that took away what it
        was for (xfs_log_force_inode looks only whether the inode is pinned), but never that of a file."""
        probe = os.open(self.probe, os.O_WRONLY | os.O_CREAT)
        try:
            os.fsync(probe)
        finally:
            os.close(probe)

    @property
    def job(self):
        return f"b{self.next}" if self.rows else f"slow-{self.next}"

    def run(self):
        try:
            while True:
                job = self.job
                if self.rows:
                    batches.drop(self.spool, job, self.rows)
                else:
                    self.spool.drop(job)
                self.check_disk()
                self.safe.append(job)
                self.next += 1
                time.sleep(random.uniform(0, 0.02))
        except OSError:
            pass


def mounted(image, place):
    subprocess.run(["mount", "-o", "loop", image, place], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd and fake-worker")
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--file-system", choices=["ext4", "xfs"], default="ext4")
    parser.add_argument("--slow-flushes", action="store_true", help="files are flushed singly")
    parser.add_argument("--batches", action="store_true", help="drops batches of 30 rows")
    options = parser.parse_args()
    rows = 30 if options.batches else 0
    if os.geteuid() != 0:
        print("power cuts: skipped: only root may mount.")
        return 0
    spools.in_own_mounts()
    work = tempfile.mkdtemp(prefix="power-cuts.", dir=os.environ.get("SCRIM_SCRATCH"))
    image, place = os.path.join(work, "disk"), os.path.join(work, "mounted")
    os.mkdir(place)
    subprocess.run(["truncate", "-s", "512M", image], check=True)
    subprocess.run([f"mkfs.{options.file_system}", "-q", image], check=True)
    mounted(image, place)
    root = os.path.join(place, "spool")
    spool = spools.Spool(root, options.programs, work)
    preload = spools.preloaded("slow_syncfs", work) if options.slow_flushes else {}
    # The first flush is a slow one.
    delay = 0.4 if options.slow_flushes else 0
    jobs, wrong, unsafe, begin = [], [], 0, time.monotonic()
    try:
        for cut in range(options.cuts):
            spool.start(**preload)
            # Now and then the power goes while the daemon starts.
            if cut % 5:
                spools.within(60, "a daemon", spool.is_up)
            spools.within(60, "a spool", lambda: os.path.isdir(os.path.join(root, "drop")))
            dropper = Dropper(spool, cut * 100_000, rows)
            dropper.start()
            time.sleep(delay + random.uniform(0.1, 0.6))
            disk = os.open(place, os.O_RDONLY)
            fcntl.ioctl(disk, SHUTDOWN, WITHOUT_FLUSHING)
            os.close(disk)
            dropper.join()
            spool.kill()
            time.sleep(0.02)
            spools.within(20, "unmounted", lambda: subprocess.run(
                ["umount", place], stderr=subprocess.DEVNULL).returncode == 0)
            mounted(image, place)
            jobs += dropper.safe
            # The one that was being dropped may or may not be there.
            last = dropper.job
            status = spool.finish()
            if os.path.exists(os.path.join(root, "out", f"{last}.result.json")):
                jobs.append(last)
                unsafe += 1
            if status != 0:
                wrong.append(f"the daemon ended with {status} after cut {cut}")
            if cut % 20 == 19 or wrong:
                wrong += batches.faults(spool, jobs, rows) if rows else spool.faults(jobs)
                for state in ["out", "done", "drop"]:
                    for name in os.listdir(os.path.join(root, state)):
                        thing = os.path.join(root, state, name)
                        shutil.rmtree(thing) if os.path.isdir(thing) else os.remove(thing)
                print(f"{cut + 1} cuts, {len(jobs)} jobs since the last check, wrong: {wrong}")
                total.append(len(jobs))
                jobs = []
            if wrong:
                break
        if jobs:
            wrong += batches.faults(spool, jobs, rows) if rows else spool.faults(jobs)
            total.append(len(jobs))
        print(
            f"power cuts: {options.file_system}, {cut + 1} cuts, {sum(total)} jobs, {len(wrong)} wrong, "
            f"in {time.monotonic() - begin:.0f} s")
    finally:
        spool.kill()
        subprocess.run(["umount", "-l", place])
        if wrong:
            subprocess.run(["tail", spool.log])
        shutil.rmtree(work)
    return 1 if wrong else 0


total = []

if __name__ == "__main__":
    sys.exit(main())
