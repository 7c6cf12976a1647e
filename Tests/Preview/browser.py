"""One page in Chromium without a window, asked through a pipe (Chrome DevTools Protocol)."""

import base64
import json
import os
import subprocess

FLAGS = [
    "--headless=new", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--mute-audio",
    # The sandbox of Chromium can't be had by root, as in containers; the page is our own.
    "--no-sandbox", "--force-color-profile=srgb", "--disable-background-networking",
    "--disable-extensions",
]


class Page:
    """A page that is opened, asked and looked at."""

    def __init__(self, folder, width, height):
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()

        def place():
            # Where Chromium looks for them; by way of others, since they may be 3 or 4 themselves.
            read, write = os.dup2(to_read, 103), os.dup2(to_write, 104)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            ["chromium", *FLAGS, f"--user-data-dir={folder / 'profile'}", "--remote-debugging-pipe",
             "about:blank"], preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.count, self.buffer, self.errors, self.session = 0, b"", [], None
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"]
                      if t["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"],
                                flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self.resize(width, height)

    def resize(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=False)

    def ask(self, method, **parameters):
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
        while b"\0" not in self.buffer:
            part = os.read(self.back, 1 << 20)
            if not part:
                raise RuntimeError("Chromium hung up")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def note(self, event):
        """Keeps what the page complains of: exceptions, refused requests, broken policies."""
        if event.get("method") == "Runtime.exceptionThrown":
            details = event["params"]["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        if event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
            self.errors.append(event["params"]["entry"]["text"])

    def open(self, address):
        self.ask("Page.navigate", url=address)
        while not self.run("document.readyState === 'complete' && document.body !== null"):
            pass

    def run(self, expression):
        """The value of an expression, or what a promise comes to."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True,
                          awaitPromise=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, condition, seconds=20):
        """Waits until an expression is true, looking before each frame; its moment, ms since 1970."""
        return self.run(f"""new Promise((resolve, reject) => {{
            const end = performance.now() + {seconds * 1000};
            const look = () => {{
                if ({condition}) return resolve(performance.timeOrigin + performance.now());
                if (performance.now() > end) return reject(new Error("waited in vain"));
                requestAnimationFrame(look);
            }};
            look();
        }})""")

    def screenshot(self, path):
        picture = self.ask("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(picture["data"]))

    def close(self):
        self.process.kill()
        self.process.wait()
