"""Chromium kept warm, asked through a pipe."""

import base64
import os
import pathlib
import subprocess
import sys
import time

from story import scene

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2]))
from Chromium import browser  # noqa: E402

FLAGS = [
    "--force-device-scale-factor=1", "--allow-file-access-from-files",
    f"--window-size={scene.WIDTH},{scene.HEIGHT}",
]
#: Nothing waits for a display that is not there.
QUICK = ["--run-all-compositor-stages-before-draw", "--disable-frame-rate-limit",
         "--disable-gpu-vsync"]


class Chromium(browser.Browser):
    """One browser with one page, which shows one story after the other."""

    name = "Chromium"

    def __init__(self, folder, waits=False):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.events = []
        super().__init__(folder, scene.WIDTH, scene.HEIGHT, [*FLAGS, *([] if waits else QUICK)])

    def note(self, event):
        self.events.append(event.get("method"))

    def render(self, photo, words=scene.WORDS):
        """The story as the bytes of a JPEG."""
        page = self.folder / "story.html"
        page.write_text(scene.page(photo.resolve().as_uri(), words))
        self.events.clear()
        self.ask("Page.navigate", url=page.resolve().as_uri())
        while "Page.loadEventFired" not in self.events:
            self.note(self.message())
        picture = self.ask("Page.captureScreenshot", format="jpeg", quality=scene.QUALITY,
                           optimizeForSpeed=True)
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
    subprocess.run(["chromium", *browser.FLAGS, *FLAGS, *QUICK,
                    f"--user-data-dir={folder / 'cold-profile'}", f"--screenshot={picture}",
                    page.resolve().as_uri()], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1e3
