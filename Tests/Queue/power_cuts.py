"""Cuts the power of the disk under a queue's server, again and again, while tenants submit jobs and nodes return results:
every job whose submission was acknowledged is there with its files, every acknowledged result with its outputs, and no
key has two jobs. As root.

The disk is ext4 in a file, whose power is cut as Tests/Faults/power_cuts.py does.
"""

import argparse
import fcntl
import hashlib
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

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../Faults"))

import power_cuts  # noqa: E402
import spool as spools  # noqa: E402

TENANTS = ["shop", "mill"]


class Server:
    """PostgreSQL with its data on the disk, and its socket and log elsewhere."""

    def __init__(self, work, data, settings):
        self.work, self.data = work, data
        self.settings = "".join(f" -c {setting}" for setting in settings)
        # Below those that the kernel gives to clients: a storm beside this one has thousands.
        self.port = 20000 + os.getpid() % 12000
        self.process = None
        binaries = subprocess.run(
            "find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin | sort -V | tail -n 1", shell=True,
            capture_output=True, text=True).stdout.strip()
        self.binaries = binaries
        self.control("initdb", "-U", "postgres", "-A", "trust", "--locale=C.UTF-8", "-E", "UTF8")

    def control(self, program, *arguments, check=True):
        command = ["runuser", "-u", "postgres", "--", f"{self.binaries}/{program}", "-D", self.data, *arguments]
        return subprocess.run(
            command, check=check, cwd=self.work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)

    def start(self):
        self.control(
            "pg_ctl", "-s", "-w", "-t", "100", "-l", f"{self.work}/server.log", "-o",
            f"-p {self.port} -k {self.work} -c listen_addresses= -c max_connections=30 -c checkpoint_timeout=30s "
            f"-c max_wal_size=64MB{self.settings}", "start")
        with open(os.path.join(self.data, "postmaster.pid")) as file:
            self.process = int(file.readline())

    def processes(self):
        """The server's, and those that it started."""
        found = subprocess.run(["pgrep", "-P", str(self.process)], capture_output=True, text=True).stdout.split()
        return [self.process, *map(int, found)]

    def kill(self):
        """As the end of the machine's power does: nothing is written any more."""
        if not self.process:
            return
        killed = self.processes()
        for process in killed:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        spools.within(20, "no process of the server", lambda: not any(
            os.path.exists(f"/proc/{process}/exe") for process in killed))
        self.process = None

    def url(self, role, database="queue"):
        return f"postgresql://{role}@/{database}?host={self.work}&port={self.port}"

    def sql(self, text, *arguments, role="postgres", database="queue"):
        connection = psycopg2.connect(self.url(role, database))
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(text, arguments or None)
            rows = cursor.fetchall() if cursor.description else []
        connection.close()
        return rows


def statement(name):
    """A statement of the queue without its comments."""
    with open(os.path.join(HERE, f"../../Sources/ScrimQueue/SQL/{name}.sql")) as file:
        return "\n".join(line for line in file.read().split("\n") if not line.startswith("--"))


class Client(threading.Thread):
    """Works with the server until it is gone."""

    def __init__(self, server, role):
        super().__init__(daemon=True)
        self.server, self.role = server, role
        self.error = None

    def run(self):
        try:
            with psycopg2.connect(self.server.url(self.role)) as connection:
                while True:
                    self.step(connection, connection.cursor())
        except Exception as error:  # Shown by the main thread.
            # A lost connection is an error of several classes.
            if not isinstance(error, psycopg2.Error) or isinstance(error, psycopg2.ProgrammingError):
                self.error = error


class Tenant(Client):
    """Submits jobs, some with a file; remembers which were acknowledged, and what may have been."""

    def __init__(self, server, role, cut):
        super().__init__(server, role)
        self.prefix, self.number = f"{cut}-", 0
        self.safe, self.unsure = {}, []

    def step(self, connection, cursor):
        self.unsure = [
            (f"{self.prefix}{self.number + index}", random.random() < 0.3) for index in range(random.choice([1, 1, 4]))]
        jobs = {key: self.submit(cursor, key, has_file) for key, has_file in self.unsure}
        connection.commit()
        self.safe.update(jobs)
        self.number += len(self.unsure)
        self.unsure = []

    def submit(self, cursor, key, has_file):
        places, hashes = [], []
        if has_file:
            photo = key.encode() * 2000
            hashes, places = [hashlib.sha256(photo).digest()], ["photo.jpg"]
            cursor.execute("SELECT scrim.put_blob(%s, %s)", (hashes[0], photo))
        cursor.execute(
            "SELECT id FROM scrim.submit(%s, %s, %s, %s::bytea[], key => %s)",
            (f"job-{key}", key.encode(), places, hashes, key))
        return cursor.fetchone()[0]

    def submit_again(self):
        """What may have been committed: the same job then, otherwise a new one."""
        with psycopg2.connect(self.server.url(self.role)) as connection:
            for key, has_file in self.unsure:
                self.safe[key] = self.submit(connection.cursor(), key, has_file)


class Node(Client):
    """Leases jobs and returns an output for each, as scrim-node does."""

    def __init__(self, server, cut):
        super().__init__(server, "node")
        self.name_ = f"n{cut}-{random.randrange(1000)}"
        self.returned = {}
        self.is_prepared = False

    def step(self, connection, cursor):
        if not self.is_prepared:
            for name in ("claim", "put_chunk", "complete"):
                cursor.execute(f"PREPARE {name} AS {statement(name)}")
            self.is_prepared = True
        cursor.execute(
            "EXECUTE claim (%s, 4, 8, '', %s, 60000)", (TENANTS, self.name_))
        jobs = [(row[0], row[1], row[2]) for row in cursor.fetchall()]
        connection.commit()
        outputs = {id: hashlib.sha256(str(id).encode()).digest() * 200 for id, _, _ in jobs}
        for id, token, tenant in jobs:
            # Each in a transaction of its own.
            cursor.execute("EXECUTE put_chunk (%s, %s, %s, 0, 0, %s)", (id, token, tenant, outputs[id]))
            connection.commit()
        if not jobs:
            time.sleep(0.01)
            return
        ids = [id for id, _, _ in jobs]
        cursor.execute(
            "EXECUTE complete (%s, %s, %s, %s, %s, %s, %s, %s, %s::bytea[])",
            (ids, [token for _, token, _ in jobs], ["d"] * len(ids), ["{}"] * len(ids), ids, [0] * len(ids),
             ["card.png"] * len(ids), [len(outputs[id]) for id in ids],
             [hashlib.sha256(outputs[id]).digest() for id in ids]))
        # Those that another claim has locked for a moment are returned, too, but have not ended.
        ended = [id for id, has_ended in cursor.fetchall() if has_ended]
        connection.commit()
        self.returned.update({id: outputs[id] for id in ended})


def errors(server, tenants, nodes):
    for client in tenants + nodes:
        if client.error:
            yield f"{client.role}: {client.error!r}"
    for tenant in tenants:
        tenant.submit_again()
    found = dict(server.sql("SELECT id, document FROM scrim.jobs"))
    done = dict(server.sql("SELECT id, state FROM scrim.finished"))
    files = {(job, bytes(hash)) for job, hash in server.sql(
        "SELECT f.job, sha256(b.bytes) FROM scrim.job_files f JOIN scrim.blobs b USING (tenant, hash)")}
    for tenant in tenants:
        for key, id in tenant.safe.items():
            if id in found:
                if bytes(found[id]) != key.encode():
                    yield f"job {id} has another document"
            elif id not in done:
                yield f"job {id} of {tenant.role} ({key}) was acknowledged and is lost"
    for job, hash in server.sql("SELECT job, hash FROM scrim.job_files"):
        if (job, bytes(hash)) not in files:
            yield f"a file of job {job} is damaged"
    # The name is the key's.
    twice = server.sql("""
        SELECT name FROM (SELECT id, name FROM scrim.jobs UNION ALL SELECT id, name FROM scrim.finished) j
        GROUP BY name HAVING count(*) > 1""")
    yield from (f"{name} was accepted twice" for (name,) in twice)
    outputs = {job: bytes(data) for job, data in server.sql(
        "SELECT r.job, c.bytes FROM scrim.results r JOIN scrim.chunks c USING (job, token, output)")}
    for node in nodes:
        for id, output in node.returned.items():
            if done.get(id) != "d":
                yield f"the result of job {id} was acknowledged and is lost"
            elif outputs.get(id) != output:
                yield f"the output of job {id} is damaged"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", help="the folder of scrim-queue")
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument(
        "--settings", nargs="*", default=[], help="of postgresql.conf; synchronous_commit=off must lose jobs")
    options = parser.parse_args()
    if os.geteuid() != 0:
        print("queue power cuts: skipped: only root may mount.")
        return 0
    spools.in_own_mounts()
    work = tempfile.mkdtemp(prefix="queue-power-cuts.", dir="/var/tmp")
    os.chmod(work, 0o755)
    shutil.chown(work, "postgres")
    image, place = os.path.join(work, "disk"), os.path.join(work, "mounted")
    os.mkdir(place)
    subprocess.run(["truncate", "-s", "4G", image], check=True)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    power_cuts.mounted(image, place)
    data = os.path.join(place, "data")
    os.mkdir(data, 0o700)
    shutil.chown(data, "postgres")
    server = Server(work, data, options.settings)
    wrong, submitted, returned, replay = [], 0, 0, 0
    begin = time.monotonic()
    try:
        server.start()
        server.sql("CREATE DATABASE queue", database="postgres")
        subprocess.run(
            [os.path.join(options.programs, "scrim-queue"), "init", "--queue", server.url("postgres")], check=True,
            stdout=subprocess.DEVNULL)
        for role, group in [(tenant, "tenant") for tenant in TENANTS] + [("node", "node")]:
            server.sql(f"CREATE ROLE {role} LOGIN IN ROLE scrim_{group}")
        for cut in range(options.cuts):
            tenants = [Tenant(server, role, f"{cut}-{index}") for index, role in enumerate(TENANTS * 2)]
            nodes = [Node(server, cut) for _ in range(2)]
            for client in tenants + nodes:
                client.start()
            time.sleep(random.uniform(0.2, 1.5))
            disk = os.open(place, os.O_RDONLY)
            fcntl.ioctl(disk, power_cuts.SHUTDOWN, power_cuts.WITHOUT_FLUSHING)
            os.close(disk)
            for client in tenants + nodes:
                client.join(timeout=30)
            server.kill()
            spools.within(20, "unmounted", lambda: subprocess.run(
                ["umount", place], stderr=subprocess.DEVNULL).returncode == 0)
            power_cuts.mounted(image, place)
            # They name the process before, which a boot ends for certain.
            os.remove(os.path.join(data, "postmaster.pid"))
            os.remove(os.path.join(work, f".s.PGSQL.{server.port}.lock"))
            started = time.monotonic()
            server.start()
            replay = max(replay, time.monotonic() - started)
            wrong += errors(server, tenants, nodes)
            submitted += sum(len(tenant.safe) for tenant in tenants)
            returned += sum(len(node.returned) for node in nodes)
            if wrong:
                break
            if cut % 20 == 19:
                print(f"{cut + 1} cuts, {submitted} jobs, {returned} results", flush=True)
        print(
            f"queue power cuts: ext4, {cut + 1} cuts, {submitted} acknowledged jobs, {returned} acknowledged results, "
            f"{len(wrong)} wrong, replay of at most {replay:.1f} s, in {time.monotonic() - begin:.0f} s")
        for line in wrong[:20]:
            print(line)
    finally:
        server.kill()
        subprocess.run(["umount", "-l", place])
        if wrong:
            subprocess.run(["tail", f"{work}/server.log"])
        shutil.rmtree(work)
    return 1 if wrong or not submitted or not returned else 0


if __name__ == "__main__":
    sys.exit(main())
