#!/usr/bin/python3
"""Writes README.md, a table of every key of a job, from the declared format.

The text comes from `scrim schema`: one table for each object, with what a key is for, its range, its
default and its choices. `make pages ONLY=keys` runs this; a test runs it into another folder and compares.

  docs/keys/keys.py --scrim .build/release/scrim --out docs/keys
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

HEAD = """\
# Every key of a job

These tables list each key with its purpose, range and default. The [job reference](../jobs.md) explains them with
examples; the parameters of effects are on [their own pages](../effects/README.md).
"""
TAIL = """
`make pages ONLY=keys` writes this page from the declared format, as `scrim schema` prints it.
"""
# The objects, in the order of the job reference, with the section that explains them.
OBJECTS = {
    "canvas": "canvas.md#the-document", "output": "canvas.md#the-document",
    "layer": "layers.md#a-layer", "frame": "layers.md#frame", "anchor": "layers.md#anchors",
    "flex": "layers.md#flex-rows-and-columns", "text": "text.md#text", "image": "images.md#image",
    "border": "boxes.md#border", "mask": "blending.md#mask", "font": "fonts.md#fonts",
    "substitute": "../urls.md#what-cannot-be-fetched",
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "schema.json"
        subprocess.run([options.scrim, "schema", "-o", str(path)], stdout=subprocess.DEVNULL, check=True)
        schema = json.loads(path.read_text())
    objects = {"job": schema, **{name: schema["$defs"][name] for name in OBJECTS}}
    tables = [table(name, declared) for name, declared in objects.items()]
    (options.out / "README.md").write_text("\n".join([HEAD, *tables, TAIL.strip(), ""]))


def table(name: str, declared: dict) -> str:
    """The heading and the rows of an object."""
    section = OBJECTS.get(name, "canvas.md#the-document")
    rows = "".join(
        f"| `{key}` | {row(value)} |\n" for key, value in declared["properties"].items()
        if not key.startswith("$"))
    return (f"## {name}\n\n[Explained with examples](../jobs/{section})\n\n"
            f"| key | purpose, range, default |\n|---|---|\n{rows}")


def row(value: dict) -> str:
    """The description of a key, with its choices."""
    choices = " \\| ".join(f"`{choice}`" for choice in value.get("enum", []))
    text = value.get("description", "").replace("|", "\\|")
    return f"{text} One of {choices}." if choices else text


main()
