"""A member of the group exchanges files for links, in drop/, in bundles that are being taken in, and in
assets/, as fast as possible, while jobs name them: nothing outside may be read or written, and
another member's jobs must come out as if nothing were, also while flushes are slow. As root, who acts as three users.
"""

import argparse
import ctypes
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from PIL import Image

import spool as spools

DAEMON, ALICE, MALLORY = 61000, 61001, 61002
# What only files outside say, as a colour and as a word.
SECRET, WORD = (0xC0, 0xFF, 0xEE), "Kesselflicker"
EXCHANGE, HERE = 2, -100
LIBC = ctypes.CDLL(None, use_errno=True)
JOB = '{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [%s]}'
IMAGE = JOB % '{"image": {"source": "%s"}}'
FILL = JOB % '{"fill": "%s"}'


def act_as(user):
    os.setgroups([DAEMON])
    os.setgid(user)
    os.setuid(user)
    os.umask(0o002)


def as_user(user, body):
    """Runs `body` in a process of that user's, and returns it."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            act_as(user)
            body()
            status = 0
        except KeyboardInterrupt:
            pass
        except Exception as error:
            print(f"user {user}: {error!r}", flush=True)
        finally:
            os._exit(status)
    return child


def exchange(one, other, folder=HERE, side=HERE):
    LIBC.renameat2(folder, one.encode(), side, other.encode(), EXCHANGE)


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


class Place:
    """A spool and what lies beside it."""

    def __init__(self, work, programs):
        self.work, self.root = work, os.path.join(work, "spool")
        self.outside, self.counts = os.path.join(work, "outside"), os.path.join(work, "counts")
        os.chmod(work, 0o755)
        for folder, user in [(self.root, DAEMON), (self.outside, DAEMON), (self.counts, MALLORY)]:
            os.mkdir(folder)
            os.chown(folder, user, DAEMON)
        os.chmod(self.outside, 0o700)
        self.red = os.path.join(work, "red.png")
        Image.new("RGB", (9, 9), (255, 0, 0)).save(self.red)
        os.chmod(self.red, 0o644)
        # The daemon may read these, so that only its care keeps them.
        Image.new("RGB", (9, 9), SECRET).save(os.path.join(self.outside, "x.png"))
        write(os.path.join(self.outside, "job.json"), (FILL % "#c0ffee").encode())
        write(os.path.join(self.outside, "words.json"), f'{{"{WORD}": 1}}'.encode())
        for name in os.listdir(self.outside):
            os.chown(os.path.join(self.outside, name), DAEMON, DAEMON)
            os.chmod(os.path.join(self.outside, name), 0o600)
        self.spool = spools.Spool(self.root, programs, work)
        with open(self.spool.config, "w") as file:
            file.write("[intake]\nsettle-ms = 50\n[test]\nsettle-blind-ms = 300\n[limits]\nseconds = 10\n"
                       + self.spool.extra(programs))
        os.chmod(self.spool.config, 0o644)

    def start(self, programs, preload):
        command = ["setpriv", f"--reuid={DAEMON}", f"--regid={DAEMON}", "--clear-groups",
                   "--no-new-privs", f"{programs}/scrimd", "--spool", self.root, "--config",
                   self.spool.config, "--workers", "1"]
        with open(self.spool.log, "ab") as log:
            self.spool.daemon = subprocess.Popen(
                command, stderr=log, stdout=subprocess.DEVNULL, env={**os.environ, **preload})
        spools.within(60, "a daemon", self.spool.is_up)
        assert spools.has_preloaded(self.spool.daemon, preload), "nothing was preloaded"
        # As tmpfiles.d has it.
        os.chmod(os.path.join(self.root, "assets"), 0o3775)

    def state(self):
        """What lies outside, to the byte and the minute of its birth."""
        found = {}
        for name in os.listdir(self.outside):
            path = os.path.join(self.outside, name)
            about = os.stat(path)
            with open(path, "rb") as file:
                found[name] = (about.st_mtime_ns, about.st_ctime_ns, about.st_nlink, file.read())
        return found, os.stat(self.outside).st_mtime_ns


class Mallory:
    """What one does who has read how races are won."""

    def __init__(self, place, seed):
        self.place, self.random = place, random.Random(seed)
        self.drop, self.assets = (os.path.join(place.root, n) for n in ("drop", "assets/m"))
        self.number = self.swaps = 0

    def run(self):
        """Drops, and swaps what was dropped before and what jobs name, until it is killed."""
        with open(self.place.red, "rb") as file:
            self.red = file.read()
        os.mkdir(self.assets)
        self.pair(self.assets, "x.png", "link.png")
        os.mkdir(f"{self.assets}/in")
        write(f"{self.assets}/in/x.png", self.red)
        os.symlink(self.place.outside, f"{self.assets}/out")
        while True:
            for act in self.random.sample([self.document, self.bundle, self.named, self.leased], 4):
                self.number += 1
                try:
                    act(f"m{self.number}")
                except OSError:
                    # Taken from under these hands: as it must be.
                    pass
            write(f"{self.place.counts}/.swaps", str(self.swaps).encode())
            os.rename(f"{self.place.counts}/.swaps", f"{self.place.counts}/swaps")

    def pair(self, folder, file, link):
        write(f"{folder}/{file}", self.red)
        os.symlink(f"{self.place.outside}/x.png", f"{folder}/{link}")

    def swap(self, times, *pairs, folder=HERE, side=HERE):
        for _ in range(times):
            for one, other in pairs:
                exchange(one, other, folder, side)
                self.swaps += 1

    def document(self, job):
        """A job that is a link, or a pipe, every other moment."""
        name, link = f"{self.drop}/{job}.json", f"{self.drop}/.{job}"
        if self.random.random() < 0.3:
            os.mkfifo(link)
        else:
            os.symlink(f"{self.place.outside}/{self.random.choice(['job', 'words'])}.json", link)
        write(name, (FILL % "red").encode())
        self.swap(2000, (name, link))

    def bundle(self, job):
        """A bundle whose files and folders are links every other moment, also once it is in the daemon's
        hands; at times its folder fills as fast as it is emptied."""
        place, side = f"{self.drop}/.{job}.part", f"{self.drop}/.{job}.side"
        for folder in [place, side, f"{place}/in"]:
            os.mkdir(folder)
        for name in ["x.png", "in/x.png"]:
            write(f"{place}/{name}", self.red)
        write(f"{place}/job.json", (IMAGE % self.random.choice(["x.png", "in/x.png"])).encode())
        for name, target in [("x.png", "x.png"), ("in", ""), ("job.json", "job.json")]:
            os.symlink(f"{self.place.outside}/{target}", f"{side}/{name}")
        folders = [os.open(path, os.O_RDONLY) for path in (place, side)]
        fills = self.random.random() < 0.3
        os.rename(place, f"{self.drop}/{job}.scrim")
        end = time.monotonic() + self.random.uniform(0.05, 0.5)
        try:
            while time.monotonic() < end:
                pairs = [(name, name) for name in self.random.sample(["x.png", "in", "job.json"], 1)]
                # Twice, so that it is mostly as it should be.
                self.swap(2, *pairs, folder=folders[0], side=folders[1])
                for number in range(50 if fills else 0):
                    os.close(os.open(f"more-{number}", os.O_CREAT | os.O_WRONLY, 0o664,
                                     dir_fd=folders[0]))
        finally:
            for folder in folders:
                os.close(folder)
            shutil.rmtree(side, ignore_errors=True)

    def named(self, job):
        """Pictures that are links every other moment, by several ways."""
        for number, source in enumerate(
                ["m/x.png", "m/in/x.png", "m/in/../in/x.png", "m/out/x.png", "m/in/../../../../outside/x.png"]):
            part = f"{self.drop}/.{job}-{number}.part"
            write(part, (IMAGE % source).encode())
            os.rename(part, f"{self.drop}/{job}-{number}.json")
        self.swap(3000, (f"{self.assets}/x.png", f"{self.assets}/link.png"),
                  (f"{self.assets}/in", f"{self.assets}/out"))

    def leased(self, job):
        """A job that cannot be opened without waiting for its owner."""
        import fcntl
        path = f"{self.drop}/{job}.json"
        write(path, (FILL % "red").encode())
        signal.signal(signal.SIGIO, signal.SIG_IGN)
        descriptor = os.open(path, os.O_RDWR)
        try:
            fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            time.sleep(0.3)
        finally:
            os.close(descriptor)


def trespass(place):
    """What must not even be possible; prints what was."""
    root = place.root
    attempts = [
        lambda: os.symlink(place.outside, f"{root}/out/alice.png"),
        lambda: open(f"{root}/out/first.png", "r+b"),
        lambda: os.rename(f"{root}/out/first.png", f"{root}/drop/stolen"),
        lambda: os.mkdir(f"{root}/queue/1795341305443-61001-aaaaaaaa.0"),
        lambda: os.listdir(f"{root}/drop"),
        lambda: os.symlink("/etc", f"{root}/reports/x.json"),
        lambda: os.link(f"{place.outside}/x.png", f"{root}/drop/hard.json"),
        lambda: os.remove(f"{root}/drop/alice-waits.part"),
        lambda: os.listdir(f"{root}/done/{os.listdir(f'{root}/done')[0]}"),
    ]
    for number, attempt in enumerate(attempts):
        try:
            attempt()
        except OSError:
            continue
        raise RuntimeError(f"trespass {number} was possible")


def alice_waits(place, number):
    """Hands in a job and waits for its picture; returns the seconds."""
    job, begin = f"alice-{number}", time.monotonic()

    def drop():
        part = f"{place.root}/drop/.{job}.part"
        write(part, (FILL % "blue").encode())
        os.rename(part, f"{place.root}/drop/{job}.json")
    os.waitpid(as_user(ALICE, drop), 0)
    spools.within(60, job, lambda: os.path.exists(f"{place.root}/out/{job}.result.json"))
    return job, time.monotonic() - begin


def judge(place, alice):
    """Returns the errors in the results."""
    wrong, results = [], {}
    for name in place.spool.names("out"):
        path = os.path.join(place.root, "out", name)
        if name.endswith(".png"):
            colours = {colour for _, colour in Image.open(path).convert("RGB").getcolors()}
            allowed = (0, 0, 255) if name.startswith("alice") or name == "first.png" else (255, 0, 0)
            if colours != {allowed}:
                wrong.append(f"{name} shows {colours}")
            continue
        with open(path) as file:
            text = file.read()
        report = json.loads(text)
        if WORD in text or "c0ffee" in text:
            wrong.append(f"{name} tells what lies outside")
        kind = report["status"]
        if kind == "failed":
            kind = report["errors"][0]["code"]
        results[kind] = results.get(kind, 0) + 1
    for job in alice:
        with open(os.path.join(place.root, "out", f"{job}.result.json")) as file:
            report = json.load(file)
        if report["status"] != "done" or report["attempts"] != 1:
            wrong.append(f"{job}: {report}")
    with open(place.spool.log) as log:
        text = log.read()
    if WORD in text:
        wrong.append("the log tells what lies outside")
    return wrong, results, text.count("paused")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd and scrim-worker")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow-flushes", action="store_true", help="as on a disk that has much else to write")
    options = parser.parse_args()
    if os.geteuid() != 0:
        print("escape: skipped: only root may act as others.")
        return 0
    programs = os.path.abspath(options.programs)
    work = tempfile.mkdtemp(prefix="escape.", dir=os.environ.get("SCRIM_SCRATCH"))
    place, mallory, wrong = Place(work, programs), None, []
    try:
        place.start(programs, spools.preloaded("slow_syncfs", work) if options.slow_flushes else {})
        before = place.state()
        write(f"{place.root}/drop/.first.part", (FILL % "blue").encode())
        os.rename(f"{place.root}/drop/.first.part", f"{place.root}/drop/first.json")
        spools.within(60, "a first job", lambda: os.path.exists(f"{place.root}/out/first.result.json"))
        spools.within(60, "its state", lambda: place.spool.names("done"))
        _, status = os.waitpid(as_user(MALLORY, lambda: trespass(place)), 0)
        if status:
            wrong.append("something is possible that must not be")
        mallory = as_user(MALLORY, Mallory(place, options.seed).run)
        end, alice, longest = time.monotonic() + options.seconds, [], 0
        while time.monotonic() < end:
            job, seconds = alice_waits(place, len(alice))
            alice.append(job)
            longest = max(longest, seconds)
        os.kill(mallory, signal.SIGKILL)
        os.waitpid(mallory, 0)
        mallory = None
        spools.within(120, "an end of what is at work", lambda: not any(
            place.spool.names(state) for state in ["ingest", "queue", "active", "ready"]))
        if place.spool.daemon.poll() is not None:
            wrong.append(f"the daemon ended with {place.spool.daemon.poll()}")
        if place.state() != before:
            wrong.append("what lies outside was changed")
        found, results, pauses = judge(place, alice)
        wrong += found
        with open(f"{place.counts}/swaps") as file:
            swaps = int(file.read())
        print(f"escape: {swaps} swaps; {results}; {len(place.spool.names('corrupt'))} in corrupt/, "
              f"{pauses} pauses; {len(alice)} jobs of another member, the longest in {longest:.1f} s; "
              f"wrong: {wrong}")
        if pauses:
            wrong.append("somebody made the daemon pause")
    except TimeoutError as error:
        wrong.append(str(error))
    finally:
        if mallory:
            os.kill(mallory, signal.SIGKILL)
        place.spool.kill()
        if wrong:
            # The reason last: of a long output the end is kept.
            subprocess.run(["grep", "paused", place.spool.log])
            subprocess.run(["tail", "-n", "20", place.spool.log])
            print(f"escape: wrong: {wrong}")
        shutil.rmtree(work)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
