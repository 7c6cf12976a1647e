#!/usr/bin/python3
"""Applies a table of wordings to the text files that are tracked in a checkout.

  apply.py CHECKOUT [TABLE]

TABLE is strings.tsv beside this program if not given. A row that is not found as it is, is tried with any
expression in the place of each interpolation of Swift, since identifiers may have been renamed. Prints each row
that matched nothing, and the number of replacements. Run `make format` afterwards: lines become longer or shorter.
"""

import fnmatch
import pathlib
import re
import subprocess
import sys

SKIPPED = ["CHANGELOG.md", "docs/decisions/*", "*.png", "*.jpg", "Tests/Fuzz/Corpus/*", "Tools/wording/*"]
# An interpolation with up to three levels of parentheses inside.
INNER = r"[^()\n]*"
for _ in range(3):
    INNER = rf"(?:[^()\n]|\({INNER}\))*"
INTERPOLATION = rf"\\\({INNER}\)"


def rows(table: pathlib.Path) -> list[tuple[list[str], str, str]]:
    found = []
    for line in table.read_text(encoding="utf-8").split("\n"):
        if not line or line.startswith("#"):
            continue
        scope, old, new = line.split("\t")
        found.append((scope.split(","), old, new.replace("⏎", "\n")))
    return found


def texts(checkout: pathlib.Path) -> dict[str, str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=checkout, stdout=subprocess.PIPE, check=True).stdout
    found = {}
    for name in listed.decode("utf-8", "surrogateescape").split("\0"):
        path = checkout / name
        if not name or path.is_symlink() or not path.is_file():
            continue
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in SKIPPED):
            continue
        try:
            found[name] = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            pass
    return found


def replaced(text: str, old: str, new: str) -> tuple[str, int]:
    """The text with the replacements, but not again where they were made before."""
    if old in new:
        parts = text.split(new)
        return new.join(part.replace(old, new) for part in parts), sum(part.count(old) for part in parts)
    return text.replace(old, new), text.count(old)


def loose(old: str, new: str) -> tuple[re.Pattern, str] | None:
    """A pattern for a row with any interpolations, and what replaces a match; None if it has none."""
    names = re.findall(INTERPOLATION, old)
    literal = re.split(INTERPOLATION, old)
    if not names or "\n" in new or sum(len(piece) for piece in literal) < 12:
        return None
    pattern = re.escape(literal[0]) + "".join(
        f"({INTERPOLATION})" + re.escape(piece) for piece in literal[1:])
    pieces, rest = [], re.split(f"({INTERPOLATION})", new)
    for piece in rest:
        number = names.index(piece) + 1 if piece in names else 0
        pieces.append(f"\\g<{number}>" if number else piece.replace("\\", "\\\\"))
    return re.compile(pattern), "".join(pieces)


def main() -> None:
    checkout = pathlib.Path(sys.argv[1])
    here = pathlib.Path(__file__).resolve().parent
    table = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else here / "strings.tsv"
    files = texts(checkout)
    before = dict(files)
    total = 0
    for scope, old, new in rows(table):
        count = 0
        mine = [n for n in files if any(fnmatch.fnmatchcase(n, pattern) for pattern in scope)]
        for name in mine:
            if old in files[name]:
                files[name], found = replaced(files[name], old, new)
                count += found
        if not count and (rule := loose(old, new)):
            for name in mine:
                if name.endswith(".swift"):
                    files[name], found = rule[0].subn(rule[1], files[name])
                    count += found
            if count:
                print(f"matched with other names: {','.join(scope)}\t{old}")
        if not count:
            print(f"matched nothing: {','.join(scope)}\t{old}")
        total += count
    changed = [name for name in files if files[name] != before[name]]
    for name in changed:
        (checkout / name).write_bytes(files[name].encode("utf-8"))
    print(f"{total} replacements in {len(changed)} files")


main()
