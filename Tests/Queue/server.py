"""A PostgreSQL server of a test's own, with a queue."""

import os
import random
import signal
import subprocess
import tempfile

import psycopg2

HERE = os.path.dirname(os.path.abspath(__file__))


class Server:
    """A queue with a role for each tenant, and the role node. On a machine of a network (network.py) others reach it there;
    processes of this one by a Unix socket."""

    def __init__(self, programs, tenants, settings=(), machine=None):
        # PostgreSQL's account must reach it.
        self.folder = tempfile.mkdtemp(prefix="scrim-storm-", dir="/var/tmp")
        # Below those that the kernel gives to clients: a storm beside this one has thousands.
        self.port = 20000 + os.getpid() % 12000
        self.inside = machine.inside if machine else lambda *command: list(command)
        self.address = machine.address if machine else "127.0.0.1"
        self.process = subprocess.Popen(
            self.inside(
                os.path.join(HERE, "../../Tools/postgres"), self.folder, str(self.port), "fsync=on",
                "synchronous_commit=on", "max_connections=100", f"listen_addresses={self.address}", *settings),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ready\n"
        if machine:
            with open(f"{self.folder}/data/pg_hba.conf", "a") as file:
                file.write(f"host all all {self.address}/24 trust\n")
            self.sql("SELECT pg_reload_conf()", "postgres", "postgres")
        self.sql("CREATE DATABASE storm", "postgres", "postgres")
        subprocess.run(
            [os.path.join(programs, "scrim-queue"), "init", "--queue", self.url("postgres")], check=True,
            stdout=subprocess.DEVNULL)
        for tenant in tenants:
            self.sql(f"CREATE ROLE {tenant} LOGIN IN ROLE scrim_tenant")
        self.sql("CREATE ROLE node LOGIN IN ROLE scrim_node")
        # Here machines fail far more often than jobs do.
        self.sql("UPDATE scrim.settings SET attempts = 100, lost_leases = 1000")

    def url(self, role, database="storm"):
        return f"postgresql://{role}@/{database}?host={self.folder}&port={self.port}"

    def network_url(self, role, database="storm"):
        return f"postgresql://{role}@{self.address}:{self.port}/{database}"

    def connect(self, role="postgres", database="storm"):
        return psycopg2.connect(self.url(role, database))

    def sql(self, text, role="postgres", database="storm"):
        connection = self.connect(role, database)
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(text)
            rows = cursor.fetchall() if cursor.description else []
        connection.close()
        return rows

    def restart(self):
        binaries = subprocess.run(
            "find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin | sort -V | tail -n 1", shell=True,
            capture_output=True, text=True).stdout.strip()
        command = [f"{binaries}/pg_ctl", "-D", f"{self.folder}/data", "-s", "-m", "immediate", "-w", "-l",
                   f"{self.folder}/server.log", "restart"]
        account = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        subprocess.run(self.inside(*account, *command), check=True, cwd=self.folder)

    def kill_backend(self):
        pids = self.sql("SELECT pid FROM pg_stat_activity WHERE usename = 'node'")
        if pids:
            # The server ends all sessions, and recovers.
            os.kill(random.choice(pids)[0], signal.SIGKILL)

    def end(self):
        self.process.stdin.close()
        self.process.wait()
