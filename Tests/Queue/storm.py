"""Nodes of a queue lose processes, connections, their server and their network at random, while tenants submit jobs: each
job has exactly one result, and it is the right one.

Every node is a scrim-node with a spool and a scrimd of its own, in a network namespace of its own; so is the server. Without
root there are no namespaces, and no node loses its network. The clock of the last node is an hour ahead. One job of a
hundred has a photo, and an image of more than one chunk.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

import psycopg2

import network
import node
import server

HERE = os.path.dirname(os.path.abspath(__file__))
TENANTS = ["shop", "mill", "press"]
VARIANTS = 8
# Leases are short, so that losing one is part of every run.
LEASE = 3
JOBS_PER_EVENT = 20
# Submitted and not ended.
MOST = 400
TRANSACTION = 16


# Jobs of which one has a photo, and its width and height: the image of its noise has more than one chunk of 1 MiB.
LARGE = 100
SIDE = 640


def photo():
    """A PNG that nothing can compress, the same in each run."""
    noise = random.Random(27)
    rows = b"".join(b"\0" + noise.randbytes(3 * SIDE) for _ in range(SIDE))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", SIDE, SIDE, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


PHOTO = photo()


def variant(job):
    """Which of the images a job has: the last one is that of the photo."""
    return VARIANTS if job % LARGE == LARGE - 1 else job % VARIANTS


def document(variant):
    if variant == VARIANTS:
        return json.dumps({
            "scrim": 1, "canvas": {"width": SIDE, "height": SIDE}, "layers": [{"image": {"source": "photo.png"}}]}).encode()
    return json.dumps({
        "scrim": 1, "canvas": {"width": 96, "height": 32, "background": "#ffffff"},
        "layers": [{"text": {"string": f"No {variant}", "size": 20}, "frame": {"x": 4, "y": 2}}]}).encode()


def expected_images(programs):
    """SHA-256 of each variant's image, as the command renders it."""
    expected = []
    for variant in range(VARIANTS + 1):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("job.json", document(variant)), ("photo.png", PHOTO)):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
            subprocess.run(
                [os.path.join(programs, "scrim"), "render", f"{folder}/job.json", "-o", f"{folder}/job-image.png"],
                check=True, stdout=subprocess.DEVNULL)
            with open(f"{folder}/job-image.png", "rb") as file:
                image = file.read()
            assert (len(image) > 1 << 20) == (variant == VARIANTS)
            expected.append(hashlib.sha256(image).digest())
    assert len(set(expected)) == VARIANTS + 1
    return expected


class Tenant(threading.Thread):
    """Submits jobs, each with a key: what it does not know to have arrived it submits again."""

    def __init__(self, server, name, jobs, seconds):
        super().__init__(daemon=True)
        self.server, self.name_, self.jobs = server, name, jobs
        self.end = time.monotonic() + seconds
        self.keys = {}
        self.repeated = 0
        self.error = None

    def run(self):
        try:
            self.submit()
        except Exception as error:  # Shown by the storm.
            self.error = error

    def submit(self):
        connection = None
        number = 0
        while number < self.jobs and time.monotonic() < self.end:
            part = range(number, min(number + TRANSACTION, self.jobs))
            try:
                connection = connection or self.server.connect(self.name_)
                with connection, connection.cursor() as cursor:
                    cursor.execute("SELECT coalesce(sum(jobs), 0) FROM scrim.counts()")
                    waits = cursor.fetchone()[0] > MOST // len(TENANTS)
                    if not waits:
                        for job in part:
                            (id, is_new) = self.submit_job(cursor, job)
                            self.keys.setdefault(job, set()).add(id)
                            self.repeated += not is_new
                if waits:
                    time.sleep(0.1)
                else:
                    number = part.stop
            except psycopg2.Error:
                connection = None
                time.sleep(random.uniform(0.05, 0.5))
                # Those of a transaction that was rolled back are not known.
                for job in part:
                    self.keys.pop(job, None)


    @staticmethod
    def submit_job(cursor, job):
        places, hashes = [], []
        if variant(job) == VARIANTS:
            places, hashes = ["photo.png"], [hashlib.sha256(PHOTO).digest()]
            cursor.execute("SELECT count(*) FROM scrim.missing_blobs(%s)", (hashes,))
            if cursor.fetchone()[0]:
                cursor.execute("SELECT scrim.put_blob(%s, %s)", (hashes[0], PHOTO))
        cursor.execute(
            "SELECT * FROM scrim.submit(%s, %s, %s, %s::bytea[], key => %s)",
            (f"job-{job}", document(variant(job)), places, hashes, f"key-{job}"))
        return cursor.fetchone()


class Storm:
    def __init__(self, options, work):
        self.options = options
        self.expected = expected_images(options.programs)
        try:
            self.network = network.Network()
        except network.Unavailable as reason:
            self.network = None
            print(f"queue storm: partitions are skipped: {reason}", flush=True)
        self.server = server.Server(options.programs, TENANTS, machine=self.machine(1))
        clock = os.path.join(work, "clock.so")
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-o", clock, os.path.join(HERE, "../Faults/clock_offset.c"), "-ldl"], check=True)
        self.nodes = [
            node.Node(options.programs, work, number, self.server, self.machine(10 + number),
                      clock if number == options.nodes - 1 else None, lease=LEASE)
            for number in range(options.nodes)]
        self.tenants = [
            Tenant(self.server, name, options.jobs // len(TENANTS), options.submit_for) for name in TENANTS]
        self.events = {}
        self.weights = {
            "node": 30, "daemon": 20, "worker": 30, "stop": 8, "partition": 8, "snapshot": 2, "backend": 3, "server": 1}
        if not self.network:
            del self.weights["partition"]
        self.first = random.sample(list(self.weights), len(self.weights))
        self.watcher = None

    def machine(self, number):
        return self.network.machine(number) if self.network else None

    def count(self, event):
        self.events[event] = self.events.get(event, 0) + 1

    def strike(self):
        node = random.choice(self.nodes)
        # Each kind once, and then by weight.
        event = self.first.pop() if self.first else random.choices(list(self.weights), list(self.weights.values()))[0]
        if event in ("stop", "partition"):
            if node.stopped_until:
                return False
            node.stopped_until = time.monotonic() + LEASE * 2
        self.count(event)
        if event == "node":
            node.kill("scrim-node")
        elif event == "daemon":
            node.kill("scrimd")
        elif event == "worker":
            node.kill_worker()
        elif event == "stop":
            node.processes["scrim-node"].send_signal(signal.SIGSTOP)
        elif event == "partition":
            node.machine.cut()
        elif event == "snapshot":
            threading.Thread(target=self.hold_snapshot, daemon=True).start()
        elif event == "backend":
            self.server.kill_backend()
        else:
            self.server.restart()
        return True

    def hold_snapshot(self):
        """As a dump does, or a transaction that was forgotten."""
        try:
            holder = self.server.connect()
            holder.set_session(isolation_level="REPEATABLE READ")
            holder.cursor().execute("SELECT count(*) FROM scrim.settings")
            time.sleep(LEASE * 2)
            holder.close()
        except psycopg2.Error:
            # The server was restarted.
            pass

    def numbers(self):
        try:
            if not self.watcher:
                self.watcher = self.server.connect()
                self.watcher.autocommit = True
            with self.watcher.cursor() as cursor:
                cursor.execute("SELECT (SELECT count(*) FROM scrim.finished), (SELECT count(*) FROM scrim.jobs)")
                return cursor.fetchone()
        except psycopg2.Error:
            self.watcher = None
            return None

    def run(self):
        for tenant in self.tenants:
            tenant.start()
        events = self.options.jobs // JOBS_PER_EVENT
        deadline = time.monotonic() + self.options.limit
        struck = 0
        while time.monotonic() < deadline:
            numbers = self.numbers()
            if numbers:
                finished, waiting = numbers
                if finished >= struck * JOBS_PER_EVENT and struck < events:
                    struck += self.strike()
                if waiting == 0 and not any(tenant.is_alive() for tenant in self.tenants):
                    break
            time.sleep(0.02 if struck < events else 0.2)
            for node in self.nodes:
                node.revive()
        end = time.monotonic() + 60
        while any(node.leftovers() for node in self.nodes) and time.monotonic() < end:
            time.sleep(0.5)
            for node in self.nodes:
                node.revive()

    def errors(self):
        for tenant in self.tenants:
            if tenant.error:
                yield f"{tenant.name_}: {tenant.error}"
            if tenant.is_alive():
                yield f"{tenant.name_} has not submitted all jobs within {self.options.limit:.0f} s"
            for job, ids in list(tenant.keys.items()):
                if len(ids) != 1:
                    yield f"{tenant.name_}: key-{job} has the jobs {ids}"
        for (id,) in self.server.sql("SELECT id FROM scrim.jobs"):
            yield f"job {id} has not ended"
        known = {id for tenant in self.tenants for ids in tenant.keys.values() for id in ids}
        ended = {}
        for id, tenant, name, state, report in self.server.sql("SELECT id, tenant, name, state, report FROM scrim.finished"):
            if id in ended:
                yield f"job {id} ended twice"
            ended[id] = name
            if state != "d":
                yield f"job {id} of {tenant} ended as {state}: {report}"
        for id in known - set(ended):
            yield f"job {id} is lost"
        for id in set(ended) - known:
            yield f"job {id} is nobody's"
        results = self.server.sql("""
            SELECT r.job, r.hash, r.bytes, (SELECT sha256(string_agg(c.bytes, '' ORDER BY c.part)) FROM scrim.chunks c
              WHERE c.job = r.job AND c.token = r.token AND c.output = r.output) FROM scrim.results r""")
        seen = set()
        for id, digest, _, stored in results:
            if id in seen:
                yield f"job {id} has two results"
            seen.add(id)
            expected = self.expected[variant(int(ended[id].split("-")[1]))]
            if bytes(digest) != expected or bytes(stored) != expected:
                yield f"job {id} has another image"
        for id in set(ended) - seen:
            yield f"job {id} has no image"
        for node in self.nodes:
            left = node.leftovers()
            if left:
                yield f"{node.folder}: {len(left)} jobs are left in the spool, such as {left[0]}"

    def end(self):
        """Returns the processes that are left."""
        for node in self.nodes:
            node.end()
        self.server.end()
        return self.network.end() if self.network else []


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="folder of the built programs")
    parser.add_argument("--jobs", type=int, default=20000)
    parser.add_argument("--nodes", type=int, default=6)
    parser.add_argument("--submit-for", type=float, default=3600, help="seconds after which no more jobs are submitted")
    parser.add_argument("--limit", type=float, default=3600, help="seconds after which the storm ends")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    options.programs = os.path.abspath(options.programs)
    random.seed(options.seed)
    work = tempfile.mkdtemp(prefix="scrim-storm-", dir="/var/tmp")
    storm = Storm(options, work)
    start = time.monotonic()
    try:
        storm.run()
        seconds = time.monotonic() - start
        errors = list(storm.errors())
    finally:
        left = storm.end()
    errors += [f"process {process} is left in a network namespace" for process in left]
    finished = sum(len(tenant.keys) for tenant in storm.tenants)
    events = ", ".join(f"{count} {event}" for event, count in sorted(storm.events.items()))
    repeated = sum(tenant.repeated for tenant in storm.tenants)
    print(f"queue storm: {finished} jobs of {len(TENANTS)} tenants on {options.nodes} nodes in {seconds:.0f} s; "
          f"{events}; {repeated} submissions repeated; seed {options.seed}")
    for error in errors[:20]:
        print(error)
    if errors or not finished:
        print(f"{len(errors)} errors; see {work}")
        sys.exit(1)
    print("none lost, duplicated or truncated")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
