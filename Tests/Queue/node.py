"""A node of a queue: a scrim-node with a spool and a scrimd of its own."""

import os
import signal
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))


class Node:
    def __init__(self, programs, work, number, server, machine=None, clock=None, lease=3, workers=1):
        self.programs, self.folder = programs, os.path.join(work, f"node-{number}")
        self.machine = machine
        self.clock, self.workers = clock, workers
        self.processes = {}
        self.stopped_until = None
        for name in ("spool", "state"):
            os.makedirs(os.path.join(self.folder, name))
        with open(os.path.join(HERE, "../../etc/scrim.toml")) as file:
            settings = file.read().replace("bridge-users = []", f"bridge-users = [\"{os.getuid()}\"]")
        self.write("scrim.toml", settings)
        self.write("node.toml", f"""
            [queue]\nurl = "{server.network_url("node")}"
            [node]\nname = "n{number}"\nlease-seconds = {lease}\njobs = 8
            [spool]\npath = "{self.folder}/spool"
            [state]\npath = "{self.folder}/state"
            [metrics]\nfile = "{self.folder}/node.prom"
            """)
        self.start("scrimd")
        # Without a spool a node ends.
        end = time.monotonic() + 30
        while not os.path.isdir(os.path.join(self.folder, "spool/drop")) and time.monotonic() < end:
            time.sleep(0.02)
        self.start("scrim-node")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def start(self, program):
        spool = os.path.join(self.folder, "spool")
        arguments = {
            "scrimd": ["--config", f"{self.folder}/scrim.toml", "--spool", spool, "--workers", str(self.workers)],
            "scrim-node": ["--config", f"{self.folder}/node.toml"],
        }[program]
        environment = dict(os.environ)
        if self.clock and program == "scrim-node":
            self.write("clock", "3600")
            environment.update(LD_PRELOAD=self.clock, SCRIM_CLOCK=f"{self.folder}/clock")
        command = [os.path.join(self.programs, program), *arguments, "--log-format", "text"]
        with open(os.path.join(self.folder, f"{program}.log"), "ab") as log:
            self.processes[program] = subprocess.Popen(
                self.machine.inside(*command) if self.machine else command,
                stderr=log, stdin=subprocess.DEVNULL, env=environment)

    def revive(self):
        for program, process in self.processes.items():
            if process.poll() is not None:
                self.start(program)
        if self.stopped_until and time.monotonic() > self.stopped_until:
            self.processes["scrim-node"].send_signal(signal.SIGCONT)
            if self.machine:
                self.machine.heal()
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
