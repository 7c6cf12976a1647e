"""Gives a scrimd with real workers effects that crash, hang, grab, forge, fork and meddle: each of their
jobs must end with the right error, the next job must begin within a second and come out as ever,
and a plugin that did it to three jobs must be disabled. Then plugins that fall over while
they are loaded: all others must go on.
"""

import argparse
import fcntl
import hashlib
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time

import plugins
import spool as spools

KEYS = """
[workers]
count = 1
plugins = [{folders}]
[intake]
settle-ms = 50
[limits]
seconds = 2
memory-bytes = 536870912
[retries]
attempts = 3
[test]
back-off-ms = 300
[log]
level = "debug"
"""
GOOD = '{"scrim": 1, "canvas": {"width": 60, "height": 40}, "layers": [{"fill": "#f80"}]}'
BAD = ('{"scrim": 1, "canvas": {"width": 60, "height": 40},'
       ' "layers": [{"fill": "#08f", "effects": [{"effect": "%s"}]}]}')
# The image is too large for the packet in which the worker answers: it needs a file descriptor.
LARGE = ('{"scrim": 1, "canvas": {"width": 2000, "height": 2000}, "output": {"file": "bad-flood-large.jpeg"},'
         ' "layers": [{"fill": "#08f", "effects": [{"effect": "flood"}]}]}')
IN_EFFECT = 'the worker {} in effect "{}" (libMenace.so) of layers[0]; given up after 2 attempts.'

# Effect, code of the error (None: its job is done), beginning of the report's message.
DEEDS = [
    ("segfault", "effect-crash", "was killed by SIGSEGV"),
    ("abort", "effect-crash", "was killed by SIGABRT"),
    ("loop", "time-limit", "took longer than 2 s"),
    ("deaf", "time-limit", "took longer than 2 s"),
    ("stopped", "time-limit", "took longer than 2 s"),
    ("hoard", "out-of-memory", "needed more than 512 MiB of memory"),
    ("close", "effect-crash", "exited with status 0"),
    ("quit", "effect-crash", "exited with status 0"),
    ("flood", None, None),
    ("flood-large", "worker-crash", "the worker ran out of file descriptors in stage encode; given up after 3"),
    ("forge", "effect-crash", "violated the protocol (no image)"),
    ("leak", None, None),
    ("fork", None, None),
    ("uncounted", None, None),
    ("stack", None, None),
    ("freeze", "out-of-memory", "needed more than 512 MiB of memory"),
    ("crowd", "effect-crash", "started more than 64 threads"),
    ("unlock", None, None),
    ("late", None, None),
    ("late-segfault", None, None),
]


class RealSpool(spools.Spool):
    """With scrim-worker, and plugins of these folders."""

    def __init__(self, path, programs, logs, folders):
        super().__init__(path, programs, logs)
        with open(self.config, "w") as file:
            folders = ", ".join(json.dumps(folder) for folder in folders)
            file.write(KEYS.format(folders=folders) + self.extra(programs))

    def drop_text(self, job, text):
        part, whole = (os.path.join(self.path, "drop", n) for n in (f".{job}.part", f"{job}.json"))
        with open(part, "w") as file:
            file.write(text)
        os.rename(part, whole)

    def picture(self, job):
        with open(os.path.join(self.path, "out", f"{job}.png"), "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.daemon.pid}/fd"))

    def count(self, words):
        with open(self.log) as file:
            return file.read().count(words)


class Watch(threading.Thread):
    """Notes when each attempt begins and ends, by the folder of those that are at work."""

    def __init__(self, spool):
        super().__init__(daemon=True)
        self.folder = os.path.join(spool.path, "active")
        self.spans, self.going = {}, True

    def run(self):
        while self.going:
            now, names = time.monotonic(), set(os.listdir(self.folder))
            for name in names - self.spans.keys():
                self.spans[name] = [now, None]
            for name, span in self.spans.items():
                if span[1] is None and name not in names:
                    span[1] = now
            time.sleep(0.001)


def is_locked(folder):
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return False
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)


def commit(spool, effect, code, words, good):
    """Runs one bad effect, with jobs right after it; returns the errors and the longest wait."""
    wrong, watch = [], Watch(spool)
    watch.start()
    job, others = f"bad-{effect}", [f"good-{effect}-{number}" for number in range(3)]
    spool.drop_text(job, LARGE if effect == "flood-large" else BAD % effect)
    spools.within(30, f"{job} to begin", lambda: watch.spans)
    if effect == "unlock":
        time.sleep(0.3)
        names = spool.names("active")
        if not names or not is_locked(os.path.join(spool.path, "active", names[0])):
            wrong.append("the lock of a job is free while it is drawn")
    for other in others:
        spool.drop_text(other, GOOD)
    spools.within(60, f"reports after {effect}",
                  lambda: all(spool.report(name) for name in [job, *others]))
    for other in others:
        report = spool.report(other)
        if report["status"] != "done" or report["attempts"] != 1 or spool.picture(other) != good:
            wrong.append(f"{other} did not come out as ever: {report}")
    report = spool.report(job)
    expected = "done" if code is None else "failed"
    if report["status"] != expected:
        wrong.append(f"{job} is {report['status']}: {report.get('errors')}")
    elif code is not None:
        error = report["errors"][0]
        whole = words if words.startswith("the ") else IN_EFFECT.format(words, effect)
        if error["code"] != code or not error["message"].startswith(whole):
            wrong.append(f"{job}: {error}")
    elif report["attempts"] != 1:
        wrong.append(f"{job} took {report['attempts']} attempts")
    watch.going = False
    watch.join()
    # While nothing waited but the job itself, it waited for its own next attempt.
    first = sorted(watch.spans.items(), key=lambda item: item[1])
    waits = [after[1][0] - before[1][1] for before, after in zip(first, first[1:])
             if before[1][1] and not after[0].endswith((".2", ".3"))]
    return wrong, max(waits, default=0)


def quarantine(spool, good):
    """Three jobs of one effect: its plugin is off, with its other effects; other plugins are not."""
    wrong, again = [], [f"again-{number}" for number in range(3)]
    for job in again:
        spool.drop_text(job, BAD % "segfault")
    spools.within(30, "three crashed jobs", lambda: all(spool.report(job) for job in again))
    # This one would do no harm.
    spool.drop_text("held", BAD % "leak")
    spool.drop_text("not-held", GOOD)
    spools.within(30, "a job to be held", lambda: spool.report("held"))
    spools.within(30, "a job that is not", lambda: spool.report("not-held"))
    report = spool.report("held")
    if report["status"] != "held" or report["errors"][0]["code"] != "plugin-disabled":
        wrong.append(f"held: {report}")
    # With those whose second attempt was still to come.
    waiting = [job for job in again if spool.report(job)["status"] == "held"]
    if len(spool.names("hold")) != 1 + len(waiting) or spool.picture("not-held") != good:
        wrong.append("hold/ does not hold those jobs alone")
    return wrong


def forgive(spool):
    """All bad effects are one plugin's: without this it would be disabled after the third."""
    count = spool.count("configuration reloaded")
    spool.daemon.send_signal(signal.SIGHUP)
    spools.within(30, "a reload", lambda: spool.count("configuration reloaded") > count)


def meddling(options, work, good):
    """Plugins that end, or stop, the process that loads them."""
    folder = os.path.join(work, "meddling")
    os.mkdir(folder)
    for name in ["Trap", "Stall"]:
        plugins.build(name, os.path.abspath(options.programs), folder)
    spool = RealSpool(os.path.join(work, "second"), options.programs, folder,
                      [os.path.abspath(options.programs), folder])
    wrong, begin = [], time.monotonic()
    try:
        spool.start()
        spools.within(60, "a daemon", spool.is_up)
        spool.drop_text("good", GOOD)
        spools.within(90, "a job beside plugins that cannot be loaded", lambda: spool.report("good"))
        seconds = time.monotonic() - begin
        if spool.report("good")["attempts"] != 1 or spool.picture("good") != good:
            wrong.append(f"{spool.report('good')}")
        # The second after 30 s, which no job waits for.
        spools.within(60, "two refused plugins", lambda: all(
            spool.count(f'plugin refused plugin={folder}/lib{name}.so') for name in ["Trap", "Stall"]))
    finally:
        spool.kill()
    return wrong, seconds


def crowding(options, work, good):
    """A plugin takes all threads of the daemon's control group: the next jobs, which need new workers, wait for nothing."""
    group = f"/sys/fs/cgroup/pids/scrim-{os.getpid()}"
    folder = os.path.join(work, "plugins")
    spool = RealSpool(os.path.join(work, "third"), options.programs, os.path.join(work, "meddling"),
                      [os.path.abspath(options.programs), folder])
    try:
        os.mkdir(group)
    except OSError as error:
        print(f"no control group of pids ({error}): not tried")
        return []
    wrong = []
    try:
        with open(os.path.join(group, "pids.max"), "w") as file:
            file.write("1024")
        with open(spool.config) as file:
            text = file.read().replace("count = 1", "count = 2")
        with open(spool.config, "w") as file:
            file.write(text)
        spool.start()
        with open(os.path.join(group, "cgroup.procs"), "w") as file:
            file.write(str(spool.daemon.pid))
        spools.within(60, "a daemon", spool.is_up)
        for number in range(3):
            spool.drop_text(f"crowd-{number}", BAD % "crowd")
            time.sleep(0.1)
            # Neither of the two workers may have rendered for another owner or loaded this plugin for it.
            for other in range(4):
                spool.drop_text(f"beside-{number}-{other}", BAD % "leak" if other % 2 else GOOD)
        spools.within(60, "jobs beside a crowd", lambda: all(
            spool.report(f"beside-{number}-{other}") for number in range(3) for other in range(4)))
        for number in range(3):
            for other in range(0, 4, 2):
                report = spool.report(f"beside-{number}-{other}")
                if report["status"] != "done" or spool.picture(f"beside-{number}-{other}") != good:
                    wrong.append(f"beside-{number}-{other}: {report}")
        if spool.count("paused after a system error"):
            wrong.append("a pause while a plugin had all threads")
        print("crowding: the group had at most " + open(os.path.join(group, "pids.peak")).read().strip()
              if os.path.exists(os.path.join(group, "pids.peak")) else "crowding: no peak is counted")
    finally:
        spool.kill()
        with open(spool.log) as log:
            if wrong:
                print(log.read()[-3000:])
        spools.within(10, "an empty group", lambda: not open(os.path.join(group, "cgroup.procs")).read())
        os.rmdir(group)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd, scrim-worker and ScrimKit's modules")
    parser.add_argument("--only", help="one deed")
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="bad-plugins.", dir=os.environ.get("SCRIM_SCRATCH"))
    folder = os.path.join(work, "plugins")
    os.mkdir(folder)
    plugins.build("Menace", os.path.abspath(options.programs), folder)
    spool = RealSpool(os.path.join(work, "spool"), options.programs, work,
                      [os.path.abspath(options.programs), folder])
    wrong, longest, seconds, deeds = [], 0, 0, [deed for deed in DEEDS if options.only in (None, deed[0])]
    try:
        spool.start()
        spools.within(60, "a daemon", spool.is_up)
        spool.drop_text("first", GOOD)
        spools.within(30, "a first job", lambda: spool.report("first"))
        good, before = spool.picture("first"), spool.descriptors()
        for effect, code, words in deeds:
            found, wait = commit(spool, effect, code, words, good)
            print(f"{effect}: the next job began after {wait * 1000:.0f} ms"
                  + "".join(f"\n  wrong: {what}" for what in found), flush=True)
            wrong += found
            longest = max(longest, wait)
            forgive(spool)
        if longest > 1:
            wrong.append("a job waited for longer than a second")
        if options.only is None:
            wrong += quarantine(spool, good)
        if spool.daemon.poll() is not None:
            wrong.append(f"the daemon ended with {spool.daemon.poll()}")
        try:
            spools.within(5, "descriptors to be closed",
                          lambda: spool.descriptors() <= before and len(spool.workers()) <= 1)
        except TimeoutError:
            wrong.append(f"{spool.descriptors()} descriptors, {len(spool.workers())} workers are left")
        if options.only is None:
            found, seconds = meddling(options, work, good)
            wrong += found
        if options.only in (None, "crowd"):
            os.makedirs(os.path.join(work, "meddling"), exist_ok=True)
            wrong += crowding(options, work, good)
    except TimeoutError as error:
        wrong.append(str(error))
    finally:
        spool.kill()
        if wrong:
            with open(spool.log) as log:
                print(log.read()[-3000:])
        shutil.rmtree(work)
    print(f"bad plugins: {len(deeds)} deeds, the longest wait for the next job "
          f"{longest * 1000:.0f} ms, a job beside two that cannot be loaded in {seconds:.0f} s; "
          f"wrong: {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
