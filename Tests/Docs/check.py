#!/usr/bin/python3
"""Checks the documentation: renders every job in it, builds every effect, runs every command.

  Tests/Docs/check.py --scrim .build/release/scrim --scratch .build/release/../outside-plugin/build

- docs/effects, docs/keys: pages and images are those that the built-in effects and the format give now.
- docs/images: each image is what the job next to it in README.md or docs/*.md renders, and all of them
  stay small.
- docs/jobs: each page is small, for it is about one subject.
- docs/*.md, docs/jobs/*.md, README.md: each block of JSON is a job, or layers of one, and is rendered; each line of shell
  is run; each block of Swift with an entry point is built, checked by `scrim effects check`, and available
  to the jobs of its page. The commands in the sentences of the pages in WITH_A_DAEMON are run as well,
  next to a daemon. Subcommands, options and targets that the other pages name are looked up in the help.
- Links lead to files and headings that exist, and so do the paths of docs/layout.md.
- docs/decisions: each page begins with its date and the decision, and is in the list.
- docs/writing-an-effect: its images are those of the jobs next to them.
- examples/effects, examples/contents: each package is built and checked, and renders the image next to its job.

Packages are built with optimisation and share one scratch folder, so that the SDK is built once.
`--only-jobs` leaves out what takes a Swift build: packages, pages with Swift, and commands.
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

import stand_ins

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/jobs").glob("*.md"))]
# Pages whose commands are run next to a daemon on ./spool.
WITH_A_DAEMON = ["README.md", "docs/operating.md", "docs/submitting.md", "docs/tutorial.md"]
# What replaces a command that would change the machine, or that CI runs by itself.
STAND_INS = [
    ("make build ", "make -C ROOT -n build "),
    ("make run ", "make -C ROOT -n run "), ("make test ", "make -C ROOT -n test "),
    ("make install DESTDIR=/", "ROOT/etc/packaging/install PROGRAMS $PWD/root"),
    ("&& systemd-sysusers &&", "&& systemd-sysusers --root=$PWD/root &&"),
    ("systemd-tmpfiles --create ", "systemd-tmpfiles --root=$PWD/root --create "),
    ("systemctl enable --now ", "systemctl --root=$PWD/root enable "),
    ("scrimd --spool ./spool", "timeout 60 scrimd --drain --spool $PWD/other-spool"),
    ("systemctl start scrimd", "true"),
    # Tests/Install/deb and Tests/Install/systemd run these in a container.
    ("journalctl ", "true "), ("systemctl restart scrimd", "true"), ("systemctl show ", "true "),
    ("systemctl reload scrimd", "kill -HUP $DAEMON"), ("--owner alice", "--owner root"),
]
# Before a block whose commands Tests/Install/deb runs, as root of a Debian with Scrim's packages, or HTTPTests.
IN_A_CONTAINER = ("<!-- run in a container -->\n", "<!-- run on the queue's server -->\n", "<!-- run with scrim-http -->\n")
# Commands that run until they are stopped.
ENDLESS = re.compile(r"^(\S*scrim (?:watch|preview)\b.*)$")
# Fonts of another Debian release may differ by a rounding, as for golden images. A JPEG spreads the
# difference of a pixel over its block.
TOLERANCE = {".png": 2, ".jpg": 16}
# The photos that jobs in the pages may name by their own names; any other name gets the second.
PHOTOS = {path.name: path for path in (ROOT / "examples/landscape.jpg", ROOT / "docs/effects/photo.jpg")}
STAND_IN_PHOTO = ROOT / "docs/effects/photo.jpg"
# Bytes: README.md's images, and all of docs/images.
README_IMAGES, ALL_IMAGES = 400_000, 2_000_000
# Bytes of a page of docs/jobs: a reader should find a key without scrolling through another subject.
JOB_PAGE = 12_000


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
        self.counts["images compared"] = self.counts.get("images compared", 0) + 1
        if not expected.exists():
            return self.fail(f"{what} is missing", "")
        first, second = (numpy.asarray(Image.open(p).convert("RGBA"), int) for p in (expected, actual))
        if first.shape != second.shape:
            return self.fail(f"{what} has another size", f"{first.shape} and {second.shape}")
        difference = abs(first - second).max()
        if difference > TOLERANCE[expected.suffix]:
            self.fail(f"{what} is stale", f"It differs by up to {difference}/255.")

    def generated(self, folder: pathlib.Path, script: str, target: str, *options: str) -> None:
        """Compares a folder with what its script writes; `target` is the target of make that does so."""
        name = str(folder.relative_to(ROOT))
        out = self.work / "generated" / folder.name
        if not self.run(
                f"{name} can't be written", "folders generated", str(folder / script),
                "--scrim", self.scrim, "--out", str(out), *options):
            return
        committed = {p.name for p in folder.iterdir() if p.suffix in (".md", ".png", ".jpg")}
        committed -= {p.name for p in folder.glob("photo.jpg")}
        for file in sorted(committed | {p.name for p in out.iterdir()}):
            old, new = folder / file, out / file
            if not new.exists() or not old.exists():
                self.fail(f"{name}/{file} is {'left over' if old.exists() else 'missing'}",
                          f"Run make {target}.")
            elif old.suffix in TOLERANCE:
                self.compare(f"{name}/{file}", old, new)
            elif old.read_text() != new.read_text():
                self.fail(f"{name}/{file} is stale", f"Run make {target}.")

    def sizes(self) -> None:
        """Whether the images of the pages are small enough to be committed, and the pages of docs/jobs to be read."""
        folder = ROOT / "docs/images"
        shown = set(re.findall(r"docs/images/([\w.-]+)", (ROOT / "README.md").read_text()))
        readme = sum((folder / name).stat().st_size for name in shown if (folder / name).exists())
        total = sum(p.stat().st_size for p in folder.iterdir() if p.suffix in TOLERANCE)
        if readme > README_IMAGES or total > ALL_IMAGES:
            self.fail("docs/images is too large",
                      f"{readme} bytes in README.md (at most {README_IMAGES}), "
                      f"{total} in all (at most {ALL_IMAGES}).")
        for page in sorted((ROOT / "docs/jobs").glob("*.md")):
            if page.stat().st_size >= JOB_PAGE:
                self.fail(f"{page.relative_to(ROOT)} is too large",
                          f"{page.stat().st_size} bytes (fewer than {JOB_PAGE}): divide it by subject.")

    def links(self, path: pathlib.Path) -> None:
        """Whether relative links of a page lead to a file, and to a heading in it."""
        text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.M | re.S)
        found = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:href|src)="([^"]+)"', text)
        for link in found:
            if re.match(r"[a-z]+:", link):
                continue
            self.counts["links followed"] = self.counts.get("links followed", 0) + 1
            file, _, heading = link.partition("#")
            target = (path.parent / file).resolve() if file else path
            if not target.exists():
                self.fail(f"{path.relative_to(ROOT)}: {link}", "No such file.")
            elif heading and heading not in anchors(target.read_text()):
                self.fail(f"{path.relative_to(ROOT)}: {link}", "No such heading.")

    def paths(self, path: pathlib.Path) -> None:
        """Whether the paths that a page names exist."""
        root = r"(?<![\w/.-])(?:Sources|Plugins|Tests|Tools|docs|examples|etc|systemd)/"
        for name in sorted(set(re.findall(rf"{root}(?:[\w./+-]*\w)?", path.read_text()))):
            self.counts["paths looked up"] = self.counts.get("paths looked up", 0) + 1
            if not (ROOT / name).exists():
                self.fail(f"{path.relative_to(ROOT)}: {name}", "No such file.")

    def decisions(self) -> None:
        """Whether each decision begins with its date and one bold sentence, and is in the list."""
        folder = ROOT / "docs/decisions"
        listed = (folder / "README.md").read_text()
        for page in sorted(folder.glob("2*.md")):
            self.counts["decisions read"] = self.counts.get("decisions read", 0) + 1
            title, date, sentence = page.read_text().split("\n\n", 3)[:3]
            if not page.name.startswith(date) or not sentence.startswith("**"):
                self.fail(f"{page.relative_to(ROOT)}", "It must begin with title, date and decision.")
            if f"[{title.removeprefix('# ')}]({page.name})" not in listed:
                self.fail(f"{page.relative_to(ROOT)}", "It is not in docs/decisions/README.md.")

    def images_of(self, folder: pathlib.Path, plugins: list[str]) -> None:
        """Compares the image next to each job of a folder with what the job renders."""
        for job in sorted(folder.glob("*.json")):
            what = str(job.with_suffix(".png").relative_to(ROOT))
            drawn = self.work / "drawn" / job.with_suffix(".png").name
            drawn.parent.mkdir(exist_ok=True)
            if self.run(f"{what} can't be rendered", "jobs rendered", self.scrim, "render", str(job),
                        "-o", str(drawn), *plugins):
                self.compare(what, job.with_suffix(".png"), drawn)

    def packages(self) -> None:
        folders = [ROOT / "examples/effects", ROOT / "examples/contents"]
        for package in sorted(package for folder in folders for package in folder.iterdir()):
            if package.is_dir() and (plugins := self.build(package)):
                self.images_of(package, ["--plugins", str(plugins)])

    def document(self, path: pathlib.Path, only_jobs: bool) -> None:
        name = str(path.relative_to(ROOT))
        folder = self.work / "documents" / name.removesuffix(".md").replace("/", "-")
        folder.mkdir(parents=True)
        blocks = list(fences(path.read_text()))
        plugins: list[str] = []
        effects = {m[1]: text for _, kind, text in blocks
                   if kind == "swift" and (m := re.search(r"@c\(scrim_plugin_(\w+)\)", text))}
        if effects and only_jobs:
            return
        if effects:
            package = folder / f"effects-of-{path.stem}"
            write_package(package, effects)
            if built := self.build(package):
                plugins = ["--plugins", str(built)]
        for line, kind, text in blocks:
            if kind == "json":
                self.job(f"{name}:{line}", folder / f"{line}", text, plugins)
        if only_jobs:
            return
        commands = "\n".join(text for _, kind, text in blocks if kind == "sh")
        jobs = [text for _, kind, text in blocks if kind == "json" and '"scrim"' in text]
        self.place_jobs(folder, "\n".join([commands, *spans(path.read_text())]), jobs)
        self.known(name, commands.split("\n") + list(spans(path.read_text())))
        link_examples(folder)
        if name in WITH_A_DAEMON:
            self.beside_a_daemon(name, folder, commands, path)
        elif commands:
            self.shell(name, folder, commands)

    def place_jobs(self, folder: pathlib.Path, commands: str, jobs: list[str]) -> None:
        """Writes the last complete job of a page, or README.md's, under the names in its commands."""
        job = jobs[-1] if jobs else next(
            text for _, kind, text in fences((ROOT / "README.md").read_text()) if kind == "json")
        takers = "render|submit|validate|preview|--wait|cp"
        for name in set(re.findall(rf"(?:{takers}) ([\w-]+\.json)", commands)):
            (folder / name).write_text(job)
        place_photos(folder, job)

    def beside_a_daemon(self, name: str, folder: pathlib.Path, commands: str,
                        path: pathlib.Path) -> None:
        """Runs the commands of a page, in blocks and in sentences, in a folder like a built checkout."""
        programs = pathlib.Path(self.scrim).parent
        (folder / ".build").mkdir()
        (folder / ".build/release").symlink_to(programs)
        (folder / "spool").mkdir()
        daemon = subprocess.Popen(
            [programs / "scrimd", "--config", ROOT / "etc/scrim.toml", "--spool", folder / "spool"],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(100):
                # Once it answers, its start is complete, and it handles SIGHUP.
                if self.status(folder) in (0, 1):
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

    def status(self, folder: pathlib.Path) -> int:
        """Exit status of scrim status: 0 or 1 while the daemon runs."""
        return subprocess.run([self.scrim, "status"], cwd=folder, env=self.environment, text=True,
                              capture_output=True).returncode

    def known(self, name: str, commands: list[str]) -> None:
        """Whether subcommands, options and targets that a page names exist."""
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
        for command in commands:
            words = shlex.split(re.split(r"  #|&&", command)[0])
            if words[:1] == ["make"]:
                for word in words[1:]:
                    if re.fullmatch(r"[a-z-]+", word) and word not in targets:
                        self.fail(f"{name}: {command}", "There is no such target.")
                if words[1:2] in (["check"], ["measure"], ["pages"]) and (
                        subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, capture_output=True).returncode):
                    self.fail(f"{name}: {command}", "There is no such value of ONLY.")
            if words[:1] != ["scrim"] or not words[1:]:
                continue
            self.counts["commands looked up"] = self.counts.get("commands looked up", 0) + 1
            help = subprocess.run([self.scrim, "help", words[1]], env=self.environment, text=True,
                                  capture_output=True)
            options = [word for word in words[2:] if re.fullmatch(r"--[a-z-]+", word)]
            # Commands with commands of their own; of those of "effects", "list" needs no name.
            inner = {"effects": "list", "plugin": words[2] if words[2:] else None}.get(words[1])
            if help.returncode == 0 and inner:
                help = subprocess.run([self.scrim, "help", words[1], inner], env=self.environment,
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
        place_photos(folder, text)
        sample = ["--sample"] if '"inputs"' in text else []
        self.run(f"{what} can't be rendered", "jobs rendered", self.scrim, "render", "job.json", "-o",
                 "out/", *sample, *plugins, cwd=folder)

    def shell(self, what: str, folder: pathlib.Path, commands: str) -> None:
        """Runs the commands of a page one after the other, new packages in the shared scratch folder."""
        lines = []
        for line in commands.split("\n"):
            lines.append(line)
            self.counts["commands run"] = self.counts.get("commands run", 0) + bool(line.strip())
            if made := re.match(r"scrim new-effect (\S+)$", line):
                lines.append(f"ln -s '{self.scratch}' {made[1]}/.build")
        self.scratch.mkdir(parents=True, exist_ok=True)
        self.run(f"{what}: a command fails", "pages of commands", "bash", "-euxc", "\n".join(lines),
                 cwd=folder)


def place_photos(folder: pathlib.Path, job: str) -> None:
    """Puts a photo in the place of each source of a job."""
    assets = re.search(r'"assets": "(\w+)"', job)
    for source in stand_ins.sources(job):
        place = folder / (assets[1] if assets else "") / source
        place.parent.mkdir(exist_ok=True)
        if place.suffix in stand_ins.FONTS:
            shutil.copy(stand_ins.font(), place)
        elif place.name in PHOTOS:
            shutil.copy(PHOTOS[place.name], place)
        else:
            Image.open(STAND_IN_PHOTO).save(place)


def link_examples(folder: pathlib.Path) -> None:
    """Links the examples into a page's folder, unless its job has placed photos of theirs there already."""
    if not (folder / "examples").exists():
        (folder / "examples").symlink_to(ROOT / "examples")


def anchors(text: str) -> set[str]:
    """The fragments of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def spans(text: str):
    """The commands in sentences."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    for span in re.findall(r"`([^`]+)`", prose):
        if re.match(r"(scrim|scrimd|cp|make|systemctl) \S", span):
            yield " ".join(span.split())


def is_whole(command: str) -> bool:
    """Whether a command in a sentence is complete, so that it can be run."""
    if re.match(r"make|systemctl edit|.*[A-Z]{2}", command):
        return False
    return len(command.split()) > 2 or command in (
        "scrim effects", "scrim status", "scrim watch", "scrimd --check")


def fences(text: str):
    """The fenced blocks: line, language, text. The language of those that are run in a container is `container`."""
    for block in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        kind = "container" if text[:block.start()].endswith(IN_A_CONTAINER) else block[1]
        yield text[:block.start()].count("\n") + 2, kind, block[2]


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
    parser.add_argument("--only-jobs", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        checker = Checker(options.scrim, options.scratch, pathlib.Path(work))
        checker.generated(ROOT / "docs/effects", "pages.py", "effect-pages")
        checker.generated(
            ROOT / "docs/contents", "../effects/pages.py", "effect-pages", "--contents")
        checker.generated(ROOT / "docs/keys", "keys.py", "job-keys")
        checker.generated(ROOT / "docs/images", "draw.py", "doc-images")
        checker.sizes()
        for path in sorted({*PAGES, *ROOT.glob("*.md"), *ROOT.glob("docs/*/*.md")}):
            checker.links(path)
        checker.paths(ROOT / "docs/layout.md")
        checker.decisions()
        checker.images_of(ROOT / "docs/writing-an-effect", [])
        if not options.only_jobs:
            checker.packages()
        for path in PAGES:
            checker.document(path, options.only_jobs)
    for what, count in checker.counts.items():
        print(f"{count:4d} {what}")
    if checker.failures:
        sys.exit(f"check-docs: {len(checker.failures)} failed: {'; '.join(checker.failures)}")
    print("check-docs: passed")


main()
