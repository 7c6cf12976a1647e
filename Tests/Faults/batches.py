"""Batches of rows for the drivers beside this file: fake workers render them, as `slow-BATCH-ROW.png`."""

import json
import os

import spool as spools

TEMPLATE = b'{"scrim": 1, "inputs": {}, "layers": [{"effect": "glow"}]}'


def drop(spool, name, rows, kind="slow"):
    """Drops a batch as `scrim submit` does: on the disk before it has its name, and then with its name."""
    folder = os.path.join(spool.path, "drop")
    part = os.path.join(folder, f".{name}.part")
    os.mkdir(part)
    data = "kind\n" + f"{kind}\n" * rows
    for file, content in [("job.json", TEMPLATE), ("data.csv", data.encode())]:
        spool.write(os.path.join(part, file), content)
    flushed = os.open(part, os.O_RDONLY)
    try:
        os.fsync(flushed)
    finally:
        os.close(flushed)
    spool.rename(part, os.path.join(folder, f"{name}.scrim"))


def faults(spool, names, rows, kind="slow"):
    """The errors once all batches should be done, and their results are in `out`."""
    wrong = []
    for state in spools.STATES + ["batches"]:
        if left := [name for name in spool.names(state) if not name.startswith(".")]:
            wrong.append(f"{state} holds {left[:3]}")
    every = list(range(1, rows + 1))
    out = os.path.join(spool.path, "out")
    for name in names:
        try:
            with open(os.path.join(out, f"{name}.result.json")) as file:
                report = json.load(file)
            with open(os.path.join(out, f"{name}.rows.jsonl")) as file:
                lines = [json.loads(line) for line in file]
            for row in every:
                stem = f"{kind}-{name}-{row}"
                with open(os.path.join(out, f"{stem}.png"), "rb") as file:
                    if file.read() != spools.picture(stem):
                        wrong.append(f"{stem}.png is torn")
        except (OSError, ValueError) as error:
            wrong.append(f"{name}: {error}")
            continue
        if report["rows"] != {"total": rows, "done": rows, "failed": 0, "skipped": 0}:
            wrong.append(f"{name}: {report['rows']}")
        if [line["row"] for line in lines] != every:
            wrong.append(f"{name}: {len(lines)} lines")
    return wrong
