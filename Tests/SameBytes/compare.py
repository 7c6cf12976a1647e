#!/usr/bin/env python3
"""Renders every golden case and example as different machines of a queue would, and compares the bytes of the files.

    Tests/SameBytes/compare.py BUILD-FOLDER [--fast FOLDER] [--share PART/PARTS] [--digests FILE]

The machines: the baseline build; the build for AVX2 (--fast), if this processor has it; the baseline build without the
variants of libm's functions for AVX2 and FMA, whose last bits differ (GLIBC_TUNABLES); without libjpeg-turbo's for
AVX2; one core. That each is what it is meant to be is checked, too. With --digests the images are also compared with
those of another Debian, where the same command wrote the file: one that is not there is written.
"""
import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VARIANT = "glibc-hwcaps/x86-64-v3"
NO_AVX2 = "glibc.cpu.hwcaps=-AVX2,-FMA"
# Values of libm at many places: what the variants of its functions differ in.
VALUES = """
import hashlib, math, struct
digest = hashlib.sha256()
for function in (math.exp, math.sin, math.cos, math.atan, lambda x: math.pow(1.7, x)):
    for step in range(100000):
        digest.update(struct.pack("d", function(step * 0.000137)))
print(digest.hexdigest())
"""


class Machine:
    """A folder with the programs as one machine has them."""

    def __init__(self, name, build, folder, fast=None, settings=(), cores=None):
        self.name, self.folder, self.cores, self.settings = name, folder / name, cores, settings
        plugins = self.folder / "plugins"
        plugins.mkdir(parents=True)
        effects = {f"lib{path.name}.so" for path in (ROOT / "Plugins").iterdir() if path.is_dir()}
        for file in ["scrim", *(p.name for p in build.glob("*.so") if p.name not in effects)]:
            shutil.copy2(build / file, self.folder)
        for file in effects:
            shutil.copy2(build / file, plugins)
        # The worker sees nothing of the environment but what it needs.
        worker = self.folder / "scrim-worker"
        if settings:
            shutil.copy2(build / "scrim-worker", self.folder / "real-worker")
            worker.write_text("#!/bin/sh\nexport " + " ".join(settings)
                              + '\n: >"${0%/*}/settings-used"\nexec "${0%/*}/real-worker" "$@"\n')
            worker.chmod(0o755)
        else:
            shutil.copy2(build / "scrim-worker", worker)
        if fast:
            for source, target in [("libScrimKit.so", self.folder / VARIANT), *((e, plugins / VARIANT) for e in effects)]:
                target.mkdir(parents=True, exist_ok=True)
                shutil.copy2(fast / source, target)
        subprocess.run([ROOT / "etc/packaging/sums", plugins], check=True)

    def command(self, *arguments):
        core = ["taskset", "-c", str(min(os.sched_getaffinity(0)))] if self.cores == 1 else []
        return [*core, str(self.folder / "scrim"), *map(str, arguments)]

    def build(self):
        """The build that the worker takes, as `scrim --version` finds it."""
        text = subprocess.run(self.command("--version"), capture_output=True, text=True, check=True).stdout
        return text.split("(")[-1].rstrip(")\n")

    def render(self, groups):
        """Digests of all files by group and name."""
        digests = {}
        for name, jobs in groups:
            out = self.folder / "out"
            shutil.rmtree(out, ignore_errors=True)
            out.mkdir()
            result = subprocess.run(self.command("render", *jobs, "-o", f"{out}/"), capture_output=True, text=True)
            if result.returncode != 0:
                sys.exit(f"{self.name}: {name}: {result.stderr}")
            for file in sorted(path for path in out.rglob("*") if path.is_file()):
                key = f"{name}/{file.relative_to(out)}"
                digests[key] = hashlib.sha256(file.read_bytes()).hexdigest()
        if self.settings and not (self.folder / "settings-used").exists():
            sys.exit(f"{self.name}: the worker was started without {self.settings}")
        return digests


def groups(part, parts, target):
    """Jobs by folder, in which names are unique: copies, which have a seed."""
    folders = sorted(path for path in (ROOT / "Tests/Golden").iterdir() if path.is_dir())
    result = []
    for folder in [*folders, ROOT / "examples"]:
        copy = target / folder.name
        shutil.copytree(folder, copy)
        jobs = sorted(copy.glob("*.json"))[part::parts]
        for job in jobs:
            text = job.read_text()
            if "seed" not in json.loads(text):
                job.write_text(text.replace("{", '{"seed": 7, ', 1))
        if jobs:
            result.append((folder.name, jobs))
    return result


def libm(settings=""):
    environment = {**os.environ, "GLIBC_TUNABLES": settings}
    return subprocess.run([sys.executable, "-c", VALUES], env=environment, capture_output=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--fast", type=Path)
    parser.add_argument("--share", default="1/1")
    parser.add_argument("--digests", type=Path)
    options = parser.parse_args()
    part, parts = map(int, options.share.split("/"))
    flags = Path("/proc/cpuinfo").read_text().split("flags", 1)[-1].split("\n", 1)[0].split()
    has_avx2 = {"avx2", "fma", "bmi2"} <= set(flags)
    build = options.build.resolve()
    work = ROOT / ".build"
    with tempfile.TemporaryDirectory(prefix="same-bytes.", dir=work) as name:
        folder = Path(name)
        machines = [Machine("baseline", build, folder)]
        if has_avx2:
            if libm() == libm(NO_AVX2):
                sys.exit(f"GLIBC_TUNABLES={NO_AVX2} changes nothing: this test would compare a machine with itself")
            machines.append(Machine("libm-without-avx2", build, folder, settings=[f"GLIBC_TUNABLES={NO_AVX2}"]))
            machines.append(Machine("jpeg-without-avx2", build, folder, settings=["JSIMD_FORCESSE2=1"]))
        if has_avx2 and options.fast:
            machines.append(Machine("avx2", build, folder, fast=options.fast.resolve()))
            if machines[-1].build() != "x86-64-v3":
                sys.exit("the build for AVX2 is not taken")
        else:
            print("same bytes: without the build for AVX2: "
                  + ("no --fast" if has_avx2 else "this processor does not have it"))
        if len(os.sched_getaffinity(0)) > 1:
            machines.append(Machine("one-core", build, folder, cores=1))
        if machines[0].build() != "baseline":
            sys.exit("the baseline build is not taken")
        cases = groups(part - 1, parts, folder / "jobs")
        expected = machines[0].render(cases)
        if not expected:
            sys.exit("no cases found")
        results = {machine.name: machine.render(cases) for machine in machines[1:]}
        if options.digests and options.digests.exists():
            results["another-debian"] = json.loads(options.digests.read_text())
        elif options.digests:
            options.digests.parent.mkdir(parents=True, exist_ok=True)
            options.digests.write_text(json.dumps(expected, indent=1))
        failed = False
        for machine, found in results.items():
            differing = sorted(key for key in expected.keys() | found.keys() if expected.get(key) != found.get(key))
            for key in differing:
                print(f"{machine}: {key} differs from the baseline build's")
            failed = failed or bool(differing)
        names = ", ".join(["baseline", *results])
        print(f"same bytes: {len(expected)} files of {sum(len(jobs) for _, jobs in cases)} jobs on {names}")
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
