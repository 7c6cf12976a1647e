#!/usr/bin/env python3
"""Renames identifiers, files and folders in a checkout, as a table says.

    rename.py CHECKOUT [--table names.tsv] [--dry-run]

The table has rows of `kind<TAB>scope<TAB>old<TAB>new`; `#` begins a comment.

word   whole identifier, in code and in the interpolations of string literals, never in the text
       of a literal. In comments, names with a hump (`setAside`, `KeptText`) are replaced
       everywhere; names that are also English words (`room`, `Turn`) only between backticks
       and as the name of a described parameter (`- room: …`).
member like `word`, but only where the name follows a dot, is declared (`func`, `var`, `let`,
       `case`), or is a label (`name:` after `(` or `,`): for words whose locals must stay.
regex  a Python regular expression over code and comments (not the text of literals).
text   a Python regular expression over a whole file, literals included: for scripts, docs, C.
move   a file or folder; the scope is empty. `*.swift` in the old path is not expanded.

scope: globs of paths, separated by commas; `**` matches any depth; `!glob` takes paths out.
Rows are applied in the order of the table to every file; moves come last, in order. Scopes name
paths as they were before the moves. Rows that match nothing are listed at the end.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

CODE, COMMENT, TEXT = "code", "comment", "text"


def segments(source):
    """Splits Swift source into (kind, text): code, comments, and the text of literals.

    Interpolations are code. Quotes and delimiters of literals are text."""
    out = []
    _code(source, 0, out, None)
    merged = []
    for kind, text in out:
        if merged and merged[-1][0] == kind:
            merged[-1][1].append(text)
        elif text:
            merged.append((kind, [text]))
    return [(kind, "".join(parts)) for kind, parts in merged]


_LITERAL = re.compile(r'(#*)("""|")')
_REGEX_BEFORE = re.compile(r"(?:[=(,:\[{!&|?;]|\breturn|\bin|\bwhere|^)\s*$", re.M)
_BARE_REGEX = re.compile(r"/(?![ \t/*\n])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+(?<![ \t])/(?![\w/])")
_POUND_REGEX = re.compile(r"(#+)/(?:.*?)/\1", re.S)


def _code(source, at, out, closing):
    """Reads code from `at` to the end, or to the `)` that ends an interpolation."""
    start, depth = at, 0
    end = len(source)
    while at < end:
        char = source[at]
        if char == "/" and source.startswith("//", at):
            stop = source.find("\n", at)
            stop = end if stop < 0 else stop
            out.append((CODE, source[start:at]))
            out.append((COMMENT, source[at:stop]))
            at = start = stop
        elif char == "/" and source.startswith("/*", at):
            level, stop = 1, at + 2
            while level and stop < end:
                if source.startswith("/*", stop):
                    level, stop = level + 1, stop + 2
                elif source.startswith("*/", stop):
                    level, stop = level - 1, stop + 2
                else:
                    stop += 1
            out.append((CODE, source[start:at]))
            out.append((COMMENT, source[at:stop]))
            at = start = stop
        elif char == "/" and _REGEX_BEFORE.search(source[max(0, at - 40):at]):
            match = _BARE_REGEX.match(source, at)
            if match:
                out.append((CODE, source[start:at]))
                out.append((TEXT, match.group()))
                at = start = match.end()
            else:
                at += 1
        elif char == "#" and _POUND_REGEX.match(source, at):
            match = _POUND_REGEX.match(source, at)
            out.append((CODE, source[start:at]))
            out.append((TEXT, match.group()))
            at = start = match.end()
        elif char in '#"':
            match = _LITERAL.match(source, at)
            if not match:
                at += 1
                continue
            out.append((CODE, source[start:at]))
            at = start = _literal(source, match, out)
        elif closing and char == "(":
            depth, at = depth + 1, at + 1
        elif closing and char == ")":
            if depth == 0:
                out.append((CODE, source[start:at]))
                return at
            depth, at = depth - 1, at + 1
        else:
            at += 1
    out.append((CODE, source[start:at]))
    return at


def _literal(source, opening, out):
    pounds, quotes = opening.groups()
    stop, escape = quotes + pounds, "\\" + pounds
    start, at = opening.start(), opening.end()
    while at < len(source):
        if source.startswith(escape, at):
            at += len(escape)
            if source.startswith("(", at):
                out.append((TEXT, source[start:at + 1]))
                at = start = _code(source, at + 1, out, ")")
            else:
                at += 1
        elif source.startswith(stop, at):
            at += len(stop)
            break
        elif quotes == '"' and source[at] == "\n":
            break
        else:
            at += 1
    out.append((TEXT, source[start:at]))
    return at


# In a comment: code between backticks, and the name of a parameter that is described.
_SPAN = re.compile(r"(`+)[^`\n]+?\1(?!`)")
_PARAMETER = re.compile(r"(?m)^\s*(?:///\s+)?- (?:Parameter )?\w+:")


def glob_pattern(glob):
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", glob)
    table = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(table.get(part, re.escape(part)) for part in parts) + r"\Z")


class Row:
    def __init__(self, line, kind, scope, old, new):
        self.line, self.kind, self.scope, self.old, self.new = line, kind, scope, old, new
        self.count = 0
        globs = [glob.strip() for glob in scope.split(",") if glob.strip()]
        self.takes = [glob_pattern(glob) for glob in globs if not glob.startswith("!")]
        self.leaves = [glob_pattern(glob[1:]) for glob in globs if glob.startswith("!")]
        if kind in ("word", "member"):
            self.pattern = re.compile(rf"(?<![A-Za-z0-9_]){re.escape(old)}(?![A-Za-z0-9_])")
            self.is_plain = re.fullmatch(r"[A-Z]?[a-z]+", old) is not None
            name = re.escape(old)
            self.placed = re.compile(
                rf"(?<=\.){name}\b(?!\s*\.\.)"
                rf"|(?<=\bfunc ){name}\b|(?<=\bcase ){name}\b(?!\s*\.)"
                rf"|(?<=\bvar ){name}\b|(?<=\blet ){name}\b"
                rf"|(?<=[(,] ){name}(?=:)|(?<=\(){name}(?=:)|(?<=\n){name}(?=:)")
        elif kind in ("regex", "text"):
            self.pattern = re.compile(old)
        elif kind != "move":
            raise ValueError(f"line {line}: unknown kind {kind}")

    def covers(self, path):
        return any(glob.match(path) for glob in self.takes) and not any(
            glob.match(path) for glob in self.leaves)

    def replaced(self, kind, text):
        """A segment of Swift with this row applied."""
        if kind == TEXT:
            return text
        if self.kind == "regex":
            text, count = self.pattern.subn(self.new, text)
        elif kind == COMMENT and (self.is_plain or self.kind == "member"):
            def inside(match):
                return self.pattern.sub(lambda _: self.new, match.group())
            before = text
            text = _SPAN.sub(inside, text)
            text = _PARAMETER.sub(inside, text)
            count = 1 if text != before else 0
        elif self.kind == "member":
            text, count = self.placed.subn(lambda _: self.new, text)
        else:
            text, count = self.pattern.subn(lambda _: self.new, text)
        self.count += count
        return text


def read_table(path):
    rows = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line.strip() or line.startswith("#"):
                continue
            fields = line.split("\t")
            if len(fields) != 4:
                sys.exit(f"{path}:{number}: expected 4 fields, found {len(fields)}")
            rows.append(Row(number, *fields))
    return rows


def tracked(checkout):
    found = subprocess.run(
        ["git", "-C", checkout, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, check=False)
    if found.returncode == 0 and found.stdout:
        return list(dict.fromkeys(name for name in found.stdout.decode().split("\0") if name))
    names = []
    for folder, folders, files in os.walk(checkout):
        folders[:] = [name for name in folders if not name.startswith(".")]
        names += [os.path.relpath(os.path.join(folder, name), checkout) for name in files]
    return names


def rewrite(checkout, path, rows, is_dry):
    full = os.path.join(checkout, path)
    if os.path.islink(full) or not os.path.isfile(full):
        return False
    mine = [row for row in rows if row.covers(path)]
    if not mine:
        return False
    try:
        with open(full, encoding="utf-8", newline="") as file:
            source = file.read()
    except UnicodeDecodeError:
        return False
    text = source
    is_swift = path.endswith(".swift")
    # Text rows see the whole file; the others its segments. Runs of one sort go together.
    index = 0
    while index < len(mine):
        if mine[index].kind == "text":
            row = mine[index]
            text, count = row.pattern.subn(row.new, text)
            row.count += count
            index += 1
            continue
        run = []
        while index < len(mine) and mine[index].kind != "text":
            run.append(mine[index])
            index += 1
        if not is_swift:
            continue
        parts = []
        for kind, part in segments(text):
            for row in run:
                part = row.replaced(kind, part)
            parts.append(part)
        text = "".join(parts)
    if text == source:
        return False
    if not is_dry:
        with open(full, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    return True


def move(checkout, row, names, is_dry):
    old, new = os.path.join(checkout, row.old), os.path.join(checkout, row.new)
    if not os.path.exists(old):
        return
    if os.path.exists(new) and not os.path.isdir(old):
        sys.exit(f"line {row.line}: {row.new} is already there")
    row.count += 1
    if is_dry:
        return
    os.makedirs(os.path.dirname(new), exist_ok=True)
    if os.path.isdir(old) and os.path.isdir(new):
        for entry in sorted(os.listdir(old)):
            os.rename(os.path.join(old, entry), os.path.join(new, entry))
        os.rmdir(old)
        return
    is_tracked = row.old in names or any(name.startswith(row.old + "/") for name in names)
    if is_tracked and os.path.exists(os.path.join(checkout, ".git")):
        done = subprocess.run(["git", "-C", checkout, "mv", "-k", row.old, row.new], check=False)
        if done.returncode == 0 and not os.path.exists(old):
            return
    os.rename(old, new)
    parent = os.path.dirname(old)
    if not os.listdir(parent):
        os.rmdir(parent)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout")
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--table", default=os.path.join(here, "names.tsv"))
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    rows = read_table(options.table)
    names = tracked(options.checkout)
    words = [row for row in rows if row.kind != "move"]
    changed = sum(rewrite(options.checkout, name, words, options.dry_run) for name in names)
    moves = [row for row in rows if row.kind == "move"]
    for row in moves:
        move(options.checkout, row, set(tracked(options.checkout)), options.dry_run)
    print(f"{changed} files changed, {sum(row.count > 0 for row in moves)} moved")
    for row in rows:
        if row.count == 0:
            print(f"line {row.line}: matched nothing: {row.kind} {row.scope} {row.old}")


if __name__ == "__main__":
    main()
