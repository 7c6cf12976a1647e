"""Batches with bad input, rendered by real workers: data that ends in the middle of a line, a template that is wrong
for every row, two outputs of one name in the last row but one, and a disk that is full when half of the rows are
delivered. Each ends, or waits, with a report that says exactly which rows are there; and a retry renders the others.
The full disk only as root.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import spool as spools

TEMPLATE = {
    "scrim": 1, "inputs": {"name": {"type": "string"}}, "canvas": {"width": 12, "height": 8},
    "layers": [{"fill": "red"}], "output": {"file": "${job}-${name}.png"}}
# The reserve takes 16 MiB of the disk, and the list of the environment's files some 50 kB; an image, its line and its row
# of the index take some 5 kB.
RESERVE, PER_ROW = (16 << 20) + 100_000, 5_000


class Driver:
    def __init__(self, spool, work, rows):
        self.spool, self.work, self.rows = spool, work, rows
        self.wrong = []

    def expect(self, what, is_so, found=None):
        if not is_so:
            self.wrong.append(what if found is None else f"{what}: {found}")

    def write(self, name, content):
        path = os.path.join(self.work, name)
        with open(path, "w") as file:
            file.write(content)
        return path

    def scrim(self, *arguments):
        return subprocess.run(
            [os.path.join(self.spool.programs, "scrim"), *arguments, "--spool", self.spool.path],
            capture_output=True, text=True)

    def submit(self, job, data, *arguments, template=None):
        """Submits a batch and waits for its end."""
        path = self.write(f"{job}.json", json.dumps({**TEMPLATE, **(template or {})}))
        return self.scrim("submit", path, "--data", data, *arguments)

    def names(self, count=None):
        return "name\n" + "".join(f"n{row}\n" for row in range(1, (count or self.rows) + 1))

    def images(self, job):
        return {name for name in self.spool.names("out") if name.startswith(f"{job}-") and name.endswith(".png")}

    def check(self, job, done, failed, skipped=0, images=None):
        """Report, lines and images agree; these rows are done, failed and skipped."""
        out = os.path.join(self.spool.path, "out")
        with open(os.path.join(out, f"{job}.result.json")) as file:
            counts = json.load(file)["rows"]
        with open(os.path.join(out, f"{job}.rows.jsonl")) as file:
            lines = [json.loads(line) for line in file]
        states = {state: [line["row"] for line in lines if line["status"] == state]
                  for state in ("done", "failed", "skipped")}
        expected = {"total": done + failed + skipped, "done": done, "failed": failed, "skipped": skipped}
        self.expect(f"{job}: counts", counts == expected, counts)
        found = {state: len(rows) for state, rows in states.items()}
        self.expect(f"{job}: lines", found == {"done": done, "failed": failed, "skipped": skipped}, found)
        listed = {output["file"] for line in lines for output in line["outputs"]}
        images = self.images(job) if images is None else images
        self.expect(f"{job}: images that no line has", images <= listed, sorted(images - listed)[:3])
        self.expect(f"{job}: lines without their image", listed <= images, sorted(listed - images)[:3])
        return states

    def list_of(self, job):
        """A copy of the batch's rows file: a retry replaces it."""
        return shutil.copy(os.path.join(self.spool.path, "out", f"{job}.rows.jsonl"), self.work)

    def cut_data(self):
        """An open quote is an error of the batch; of JSON lines the rows before the cut are rendered."""
        data = self.write("cut.csv", self.names() + '"n')
        run = self.submit("quote", data, "--wait")
        self.expect("quote: status", run.returncode == 65, run.returncode)
        place = f"line {self.rows + 2} of the data: the quote that opens here is not closed."
        self.expect("quote: message", place in run.stderr, run.stderr)
        self.expect("quote: no images", not self.images("quote"))
        # The rest of the line.
        run = self.submit("quote", self.write("cut.csv", self.names() + f'"n{self.rows + 1}"\n'), "--wait")
        self.expect("quote: retry", run.returncode == 0, run.stderr)
        self.check("quote", self.rows + 1, 0)

        lines = [json.dumps({"name": f"n{row}"}) for row in range(1, self.rows + 2)]
        data = self.write("cut.jsonl", "\n".join(lines)[:-5])
        run = self.submit("lines", data, "--wait")
        self.expect("lines: status", run.returncode == 65, run.returncode)
        self.expect("lines: message", f"data.jsonl:{self.rows + 1}, row" in run.stderr, run.stderr)
        self.check("lines", self.rows, 1)
        data = self.write("cut.jsonl", "\n".join(lines) + "\n")
        run = self.submit("lines", data, "--rows", f"{self.rows + 1}", "--wait")
        self.expect("lines: retry", run.returncode == 0, run.stderr)
        self.expect("lines: images", len(self.images("lines")) == self.rows + 1)

    def wrong_template(self):
        """Every row has the error; the corrected template renders them all."""
        data = self.write("wrong.csv", self.names())
        wrong = {"canvas": {"width": {"$eval": "name"}, "height": 8}}
        run = self.submit("wrong", data, "--wait", template=wrong)
        self.expect("wrong: status", run.returncode == 65, run.returncode)
        self.expect("wrong: 100 errors", run.stderr.count("canvas.width") == 100, run.stderr.count("canvas.width"))
        self.check("wrong", 0, self.rows)
        run = self.submit("wrong", data, "--retry-failed", self.list_of("wrong"), "--wait")
        self.expect("wrong: retry", run.returncode == 0, run.stderr)
        self.check("wrong", self.rows, 0)

    def colliding_names(self):
        """The last row but one has the name of row 17."""
        row = self.rows - 1
        names = self.names().split("\n")
        names[row] = "n17"
        data = self.write("names.csv", "\n".join(names))
        run = self.submit("names", data, "--wait")
        self.expect("names: status", run.returncode == 65, run.returncode)
        self.expect("names: message", "an output has the same name as one of row 17" in run.stderr, run.stderr)
        states = self.check("names", self.rows - 1, 1)
        self.expect("names: row", states["failed"] == [row], states["failed"])
        other = {"output": {"file": "${job}-${row}-${name}.png"}}
        run = self.submit("names", data, "--retry-failed", self.list_of("names"), "--wait", template=other)
        self.expect("names: retry", run.returncode == 0, run.stderr)
        self.check("names", 1, 0, images={f"names-{row}-n17.png"})
        self.expect("names: images", len(self.images("names")) == self.rows)

    def fill(self, job):
        """Submits a batch, and returns how many rows were delivered when the disk is full."""
        run = self.submit(job, self.write("full.csv", self.names()))
        self.expect(f"{job}: submitted", run.returncode == 0, run.stderr)
        count, errors, since = -1, self.status()["systemErrors"], time.monotonic()
        end = since + 300
        while time.monotonic() - since < 3 and time.monotonic() < end:
            images = len(self.images(job))
            if images != count or self.status()["systemErrors"] == errors:
                count, since = images, time.monotonic()
            time.sleep(0.1)
        share = count / self.rows
        self.expect(f"{job}: full when half of the rows were delivered", 0.25 < share < 0.75, share)
        wanted, progress = [f"{count} of {self.rows} rows", "No space left on device"], ""
        end = time.monotonic() + 20
        # Each attempt clears the reason for a moment.
        while not all(text in progress for text in wanted) and time.monotonic() < end:
            progress = self.scrim("status").stdout
        self.expect(f"{job}: progress and reason", all(text in progress for text in wanted), progress)
        return count

    def status(self):
        """By the socket: on a full disk status.json is out of date."""
        return json.loads(self.scrim("status", "--json").stdout)["daemon"]

    def take(self, job):
        """Takes the batch's images away, which frees the disk."""
        names = self.images(job)
        for name in names:
            os.unlink(os.path.join(self.spool.path, "out", name))
        return names

    def full_disk(self):
        """The batch waits; with space it goes on, and no row that was delivered comes again."""
        self.fill("full")
        taken = self.take("full")
        end = time.monotonic() + 600
        while self.spool.report("full") is None and time.monotonic() < end:
            new = self.take("full")
            self.expect("full: delivered twice", not taken & new, sorted(taken & new)[:3])
            taken |= new
            time.sleep(0.1)
        taken |= self.take("full")
        self.check("full", self.rows, 0, images=taken)

    def cancelled_on_a_full_disk(self):
        """The report says which rows are there; the others are submitted again."""
        count = self.fill("half")
        batch = self.spool.names("batches")
        run = self.scrim("cancel", *batch)
        self.expect("half: cancel", run.returncode == 0, run.stderr)
        spools.within(60, "the report of the cancelled batch", lambda: self.spool.report("half"))
        # A chunk that had room may have been delivered since.
        delivered = len(self.images("half"))
        self.expect("half: some rows are there", count <= delivered < self.rows, (count, delivered))
        count = delivered
        self.check("half", count, 0, self.rows - count)
        taken, rows = self.take("half"), self.list_of("half")
        # The other half needs as much space again as is full, of which what is kept of the first has a part.
        subprocess.run(["mount", "-o", f"remount,size={2 * disk_size(self.rows)}", os.path.dirname(self.spool.path)],
                       check=True)
        run = self.submit("half", os.path.join(self.work, "full.csv"), "--retry-failed", rows, "--wait")
        self.expect("half: retry", run.returncode == 0, run.stderr)
        rest = self.take("half")
        self.check("half", self.rows - count, 0, images=rest)
        self.expect("half: every row once", not taken & rest and len(taken | rest) == self.rows)

    def run(self, *scenarios):
        self.spool.start()
        spools.within(60, "a daemon", self.spool.is_up)
        for scenario in scenarios:
            scenario()
        for state in [*spools.STATES, "batches"]:
            # Of batches without a row that was tried.
            names = [] if state == "failed" else self.spool.names(state)
            self.expect(f"{state} is empty", not names, names[:3])
        self.expect("the daemon runs", self.spool.daemon.poll() is None)


def disk_size(rows):
    """Of a disk that is full when half of the rows are delivered, bytes."""
    return RESERVE + rows // 2 * PER_ROW


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd, scrim, scrim-worker and the plugins")
    parser.add_argument("--rows", type=int, default=10_000, help="of each batch")
    options = parser.parse_args()
    if os.geteuid() == 0:
        spools.in_own_mounts()
    work, begin = tempfile.mkdtemp(prefix="bad-batches.", dir=os.environ.get("SCRIM_SCRATCH")), time.monotonic()
    place, drivers = os.path.join(work, "mounted"), []
    os.mkdir(place)
    try:
        spool = spools.Spool(os.path.join(work, "spool"), options.programs, work, draws=True)
        drivers.append(Driver(spool, work, options.rows))
        drivers[0].run(drivers[0].cut_data, drivers[0].wrong_template, drivers[0].colliding_names)
        spool.kill()
        if os.geteuid() == 0:
            size = f"size={disk_size(options.rows)},nr_inodes={4 * options.rows + 2000}"
            subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", place], check=True)
            spool = spools.Spool(os.path.join(place, "spool"), options.programs, work, draws=True)
            drivers.append(Driver(spool, work, options.rows))
            drivers[1].run(drivers[1].full_disk, drivers[1].cancelled_on_a_full_disk)
        else:
            print("bad batches: the full disk is skipped: only root may mount.")
    finally:
        wrong = [text for driver in drivers for text in driver.wrong]
        for driver in drivers:
            driver.spool.kill()
        if wrong or sys.exc_info()[0]:
            subprocess.run(["tail", "-n", "20", drivers[-1].spool.log])
        if os.geteuid() == 0:
            subprocess.run(["umount", "-l", place], stderr=subprocess.DEVNULL)
        shutil.rmtree(work)
    print(
        f"bad batches: {options.rows} rows each, cut data, wrong template, equal names, full disk, cancelled on a full "
        f"disk, in {time.monotonic() - begin:.0f} s; wrong: {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
