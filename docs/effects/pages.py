#!/usr/bin/python3
"""Writes the reference page of each of our effects, NAME.md, and its picture, NAME.png, of NAME.json.

What a page says comes from `scrim effects NAME --markdown`, so from what the effect declares, and from
the README of its plugin. README.md lists them all. `make effect-pages` runs this; a test runs it into
another folder and compares.

  docs/effects/pages.py --scrim .build/release/scrim --out docs/effects
"""

import argparse
import json
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    def scrim(*words: str) -> str:
        run = subprocess.run([options.scrim, *words], stdout=subprocess.PIPE, text=True, check=True)
        return run.stdout

    effects = json.loads(scrim("effects", "--json"))["effects"]
    for effect in effects:
        name = effect["name"]
        scrim("render", str(HERE / f"{name}.json"), "-o", f"{options.out}/")
        page = scrim("effects", name, "--markdown")
        (options.out / f"{name}.md").write_text(with_notes(page, name, notes(effect)))
    (options.out / "README.md").write_text(index(effects))


def notes(effect: dict) -> str:
    """What the README of the effect's plugin says, without its heading."""
    plugin = pathlib.Path(effect["plugin"]).name.removeprefix("lib").removesuffix(".so")
    text = (ROOT / "Plugins" / plugin / "README.md").read_text()
    for other in ROOT.joinpath("Plugins").iterdir():
        text = text.replace(f"(../{other.name}/README.md)", f"(../../Plugins/{other.name}/README.md)")
    return text.split("\n", 1)[1].strip()


def with_notes(page: str, name: str, notes: str) -> str:
    """The page with picture and notes between its first lines and the parameters."""
    head, rest = page.split("\n## ", 1)
    picture = f"![{name}]({name}.png)\n\n([The job]({name}.json) of the picture.)"
    return f"{head}\n{picture}\n\n{notes}\n\n## {rest}"


def index(effects: list[dict]) -> str:
    rows = "\n".join(
        f"| [`{e['name']}`]({e['name']}.md) | {e['summary']} | [![]({e['name']}.png)]({e['name']}.md) |"
        for e in effects
    )
    return (
        "# The effects\n\n"
        "These pages come from the effects' own declarations and are made by `make effect-pages`; "
        "`scrim effects NAME` prints\nthe same of any effect, yours too. How to write one: "
        "[writing an effect](../writing-an-effect.md).\n\n"
        f"| effect | | |\n|---|---|---|\n{rows}\n"
    )


main()
