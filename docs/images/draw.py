#!/usr/bin/python3
"""Renders the images of README.md and of the pages in docs/: each is the output of a job next to it.

An image belongs to the job that follows it in the page, or to the example that it links to:

  <img src="images/card.jpg" width="400" …>   followed by a block of JSON
  <a href="examples/card.json"><img src="docs/images/card.jpg" width="362" …></a>

Of a template with variants it is the one by which its name ends: cards-og.png is the variant "og".
It has twice the width that the page gives it, so that it is sharp on any display. `make pages ONLY=images`
runs this; a test runs it into another folder and compares.

  docs/images/draw.py --scrim .build/release/scrim --out docs/images
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/jobs").glob("*.md"))]
IMAGE = r'<img src="(?:docs/|\.\./)?images/([\w.-]+)" width="(\d+)"[^>]*>'
BEFORE_A_JOB = re.compile(IMAGE + r"\n\n```json\n(.*?)^```$", re.M | re.S)
LINKED_TO_A_JOB = re.compile(r'<a href="([\w./-]+\.json)">' + IMAGE + "</a>")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    named: set[str] = set()
    drawn: set[str] = set()
    for page in PAGES:
        text = page.read_text()
        named.update(re.findall(r"\bimages/([\w-]+\.(?:png|jpg))", text))
        for name, width, job in BEFORE_A_JOB.findall(text):
            draw(options.scrim, job, options.out / name, int(width), ROOT)
            drawn.add(name)
        for link, name, width in LINKED_TO_A_JOB.findall(text):
            job = (page.parent / link).resolve()
            draw(options.scrim, job.read_text(), options.out / name, int(width), job.parent)
            drawn.add(name)
    if named != drawn:
        raise SystemExit(f"These images have no job next to them: {', '.join(sorted(named - drawn))}")


def draw(scrim: str, job: str, image: pathlib.Path, width: int, folder: pathlib.Path) -> None:
    """Renders a job whose sources start at a folder."""
    document = json.loads(job)
    variant = next((entry for entry in document.get("variants", [])
                    if image.stem.endswith(f"-{entry['variant']}")), {})
    if "variants" in document and not variant:
        raise SystemExit(f"{image.name} ends in no variant of its template.")
    canvas = {key: variant.get(value.get("$eval"), value) if isinstance(value, dict) else value
              for key, value in document["canvas"].items()}
    if canvas["height"] != "auto" and 2 * width * canvas["height"] % canvas["width"]:
        raise SystemExit(f"{image.name}: at a width of {width} its height is not a whole number of pixels.")
    # Rounded down: a pixel more would be one that is hardly covered.
    scale = math.floor(2e9 * width / canvas["width"]) / 1e9
    with tempfile.TemporaryDirectory() as scratch:
        for source in set(re.findall(r'"(?:source|default)": "([\w./-]+\.\w+)"', job)):
            copy = pathlib.Path(scratch) / source
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes((folder / source).read_bytes())
        path = pathlib.Path(scratch) / "job.json"
        path.write_text(job)
        sample = ["--sample"] if "inputs" in document else []
        output = pathlib.Path(scratch) / "images" if variant else image.resolve()
        subprocess.run(
            [scrim, "render", str(path), *sample, "--scale", f"{scale:.9f}", "-o", f"{output}/" if variant else output],
            stdout=subprocess.DEVNULL, check=True)
        if variant:
            (rendered,) = [file for file in output.iterdir() if file.stem.endswith(f"-{variant['variant']}")]
            image.write_bytes(rendered.read_bytes())


main()
