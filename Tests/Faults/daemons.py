"""Several scrimds of one spool, which are killed at random, and their workers, too."""

import os
import random
import signal

import spool as spools

RETRIES = "[retries]\nattempts = 1000\npause-ms = 50\n"
BACK_OFF = "back-off-ms = 5\nback-off-most-ms = 50\n"


class Daemons:
    def __init__(self, programs, work, **options):
        self.root = os.path.join(work, "spool")
        self.daemons, self.wrong = [], []
        self.killed_daemons = self.killed_workers = 0
        for number in range(4):
            logs = os.path.join(work, f"daemon-{number}")
            os.mkdir(logs)
            daemon = spools.Spool(self.root, programs, logs, retries=RETRIES, test=BACK_OFF, **options)
            self.daemons.append(daemon)
            daemon.start("--workers", "1")
        spools.within(60, "a spool", lambda: os.path.isdir(os.path.join(self.root, "keys")))

    @property
    def kills(self):
        return self.killed_daemons + self.killed_workers

    def kill(self):
        """Kills at random, daemons and workers in equal shares."""
        daemon = random.choice(self.daemons)
        workers = daemon.workers()
        if self.killed_workers < self.killed_daemons and workers:
            try:
                os.kill(random.choice(workers), signal.SIGKILL)
                self.killed_workers += 1
            except ProcessLookupError:
                pass
        else:
            daemon.kill()
            daemon.start("--workers", "1")
            self.killed_daemons += 1

    def kill_all(self):
        for daemon in self.daemons:
            daemon.kill()

    def print_logs(self, wrong):
        """The ends of the daemons' logs if something is wrong."""
        for daemon in self.daemons if wrong else []:
            with open(daemon.log) as log:
                print(log.read()[-1000:])
