"""Nodes of a queue lose processes, connections, their server and their network at random, while tenants submit jobs: each
job has exactly one result, and it is the right one.

Every node is a scrim-node with a spool and a scrimd of its own, and reaches the server by a relay that can be cut. The
clock of the last one is an hour ahead.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import psycopg2

import relay
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


def document(variant):
    return json.dumps({
        "scrim": 1, "canvas": {"width": 96, "height": 32, "background": "#ffffff"},
        "layers": [{"text": {"string": f"No {variant}", "size": 20}, "frame": {"x": 4, "y": 2}}]}).encode()


def expected_images(programs):
    """SHA-256 of each variant's image, as the command renders it."""
    expected = []
    for variant in range(VARIANTS):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "job.json")
            with open(path, "wb") as file:
                file.write(document(variant))
            subprocess.run(
                [os.path.join(programs, "scrim"), "render", path, "-o", f"{folder}/job.png"], check=True,
                stdout=subprocess.DEVNULL)
            with open(f"{folder}/job.png", "rb") as file:
                expected.append(hashlib.sha256(file.read()).digest())
    assert len(set(expected)) == VARIANTS
    return expected


class Node:
    def __init__(self, programs, work, number, server, clock=None):
        self.programs, self.folder = programs, os.path.join(work, f"node-{number}")
        self.relay = relay.Relay(server.port)
        self.clock = clock
        self.processes = {}
        self.stopped_until = None
        for name in ("spool", "state"):
            os.makedirs(os.path.join(self.folder, name))
        with open(os.path.join(HERE, "../../etc/scrim.toml")) as file:
            settings = file.read().replace("bridge-users = []", f"bridge-users = [\"{os.getuid()}\"]")
        self.write("scrim.toml", settings)
        url = f"postgresql://node@127.0.0.1:{self.relay.port}/storm"
        self.write("node.toml", f"""
            [queue]\nurl = "{url}"
            [node]\nname = "n{number}"\nlease-seconds = {LEASE}\njobs = 8
            [spool]\npath = "{self.folder}/spool"
            [state]\npath = "{self.folder}/state"
            """)
        self.start("scrimd")
        self.start("scrim-node")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def start(self, program):
        spool = os.path.join(self.folder, "spool")
        arguments = {
            "scrimd": ["--config", f"{self.folder}/scrim.toml", "--spool", spool, "--workers", "1"],
            "scrim-node": ["--config", f"{self.folder}/node.toml"],
        }[program]
        environment = dict(os.environ)
        if self.clock and program == "scrim-node":
            self.write("clock", "3600")
            environment.update(LD_PRELOAD=self.clock, SCRIM_CLOCK=f"{self.folder}/clock")
        with open(os.path.join(self.folder, f"{program}.log"), "ab") as log:
            self.processes[program] = subprocess.Popen(
                [os.path.join(self.programs, program), *arguments, "--log-format", "text"],
                stderr=log, stdin=subprocess.DEVNULL, env=environment)

    def revive(self):
        for program, process in self.processes.items():
            if process.poll() is not None:
                self.start(program)
        if self.stopped_until and time.monotonic() > self.stopped_until:
            self.processes["scrim-node"].send_signal(signal.SIGCONT)
            self.relay.is_cut = False
            self.stopped_until = None

    def kill(self, program):
        self.processes[program].kill()
        self.processes[program].wait()

    def kill_worker(self):
        found = subprocess.run(
            ["pgrep", "-P", str(self.processes["scrimd"].pid)], capture_output=True, text=True).stdout.split()
        for pid in found:
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                pass

    def leftovers(self):
        """Jobs in the spool."""
        spool = os.path.join(self.folder, "spool")
        states = ("ingest", "queue", "active", "ready", "done", "failed", "corrupt")
        return [f"{state}/{name}" for state in states for name in os.listdir(os.path.join(spool, state))]

    def end(self):
        for process in self.processes.values():
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()


class Tenant(threading.Thread):
    """Submits jobs, each with a key: what it does not know to have arrived it submits again."""

    def __init__(self, server, name, jobs):
        super().__init__(daemon=True)
        self.server, self.name_, self.jobs = server, name, jobs
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
        while number < self.jobs:
            part = range(number, min(number + TRANSACTION, self.jobs))
            try:
                connection = connection or self.server.connect(self.name_)
                with connection, connection.cursor() as cursor:
                    cursor.execute("SELECT count(*) FROM scrim.jobs")
                    waits = cursor.fetchone()[0] > MOST // len(TENANTS)
                    if not waits:
                        for job in part:
                            cursor.execute(
                                "SELECT * FROM scrim.submit(%s, %s, key => %s)",
                                (f"job-{job}", document(job % VARIANTS), f"key-{job}"))
                            (id, is_new) = cursor.fetchone()
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


class Storm:
    def __init__(self, options, work):
        self.options = options
        self.expected = expected_images(options.programs)
        self.server = server.Server(options.programs, TENANTS)
        clock = os.path.join(work, "clock.so")
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-o", clock, os.path.join(HERE, "../Faults/clock_offset.c"), "-ldl"], check=True)
        self.nodes = [
            Node(options.programs, work, number, self.server, clock if number == options.nodes - 1 else None)
            for number in range(options.nodes)]
        self.tenants = [Tenant(self.server, name, options.jobs // len(TENANTS)) for name in TENANTS]
        self.events = {}

    def count(self, event):
        self.events[event] = self.events.get(event, 0) + 1

    def strike(self):
        node = random.choice(self.nodes)
        event = random.choices(
            ["node", "daemon", "worker", "stop", "partition", "backend", "server"], [30, 20, 30, 8, 8, 3, 1])[0]
        if event in ("stop", "partition"):
            if node.stopped_until:
                return
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
            node.relay.is_cut = True
        elif event == "backend":
            self.server.kill_backend()
        else:
            self.server.restart()

    def numbers(self):
        try:
            return self.server.sql("SELECT (SELECT count(*) FROM scrim.finished), (SELECT count(*) FROM scrim.jobs)")[0]
        except psycopg2.Error:
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
                    self.strike()
                    struck += 1
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
            for job, ids in tenant.keys.items():
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
            variant = int(ended[id].split("-")[1]) % VARIANTS
            if bytes(digest) != self.expected[variant] or bytes(stored) != self.expected[variant]:
                yield f"job {id} has another image"
        for id in set(ended) - seen:
            yield f"job {id} has no image"
        for node in self.nodes:
            left = node.leftovers()
            if left:
                yield f"{node.folder}: {len(left)} jobs are left in the spool, such as {left[0]}"

    def end(self):
        for node in self.nodes:
            node.end()
        self.server.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="folder of the built programs")
    parser.add_argument("--jobs", type=int, default=20000)
    parser.add_argument("--nodes", type=int, default=6)
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
        storm.end()
    finished = sum(len(tenant.keys) for tenant in storm.tenants)
    events = ", ".join(f"{count} {event}" for event, count in sorted(storm.events.items()))
    repeated = sum(tenant.repeated for tenant in storm.tenants)
    print(f"queue storm: {finished} jobs of {len(TENANTS)} tenants on {options.nodes} nodes in {seconds:.0f} s; "
          f"{events}; {repeated} submissions repeated; seed {options.seed}")
    for error in errors[:20]:
        print(error)
    if errors or finished != options.jobs // len(TENANTS) * len(TENANTS):
        print(f"{len(errors)} errors; see {work}")
        sys.exit(1)
    print("none lost, duplicated or truncated")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
