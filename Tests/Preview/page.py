"""A page in Chromium that is opened, used and looked at."""

import base64
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Chromium.browser import Browser  # noqa: E402


class Page(Browser):
    """The page, and what it complained of."""

    def __init__(self, folder, width, height):
        self.errors = []
        super().__init__(folder, width, height)
        self.ask("Runtime.enable")
        self.ask("Log.enable")

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

    def wait(self, condition, seconds=60):
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
