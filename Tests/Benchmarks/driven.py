"""A `scrim-bench` that is kept running and measures at command, and what its drivers have in common."""

import argparse
import os
import pathlib
import subprocess
import sys
import time


class Bench:
    def __init__(self, program, benchmark):
        self.process = subprocess.Popen([program, benchmark], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"scrim-bench ended at: {line}")
        return answer.strip()

    def take(self, command, pixels, folder):
        """Has it take pixels, by the command for that."""
        path = folder / f"{command}.raw"
        path.write_bytes(pixels.tobytes())
        self.ask(f"{command} {pixels.shape[1]} {pixels.shape[0]} {path}")


def parser():
    """Of the options that each driver has."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--fast", required=True)
    parser.add_argument("--baseline", required=True)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(".build/bench"))
    return parser


def print_machine():
    print(f"{time.strftime('%Y-%m-%d')}, one thread each, "
          f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")
