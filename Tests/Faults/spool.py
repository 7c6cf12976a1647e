"""A scrimd on a small disk, with fake workers or real ones, for the drivers beside this file."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

STATES = ["drop", "ingest", "queue", "active", "ready", "failed", "corrupt", "hold"]
DOCUMENT = b'{"scrim": 1, "layers": []}'
# For real workers: some text, and an effect of a plugin.
DRAWING = b"""{"scrim": 1, "canvas": {"width": 240, "height": 80}, "layers": [
  {"fill": "#1e3a8a"},
  {"text": {"string": "Storm", "size": 40, "color": "#fff"}, "effects": [{"effect": "outline"}]}]}"""


def picture(job):
    """What fake-worker draws."""
    return (f"pixels of {job}\n" * 500).encode()


def drawn(programs):
    """What a real worker draws."""
    with tempfile.TemporaryDirectory() as folder:
        job, output = os.path.join(folder, "job.json"), os.path.join(folder, "job.png")
        with open(job, "wb") as file:
            file.write(DRAWING)
        subprocess.run([f"{programs}/scrim", "render", job, "-o", output, "--plugins", programs],
                       check=True, stdout=subprocess.DEVNULL)
        with open(output, "rb") as file:
            return file.read()


def preloaded(name, folder):
    """What to add to a daemon's environment for the functions of NAME.c to take the place of libc's."""
    library = os.path.join(folder, f"{name}.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.c")
    # The toolchain's own, beside swift.
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return {"LD_PRELOAD": library}


def has_preloaded(process, environment):
    with open(f"/proc/{process.pid}/maps") as maps:
        text = maps.read()
    return all(library in text for library in environment.values())


class Spool:
    """A spool at a path, whose configuration and logs lie elsewhere: its disk may be full."""

    def __init__(self, path, programs, logs, retries="[retries]\npause-ms = 100\n", draws=False, blind=10, more="",
                 test=""):
        self.path, self.programs = path, os.path.abspath(programs)
        self.document, self.expected = DOCUMENT, picture
        program = f'program = "{self.programs}/fake-worker"\n'
        if draws:
            self.document, whole = DRAWING, drawn(self.programs)
            self.expected = lambda job: whole
            program = f'program = "{self.programs}/scrim-worker"\nplugins = ["{self.programs}"]\n'
        self.log = os.path.join(logs, "scrimd.log")
        self.config = os.path.join(logs, "scrim.toml")
        with open(self.config, "w") as file:
            # Small disks: the space that is always kept free must be less than they have.
            file.write(
                f"[workers]\n{program}count = 2\n"
                f"[intake]\nsettle-ms = 50\n[test]\nsettle-blind-ms = {1000 * blind}\n{test}"
                + retries + more + "[log]\nlevel = \"warning\"\n" + self.extra(programs)
            )
        self.daemon = None

    def extra(self, programs):
        keys = subprocess.run(
            [f"{programs}/scrimd", "--check"], capture_output=True, text=True, check=True).stdout
        return "[disk]\nfree-bytes = 0\nfree-percent = 0\n" if '"disk"' in keys else ""

    def start(self, *more, **environment):
        with open(self.log, "ab") as log:
            self.daemon = subprocess.Popen(
                [f"{self.programs}/scrimd", "--spool", self.path, "--config", self.config, *more],
                stderr=log, stdout=subprocess.DEVNULL, env={**os.environ, **environment})

    def is_up(self):
        """True once it has scanned its spool."""
        try:
            with open(os.path.join(self.path, "status.json")) as file:
                return json.load(file)["pid"] == self.daemon.pid
        except (OSError, ValueError):
            return False

    def kill(self):
        if self.daemon and self.daemon.poll() is None:
            self.daemon.send_signal(signal.SIGKILL)
        if self.daemon:
            self.daemon.wait()

    def finish(self):
        """Runs a daemon until nothing is left to do."""
        self.start("--drain")
        return self.daemon.wait(120)

    def names(self, folder):
        try:
            return sorted(os.listdir(os.path.join(self.path, folder)))
        except FileNotFoundError:
            return []

    def report(self, job):
        """The report of a job in `out/`; `None` if there is none yet."""
        for kind in ["failed", "result"]:
            try:
                with open(os.path.join(self.path, "out", f"{job}.{kind}.json")) as file:
                    return json.load(file)
            except (OSError, ValueError):
                pass
        return None

    def drop(self, job):
        """As `scrim submit` does it: on the disk before it has its name, and then with its name."""
        part, whole = (os.path.join(self.path, "drop", n) for n in (f".{job}.part", f"{job}.json"))
        self.write(part)
        self.rename(part, whole)

    def drop_bundle(self, job, submission=None):
        """A document and two pictures that it does not need, and what is asked for it."""
        part = os.path.join(self.path, "drop", f".{job}.part")
        os.makedirs(os.path.join(part, "pictures"))
        for name in ["job.json", "pictures/a.png", "pictures/b.png"]:
            with open(os.path.join(part, name), "wb") as file:
                file.write(self.document)
        if submission:
            with open(os.path.join(part, "submission.json"), "w") as file:
                json.dump(submission, file)
        os.rename(part, os.path.join(self.path, "drop", f"{job}.scrim"))

    def workers(self):
        """The daemon's children."""
        tasks, found = f"/proc/{self.daemon.pid}/task", []
        try:
            threads = os.listdir(tasks)
        except OSError:
            return found
        for thread in threads:
            try:
                with open(f"{tasks}/{thread}/children") as file:
                    found += map(int, file.read().split())
            except OSError:
                # Threads that flush files end when they have.
                pass
        return found

    def write(self, part, content=None):
        with open(part, "wb") as file:
            file.write(content or self.document)
            file.flush()
            os.fsync(file.fileno())

    def rename(self, part, whole):
        os.rename(part, whole)
        folder = os.open(os.path.dirname(whole), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def faults(self, jobs, attempts=None, out=None):
        """The errors once all jobs should be done, with as many `attempts` each, and
        their results are in `out`."""
        out = out or os.path.join(self.path, "out")
        wrong = []
        for state in STATES:
            # What was never dropped, but was being written, stays.
            names = [name for name in self.names(state) if not name.startswith(".")]
            if names:
                wrong.append(f"{state} holds {names[:3]}")
        for job in jobs:
            try:
                wrong += self.faults_of(job, attempts, out)
            except (OSError, ValueError) as error:
                wrong.append(f"{job}: {error}")
        tickets = []
        for name in self.names("done"):
            with open(os.path.join(self.path, "done", name, "ticket.json")) as file:
                tickets.append(json.load(file)["name"])
        if sorted(tickets) != sorted(jobs):
            wrong.append(f"done/ holds {len(tickets)} jobs in place of {len(jobs)}")
        return wrong

    def faults_of(self, job, attempts, out):
        with open(os.path.join(out, f"{job}.png"), "rb") as file:
            content = file.read()
        with open(os.path.join(out, f"{job}.result.json")) as file:
            report = json.load(file)
        if content != self.expected(job):
            yield f"{job}.png is torn"
        if report["status"] != "done":
            yield f"{job} is {report['status']}"
        elif report["outputs"][0]["sha256"] != hashlib.sha256(content).hexdigest():
            yield f"{job}: the report has another SHA-256"
        if attempts is not None and report["attempts"] != attempts:
            yield f"{job} took {report['attempts']} attempts"


def in_own_mounts():
    """Continues in a mount namespace of its own: another process's copy of the mounts would
    keep a disk in use that was unmounted here."""
    if "SCRIM_OWN_MOUNTS" not in os.environ:
        os.environ["SCRIM_OWN_MOUNTS"] = "1"
        command = ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv]
        os.execvp(command[0], command)


def within(seconds, what, is_so):
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(f"not in {seconds} s: {what}")
        time.sleep(0.02)
