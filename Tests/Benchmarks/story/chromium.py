"""Chromium kept warm, asked through a pipe."""

import base64
import json
import os
import subprocess
import time

from story import scene

FLAGS = [
    "--headless=new", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--no-sandbox",
    "--force-color-profile=srgb", "--force-device-scale-factor=1", "--allow-file-access-from-files",
    "--disable-background-networking", "--disable-extensions", "--mute-audio",
    f"--window-size={scene.WIDTH},{scene.HEIGHT}",
]
#: Nothing waits for a display that is not there.
QUICK = ["--run-all-compositor-stages-before-draw", "--disable-frame-rate-limit",
         "--disable-gpu-vsync"]


class Chromium:
    """One browser with one page, which shows one story after the other."""

    name = "Chromium"

    def __init__(self, folder, waits=False):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()

        def place():
            # Chromium reads at 3 and writes at 4; the ends may lie there already, so by way of others.
            read, write = os.dup(to_read), os.dup(to_write)
            for number, source in ((3, read), (4, write)):
                os.dup2(source, number)
                os.set_inheritable(number, True)

        self.process = subprocess.Popen(
            ["chromium", *FLAGS, *([] if waits else QUICK), f"--user-data-dir={folder / 'profile'}",
             "--remote-debugging-pipe", "about:blank"], preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.count, self.buffer, self.events = 0, b"", []
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"]
                      if t["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"],
                                flatten=True)["sessionId"]
        self.on_page("Page.enable")
        self.on_page("Emulation.setDeviceMetricsOverride", width=scene.WIDTH, height=scene.HEIGHT,
                     deviceScaleFactor=1, mobile=False)

    def message(self):
        while b"\0" not in self.buffer:
            part = os.read(self.back, 1 << 20)
            if not part:
                raise RuntimeError("Chromium hung up")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, session=None, **parameters):
        self.count += 1
        question = {"id": self.count, "method": method, "params": parameters}
        if session:
            question["sessionId"] = session
        os.write(self.to, json.dumps(question).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer.get("method"))

    def on_page(self, method, **parameters):
        return self.ask(method, session=self.session, **parameters)

    def render(self, photo, words=scene.WORDS):
        """The story as the bytes of a JPEG."""
        page = self.folder / "story.html"
        page.write_text(scene.page(photo.resolve().as_uri(), words))
        self.events.clear()
        self.on_page("Page.navigate", url=page.resolve().as_uri())
        while "Page.loadEventFired" not in self.events:
            self.events.append(self.message().get("method"))
        picture = self.on_page("Page.captureScreenshot", format="jpeg", quality=scene.QUALITY,
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

    def close(self):
        self.process.kill()
        self.process.wait()


def cold(photo, folder):
    """Milliseconds from starting a browser to a picture in a file."""
    folder.mkdir(parents=True, exist_ok=True)
    page, picture = folder / "cold.html", folder / "cold.png"
    page.write_text(scene.page(photo.resolve().as_uri()))
    start = time.perf_counter()
    subprocess.run(["chromium", *FLAGS, *QUICK, f"--user-data-dir={folder / 'cold-profile'}",
                    f"--screenshot={picture}", page.resolve().as_uri()], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1e3
