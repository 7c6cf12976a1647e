"""Batches for the storm: several scrimds share a spool, and they and their workers are killed at random while
batches of rows are rendered. Results are taken away as they come: each row comes once, whole, and each batch has
one report, with a line for every row.
"""

import json
import os
import time

import batches
import daemons
import spool as spools

# On their way at once.
MOST = 6


class BatchStorm(daemons.Daemons):
    def __init__(self, programs, work, rows):
        super().__init__(programs, work)
        self.rows = rows
        # By batch: the rows whose images came, and the report and the lines once they did.
        self.images, self.reports, self.lines = {}, {}, {}

    def drop(self, name):
        batches.drop(self.daemons[0], name, self.rows)
        self.images[name] = set()

    def take(self):
        out = os.path.join(self.root, "out")
        # The listing may be older than what it leads to: a report is read after its images.
        names = sorted(self.daemons[0].names("out"), key=lambda name: not name.endswith(".png"))
        for name in names:
            with open(os.path.join(out, name), "rb") as file:
                content = file.read()
            os.unlink(os.path.join(out, name))
            if name.endswith(".png"):
                stem = name[:-len(".png")]
                _, batch, row = stem.split("-")
                if int(row) in self.images[batch]:
                    self.wrong.append(f"{name} came twice")
                self.images[batch].add(int(row))
                if content != spools.picture(stem):
                    self.wrong.append(f"{name} is not whole")
                continue
            batch = name.split(".")[0]
            kept = self.lines if name.endswith(".rows.jsonl") else self.reports
            if batch in kept:
                self.wrong.append(f"{name} came twice")
            kept[batch] = content
            if name.endswith(".failed.json"):
                self.wrong.append(f"{name}: {content[:500]}")

    def run(self, count, kills):
        """Kills evenly over the rows."""
        begin = time.monotonic()
        while len(self.reports) < count and time.monotonic() - begin < 3000:
            while len(self.images) < count and len(self.images) - len(self.reports) < MOST:
                self.drop(f"b{len(self.images)}")
            self.take()
            rows = sum(len(rows) for rows in self.images.values())
            due = max(4, kills * rows // (count * self.rows)) - self.kills
            # Several at once if rows come faster than daemons start.
            for _ in range(min(len(self.daemons), due)):
                self.kill()
            if due <= 0:
                time.sleep(0.01)
        return time.monotonic() - begin

    def end(self):
        self.kill_all()
        status = self.daemons[0].finish()
        self.take()
        if status:
            self.wrong.append(f"draining ended with {status}")
        for state in spools.STATES + ["batches"]:
            if names := self.daemons[0].names(state):
                self.wrong.append(f"{state}: {names[:5]}")
        every = list(range(1, self.rows + 1))
        for batch, rows in self.images.items():
            if sorted(rows) != every:
                self.wrong.append(f"{batch}: {len(rows)} of {self.rows} images")
            report = json.loads(self.reports.get(batch, b"{}"))
            counts = {"total": self.rows, "done": self.rows, "failed": 0, "skipped": 0}
            if report.get("rows") != counts:
                self.wrong.append(f"{batch}: {report.get('rows')}")
            lines = [json.loads(line) for line in self.lines.get(batch, b"").splitlines()]
            if [line["row"] for line in lines] != every or any(line["status"] != "done" for line in lines):
                self.wrong.append(f"{batch}: {len(lines)} lines")
        return self.wrong


def run(programs, work, count, rows, kills):
    """Runs the storm and prints what came of it.

    Returns True if something is wrong.
    """
    storm = BatchStorm(programs, work, rows)
    try:
        seconds = storm.run(count, kills)
        wrong = storm.end()
        print(
            f"storm: {count} batches of {rows} rows, {storm.killed_daemons} daemons and "
            f"{storm.killed_workers} workers killed in {seconds:.0f} s; "
            f"{sum(len(rows) for rows in storm.images.values())} images; {len(wrong)} wrong: {wrong[:20]}")
        storm.print_logs(wrong)
        return bool(wrong)
    finally:
        storm.kill_all()
