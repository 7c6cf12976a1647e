#!/usr/bin/python3
"""Compares the time of `scrim submit --wait -o` with that of the client in examples/clients, for a small job.

    submit.py --scrim FOLDER [--times 30] [--gate 2]

They alternate next to one daemon: the client in this process and as a program of its own, which starts as the command
does. Prints the medians and their ratios; with --gate a larger one to the program is an error.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from story.daemon import Daemon
from story.programs import Programs

CLIENTS = str(pathlib.Path(__file__).resolve().parents[2] / "examples" / "clients")
sys.path.insert(0, CLIENTS)
from scrim_client import Scrim

PROGRAM = """
import json, sys
from scrim_client import Scrim
Scrim(sys.argv[1], sys.argv[2]).render("small-program", json.load(open(sys.argv[3])))
"""
JOB = {"scrim": 1, "canvas": {"width": 240, "height": 80}, "layers": [{"fill": "#1e3a8a"}]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--gate", type=float)
    asked = parser.parse_args()
    programs = Programs(asked.scrim)
    with tempfile.TemporaryDirectory(prefix="submit.", dir=os.environ.get("SCRIM_SCRATCH")) as folder:
        folder = pathlib.Path(folder)
        daemon = Daemon(programs, folder / "daemon")
        path, output = folder / "small.json", folder / "small.png"
        path.write_text(json.dumps(JOB))
        client = Scrim(daemon.spool, programs.scrim)
        command = [programs.scrim, "submit", "--spool", daemon.spool, "--wait", "-o", output, path]
        if "--no-check" in subprocess.run([programs.scrim, "submit", "--help"], capture_output=True, text=True).stdout:
            command.append("--no-check")
        program = [sys.executable, "-c", PROGRAM, daemon.spool, programs.scrim, path]
        times = {"client": [], "program": [], "command": []}
        for _ in range(asked.times + 3):
            start = time.perf_counter()
            image = client.render("small-client", JOB)
            times["client"].append(time.perf_counter() - start)
            start = time.perf_counter()
            subprocess.run(program, check=True, cwd=CLIENTS)
            times["program"].append(time.perf_counter() - start)
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            times["command"].append(time.perf_counter() - start)
            if output.read_bytes() != image:
                sys.exit("the command's image is another than the client's")
        daemon.close()
    # The first ones start workers.
    client, program, command = (1000 * statistics.median(values[3:]) for values in times.values())
    print(f"client {client:.1f} ms, as a program {program:.1f} ms, scrim submit {command:.1f} ms: "
          f"{command / client:.2f} and {command / program:.2f} times (medians of {asked.times})")
    return 1 if asked.gate and command > asked.gate * program else 0


sys.exit(main())
