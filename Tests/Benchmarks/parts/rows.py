"""A card for each row of a data file: as a batch, as jobs of their own, and by other programs in a loop."""

import base64
import io
import json
import os
import statistics
import subprocess
import time

import skia
from PIL import Image, ImageDraw, ImageFont

from parts.small import jobs
from story import chromium, scene
from story.daemon import Daemon
from story.processes import in_processes
from story.worker import Worker

WIDTH, HEIGHT = 320, 100
ROWS = 3_000
MANY = 100_000
CHECKED = 10_000
#: Gate and aim: rows per second of cards with different words, and the share of what two warm workers do.
RATE, SHARE = (500, 800), (0.9, 0.95)
#: Of what two processes of Skia draw, which store nothing.
SKIA_SHARE = 0.7, 1
#: Batches of the same daemon one after the other: its caches are full after the second.
LASTING, LASTING_SHARE = 4, (0.85, 0.95)

TEMPLATE = {
    "scrim": 1, "inputs": {"word": {"type": "string"}}, "canvas": {"width": WIDTH, "height": HEIGHT},
    "layers": [{"fill": "#fed"}, {
        "frame": {"x": 10, "y": 20, "width": 300, "height": 60},
        "text": {"string": "${word}", "font": "Noto Sans", "size": 32, "weight": 700},
        "effects": [{"effect": "outline", "width": 4, "color": "#c00"}]}],
    "output": {"file": "${job}-${row}.png"}}


def words(count):
    return [f"Word {number}" for number in range(count)]


class Batch:
    """A batch in the daemon's spool."""

    def __init__(self, daemon, name, count):
        self.daemon, self.name, self.count = daemon, name, count
        part = daemon.spool / "drop" / f".{name}.part"
        part.mkdir()
        (part / "job.json").write_text(json.dumps(TEMPLATE))
        (part / "data.csv").write_text("word\n" + "".join(f"{word}\n" for word in words(count)))
        self.start = time.time()
        os.rename(part, daemon.spool / "drop" / f"{name}.scrim")

    def wait(self, seconds, look=None):
        """Seconds from the drop to the delivery of the report."""
        end = time.monotonic() + seconds
        report = self.daemon.spool / "out" / f"{self.name}.result.json"
        while not report.exists():
            self.daemon.insist(end)
            if look:
                look()
            time.sleep(0.05)
        counts = json.loads(report.read_text())["rows"]
        if counts["done"] != self.count:
            raise RuntimeError(f"{self.name}: {counts}")
        return os.stat(report).st_ctime - self.start


def two_workers(run, count):
    """Cards per second of two warm workers that have nothing else to do, each with a client of its own."""
    def make():
        worker = Worker(run.programs)
        return lambda document: worker.render(document, {}), worker.close

    return in_processes(make, list(jobs("card", count).values()), 2)


def pillow():
    font = ImageFont.truetype(str(scene.font_file()), 32)

    def render(word):
        card = Image.new("RGB", (WIDTH, HEIGHT), "#fed")
        ImageDraw.Draw(card).text((10, 50), word, "black", font, anchor="lm", stroke_width=2, stroke_fill="#c00")
        result = io.BytesIO()
        card.save(result, "PNG")
        return result.getvalue()

    return render, lambda: None


def by_skia():
    font = skia.Font(skia.Typeface.MakeFromFile(str(scene.font_file())), 32)
    surface = skia.Surface(WIDTH, HEIGHT)
    stroke = skia.Paint(AntiAlias=True, Color=0xFFCC0000, Style=skia.Paint.kStroke_Style, StrokeWidth=4,
                        StrokeJoin=skia.Paint.kRound_Join)
    fill = skia.Paint(AntiAlias=True, Color=0xFF000000)

    def render(word):
        canvas = surface.getCanvas()
        canvas.clear(0xFFFFEEDD)
        for paint in stroke, fill:
            canvas.drawString(word, 10, 61, font, paint)
        return bytes(surface.makeImageSnapshot().encodeToData(skia.EncodedImageFormat.kPNG, 100))

    return render, lambda: None


class Page(chromium.HeadlessShell):
    """A page of the card's size, whose text is swapped: faster than a clip of a larger one."""

    def load(self, folder):
        page = folder / "card.html"
        page.write_text(
            f"<style>body {{ margin: 0; width: {WIDTH}px; height: {HEIGHT}px; background: #fed }}"
            "p { position: absolute; left: 10px; top: 20px; margin: 0; font: 700 32px 'Noto Sans';"
            "-webkit-text-stroke: 4px #c00; paint-order: stroke fill }</style><p></p>")
        self.events.clear()
        self.ask("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)
        self.ask("Page.navigate", url=page.resolve().as_uri())
        while "Page.loadEventFired" not in self.events:
            self.note(self.message())

    def card(self, word):
        self.ask("Runtime.evaluate", expression=f"document.querySelector('p').textContent = {json.dumps(word)}")
        picture = self.ask("Page.captureScreenshot", format="png", optimizeForSpeed=True)
        self.events.clear()
        return base64.b64decode(picture["data"])


def by_chromium(folder):
    """A browser with a folder of its own."""
    def make():
        place = folder / f"chromium-{os.getpid()}"
        page = Page(place)
        page.load(place)
        return page.card, page.close

    return make


def peak(process):
    """The most memory that a process had, MiB."""
    with open(f"/proc/{process}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024


def memory(run, count):
    """The most memory of daemon and workers over a batch, MiB, and its rows per second."""
    daemon = Daemon(run.programs, run.folder / "daemon")
    most = {}

    def look():
        for kind, processes in ("scrimd", [daemon.process.pid]), ("worker", daemon.workers()):
            for process in processes:
                try:
                    most[kind] = max(most.get(kind, 0), peak(process))
                except (OSError, StopIteration):
                    pass

    seconds = Batch(daemon, "memory", count).wait(3600, look)
    daemon.close()
    return most["scrimd"], most["worker"], count / seconds


def check(run, count):
    """Seconds that scrim check takes for the rows."""
    template, data = run.folder / "card.json", run.folder / "card.csv"
    template.write_text(json.dumps(TEMPLATE))
    data.write_text("word\n" + "".join(f"{word}\n" for word in words(count)))
    begin = time.monotonic()
    subprocess.run([run.programs.scrim, "check", template, "--data", data, "--plugins", run.programs.plugins],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - begin


def rows(run):
    """Cards of a batch."""
    report = run.report
    count = min(run.small, ROWS)
    report.begin("A card for each row of a data file")
    report.say("The small job above, with another word in each row, from drop to the report of the batch (with fsync), by "
               "two workers. Other programs draw the same card in a loop, by one process and by two; they store no file.")
    batches, direct, drawn, lasting = [], [], [], []
    for _ in run.turns(0.06, before=0):
        daemon = Daemon(run.programs, run.folder / "daemon")
        Batch(daemon, "warm", 100).wait(60)
        rates = [count / Batch(daemon, f"cards-{turn}", count).wait(600) for turn in range(LASTING)]
        batches.append(rates[0])
        lasting.append(rates[-1] / rates[0])
        daemon.close()
        direct.append(two_workers(run, count))
        drawn.append(in_processes(by_skia, words(count), 2))
    daemon = Daemon(run.programs, run.folder / "daemon")
    daemon.run(jobs("warm", 60), ending=".png")
    seconds, each = daemon.run(jobs("single", min(count, 1_500)), ending=".png")
    daemon.close()
    peers = [("Pillow", pillow, 1_000), ("Chromium, text swapped", by_chromium(run.folder), 300)]
    others = [(name, *(in_processes(make, words(min(number, count)), processes) for processes in (1, 2)))
              for name, make, number in peers]
    batch, workers, skia_rate = (statistics.median(rates) for rates in (batches, direct, drawn))
    report.table(
        ["", "rows per second", "range"],
        [(f"a batch of {count:,} rows, two workers", f"{batch:.0f}", f"{min(batches):.0f} to {max(batches):.0f}"),
         ("two warm workers, without a daemon", f"{workers:.0f}", f"{min(direct):.0f} to {max(direct):.0f}"),
         ("skia-python, two processes", f"{skia_rate:.0f}", f"{min(drawn):.0f} to {max(drawn):.0f}"),
         ("a job for each row, two workers", f"{len(each) / seconds:.0f}", "once"),
         *((f"{name}, {processes}", f"{rate:.0f}", "once") for name, *rates in others
           for processes, rate in zip(("one process", "two processes"), rates))])
    report.repetitions(len(batches))
    few, many = memory(run, 1_000), memory(run, min(MANY, 10 * run.small))
    report.table(["rows of a batch", "scrimd, MiB", "a worker, MiB", "rows per second"],
                 [(f"{number:,}", *(f"{value:.0f}" for value in values))
                  for number, values in ((1_000, few), (min(MANY, 10 * run.small), many))])
    checked = min(CHECKED, run.small)
    report.say(f"`scrim check` lays out {checked:,} rows of this card in {check(run, checked):.1f} s.")
    report.gate("rows of a batch, different words", batch, *RATE, unit="per second", by_clock=True)
    report.gate("a batch beside two warm workers", batch / workers, *SHARE)
    report.gate("a batch beside two processes of skia-python", batch / skia_rate, *SKIA_SHARE)
    report.gate(f"batch {LASTING} of a daemon beside its first", statistics.median(lasting), *LASTING_SHARE)
    report.gate("scrimd's memory with many rows, beside 1,000", many[0] / few[0], 1.5, 1.1, most=True)
