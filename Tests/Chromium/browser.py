"""Chromium without a window and with one page, asked through a pipe (Chrome DevTools Protocol)."""

import json
import os
import subprocess

FLAGS = [
    "--headless=new", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--mute-audio",
    # The sandbox of Chromium can't be had by root, as in containers; the pages are our own.
    "--no-sandbox", "--force-color-profile=srgb", "--disable-background-networking",
    "--disable-extensions",
]


class Browser:
    """A browser that is asked one thing after the other."""

    def __init__(self, folder, width, height, flags=(), command=("chromium", *FLAGS)):
        """Starts it with an empty page; `folder` is for its profile."""
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()

        def place():
            # Where Chromium looks for them; by way of others, since they may be 3 or 4 themselves.
            read, write = os.dup2(to_read, 103), os.dup2(to_write, 104)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [*command, *flags, f"--user-data-dir={folder / 'profile'}",
             "--remote-debugging-pipe", "about:blank"], preexec_fn=place, close_fds=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.count, self.buffer, self.session = 0, b"", None
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"]
                      if t["type"] == "page")
        # What is asked from here on is asked of the page.
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"],
                                flatten=True)["sessionId"]
        self.ask("Page.enable")
        self.resize(width, height)

    def resize(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=False)

    def ask(self, method, **parameters):
        """The answer; what else is said meanwhile is noted."""
        self.count += 1
        question = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            question["sessionId"] = self.session
        os.write(self.to, json.dumps(question).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def message(self):
        """What is said next."""
        while b"\0" not in self.buffer:
            part = os.read(self.back, 1 << 20)
            if not part:
                raise RuntimeError("Chromium hung up")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def note(self, event):
        """For those who want to know what happens unasked."""

    def close(self):
        self.process.kill()
        self.process.wait()
