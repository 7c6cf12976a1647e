"""Machines on a network of their own: network namespaces with addresses of TEST-NET-1, joined by a switch in another.

Nothing is routed to or from the machine's own network. The namespaces have no names: each lasts as long as its
processes, and the first of them ends with the test, however that ends. As root.
"""

import os
import subprocess
import time

PREFIX = "192.0.2"


class Unavailable(Exception):
    """Why there are no namespaces here."""


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Unavailable(f"{' '.join(command)}: {done.stderr.strip() or f'exit status {done.returncode}'}")


class Namespace:
    """A network namespace, which a process holds that ends with the test."""

    def __init__(self):
        # Its standard input is a pipe, which the kernel closes with the test.
        self.holder = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "echo made && exec cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        if self.holder.stdout.readline() != "made\n":
            raise Unavailable(f"unshare --net: {self.holder.communicate()[1].strip()}")
        self.path = f"/proc/{self.holder.pid}/ns/net"
        self.identity = os.readlink(self.path)
        self.run("ip", "link", "set", "lo", "up")

    def inside(self, *command):
        """The command that runs another one in here; its process ID is the other's."""
        return ["nsenter", f"--net={self.path}", "--", *command]

    def run(self, *command):
        run(*self.inside(*command))

    def end(self):
        self.holder.stdin.close()
        self.holder.wait()


class Machine(Namespace):
    """A namespace with an address, and a cable to the switch."""

    def __init__(self, switch, number):
        super().__init__()
        self.switch, self.address, self.port = switch, f"{PREFIX}.{number}", f"port{number}"
        switch.run(
            "ip", "link", "add", "name", self.port, "type", "veth", "peer", "name", "eth0", "netns",
            str(self.holder.pid))
        switch.run("ip", "link", "set", "dev", self.port, "master", "switch", "up")
        self.run("ip", "address", "add", f"{self.address}/24", "dev", "eth0")
        self.run("ip", "link", "set", "dev", "eth0", "up")

    def cut(self):
        """Drops all packets from and to this machine. It sees no error: its own link stays up."""
        self.switch.run("bridge", "link", "set", "dev", self.port, "state", "0")

    def heal(self):
        self.switch.run("bridge", "link", "set", "dev", self.port, "state", "3")


class Network:
    """A switch and its machines.

    Raises Unavailable where namespaces cannot be made.
    """

    def __init__(self):
        if os.geteuid() != 0:
            raise Unavailable("only root may make network namespaces")
        self.machines = []
        self.switch = Namespace()
        try:
            self.switch.run("ip", "link", "add", "name", "switch", "type", "bridge")
            self.switch.run("ip", "link", "set", "dev", "switch", "up")
            self.probe()
        except Unavailable:
            self.end()
            raise

    def probe(self):
        """Whether machines reach each other, and do not when cut."""
        first, second = self.machine(253), self.machine(254)

        def is_reached():
            return subprocess.run(
                first.inside("python3", "-c", f"""if True:
                    import socket
                    probe = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
                    probe.settimeout(0.5)
                    try: probe.connect(("{second.address}", 9))
                    except ConnectionRefusedError: pass
                    """), stderr=subprocess.DEVNULL).returncode == 0

        if not is_reached():
            raise Unavailable("two network namespaces on a bridge do not reach each other")
        second.cut()
        if is_reached():
            raise Unavailable("a disabled port of a bridge passes packets")
        second.heal()
        if not is_reached():
            raise Unavailable("an enabled port of a bridge passes no packets")

    def machine(self, number):
        machine = Machine(self.switch, number)
        self.machines.append(machine)
        return machine

    def processes(self):
        """Those in the namespaces."""
        ours = {namespace.identity for namespace in [self.switch, *self.machines]}
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{process}/ns/net") in ours:
                    yield int(process)
            except OSError:
                pass

    def end(self):
        """Ends all namespaces.

        Returns the processes in them that do not end within some seconds.
        """
        for namespace in [*self.machines, self.switch]:
            namespace.end()
        end = time.monotonic() + 10
        while (left := list(self.processes())) and time.monotonic() < end:
            time.sleep(0.1)
        return left
