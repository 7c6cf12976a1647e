"""Starts a scrimd before which 100,000 jobs of ten users lie, in queue/ and then in drop/: the first claim
comes soon, users take turns, whoever asks for the status is answered, and memory stays small.
"""

import argparse
import collections
import json
import os
import random
import shutil
import socket
import sys
import tempfile
import time

import spool as spools

USERS = [1000 + number for number in range(10)]
FIRST_CLAIM = 2  # s
ANSWER = 5  # s
MEMORY = 200 << 20
# Number of finished jobs among which turns are checked.
TURNS = 100


def random_text():
    return "".join(random.choices("abcdefghijklmnopqrstuvwxyz234567", k=8))


def fill_queue(spool, count):
    """Jobs as they are once they were accepted, each user's all at once; not so old that they are deleted when done."""
    queue = os.path.join(spool.path, "queue")
    begin = int(time.time() * 1000) - count
    for number in range(count):
        user = USERS[number * len(USERS) // count]
        milliseconds = begin + number
        job = os.path.join(queue, f"{milliseconds}-{user}-{random_text()}.0")
        os.makedirs(job, 0o700)
        with open(os.path.join(job, "ticket.json"), "w") as file:
            json.dump({"name": f"u{user}-{number}", "uid": user, "seed": 1,
                       "time": milliseconds, "bundle": False}, file)
        with open(os.path.join(job, "job.json"), "wb") as file:
            file.write(spools.DOCUMENT)


def fill_drop(spool, count):
    drop = os.path.join(spool.path, "drop")
    for number in range(count):
        user = USERS[number * len(USERS) // count]
        name = os.path.join(drop, f"u{user}-{number}.json")
        with open(name, "wb") as file:
            file.write(spools.DOCUMENT)
        if os.geteuid() == 0:
            os.chown(name, user, user)


class Asker:
    """Asks for the status now and then, and knows how long the longest answer took."""

    def __init__(self, spool):
        self.path, self.longest, self.next = os.path.join(spool.path, "status.sock"), 0, 0

    def ask(self):
        if time.monotonic() < self.next or not os.path.exists(self.path):
            return
        begin = time.monotonic()
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(60)
            try:
                line.connect(self.path)
                while line.recv(1 << 16):
                    pass
            except ConnectionRefusedError:
                return
        self.longest = max(self.longest, time.monotonic() - begin)
        self.next = time.monotonic() + 0.5


def most_memory(spool):
    with open(f"/proc/{spool.daemon.pid}/status") as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM:"))


def run(kind, fill, options):
    """Returns the errors."""
    work = tempfile.mkdtemp(prefix="waiting.", dir=os.environ.get("SCRIM_SCRATCH"))
    spool = spools.Spool(os.path.join(work, "spool"), options.programs, work)
    wrong = []
    try:
        if spool.finish() != 0:
            return ["an empty spool is not drained"]
        fill(spool, options.jobs)
        begin = time.monotonic()
        spool.start()
        spools.within(120, "a first claim", lambda: spool.names("active") or spool.names("out"))
        first = time.monotonic() - begin
        asker = Asker(spool)
        # On a busy machine it takes longer until there is enough to look at.
        while (spent := time.monotonic() - begin) < options.seconds or (
                spent < 120 and len(spool.names("done")) < TURNS):
            asker.ask()
            time.sleep(0.02)
        memory = most_memory(spool)
        spool.kill()
        rate = len(spool.names("done")) / spent
        ids = sorted(spool.names("done"), key=lambda name: os.stat(
            os.path.join(spool.path, "done", name, "report.json")).st_mtime_ns)
        turns = collections.Counter(name.split("-")[1] for name in ids[:TURNS])
        print(
            f"waiting in {kind}: {options.jobs} jobs, first claim after {first:.2f} s, "
            f"{rate:.0f} jobs/s, longest answer {asker.longest:.2f} s, {memory >> 20} MiB at most, "
            f"{len(turns)} users among the first {min(len(ids), TURNS)} done")
        if first > FIRST_CLAIM:
            wrong.append(f"{kind}: the first claim took {first:.2f} s")
        if memory > MEMORY:
            wrong.append(f"{kind}: {memory >> 20} MiB")
        if asker.longest > ANSWER or asker.longest == 0:
            wrong.append(f"{kind}: the status took {asker.longest:.2f} s")
        if len(ids) < TURNS:
            wrong.append(f"{kind}: only {len(ids)} jobs were done")
        elif os.geteuid() == 0 and max(turns.values()) > 2 * TURNS / len(USERS):
            wrong.append(f"{kind}: no turns: {turns}")
    finally:
        spool.kill()
        shutil.rmtree(work)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd and fake-worker")
    parser.add_argument("--jobs", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=20, help="how long the daemon runs")
    options = parser.parse_args()
    wrong = run("queue/", fill_queue, options) + run("drop/", fill_drop, options)
    print(f"waiting: wrong: {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
