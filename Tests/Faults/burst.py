#!/usr/bin/python3
"""Many processes submit at once under one name and take the image, while the daemon is killed twice.

  burst.py PROGRAMS [--jobs 1000] [--processes 32] [--titles 50]

Each is `scrim submit --wait -o FILE`; each FILE must be the image of its own title, as `scrim render` draws it, and
each command must end with 0.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

import spool

TEMPLATE = {"scrim": 1, "inputs": {"title": {"type": "string"}}, "canvas": {"width": 240, "height": 80},
            "layers": [{"fill": "#1e3a8a"}, {"text": {"string": "${title}", "size": 30, "color": "#fff"}}]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs")
    parser.add_argument("--jobs", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=32)
    parser.add_argument("--titles", type=int, default=50)
    asked = parser.parse_args()
    programs = os.path.abspath(asked.programs)
    with tempfile.TemporaryDirectory(prefix="burst.", dir=os.environ.get("SCRIM_SCRATCH")) as folder:
        job = os.path.join(folder, "og.json")
        with open(job, "w") as file:
            json.dump(TEMPLATE, file)
        titles = [f"Title {number}" for number in range(min(asked.titles, asked.jobs))]
        right = {title: rendered(programs, job, title, folder) for title in titles}
        daemon = spool.Spool(os.path.join(folder, "spool"), programs, folder, draws=True)
        daemon.start()
        spool.within(30, "the daemon is up", daemon.is_up)
        failures, done = [], []

        def submit(number):
            path, title = os.path.join(folder, f"{number}.png"), titles[number % len(titles)]
            run = subprocess.run(
                [f"{programs}/scrim", "submit", "--spool", daemon.path, job, "--set", f"title={title}",
                 "--wait", "--timeout", "300", "-o", path], capture_output=True, text=True)
            done.append(number)
            if run.returncode != 0:
                failures.append(f"{number}: status {run.returncode}: {run.stderr.strip()}")
                return
            with open(path, "rb") as file:
                if file.read() != right[title]:
                    failures.append(f"{number}: another image than that of {title}")

        with concurrent.futures.ThreadPoolExecutor(asked.processes) as threads:
            running = [threads.submit(submit, number) for number in range(asked.jobs)]
            for share in (0.25, 0.6):
                spool.within(600, "commands end", lambda: len(done) >= share * asked.jobs)
                daemon.kill()
                daemon.start()
            for one in running:
                one.result()
        daemon.kill()
        for line in failures[:20]:
            print(line)
        print(f"burst: {asked.jobs} jobs by {asked.processes} processes, 2 kills: {len(failures)} not right")
        return 1 if failures else 0


def rendered(programs, job, title, folder):
    path = os.path.join(folder, "right.png")
    subprocess.run([f"{programs}/scrim", "render", job, "--set", f"title={title}", "-o", path, "--plugins", programs],
                   check=True, stdout=subprocess.DEVNULL)
    with open(path, "rb") as file:
        return file.read()


sys.exit(main())
