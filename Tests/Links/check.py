#!/usr/bin/python3
"""Opens the page of `make run-http` in Chromium and uses it: every template's image, a form, an error, an injection.

    check.py --programs .build/release --out .build/links

Screenshots of the page are written to `--out`.
"""

import argparse
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests/Preview"))
from page import Page  # noqa: E402

LOADED = "document.readyState === 'complete' && [...document.images].every((image) => image.complete)"


def free_port():
    """A port that is free, and so is the next one."""
    for _ in range(100):
        # Below those that the kernel gives to clients.
        port = random.randrange(20000, 32000)
        with socket.socket() as first, socket.socket() as second:
            try:
                first.bind(("127.0.0.1", port))
                second.bind(("127.0.0.1", port + 1))
                return port
            except OSError:
                pass
    sys.exit("check-links: no two ports are free")


class Check:
    def __init__(self, address, work, out):
        self.address, self.out, self.done = address, out, 0
        self.page = Page(work, 1000, 1400)

    def expect(self, what, holds, found=""):
        if not holds:
            self.page.screenshot(self.out / "failed.png")
            sys.exit(f"check-links: {what}: {found}")
        self.done += 1

    def open(self, path=""):
        self.page.open(self.address + path)
        self.loaded()

    def loaded(self, condition=""):
        """Waits for a page with its images, from here: the one that is left takes its own waiting with it."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                if self.page.run(f"document.body !== null && {condition}{LOADED}"):
                    return
            except RuntimeError:
                pass
            time.sleep(0.05)
        self.expect("it loads", False)

    def images(self):
        """By section, the width of its image; 0 without."""
        return json.loads(self.page.run("""JSON.stringify(Object.fromEntries(
            [...document.querySelectorAll('section')].map((section) =>
                [section.id, section.querySelector('img')?.naturalWidth ?? 0])))"""))

    def submit(self, section, name, value):
        """Fills in a form's field and submits it."""
        self.page.run("""(() => {
            const form = document.getElementById(%s).querySelector('form');
            form.elements[%s].value = %s;
            form.requestSubmit();
            document.body.id = 'old';
        })()""" % tuple(json.dumps(word) for word in (section, name, value)))
        self.loaded("document.body.id !== 'old' && ")

    def of(self, section, what):
        return self.page.run(f"document.getElementById({json.dumps(section)}).querySelector({json.dumps(what)})?.textContent")

    def shows_every_template(self):
        self.open()
        images = self.images()
        with_inputs = [path for folder in ("", "templates/") for path in (ROOT / "examples" / folder).glob("*.json")
                       if '"inputs"' in path.read_text()]
        self.expect("a section for each", len(images) == len(with_inputs) > 10, images)
        self.expect("each has its image", all(images.values()), images)
        self.page.screenshot(self.out / "page.png")

    def signs_what_a_form_says(self):
        before = self.of("quote@1", "code")
        self.submit("quote@1", "input.quote", "Größe & Maß")
        after = self.of("quote@1", "code")
        self.expect("another link", "/t/quote@1/" in after and after != before, after)
        self.expect("with its image", self.images()["quote@1"] > 0)
        kept = self.page.run("document.getElementById('quote@1').querySelector('form').elements['input.quote'].value")
        self.expect("the value stays", kept == "Größe & Maß", kept)

    def shows_errors(self):
        self.submit("cards@1", "input.width", "wide")
        error = self.of("cards@1", ".error") or ""
        self.expect("an error of a value", "wide" in error, error)
        self.expect("without an image", self.images()["cards@1"] == 0)

    def shows_values_as_text(self):
        evil = "\"><img src=x onerror=\"document.title='evil'\"><script>document.title='evil'</script>"
        self.submit("quote@1", "input.quote", evil)
        self.expect("no element of it", self.page.run("document.title") == "Images by link")
        self.expect("no more images", self.page.run("document.querySelectorAll('#quote\\\\@1 img').length") <= 1)
        self.expect("no complaint", not self.page.errors, self.page.errors)

    def answers_its_own_name_only(self):
        host, port = self.address.split("/")[2].split(":")
        with socket.create_connection((host, int(port))) as line:
            line.sendall(b"GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n")
            self.expect("another name", line.recv(100).startswith(b"HTTP/1.0 404"))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--programs", type=pathlib.Path, required=True)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        run = subprocess.Popen(
            [ROOT / "etc/http/run", options.programs, pathlib.Path(work) / "service"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env=os.environ | {"PORT": str(free_port())}, start_new_session=True)
        check = None
        try:
            check = Check(run.stdout.readline().strip(), pathlib.Path(work), options.out)
            check.shows_every_template()
            check.signs_what_a_form_says()
            check.shows_errors()
            check.shows_values_as_text()
            check.answers_its_own_name_only()
        finally:
            if check:
                check.page.process.kill()
                check.page.process.wait()
            os.killpg(run.pid, signal.SIGTERM)
            run.wait()
    print(f"check-links: passed ({check.done})")


if __name__ == "__main__":
    main()
