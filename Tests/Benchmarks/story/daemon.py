"""A `scrimd` of its own on a new spool: jobs are dropped, and pictures waited for."""

import os
import pathlib
import shutil
import subprocess
import time


class Daemon:
    def __init__(self, programs, folder, workers=2):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.spool = folder / "spool"
        configuration = folder / "scrim.toml"
        configuration.write_text(
            f'[spool]\npath = "{self.spool}"\n[workers]\ncount = {workers}\n'
            f'program = "{programs}/scrim-worker"\nplugins = ["{programs}"]\n'
            '[intake]\nwaiting-per-user = 1000000\n[log]\nlevel = "warning"\n')
        self.process = subprocess.Popen([f"{programs}/scrimd", "--config", str(configuration)],
                                        stderr=open(folder / "log", "w"))
        while not (self.spool / "drop").is_dir() or not (self.spool / "out").is_dir():
            time.sleep(0.01)
        time.sleep(1)

    def put(self, name, content):
        """Puts a picture where jobs find it."""
        path = self.spool / "assets" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)

    def drop(self, name, job):
        part = self.spool / "drop" / f".{name}.part"
        part.write_text(job)
        os.rename(part, self.spool / "drop" / f"{name}.json")

    def run(self, jobs):
        """Drops jobs (name to JSON) one after the other and waits for all.

        Returns seconds from the first drop to the last delivery, and the milliseconds of each job.
        """
        dropped, delivered = {}, {}
        out = self.spool / "out"
        start = time.time()
        for name, job in jobs.items():
            dropped[name] = time.time()
            self.drop(name, job)
        while len(delivered) < len(jobs):
            for entry in os.scandir(out):
                name = pathlib.Path(entry.name).name.removesuffix(".jpg")
                if entry.name.endswith(".jpg") and name in jobs and name not in delivered:
                    # Delivering is a rename: the time of the folder's entry is the inode's change.
                    delivered[name] = entry.stat().st_ctime
            if self.process.poll() is not None:
                raise RuntimeError("scrimd ended")
            time.sleep(0.002)
        seconds = max(delivered.values()) - start
        return seconds, sorted((delivered[name] - dropped[name]) * 1e3 for name in jobs)

    def close(self):
        self.process.terminate()
        self.process.wait()
