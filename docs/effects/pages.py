#!/usr/bin/python3
"""Writes the reference page of each built-in effect or content, NAME.md, and its image, NAME.png, from NAME.json.

The text of a page comes from `scrim effects NAME --markdown`, so from the declarations, and that of an effect
from the README of its plugin, too. README.md lists them all. `make pages ONLY=effects` runs this for both; a
test runs it into other folders and compares.

  docs/effects/pages.py --scrim .build/release/scrim --out docs/effects
  docs/effects/pages.py --scrim .build/release/scrim --contents --out docs/contents
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
    parser.add_argument("--contents", action="store_true", help="the pages of contents, not of effects")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    def scrim(*words: str) -> str:
        run = subprocess.run([options.scrim, *words], stdout=subprocess.PIPE, text=True, check=True)
        return run.stdout

    if options.contents:
        contents = json.loads(scrim("contents", "--json"))
        for content in contents:
            name = content["name"]
            scrim("render", str(ROOT / "docs/contents" / f"{name}.json"), "-o", f"{options.out}/")
            page = scrim("contents", name, "--markdown")
            (options.out / f"{name}.md").write_text(with_notes(page, name, ABOUT))
        (options.out / "README.md").write_text(index_of_contents(contents))
        return
    effects = json.loads(scrim("effects", "--json"))["effects"]
    for effect in effects:
        name = effect["name"]
        scrim("render", str(HERE / f"{name}.json"), "-o", f"{options.out}/")
        page = scrim("effects", name, "--markdown")
        (options.out / f"{name}.md").write_text(with_notes(page, name, notes(effect)))
    (options.out / "README.md").write_text(index(effects))


def notes(effect: dict) -> str:
    """The README of the effect's plugin, without its heading."""
    plugin = pathlib.Path(effect["plugin"]).name.removeprefix("lib").removesuffix(".so")
    text = (ROOT / "Plugins" / plugin / "README.md").read_text()
    for other in ROOT.joinpath("Plugins").iterdir():
        text = text.replace(f"(../{other.name}/README.md)", f"(../../Plugins/{other.name}/README.md)")
    return text.split("\n", 1)[1].strip()


def with_notes(page: str, name: str, notes: str) -> str:
    """The page with image and notes between its first lines and the parameters."""
    head, rest = page.split("\n## ", 1)
    image = f"![{name}]({name}.png)\n\n[The job of this image]({name}.json)"
    return f"{head}\n{image}\n\n{notes}\n\n## {rest}"


def index(effects: list[dict]) -> str:
    rows = "\n".join(
        f"| [`{e['name']}`]({e['name']}.md) | {e['summary']} | [![]({e['name']}.png)]({e['name']}.md) |"
        for e in effects
    )
    return (
        "# Effects\n\n"
        "Each page shows an effect with its image, its parameters and a layer that uses it. "
        "`scrim effects NAME` prints the same\nfor any effect, your own included. "
        "[Writing an effect](../writing-an-effect.md) is the guide.\n\n"
        f"| effect | what it does | image |\n|---|---|---|\n{rows}\n\n"
        "`make pages ONLY=effects` writes these pages from the effects' declarations.\n"
    )


ABOUT = "[Contents](../jobs/contents.md) explains what the kinds have in common."


def index_of_contents(contents: list[dict]) -> str:
    rows = "\n".join(
        f"| [`{c['name']}`]({c['name']}.md) | {c['summary']} | [![]({c['name']}.png)]({c['name']}.md) |"
        for c in contents
    )
    return (
        "# Contents\n\n"
        "What a layer shows by a plugin: `\"content\": {\"kind\": NAME}`. [Contents](../jobs/contents.md) explains\n"
        "them; `scrim contents NAME` prints the page of any, your own included.\n\n"
        f"| content | what it shows | image |\n|---|---|---|\n{rows}\n\n"
        "`make pages ONLY=effects` writes these pages from the contents' declarations.\n"
    )


main()
