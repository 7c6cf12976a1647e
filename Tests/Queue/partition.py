"""A node is cut off its queue: it gives up its leases before another node may have them, and works again at once when the
network does.

As root, which may make network namespaces; skipped otherwise.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import network
import node
import server
import storm

LEASE = 12
# Seconds after which a node that waits for the network must have noticed: a claim, a third of the lease, and its margin.
NOTICED = 1.2 + LEASE / 3 + 1.5
# An attempt to connect.
CONNECT = 2
# An attempt that began while the network was cut, and the longest pause after it.
BACK = CONNECT + 12 + 1


class Partition:
    def __init__(self, options, work):
        self.programs = options.programs
        self.network = network.Network()
        self.server = server.Server(options.programs, ["shop"], machine=self.network.machine(1))
        self.node = node.Node(options.programs, work, 0, self.server, self.network.machine(10), lease=LEASE)
        self.client = self.server.connect("shop")
        self.client.autocommit = True
        self.jobs = 0

    def submit(self, count):
        with self.client.cursor() as cursor:
            for _ in range(count):
                cursor.execute(
                    "SELECT id FROM scrim.submit(%s, %s)", (f"job-{self.jobs}", storm.document(self.jobs % 8)))
                self.jobs += 1

    def log(self):
        with open(os.path.join(self.node.folder, "scrim-node.log")) as file:
            return file.read()

    def times(self, text):
        return len(re.findall(text, self.log()))

    def sessions(self):
        return self.server.sql("SELECT count(*) FROM pg_stat_activity WHERE usename = 'node'")[0][0]

    def ended(self):
        return self.server.sql("SELECT count(*) FROM scrim.finished")[0][0]

    def leased(self):
        return self.server.sql("SELECT count(*) FROM scrim.jobs WHERE state = 'l'")[0][0]

    def within(self, seconds, what, is_so):
        """Seconds until it is so."""
        start = time.monotonic()
        while not is_so():
            assert time.monotonic() < start + seconds, f"not within {seconds:.1f} s: {what}\n{self.log()[-2000:]}"
            time.sleep(0.02)
        return time.monotonic() - start

    def metric(self, name):
        with open(os.path.join(self.node.folder, "node.prom")) as file:
            found = re.search(rf"^scrim_node_{name} (\d+)$", file.read(), re.MULTILINE)
        return found and int(found[1])

    def sql(self, text):
        return self.server.sql(text)[0][0]

    def worker(self):
        found = subprocess.run(
            ["pgrep", "-P", str(self.node.processes["scrimd"].pid)], capture_output=True, text=True).stdout.split()
        return int(found[0])

    def hold_leases(self):
        """Eight leases of jobs that are not rendered: the only worker stands still."""
        os.kill(self.worker(), signal.SIGSTOP)
        self.submit(8)
        self.within(10, "eight leases, in the spool", lambda: self.leased() == 8 and len(self.node.leftovers()) == 8)

    def check_results(self):
        self.within(60, "all jobs have ended", lambda: self.ended() == self.jobs)
        wrong = self.sql("SELECT count(*) FROM scrim.finished WHERE state <> 'd'")
        assert not wrong, self.server.sql("SELECT id, state, report FROM scrim.finished WHERE state <> 'd'")
        rows = self.server.sql("SELECT count(*), count(DISTINCT job) FROM scrim.results")[0]
        assert rows == (self.jobs, self.jobs), f"{self.jobs} jobs have {rows[0]} results of {rows[1]} jobs"
        self.within(60, "nothing is left in the spool", lambda: not self.node.leftovers())

    def cut_off(self):
        """The node gives up its leases, and returns results under new ones."""
        self.hold_leases()
        sessions = self.sessions()
        lost, connected = self.times("cannot be reached"), self.times("connected to the queue")
        self.within(10, "metrics", lambda: self.metric("connected") == 1)
        self.node.machine.cut()
        cut = time.monotonic()

        def since(what, seconds, is_so):
            self.within(cut + seconds - time.monotonic(), what, is_so)
            return time.monotonic() - cut

        noticed = since("the node knows", NOTICED, lambda: self.times("cannot be reached") > lost)
        gone = since(f"the server has ended {sessions} sessions", NOTICED + 3, lambda: self.sessions() == 0)
        given_up = since("the node has given up its leases", LEASE, lambda: self.times("lease lost") == 8)
        since("the metrics say so", 2 * LEASE, lambda: self.metric("connected") == 0)
        time.sleep(max(0, cut + 2 * LEASE - time.monotonic()))
        assert self.times("connected to the queue") == connected
        self.node.machine.heal()
        back = self.within(BACK, "the node is back", lambda: self.times("connected to the queue") > connected)
        # Without another node the server has the leases still.
        assert "resumed=0" in self.log().split("connected to the queue")[-1]
        ended = back + self.within(20, "all jobs have ended", lambda: self.ended() == self.jobs)
        self.check_results()
        print(
            f"queue partition: leases of {LEASE} s; cut off, the node knew after {noticed:.1f} s, the server after "
            f"{gone:.1f} s, and the leases were given up after {given_up:.1f} s; healed, the node was back after "
            f"{back:.1f} s, and all jobs had their result after {ended:.1f} s", flush=True)

    def killed_while_cut_off(self):
        """The node is killed after it has cancelled local jobs whose leases the server has: they do not fail."""
        self.hold_leases()
        self.node.machine.cut()
        failed = os.path.join(self.node.folder, "spool/failed")
        self.within(LEASE + 3, "local jobs are cancelled", lambda: os.listdir(failed))
        self.node.kill("scrim-node")
        cancelled = len(os.listdir(failed))
        assert cancelled
        self.node.machine.heal()
        self.node.start("scrim-node")
        self.check_results()
        noted = self.sql("SELECT count(*) FROM scrim.finished WHERE failures::text LIKE '%cancelled%'")
        assert noted, "no attempt was counted"
        print(f"queue partition: {cancelled} local jobs were cancelled when the node was killed; {noted} attempts counted")

    def purged_while_cut_off(self):
        """An operator deletes a local job whose image cannot be returned yet: it is rendered again."""
        worker = self.worker()
        os.kill(worker, signal.SIGSTOP)
        self.submit(1)
        self.within(10, "a lease, in the spool", lambda: self.leased() == 1 and len(self.node.leftovers()) == 1)
        failed = self.times("copying failed")
        self.node.machine.cut()
        os.kill(worker, signal.SIGCONT)
        self.within(LEASE, "the image cannot be returned", lambda: self.times("copying failed") > failed)
        spool = os.path.join(self.node.folder, "spool")
        (job,) = os.listdir(os.path.join(spool, "done"))
        subprocess.run(
            [os.path.join(self.programs, "scrim"), "purge", "--yes", "--spool", spool, job], check=True,
            stdout=subprocess.DEVNULL)
        self.node.machine.heal()
        self.check_results()
        reason = "the local job was deleted before its result was returned."
        noted = self.sql(f"SELECT count(*) FROM scrim.finished WHERE failures::text LIKE '%{reason}%'")
        assert noted == 1, self.log()[-2000:]
        print("queue partition: a local job that was deleted too early was rendered again")

    def run(self):
        self.submit(8)
        self.check_results()
        self.cut_off()
        self.killed_while_cut_off()
        self.purged_while_cut_off()

    def end(self):
        self.node.end()
        self.server.end()
        return self.network.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", help="folder of the built programs")
    options = parser.parse_args()
    options.programs = os.path.abspath(options.programs)
    work = tempfile.mkdtemp(prefix="scrim-partition-", dir="/var/tmp")
    try:
        partition = Partition(options, work)
    except network.Unavailable as reason:
        print(f"queue partition: skipped: {reason}")
        shutil.rmtree(work)
        return 0
    try:
        partition.run()
    finally:
        left = partition.end()
    assert not left, f"processes {left} are left in network namespaces"
    shutil.rmtree(work)
    return 0


if __name__ == "__main__":
    sys.exit(main())
