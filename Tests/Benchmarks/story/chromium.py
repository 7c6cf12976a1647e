"""Chromium's headless shell, kept warm with one page, controlled through a pipe."""

import base64
import json
import os
import pathlib
import subprocess
import sys
import time

from story import scene

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2]))
from Chromium import browser  # noqa: E402

PROGRAM = "chromium-headless-shell"
#: The fastest of the variants in docs/performance.md. Chromium's sandbox refuses to run as root.
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-gpu-compositing",
         "--allow-file-access-from-files", "--force-device-scale-factor=1",
         f"--window-size={scene.WIDTH},{scene.HEIGHT}"]

#: Decodes the photo before it enters the page: faster than a new `src` for the image of the page.
SWAP = """(async (source, lines) => {
  const photo = new Image(); photo.src = source; await photo.decode();
  document.querySelectorAll(".text div").forEach((line, index) => { line.textContent = lines[index] });
  document.querySelector("img").replaceWith(photo);
  await document.fonts.ready; })"""


class HeadlessShell(browser.Browser):
    """A browser with one page, in which it replaces photo and words for each story."""

    def __init__(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self.events = []
        super().__init__(folder, scene.WIDTH, scene.HEIGHT, command=(PROGRAM, *FLAGS))
        page = folder / "story.html"
        page.write_text(scene.page(""))
        self.ask("Page.navigate", url=page.resolve().as_uri())
        while "Page.loadEventFired" not in self.events:
            self.note(self.message())

    def note(self, event):
        self.events.append(event.get("method"))

    def render(self, photo, words=scene.WORDS):
        """The story as the bytes of a JPEG."""
        source = json.dumps(photo.resolve().as_uri())
        swapped = self.ask("Runtime.evaluate", awaitPromise=True,
                           expression=f"{SWAP}({source}, {json.dumps(words)})")
        if "exceptionDetails" in swapped:
            raise RuntimeError(swapped["exceptionDetails"])
        picture = self.ask("Page.captureScreenshot", format="jpeg", quality=scene.QUALITY,
                           optimizeForSpeed=True)
        self.events.clear()
        return base64.b64decode(picture["data"])

    def processes(self):
        """The browser's and those that it started."""
        parents = {}
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open(f"/proc/{name}/stat") as file:
                        parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
                except (FileNotFoundError, ProcessLookupError):
                    pass
        found, added = {self.process.pid}, True
        while added:
            more = {child for child, parent in parents.items() if parent in found} - found
            added = bool(more)
            found |= more
        return found

    def processor_milliseconds(self):
        """What all of them have had of a processor so far."""
        total = 0
        for process in self.processes():
            try:
                for task in os.listdir(f"/proc/{process}/task"):
                    with open(f"/proc/{process}/task/{task}/schedstat") as file:
                        total += int(file.read().split()[0])
            except (FileNotFoundError, ProcessLookupError):
                pass
        return total / 1e6

    def memory(self):
        """What they hold together, MB: each page once, shared ones by their share."""
        total = 0
        for process in self.processes():
            try:
                with open(f"/proc/{process}/smaps_rollup") as file:
                    total += next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
            except (FileNotFoundError, ProcessLookupError, StopIteration):
                pass
        return total / 1024


def cold(photo, folder):
    """Milliseconds from starting a browser to a picture in a file."""
    folder.mkdir(parents=True, exist_ok=True)
    page, picture = folder / "cold.html", folder / "cold.png"
    page.write_text(scene.page(photo.resolve().as_uri()))
    start = time.perf_counter()
    subprocess.run([PROGRAM, *FLAGS, f"--user-data-dir={folder / 'cold-profile'}", f"--screenshot={picture}",
                    page.resolve().as_uri()],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1e3
