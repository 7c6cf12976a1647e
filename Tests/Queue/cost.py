"""What a queue costs: CPU time per story of PostgreSQL, scrim-node, scrimd and workers together, beside scrimd alone.

The stories are those of Tests/Benchmarks, with photos of 440 kB: each its own, or one for all. Both get the same stories
in turns, as bundles; of one photo scrimd alone also has it in assets/. All processes count, also those that have ended;
clients that submit do not, but what the server does for them does.
"""

import argparse
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import types

import node
import server

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../Benchmarks"))

from parts.run import Run  # noqa: E402
from story import scene  # noqa: E402

GATE = 1.1
WARM = 20
WORKERS = 2
TICKS = os.sysconf("SC_CLK_TCK")
SHARED = "shared.jpg"
CASES = ("different photos", "one photo")


def stat(process):
    """Parent, CPU seconds of a process itself, and those of its children that have ended."""
    with open(f"/proc/{process}/stat") as file:
        parts = file.read().rsplit(")", 1)[1].split()
    user, system, *ended = (int(part) / TICKS for part in parts[11:15])
    return int(parts[1]), user + system, sum(ended)


def tree(root):
    """CPU seconds of a process, and of all that it has started."""
    parents, own = {}, {}
    for process in map(int, filter(str.isdigit, os.listdir("/proc"))):
        try:
            parents[process], *own[process] = stat(process)
        except (FileNotFoundError, ProcessLookupError):
            pass
    total, waiting = 0, [root]
    while waiting:
        process = waiting.pop()
        total += sum(own[process])
        waiting += [child for child, parent in parents.items() if parent == process]
    return stat(root)[1], total


def wait(is_done):
    end = time.monotonic() + 300
    while not is_done():
        assert time.monotonic() < end, "the stories are not done within 300 s"
        time.sleep(0.1)


class Alone:
    """A scrimd of its own."""

    def __init__(self, programs, work):
        self.spool = os.path.join(work, "alone")
        with open(os.path.join(work, "alone.log"), "ab") as log:
            self.process = subprocess.Popen(
                [os.path.join(programs, "scrimd"), "--config", os.path.join(HERE, "../../etc/scrim.toml"), "--spool",
                 self.spool, "--workers", str(WORKERS), "--log-format", "text"], stderr=log)
        wait(lambda: os.path.isdir(os.path.join(self.spool, "out")))

    def asset(self, photo):
        shutil.copy(photo, os.path.join(self.spool, "assets", SHARED))

    def drop(self, name, document, photo):
        part = os.path.join(self.spool, "drop", f".{name}.part")
        if photo:
            os.mkdir(part)
            shutil.copy(photo, os.path.join(part, SHARED))
        with open(os.path.join(part, "job.json") if photo else part, "w") as file:
            file.write(document)
        os.rename(part, os.path.join(self.spool, "drop", f"{name}.scrim" if photo else f"{name}.json"))

    def render(self, stories):
        for name, document, photo in stories:
            self.drop(name, document, photo)
        out = os.path.join(self.spool, "out")
        wait(lambda: all(os.path.exists(os.path.join(out, f"{name}.result.json")) for name, *_ in stories))

    def image(self, name):
        with open(os.path.join(self.spool, "out", f"{name}.jpg"), "rb") as file:
            return file.read()

    def usage(self):
        own, total = tree(self.process.pid)
        return {"scrimd": own, "workers": total - own}

    def end(self):
        self.process.terminate()
        self.process.wait()


class Queued:
    """A queue's server and a node."""

    def __init__(self, programs, work, settings):
        self.server = server.Server(programs, ["shop"], settings)
        with open(f"{self.server.folder}/data/postmaster.pid") as file:
            self.postmaster = int(file.readline())
        self.node = node.Node(programs, work, 0, self.server, lease=60, workers=WORKERS)
        self.client = self.server.connect("shop")
        self.programs, self.stories = programs, os.path.join(work, "stories")
        self.submitting = 0

    def render(self, stories):
        """Submits all by one command, while the node stands still, so that what this takes is known."""
        files = []
        for name, document, photo in stories:
            folder = os.path.join(self.stories, name)
            os.makedirs(folder)
            shutil.copy(photo, os.path.join(folder, SHARED))
            files.append(os.path.join(folder, f"{name}.json"))
            with open(files[-1], "w") as file:
                file.write(document)
        node = self.node.processes["scrim-node"]
        node.send_signal(signal.SIGSTOP)
        before = tree(self.postmaster)[1]
        subprocess.run(
            [os.path.join(self.programs, "scrim-queue"), "submit", "--queue", self.server.url("shop"), *files],
            check=True, stdout=subprocess.DEVNULL)
        self.submitting += tree(self.postmaster)[1] - before
        node.send_signal(signal.SIGCONT)
        wait(self.is_done)
        wait(lambda: not self.node.leftovers())

    def is_done(self):
        with self.client, self.client.cursor() as cursor:
            cursor.execute("SELECT * FROM scrim.counts()")
            return not cursor.fetchall()

    def image(self, name):
        (state, report), = self.server.sql(f"SELECT state, report FROM scrim.finished WHERE name = '{name}'")
        assert state == "d", report
        return bytes(self.server.sql(f"""
            SELECT string_agg(c.bytes, '' ORDER BY c.part) FROM scrim.finished f
              JOIN scrim.chunks c ON c.job = f.id AND c.token = f.token WHERE f.name = '{name}'""")[0][0])

    def usage(self):
        own, total = tree(self.node.processes["scrimd"].pid)
        return {
            "scrimd": own, "workers": total - own, "scrim-node": tree(self.node.processes["scrim-node"].pid)[1],
            "PostgreSQL, submitting": self.submitting,
            "PostgreSQL, the rest": tree(self.postmaster)[1] - self.submitting}

    def end(self):
        self.node.end()
        self.server.end()


class Cost:
    def __init__(self, options, work):
        self.options = options
        photos = types.SimpleNamespace(
            scrim=None, folder=options.photos, repetitions=0, minutes=0, stories=options.stories, small=0)
        self.photos = Run(photos, None)
        self.work = work
        self.number = 0
        self.results = {}

    def stories(self, count, case):
        """Stories with new names: name, job, and photo; none if it is an asset."""
        stories = []
        for number in range(self.number, self.number + count):
            photo = self.photos.photo(number if case == "different photos" else 0)
            job = scene.job(SHARED, ("A story for you", f"number {number}"))
            name = f"story-{number}"
            stories.append((name, job.replace('"story.jpg"', f'"{name}.jpg"'), str(photo)))
        return stories

    def measure(self, case, system, place, stories):
        before = place.usage()
        place.render(stories)
        after = place.usage()
        spent = {part: (after[part] - before[part]) * 1000 / len(stories) for part in after}
        self.results.setdefault((case, system), []).append(spent)

    def run(self):
        alone = Alone(self.options.programs, self.work)
        queued = Queued(self.options.programs, self.work, self.options.settings)
        try:
            alone.asset(self.photos.photo(0))
            for case in self.options.cases:
                for turn in range(-1, self.options.turns):
                    count = self.options.stories if turn >= 0 else WARM
                    stories = self.stories(count, case)
                    places = [("scrimd alone", alone, stories), ("queue", queued, stories)]
                    if case == "one photo":
                        assets = [(f"{name}-a", job.replace(f'"{name}.jpg"', f'"{name}-a.jpg"'), None)
                                  for name, job, _ in stories]
                        places.append(("scrimd alone, in assets/", alone, assets))
                    for system, place, those in places:
                        self.measure(case if turn >= 0 else "warm", system, place, those)
                    assert alone.image(stories[-1][0]) == queued.image(stories[-1][0])
                    self.number += count
        finally:
            queued.end()
            alone.end()

    def show(self):
        """Prints the table; returns the ratios that count."""
        print("| CPU per story, ms | scrimd | workers | scrim-node | PostgreSQL, submitting | PostgreSQL, the rest | all "
              "| × scrimd alone |")
        print("|---|---|---|---|---|---|---|---|")
        ratios = {}
        for (case, system), turns in self.results.items():
            if case == "warm":
                continue
            totals = [sum(spent.values()) for spent in turns]
            base = [sum(spent.values()) for spent in self.results[case, "scrimd alone"]]
            ratio = statistics.median(total / other for total, other in zip(totals, base))
            parts = [statistics.median(spent[part] for spent in turns) if part in turns[0] else None for part in (
                "scrimd", "workers", "scrim-node", "PostgreSQL, submitting", "PostgreSQL, the rest")]
            print(f"| {case}: {system} | " + " | ".join("" if part is None else f"{part:.2f}" for part in parts)
                  + f" | {statistics.median(totals):.2f} | {ratio:.3f} |")
            if system == "queue":
                ratios[case] = ratio
        return ratios


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", help="folder of the built programs")
    parser.add_argument("--stories", type=int, default=100, help="of a turn")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--cases", nargs="*", default=CASES, choices=CASES)
    parser.add_argument("--photos", type=pathlib.Path, default=".build/queue-cost", help="folder for the photos, which are kept")
    parser.add_argument("--gates", action="store_true", help="fails if the queue costs too much")
    parser.add_argument("--settings", nargs="*", default=[], help="of postgresql.conf")
    options = parser.parse_args()
    options.programs = os.path.abspath(options.programs)
    options.photos = options.photos.resolve()
    work = tempfile.mkdtemp(prefix="scrim-cost-", dir="/var/tmp")
    cost = Cost(options, work)
    try:
        cost.run()
    finally:
        if not sys.exc_info()[0]:
            shutil.rmtree(work)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {options.turns} turns of {options.stories} stories, "
          f"{WORKERS} workers, {' '.join(options.settings) or 'default settings'}")
    missed = [f"{case}: {ratio:.3f} × scrimd alone; {GATE} is allowed" for case, ratio in cost.show().items() if ratio > GATE]
    print("\n".join(missed) or "within the gate")
    return 1 if missed and options.gates else 0


if __name__ == "__main__":
    sys.exit(main())
