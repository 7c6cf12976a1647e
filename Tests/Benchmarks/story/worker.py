"""A `scrim-worker` that is kept warm, asked as `scrimd` asks it: a request with the job, its files by descriptor; the
image in the answer's packet or, above 32 KiB, by descriptor."""

import array
import fcntl
import json
import os
import socket
import subprocess
import time


# Bytes of the shared memory in which a worker shows its steps (SCRIM_CELL_BYTES).
CELL = 16384


def sealed(name, size):
    """A memory file whose size stays."""
    file = os.memfd_create(name, os.MFD_ALLOW_SEALING)
    os.ftruncate(file, size)
    fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK)
    return file


def constant(name, content):
    """A memory file whose content stays."""
    file = os.memfd_create(name, os.MFD_ALLOW_SEALING)
    os.pwrite(file, content, 0)
    fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_WRITE)
    return file


class Worker:
    """One worker, which draws one job after the other."""

    def __init__(self, programs, cache=192 << 20):
        self.line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

        def place():
            os.dup2(other.fileno(), 3)
            os.set_inheritable(3, True)

        start = time.perf_counter()
        self.process = subprocess.Popen(
            [programs.worker], preexec_fn=place, close_fds=False, env={
                "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
                "MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(64 << 20),
                "MALLOC_ARENA_MAX": "1",
                **{name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}})
        other.close()
        steps = sealed("steps", CELL)
        self.send({"type": "start", "plugins": [programs.plugins], "loaded": [programs.plugins], "without": [],
                   "memory": 2 << 30, "outputBytes": 256 << 20, "cacheBytes": cache, "standby": False,
                   "fonts": [], "debug": False, "unprivileged": False}, [steps])
        os.close(steps)
        while self.receive()[0]["type"] != "ready":
            pass
        self.milliseconds_to_start = (time.perf_counter() - start) * 1e3

    def send(self, message, numbers=(), content=None):
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", numbers))] if numbers else []
        self.line.sendmsg([json.dumps(message).encode(), *([] if content is None else [b"\0", content])], ancillary)

    def receive(self):
        packet, ancillary, _, _ = self.line.recvmsg(1 << 16, socket.CMSG_SPACE(4 * 8))
        numbers = array.array("i")
        for _, _, data in ancillary:
            numbers.frombytes(data[:len(data) - len(data) % numbers.itemsize])
        text, _, content = packet.partition(b"\0")
        return json.loads(text), content, list(numbers)

    def fill(self, template, values):
        """The job that a template (JSON) gives with values of its inputs, as scrim-http asks for it."""
        numbers = [constant("template", template.encode()), constant("data", json.dumps(values).encode() + b"\n")]
        self.send({"type": "prepare", "owner": "0", "name": "image", "settings": [], "sample": False, "limits": {},
                   "data": {"format": "jsonl", "file": "", "most": 1, "selection": []}}, numbers)
        for number in numbers:
            os.close(number)
        while True:
            message, _, numbers = self.receive()
            if message["type"] == "allocate":
                self.allocate(message["bytes"])
            if message["type"] == "prepared":
                if message["errors"] or not numbers:
                    raise RuntimeError(message)
                job = os.pread(numbers[0], message["documents"][0]["bytes"], 0).decode()
                os.close(numbers[0])
                return job

    def render(self, job, sources, traced=False, evaluated=False):
        """The picture of a job (JSON) over files (name to path), and the worker's report; a traced one
        says what was cached. An evaluated one is what a template gave."""
        numbers = [os.open(path, os.O_RDONLY) for path in sources.values()]
        request = {"type": "render", "owner": "0", "name": "story", "seed": 1, "scale": None, "limits": {},
                   "evaluated": evaluated, "trace": traced, "layers": False, "measure": False, "drawn": False,
                   "advised": True, "plugins": [],
                   "otherEffects": {"names": [], "refused": []},
                   "sources": [{"name": name} for name in sources]}
        self.send(request, numbers, job.encode())
        for number in numbers:
            os.close(number)
        picture = b""
        while True:
            message, content, numbers = self.receive()
            if message["type"] == "allocate":
                self.allocate(message["bytes"])
            output = message if message["type"] == "output" else message.get("output")
            if output:
                picture = content if not numbers else os.pread(numbers[0], output["bytes"], 0)
            for number in numbers:
                os.close(number)
            if message["type"] == "rendered":
                if "report" not in message:
                    raise RuntimeError(message)
                return picture, message["report"]

    def allocate(self, size):
        """A memory file of so many bytes, which a worker can't make itself."""
        file = sealed("allocated", size)
        self.send({"type": "allocated"}, [file])
        os.close(file)

    def processor_milliseconds(self):
        """What it has had of a processor so far: the clock of another process (clock_getcpuclockid)."""
        return time.clock_gettime((~self.process.pid << 3) | 2) * 1e3

    def page_faults(self):
        """Pages that it was given so far without reading them from a disk."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            return int(file.read().rsplit(")", 1)[1].split()[7])

    def memory(self):
        """The most that it has held, MB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024

    def close(self):
        self.line.close()
        self.process.wait()
