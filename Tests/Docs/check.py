#!/usr/bin/python3
"""Does what the documents say: draws every job in them, builds every effect, runs every command.

  Tests/Docs/check.py --scrim .build/release/scrim --scratch .build/release/../outside-plugin/build

- docs/effects: pages and pictures are those that our effects give now.
- docs/*.md, README.md: each block of JSON is a job, or layers of one, and is drawn; each line of shell is
  run; each block of Swift with an entry point is built, checked by `scrim effects check`, and there for
  the jobs of its document. Of README.md and docs/operating.md the commands within sentences are run, too,
  beside a daemon. What the others say of `scrim` and `make` is looked for in their help.
- docs/writing-an-effect: its pictures are those of the jobs beside them.
- examples/effects: each package is built, is checked, and draws the picture beside its job.

Packages are built with optimisation and share one scratch folder, so that the SDK is built once.
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import numpy
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Those whose commands are run beside a daemon on ./spool, with README.md's job in the folder.
WITH_A_DAEMON = ["README.md", "docs/operating.md"]
# What stands for a command that would take the machine, or that CI runs by itself.
STAND_INS = [
    ("make run ", "make -C ROOT -n run "), ("make test ", "make -C ROOT -n test "),
    ("make install DESTDIR=/", "ROOT/etc/packaging/install PROGRAMS $PWD/root"),
    ("&& systemd-sysusers &&", "&& systemd-sysusers --root=$PWD/root &&"),
    ("systemd-tmpfiles --create ", "systemd-tmpfiles --root=$PWD/root --create "),
    ("systemctl enable --now ", "systemctl --root=$PWD/root enable "),
    ("scrimd --spool ./spool", "timeout 60 scrimd --drain --spool $PWD/other-spool"),
    ("systemctl start scrimd", "true"),
    ("systemctl reload scrimd", "kill -HUP $DAEMON"),
]
# Commands that go on until somebody ends them.
ENDLESS = re.compile(r"^(\S*scrim (?:watch|preview)\b.*)$")
# Fonts of another Debian release may differ by a rounding, as for golden pictures.
TOLERANCE = 2


class Checker:
    def __init__(self, scrim: str, scratch: str, work: pathlib.Path):
        self.scrim = str(pathlib.Path(scrim).resolve())
        self.scratch = pathlib.Path(scratch).resolve()
        self.work = work
        self.failures: list[str] = []
        self.counts: dict[str, int] = {}
        self.environment = dict(
            os.environ,
            PATH=f"{pathlib.Path(self.scrim).parent}:{os.environ['PATH']}",
            SCRIM_SDK=str(ROOT / "Sources/ScrimKit"),
            SWIFTPM_BUILD_DIR=str(self.scratch),
        )

    def fail(self, what: str, words: str) -> None:
        self.failures.append(what)
        print(f"docs: {what}\n{words.strip()}", file=sys.stderr)

    def run(self, what: str, kind: str, *command: str, cwd: pathlib.Path | None = None) -> bool:
        run = subprocess.run(
            command, cwd=cwd or self.work, env=self.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if run.returncode:
            self.fail(what, f"$ {' '.join(command)}\n{run.stdout}")
        return run.returncode == 0

    def build(self, package: pathlib.Path) -> pathlib.Path | None:
        """Builds a package of effects; gives a folder with its plugins alone."""
        name = package.name
        copy = self.work / "packages" / name
        shutil.copytree(package, copy, ignore=shutil.ignore_patterns(".build", "*.png"))
        if not self.run(
                f"{name} does not build", "packages built", "swift", "build", "-c", "release",
                "--disable-build-manifest-caching", "--package-path", str(copy)):
            return None
        plugins = self.work / "plugins" / name
        plugins.mkdir(parents=True)
        for target in (copy / "Sources").iterdir():
            library = f"lib{target.name}.so"
            shutil.copy(self.scratch / "release" / library, plugins / library)
            self.run(
                f"{name}: {library} does not keep what it declares", "plugins checked",
                self.scrim, "effects", "check", str(plugins / library))
        return plugins

    def compare(self, what: str, expected: pathlib.Path, actual: pathlib.Path) -> None:
        self.counts["pictures compared"] = self.counts.get("pictures compared", 0) + 1
        if not expected.exists():
            return self.fail(f"{what} is missing", "")
        first, second = (numpy.asarray(Image.open(p).convert("RGBA"), int) for p in (expected, actual))
        if first.shape != second.shape:
            return self.fail(f"{what} has another size", f"{first.shape} and {second.shape}")
        difference = abs(first - second).max()
        if difference > TOLERANCE:
            self.fail(f"{what} is stale", f"It differs by up to {difference}/255.")

    def effect_pages(self) -> None:
        out = self.work / "effects"
        folder = ROOT / "docs/effects"
        if not self.run(
                "docs/effects can't be written", "effect pages made", str(folder / "pages.py"),
                "--scrim", self.scrim, "--out", str(out)):
            return
        kept = {p.name for p in folder.iterdir() if p.suffix in (".md", ".png")}
        for name in sorted(kept | {p.name for p in out.iterdir()}):
            old, new = folder / name, out / name
            if not new.exists() or not old.exists():
                self.fail(f"docs/effects/{name} is {'left over' if old.exists() else 'missing'}",
                          "Run make effect-pages.")
            elif name.endswith(".png"):
                self.compare(f"docs/effects/{name}", old, new)
            elif old.read_text() != new.read_text():
                self.fail(f"docs/effects/{name} is stale", "Run make effect-pages.")

    def pictures_of(self, folder: pathlib.Path, plugins: list[str]) -> None:
        """Compares the picture beside each job of a folder with what the job gives."""
        for job in sorted(folder.glob("*.json")):
            what = str(job.with_suffix(".png").relative_to(ROOT))
            drawn = self.work / "drawn" / job.with_suffix(".png").name
            drawn.parent.mkdir(exist_ok=True)
            if self.run(f"{what} can't be drawn", "jobs drawn", self.scrim, "render", str(job),
                        "-o", str(drawn), *plugins):
                self.compare(what, job.with_suffix(".png"), drawn)

    def packages(self) -> None:
        for package in sorted((ROOT / "examples/effects").iterdir()):
            if package.is_dir() and (plugins := self.build(package)):
                self.pictures_of(package, ["--plugins", str(plugins)])

    def document(self, path: pathlib.Path) -> None:
        name = str(path.relative_to(ROOT))
        folder = self.work / "documents" / path.stem
        folder.mkdir(parents=True)
        blocks = list(fences(path.read_text()))
        plugins: list[str] = []
        effects = {m[1]: text for _, kind, text in blocks
                   if kind == "swift" and (m := re.search(r"@c\(scrim_plugin_(\w+)\)", text))}
        if effects:
            package = folder / f"effects-of-{path.stem}"
            write_package(package, effects)
            if built := self.build(package):
                plugins = ["--plugins", str(built)]
        for line, kind, text in blocks:
            if kind == "json":
                self.job(f"{name}:{line}", folder / f"{line}", text, plugins)
        commands = "\n".join(text for _, kind, text in blocks if kind == "sh")
        self.known(name, commands.split("\n") + list(spans(path.read_text())))
        if name in WITH_A_DAEMON:
            self.beside_a_daemon(name, folder, commands, path)
        elif commands:
            self.shell(name, folder, commands)

    def beside_a_daemon(self, name: str, folder: pathlib.Path, commands: str,
                        path: pathlib.Path) -> None:
        """Runs the commands of a document, in blocks and in sentences, in a folder as README.md has it."""
        programs = pathlib.Path(self.scrim).parent
        (folder / ".build").mkdir()
        (folder / ".build/release").symlink_to(programs)
        hello = next(text for _, kind, text in fences((ROOT / "README.md").read_text())
                     if kind == "json")
        for job in ("hello.json", "story.json"):
            (folder / job).write_text(hello)
        (folder / "spool").mkdir()
        daemon = subprocess.Popen(
            [programs / "scrimd", "--config", ROOT / "etc/scrim.toml", "--spool", folder / "spool"],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(100):
                # Once it answers it is through with starting, and hears of SIGHUP.
                if "does not answer" not in self.status(folder):
                    break
                time.sleep(0.1)
            lines = commands.split("\n") + [
                span for span in spans(path.read_text()) if is_whole(span)]
            for index, line in enumerate(lines):
                for said, meant in STAND_INS:
                    line = f"{line} ".replace(said, meant).rstrip()
                for word, value in (("ROOT", ROOT), ("PROGRAMS", programs), ("$DAEMON", daemon.pid)):
                    line = line.replace(word, str(value))
                lines[index] = ENDLESS.sub(
                    r"timeout 3 \1 || [ $? = 124 ]", line.split("  #")[0].rstrip())
            self.shell(name, folder, "\n".join(lines))
        finally:
            daemon.terminate()
            daemon.wait()

    def status(self, folder: pathlib.Path) -> str:
        return subprocess.run([self.scrim, "status"], cwd=folder, env=self.environment, text=True,
                              capture_output=True).stdout or "does not answer"

    def known(self, name: str, commands: list[str]) -> None:
        """Whether subcommands, options and targets that a document names are there."""
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
        for command in commands:
            words = shlex.split(re.split(r"  #|&&", command)[0])
            if words[:1] == ["make"]:
                for word in words[1:]:
                    if re.fullmatch(r"[a-z-]+", word) and word not in targets:
                        self.fail(f"{name}: {command}", "There is no such target.")
            if words[:1] != ["scrim"] or not words[1:]:
                continue
            self.counts["commands looked up"] = self.counts.get("commands looked up", 0) + 1
            help = subprocess.run([self.scrim, "help", words[1]], env=self.environment, text=True,
                                  capture_output=True)
            options = [word for word in words[2:] if re.fullmatch(r"--[a-z-]+", word)]
            # "effects" has commands of its own, of which "list" needs no name.
            if help.returncode == 0 and words[1] == "effects":
                help = subprocess.run([self.scrim, "help", "effects", "list"], env=self.environment,
                                      text=True, capture_output=True)
            missing = [option for option in options if option not in help.stdout]
            if help.returncode or missing:
                self.fail(f"{name}: {command}", " ".join(missing) or "There is no such command.")

    def job(self, what: str, folder: pathlib.Path, text: str, plugins: list[str]) -> None:
        folder.mkdir()
        if '"scrim"' not in text:
            text = ('{"scrim": 1, "canvas": {"width": 1080, "height": 1350}, "layers": [\n'
                    f"{text}\n]}}")
        (folder / "job.json").write_text(text)
        assets = re.search(r'"assets": "(\w+)"', text)
        for source in re.findall(r'"source": "([^"]+)"', text):
            picture = folder / (assets[1] if assets else "") / source
            picture.parent.mkdir(exist_ok=True)
            Image.open(ROOT / "docs/effects/photo.jpg").save(picture)
        self.run(f"{what} can't be drawn", "jobs drawn", self.scrim, "render", "job.json", "-o",
                 "out/", *plugins, cwd=folder)

    def shell(self, what: str, folder: pathlib.Path, commands: str) -> None:
        """Runs the commands of a document one after the other, new packages in the shared scratch."""
        lines = []
        for line in commands.split("\n"):
            lines.append(line)
            self.counts["commands run"] = self.counts.get("commands run", 0) + bool(line.strip())
            if made := re.match(r"scrim new-effect (\S+)$", line):
                lines.append(f"ln -s '{self.scratch}' {made[1]}/.build")
        self.scratch.mkdir(parents=True, exist_ok=True)
        self.run(f"{what}: a command fails", "documents of commands", "bash", "-euxc", "\n".join(lines),
                 cwd=folder)


def spans(text: str):
    """The commands that stand within sentences."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    for span in re.findall(r"`([^`]+)`", prose):
        if re.match(r"(scrim|scrimd|cp|make|systemctl) \S", span):
            yield " ".join(span.split())


def is_whole(command: str) -> bool:
    """Whether a command that stands within a sentence can be run as it stands."""
    if re.match(r"make|systemctl edit|.*[A-Z]{2}", command):
        return False
    return len(command.split()) > 2 or command in (
        "scrim effects", "scrim status", "scrim watch", "scrimd --check")


def fences(text: str):
    """The fenced blocks: line, language, text."""
    for block in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        yield text[:block.start()].count("\n") + 2, block[1], block[2]


def write_package(folder: pathlib.Path, effects: dict[str, str]) -> None:
    """A package of several effects, one plugin each."""
    for name, text in effects.items():
        target = folder / "Sources" / name
        target.mkdir(parents=True)
        (target / f"{name}.swift").write_text(text)
    names = ", ".join(f'"{name}"' for name in effects)
    (folder / "Package.swift").write_text(f"""\
// swift-tools-version:6.2
import PackageDescription

let effects = [{names}]
let package = Package(
  name: "{folder.name}",
  products: effects.map {{ .library(name: $0, type: .dynamic, targets: [$0]) }},
  dependencies: [.package(path: Context.environment["SCRIM_SDK"] ?? "")],
  targets: effects.map {{
    .target(
      name: $0,
      dependencies: [
        .product(name: "ScrimKit", package: "ScrimKit"),
        .product(name: "ScrimPluginABI", package: "ScrimKit"),
      ])
  }},
  swiftLanguageModes: [.v6]
)
""")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--scratch", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        checker = Checker(options.scrim, options.scratch, pathlib.Path(work))
        checker.effect_pages()
        checker.pictures_of(ROOT / "docs/writing-an-effect", [])
        checker.packages()
        for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
            checker.document(path)
    for what, count in checker.counts.items():
        print(f"{count:4d} {what}")
    if checker.failures:
        sys.exit(f"check-docs: {len(checker.failures)} failed: {'; '.join(checker.failures)}")
    print("check-docs: passed")


main()
