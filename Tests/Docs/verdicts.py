#!/usr/bin/python3
"""Compares what all that judges a job says of the jobs in the documents, and of wrong ones made of them.

A job is judged by `scrim validate`, the schema that `scrim schema` prints, `scrim render`, `scrim submit --wait` and a
daemon into whose spool it is dropped. All must accept it, or all refuse it, and the command, the render and the daemon
must give the same messages, of right jobs the same warnings. The schema cannot see every error; the table below says which it sees.

    verdicts.py --scrim .build/release/scrim
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from jsonschema import Draft202012Validator

import stand_ins

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The effects of writing-an-effect.md are built by check.py. Jobs with URLs are judged by FetchTests: commands fetch these,
# the daemon refuses them.
OTHERS = ["writing-an-effect.md", "urls.md"]
PAGES = [ROOT / "README.md",
         *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in OTHERS),
         *sorted((ROOT / "docs/effects").glob("*.md"))]
PHOTO = ROOT / "docs/effects/photo.jpg"
# Wrong jobs: what is wrong, a layer on top of a right job, and whether the schema sees it.
WRONG = [
    ("an unknown key", {"colour": "red"}, True),
    ("a number out of range", {"opacity": 2.50}, True),
    ("a misspelt effect", {"fill": "red", "effects": [{"effect": "blurr"}]}, True),
    ("a parameter out of range", {"fill": "red", "effects": [{"effect": "blur", "sigma": 1e3}]}, True),
    ("a wrong parameter of an effect that is switched off",
     {"fill": "red", "effects": [{"effect": "blur", "sigma": -1, "enabled": False}]}, True),
    ("a reference to nothing", {"frame": {"below": "#nowhere"}}, False),
    ("a cycle", {"id": "me", "frame": {"below": "#me"}}, False),
    ("a missing image", {"image": {"source": "gone.png"}}, False),
    ("a URL that nothing fetches", {"image": {"source": "ftp://example.com/cat.jpg"}}, True),
    ("a data URL", {"image": {"source": "data:image/png;base64,AAAA"}}, True),
    ("a file that is not an image", {"image": {"source": "job.json"}}, False),
    ("a wrong filter", {"image": {"source": "right.jpg", "filter": [{"sepia": 2}]}}, True),
    ("a wrong border", {"border": {"width": "2px"}}, True),
    ("a missing font", {"text": {"string": "x", "font": "Nonesuch"}}, False),
    ("a missing axis", {"text": {"string": "x", "font": "DejaVu Sans", "variations": {"wght": 650}}}, False),
    ("an axis by a long name", {"text": {"string": "x", "variations": {"weight": 650}}}, True),
    ("text that does not fit", {"frame": {"width": 5}, "text": {"string": "incomprehensible"}}, False),
    ("a text of two kinds", {"text": {"string": "x", "markup": "x"}}, True),
]

# Wrong fonts of a job: what is wrong, the fonts, and whether the schema sees it.
WRONG_FONTS = [
    ("a missing font file", ["gone.ttf"], False),
    ("a file that is not a font", ["job.json"], False),
    ("a family with a comma", [{"source": "a.ttf", "family": "A, B"}], True),
    ("a font by a URL that nothing fetches", ["ftp://example.com/a.ttf"], True),
    ("a number for a font", [7], True),
]

# Of warnings that pixels give, validation knows nothing: it draws none.
DRAWN = ".legibleFix: warning: "
# Jobs with a warning: what it is about, the height of the canvas, a layer on top of a right job.
WARNED = [
    ("an alignment without a height", "auto", {"text": {"string": "x", "verticalAlign": "middle"}}),
    ("words that are only blurred", 100,
     {"text": {"string": "x"}, "effects": [{"effect": "paywall-blur", "substitute": "none"}]}),
]


def documented():
    """Each job of the pages, by file and line, and those of docs/effects."""
    for page in PAGES:
        text = page.read_text()
        for block in re.finditer(r"^```json\n(.*?)^```$", text, re.M | re.S):
            name = f"{page.relative_to(ROOT)}:{text[:block.start()].count(chr(10)) + 2}"
            body = block[1]
            # A daemon knows no examples.
            if '"inputs"' in body:
                continue
            if '"scrim"' not in body:
                body = f'{{"scrim": 1, "canvas": {{"width": 1080, "height": 1350}}, "layers": [\n{body}\n]}}'
            yield name, body, True, True
    for path in [*sorted((ROOT / "docs/effects").glob("*.json")), *sorted((ROOT / "examples").glob("*.json"))]:
        yield str(path.relative_to(ROOT)), path.read_text(), True, True


def wrong():
    """The wrong jobs of the table."""
    for what, layer, is_seen in WRONG:
        job = {"scrim": 1, "canvas": {"width": 200, "height": 100},
               "layers": [{"image": {"source": "right.jpg"}}, layer]}
        yield what, json.dumps(job), False, is_seen
    for what, fonts, is_seen in WRONG_FONTS:
        job = {"scrim": 1, "canvas": {"width": 200, "height": 100}, "layers": [{"fill": "red"}], "fonts": fonts}
        yield what, json.dumps(job), False, is_seen


def warned():
    """The jobs with a warning."""
    for what, height, layer in WARNED:
        job = {"scrim": 1, "canvas": {"width": 200, "height": height},
               "layers": [{"frame": {"height": 100}, "image": {"source": "right.jpg"}}, layer]}
        yield what, json.dumps(job), True, True


def place(folder, text):
    """Writes a job with a photo for each of its sources, but those that are to be missing."""
    folder.mkdir(parents=True)
    (folder / "job.json").write_text(text)
    assets = re.search(r'"assets": "(\w+)"', text)
    for source in stand_ins.sources(text):
        file = folder / (assets[1] if assets else "") / source
        if source not in ("gone.png", "gone.ttf", "job.json"):
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(stand_ins.font() if file.suffix in stand_ins.FONTS else PHOTO, file)


def messages(text):
    """The errors in a command's output, without the file."""
    return [line.split("job.json:", 1)[1] for line in text.splitlines() if "job.json:" in line]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True, type=pathlib.Path)
    options = parser.parse_args()
    programs = options.scrim.resolve().parent
    scrim = str(programs / "scrim")
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch)
        subprocess.run([scrim, "schema", "-o", work / "schema.json"], check=True, stdout=subprocess.DEVNULL)
        schema = Draft202012Validator(json.loads((work / "schema.json").read_text()))
        subprocess.run([scrim, "schema", "--template", "-o", work / "template.json"], check=True,
                       stdout=subprocess.DEVNULL)
        templates = Draft202012Validator(json.loads((work / "template.json").read_text()))
        jobs = [*documented(), *wrong(), *warned()]
        spool = work / "spool"
        (spool / "drop").mkdir(parents=True)
        daemon = subprocess.Popen([programs / "scrimd", "--spool", spool], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        try:
            for number, (_, text, _, _) in enumerate(jobs):
                place(work / str(number), text)
                bundle = spool / f"drop/.{number}.part"
                shutil.copytree(work / str(number), bundle)
                bundle.rename(spool / f"drop/dropped-{number}.scrim")
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                found = list(pool.map(lambda number: judge(scrim, spool, work, number), range(len(jobs))))
        finally:
            daemon.terminate()
            daemon.wait()
        failed = 0
        for (name, text, is_right, is_seen), verdicts in zip(jobs, found):
            job = json.loads(text)
            seen = not any((templates if "inputs" in job else schema).iter_errors(job))
            wanted = {"schema": (is_right or not is_seen, seen)}
            first = verdicts["validate"][1]
            for who, (accepts, said) in verdicts.items():
                wanted[who] = (is_right, accepts)
                said = [message for message in said if DRAWN not in message]
                if not are_alike(said, first) and who != "submit":
                    wanted[f"{who}'s words"] = (first, said)
            differing = {who: said for who, (want, said) in wanted.items() if want != said}
            if name in (what for what, _, _ in WARNED) and not first:
                differing["warnings"] = first
            if differing:
                failed += 1
                print(f"{name}: should be {'accepted' if is_right else 'refused'}; {differing}; "
                      f"scrim validate: {first}")
    print(f"verdicts: {len(jobs) - failed} of {len(jobs)} jobs are judged alike by all "
          f"({time.monotonic() - started:.0f} s)")
    sys.exit(1 if failed or len(jobs) < 60 else 0)


def judge(scrim, spool, work, number):
    """Whether each of four accepts a job, and their messages."""
    folder = work / str(number)
    verdicts = {}
    for command in ("validate", "render", "submit"):
        words = {"validate": [], "render": ["-o", "out/"],
                 "submit": ["--spool", str(spool), "-o", "submitted/"]}[command]
        run = subprocess.run([scrim, command, "job.json", *words], cwd=folder, capture_output=True, text=True)
        verdicts[command] = (run.returncode == 0, messages(run.stderr))
    for _ in range(3000):
        reports = [spool / f"out/dropped-{number}.{end}.json" for end in ("result", "failed")]
        report = next((json.loads(path.read_text()) for path in reports if path.exists()), None)
        if report:
            break
        time.sleep(0.02)
    report = report or {"status": "missing"}
    verdicts["daemon"] = (
        report["status"] == "done",
        [line(error) for error in report.get("errors", [])]
        + [line(warning, "warning: ") for warning in report.get("warnings", [])])
    return verdicts


def are_alike(said, first):
    """Whether messages are the same, apart from places that reports leave out: they would tell of concealed words."""
    return len(said) == len(first) and all(
        one == other or one == re.sub(r"^\d+:\d+: ", "", other) for one, other in zip(said, first))


def line(diagnostic, kind=""):
    """An error or a warning of a report as the commands print it."""
    place = f"{diagnostic['line']}:{diagnostic['column']}: " if "line" in diagnostic else ""
    return f"{place}{path(diagnostic['pointer'])}: {kind}{diagnostic['message']}"


def path(pointer):
    """A JSON pointer as messages show it: `layers[0].opacity`."""
    return re.sub(r"/(\d+)", r"[\1]", pointer).lstrip("/").replace("/", ".")


main()
