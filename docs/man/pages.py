#!/usr/bin/env python3
"""Writes the manual pages: of the programs from the declarations of their options, of scrim.toml from the commented
file with all keys, of jobs from their JSON Schema, of the spool from docs/operating.md.

    docs/man/pages.py --programs BUILD-FOLDER --out FOLDER

The pages go to FOLDER/man1, man5, man7 and man8. Their date is SOURCE_DATE_EPOCH's, or that of CHANGELOG.md.
"""
import argparse
import json
import os
import re
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def date():
    changed = os.environ.get("SOURCE_DATE_EPOCH") or (ROOT / "CHANGELOG.md").stat().st_mtime
    when = time.gmtime(float(changed))
    return time.strftime("%B ", when) + time.strftime("%d, %Y", when).lstrip("0")


def escaped(text):
    """Text as an argument of a macro or in a text line, as mdoc(7) takes it."""
    text = " ".join(text.split()).replace("\\", "\\e").replace('"', "\\(dq").replace("`", "")
    return text.replace("…", "...").replace("–", "\\(en").replace("−", "\\-").replace("×", "\\(mu")


def lines(text):
    """A paragraph, one sentence per line, none of which begins as a macro does."""
    text = escaped(text)
    sentences = re.split(r"(?<=[.:?!]) (?=[A-Z])", text) if text else []
    result = []
    for sentence in sentences:
        line = ""
        for word in sentence.split():
            if len(line) + len(word) > 76:
                result.append(line)
                line = ""
            line = f"{line} {word}" if line else word
        result.append(line)
    return [("\\&" if line[0] in ".'" else "") + line for line in result if line]


def argument(text):
    """An argument of a macro: quoted, so that no word of it is taken as a macro."""
    return '"' + escaped(text) + '"'


def page(name, section, summary, body):
    head = [f".Dd {date()}", f".Dt {name.upper()} {section}", ".Os Scrim", ".Sh NAME",
            f".Nm {name}", f".Nd {escaped(summary).rstrip('.')}"]
    return "\n".join(head + body) + "\n"


def paragraphs(text):
    """Paragraphs of a help text; indented lines are shown as they are."""
    result = []
    for block in re.split(r"\n\s*\n", text.strip()):
        plain, shown = [], []

        def flush():
            if plain:
                result.extend([".Pp"] * bool(result) + lines(" ".join(plain)))
                plain.clear()
            if shown:
                result.extend([".Bd -literal -offset indent"]
                              + ["\\&" * (line[0] in ".'") + line.replace("\\", "\\e") for line in shown] + [".Ed"])
                shown.clear()
        for line in block.split("\n"):
            if line.startswith("  "):
                if plain:
                    flush()
                shown.append(line.strip())
            else:
                if shown:
                    flush()
                plain.append(line)
        flush()
    return result


def flags(entry):
    """The names of an option as words of mdoc: `Fl o , Fl -output Ar file`."""
    names = sorted(entry.get("names", []), key=lambda name: name["kind"] != "short")
    value = f" Ar {entry['valueName']}" if entry["kind"] == "option" else ""
    return " , ".join("Fl " + ("" if name["kind"] == "short" else "-" * (name["kind"] == "long")) + name["name"]
                      for name in names) + value


def shown(entry):
    return entry.get("shouldDisplay", True)


def synopsis(name, command, path):
    result = [f".Nm {name}"] + [f".Cm {word}" for word in path]
    if any(child["commandName"] != "help" for child in command.get("subcommands", [])):
        return result + [".Ar command", ".Op Ar arguments"]
    for entry in filter(shown, command.get("arguments", [])):
        if entry["kind"] == "positional":
            words = f"Ar {entry['valueName']}" + " ..." * entry["isRepeating"]
        else:
            preferred = dict(entry, names=[entry["preferredName"]])
            words = flags(preferred) + " ..." * entry["isRepeating"]
        result.append(f".Op {words}" if entry["isOptional"] else f".{words}")
    return result


def options(command):
    entries = [entry for entry in filter(shown, command.get("arguments", []))]
    if not entries:
        return []
    result = [".Bl -tag -width Ds"]
    for entry in entries:
        words = f"Ar {entry['valueName']}" if entry["kind"] == "positional" else flags(entry)
        text = entry.get("abstract", "")
        if entry.get("allValues") and entry["allValues"][0] not in text:
            text += f" One of {', '.join(entry['allValues'])}."
        default = entry.get("defaultValue")
        if default and "(default" not in text:
            text += f" Default: {default}."
        result += [f".It {words}"] + (lines(text) or ["No description."])
    return result + [".El"]


STATUSES = ("The exit statuses of all programs are one table: section Exit statuses of submitting.md, which is installed "
            "in /usr/share/doc/scrim.")


def program(path, section, related):
    dump = subprocess.run([path, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    command = json.loads(dump)["command"]
    name = command["commandName"]
    body = [".Sh SYNOPSIS"] + synopsis(name, command, []) + [".Sh DESCRIPTION"]
    body += paragraphs(command.get("discussion") or command["abstract"]) + options(command)
    every = []

    def walk(command, path):
        for child in command.get("subcommands", []):
            if child["commandName"] == "help" or not shown(child):
                continue
            every.append((path + [child["commandName"]], child))
            walk(child, path + [child["commandName"]])
    walk(command, [])
    if every:
        body.append(".Sh COMMANDS")
    for words, child in every:
        body += [f".Ss {' '.join(words)}"] + synopsis(name, child, words) + [".Pp"] + lines(child["abstract"])
        if child.get("discussion"):
            body += [".Pp"] + paragraphs(child["discussion"])
        body += options(child)
    body += [".Sh EXIT STATUS"] + lines(STATUSES)
    return page(name, section, command["abstract"], body + see_also(related))


def see_also(related):
    result = [".Sh SEE ALSO"]
    related = sorted(related, key=lambda entry: (entry[1], entry[0]))
    for index, (name, section) in enumerate(related):
        result.append(f".Xr {name} {section}" + (" ," if index + 1 < len(related) else ""))
    return result


CONFIGURATIONS = {
    "scrim.toml": ("configuration of scrimd",
                   "The configuration of scrimd, in TOML. Every key is listed with its default. Files conf.d/*.toml in "
                   "the same folder are read afterwards, in alphabetical order, and take precedence. scrimd --check "
                   "checks the files and prints the effective configuration."),
    "hooks.toml": ("configuration of scrim-hooks",
                   "The configuration of scrim-hooks, in TOML. Every key is listed with its default; the tables "
                   "[program.NAME] and [endpoint.NAME] may occur any number of times. scrim-hooks --check checks the "
                   "file and prints the effective configuration."),
    "fetch.toml": ("configuration of scrim-fetch",
                   "The configuration of scrim-fetch, in TOML. Every key is listed with its default. "
                   "~/.config/scrim/fetch.toml is read in place of the installed file. scrim-fetch --check checks the file "
                   "and prints the effective configuration."),
    "node.toml": ("configuration of scrim-node",
                  "The configuration of scrim-node, in TOML. Every key is listed with its default. scrim-node --check "
                  "checks the file and prints the effective configuration."),
    "http.toml": ("configuration of scrim-http",
                  "The configuration of scrim-http, in TOML. Every key is listed with its default; the table [key.NAME] may "
                  "occur any number of times. scrim-http --check checks the file and prints the effective configuration."),
}

# The server of images by link, which `make http` builds.
HTTP = [("http.toml", 5), ("scrim-http", 8)]

# The programs of a queue of many machines, which link libpq.
QUEUE = [("scrim-queue", 1), ("node.toml", 5), ("scrim-node", 8)]


def configuration(name, related):
    summary, text = CONFIGURATIONS[name]
    body = [".Sh DESCRIPTION"] + lines(text)
    comment, is_open = [], False
    for line in (ROOT / "etc" / name).read_text().split("\n"):
        line = line.strip()
        # The keys of repeated tables are commented out.
        if re.match(r"# (\[\w+\.NAME\]|[a-z-]+ = )", line):
            line = line[2:]
        if line.startswith("#"):
            comment.append(line[1:].strip())
        elif line.startswith("["):
            about = lines(" ".join(comment)) if ".NAME]" in line else []
            body += [".El"] * is_open + [f".Ss {escaped(line)}"] + about + [".Bl -tag -width Ds"]
            is_open, comment = True, []
        elif " = " in line:
            key, value = line.split(" = ", 1)
            text = " ".join(comment)
            shown = "Example" if text.startswith("Required") else "Default"
            body += [f".It Cm {key}"] + lines(text) + [f"{shown}: {escaped(value)}"]
            comment = []
        elif not line and not is_open:
            comment = []
    return page(name, 5, summary, body + [".El"] + see_also(related))


def properties(schema):
    keys = schema.get("properties", {})
    if not keys:
        return []
    result = [".Bl -tag -width Ds"]
    for key, value in keys.items():
        result += [f".It Cm {escaped(key)}"] + (lines(value.get("description", "")) or ["No description."])
        target = value.get("$ref") or value.get("items", {}).get("$ref", "")
        if target:
            result += [f"See {argument(target.split('/')[-1])} below.".replace('"', "")]
    return result + [".El"]


def job(scrim, related):
    schema = json.loads(subprocess.run([scrim, "schema"], check=True, capture_output=True, text=True).stdout)
    body = [".Sh DESCRIPTION"] + lines(schema["description"]) + properties(schema) + [".Sh OBJECTS"]
    for name, value in schema["$defs"].items():
        body += [f".Ss {escaped(name)}"] + (lines(value.get("description", "")) or lines("A value of a job."))
        body += properties(value)
    return page("scrim-job", 5, "images as JSON documents", body + see_also(related))


def spool(related):
    text = (ROOT / "docs/operating.md").read_text()
    section = re.search(r"^### The spool\n(.*?)^### Failures", text, re.M | re.S).group(1)
    body = [".Sh DESCRIPTION"]
    is_first = True
    for block in re.split(r"\n\n+", section.strip()):
        block = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", block).replace("**", "")
        if block.startswith("### "):
            head, _, block = block.partition("\n")
            body.append(f".Ss {escaped(head[4:])}")
            is_first = True
            if not block:
                continue
        if block.startswith("|"):
            rows = [row.strip("|").split("|", 1) for row in block.split("\n")[2:]]
            body.append(".Bl -tag -width Ds")
            for key, value in rows:
                body += [f".It Pa {escaped(key.strip())}"] + lines(value)
            body.append(".El")
        elif block.startswith("- "):
            body.append(".Bl -bullet")
            for item in re.split(r"\n- ", "\n" + block)[1:]:
                body += [".It"] + lines(item)
            body.append(".El")
        elif block.startswith("```"):
            body += [".Bd -literal"] + block.split("\n")[1:-1] + [".Ed"]
        else:
            body += [".Pp"] * (not is_first) + lines(block)
        is_first = False
    return page("scrim-spool", 7, "folders of jobs", body + see_also(related))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--programs", type=Path, required=True, help="folder of the built programs")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--without-queue", action="store_true", help="no pages of scrim-queue and scrim-node")
    arguments.add_argument("--with-http", action="store_true", help="pages of scrim-http, too")
    options = arguments.parse_args()
    names = [("scrim", 1), ("scrim-fetch", 1), ("fetch.toml", 5), ("hooks.toml", 5), ("scrim.toml", 5), ("scrim-job", 5),
             ("scrim-spool", 7), ("scrim-hooks", 8), ("scrim-preview", 8), ("scrimd", 8)]
    if not options.without_queue:
        names += QUEUE
    if options.with_http:
        names += HTTP

    def others(name):
        return [entry for entry in names if entry[0] != name]
    for name, section in names:
        if name in CONFIGURATIONS:
            text = configuration(name, others(name))
        elif name == "scrim-job":
            text = job(options.programs / "scrim", others(name))
        elif name == "scrim-spool":
            text = spool(others(name))
        else:
            text = program(options.programs / name, section, others(name))
        folder = options.out / f"man{section}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.{section}").write_text(text)


if __name__ == "__main__":
    main()
