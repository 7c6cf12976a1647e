"""A `scrimd` of its own on a new spool: jobs are dropped, and pictures waited for."""

import atexit
import os
import pathlib
import shutil
import subprocess
import tempfile
import time


def new_folder(place):
    """A folder in `place` that is deleted at the end of the run, and not sooner: ext4 without a journal looks at each
    inode that was deleted within the last minutes whenever it creates a file."""
    if not place.exists():
        place.mkdir(parents=True)
        atexit.register(shutil.rmtree, place, ignore_errors=True)
    return pathlib.Path(tempfile.mkdtemp(prefix="daemon.", dir=place))


class Daemon:
    def __init__(self, programs, place, workers=2):
        folder = new_folder(place)
        self.spool, self.log = folder / "spool", folder / "log"
        configuration = folder / "scrim.toml"
        configuration.write_text(
            f'[spool]\npath = "{self.spool}"\n[workers]\ncount = {workers}\n'
            f'program = "{programs.worker}"\nplugins = ["{programs.plugins}"]\n'
            '[intake]\nwaiting-per-user = 1000000\n[log]\nlevel = "warning"\n')
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [programs.scrimd, "--config", str(configuration)], stderr=log)
        end = time.monotonic() + 30
        while not (self.spool / "drop").is_dir() or not (self.spool / "out").is_dir():
            self.insist(end)
            time.sleep(0.01)
        time.sleep(1)

    def insist(self, end):
        """Fails when it has ended, or when it is later than `end`."""
        if self.process.poll() is not None or time.monotonic() > end:
            state = "did not get on" if self.process.poll() is None else "ended"
            raise RuntimeError(f"scrimd {state}:\n{self.log.read_text()}")

    def put(self, name, content):
        """Puts a picture where jobs find it."""
        path = self.spool / "assets" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)

    def drop(self, name, job):
        part = self.spool / "drop" / f".{name}.part"
        part.write_text(job)
        os.rename(part, self.spool / "drop" / f"{name}.json")

    def run(self, jobs, most=600, ending=".jpg"):
        """Drops jobs (name to JSON, which writes NAME and the ending) one after the other and waits for all, or for
        so many seconds.

        Returns seconds from the first drop to the last delivery, and the sorted milliseconds of each job
        that came out.
        """
        dropped, start = {}, time.time()
        for name, job in jobs.items():
            dropped[name] = time.time()
            self.drop(name, job)
        end, began = time.monotonic() + most, time.monotonic()
        while (done := self.delivered(jobs, ending)) is None:
            if time.monotonic() > end and len(jobs) > 100:
                break
            self.insist(end + 1)
            if failed := os.listdir(self.spool / "failed"):
                raise RuntimeError(f"jobs failed: {failed[:3]}\n{self.log.read_text()[-500:]}")
            # Who looks often has a processor that the daemon could have.
            time.sleep(max(0.001, min(0.1, (time.monotonic() - began) / 20)))
        out = self.spool / "out"
        # Delivering is a rename: the time of the folder's entry is the inode's change.
        delivered = {name: os.stat(out / f"{name}{ending}").st_ctime
                     for name in done or jobs if (out / f"{name}{ending}").exists()}
        seconds = max(delivered.values()) - start
        return seconds, sorted((delivered[name] - dropped[name]) * 1e3 for name in delivered)

    def delivered(self, jobs, ending):
        """The jobs, once all of them are done."""
        if len(jobs) == 1:
            return jobs if (self.spool / "out" / f"{next(iter(jobs))}{ending}").exists() else None
        names = set(os.listdir(self.spool / "out"))
        return jobs if all(f"{name}{ending}" in names for name in jobs) else None

    def processor_milliseconds(self):
        """What it and its workers, also those that have ended, have had of a processor."""
        total = 0
        for process in [self.process.pid, *self.workers()]:
            try:
                with open(f"/proc/{process}/stat") as file:
                    parts = file.read().rsplit(")", 1)[1].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            # Its own, and, of the daemon, that of the children it has waited for.
            total += sum(int(part) for part in parts[11:15])
        return total * 1000 / os.sysconf("SC_CLK_TCK")

    def own_milliseconds(self):
        """CPU time of the daemon's process alone."""
        return time.clock_gettime((~self.process.pid << 3) | 2) * 1e3

    def workers(self):
        """The processes that it has started."""
        found = []
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            try:
                with open(f"/proc/{self.process.pid}/task/{thread}/children") as file:
                    found += file.read().split()
            except (FileNotFoundError, ProcessLookupError):
                # Threads that flush files end when they have.
                pass
        return found

    def close(self):
        self.process.terminate()
        self.process.wait()
