#!/usr/bin/python3
"""Posts jobs to scrim-http while it, the daemon, their workers and scrim-fetch are killed in turn.

  posts.py PROGRAMS [--seconds 20] [--clients 6] [--queue]

Documents, documents with images by URL, templates with values and templates with rows, each with and without ?wait and
Idempotency-Key. Each image has a color of its own. What must hold:

- an answer 200 has the image of its job, or the page of the job, complete;
- each job that was answered with 202 or 200 gives its images once nothing is killed any more, with their Digest;
- a body that is sent again under its Idempotency-Key until there is an answer is one job.

With --queue the jobs go to a PostgreSQL queue, of which the daemon renders as a node; node and server are killed, too.
"""

import argparse
import base64
import collections
import contextlib
import hashlib
import http.client
import io
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import psycopg2
from PIL import Image

import spool

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Queue"))

import node  # noqa: E402
import server  # noqa: E402

SECRET = "s" * 40
WIDTH, HEIGHT = 9, 5
CARD = {"scrim": 1, "inputs": {"fill": {"type": "color"}}, "canvas": {"width": WIDTH, "height": HEIGHT},
        "layers": [{"fill": "${fill}"}]}
PHOTO = {"scrim": 1, "inputs": {"photos": {"type": "array", "items": {"type": "source"}}},
         "canvas": {"width": WIDTH, "height": HEIGHT},
         "layers": {"$map": {"$eval": "photos"}, "each(photo)": {"image": {"source": "${photo}"}}}}
FETCH = """[network]
allow = ["127.0.0.1"]
ports = ["{port}"]
ca-file = "{folder}/ca.pem"
"""
SERVICE = """[listen]
address = "127.0.0.1:{port}"
[templates]
folder = "{folder}/templates"
[cache]
folder = "{folder}/cache"
[workers]
count = 1
[jobs]
{target}
folder = "{folder}/jobs"
[log]
level = "warning"
[key.shop]
secret-files = ["{folder}/secret"]
jobs-per-minute = 1000000
jobs = 100000
uploads = 64
fetch-hosts = ["127.0.0.1"]
"""


class ImageServer:
    """Images by URL: of each color one, and one that takes 0.3 s."""

    def __init__(self, folder):
        folder.mkdir()
        self.folder = folder
        self.add("photo.png", 0xFF0000)
        script = pathlib.Path(__file__).resolve().parents[1] / "FetchTests/server.py"
        self.process = subprocess.Popen(["/usr/bin/python3", script, folder])
        spool.within(30, "the images have a server", lambda: (folder / "ports").exists())
        self.port = (folder / "ports").read_text().split()[0]
        settings = folder / ".config/scrim/fetch.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(FETCH.format(port=self.port, folder=folder))

    def add(self, name, color):
        part = self.folder / f"{name}.part"
        Image.new("RGB", (WIDTH, HEIGHT), f"#{color:06x}").save(part, "PNG")
        part.rename(self.folder / name)

    def url(self, path):
        return f"https://127.0.0.1:{self.port}/{path}"


class Service:
    """scrim-http with two templates, a key, and where its jobs go."""

    def __init__(self, programs, folder, target, home):
        self.program, self.folder, self.home = f"{programs}/scrim-http", folder, home
        for name in ("cache", "jobs", "templates/card@1", "templates/photo@1"):
            (folder / name).mkdir(parents=True)
        (folder / "templates/card@1/job.json").write_text(json.dumps(CARD))
        (folder / "templates/photo@1/job.json").write_text(json.dumps(PHOTO))
        (folder / "secret").write_text(SECRET)
        (folder / "secret").chmod(0o600)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        (folder / "http.toml").write_text(SERVICE.format(port=self.port, folder=folder, target=target))
        self.process = None

    def start(self):
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen([self.program, "--config", self.folder / "http.toml"], stderr=log,
                                            env={**os.environ, "HOME": str(self.home)})

    def is_up(self):
        return self.ask("GET", "/health")[0] == 200

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ask(self, method, target, body=None, **fields):
        """Status, fields and body; status 0 if there was no complete answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        fields = {"Authorization": f"Bearer {SECRET}", **{name.replace("_", "-"): text for name, text in fields.items()}}
        try:
            with contextlib.closing(connection):
                connection.request(method, target, body, fields)
                answer = connection.getresponse()
                return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, {}, b""


class Job:
    """A body with the colors of its images, and what was answered."""

    def __init__(self, number, images):
        self.kind = random.choice(["document", "document", "template", "rows", "url", "template url"])
        # Of rows in their order.
        self.colors = [16 * number + row for row in range(3 if self.kind == "rows" else 1)]
        self.key = f"order-{number}" if random.random() < 0.5 else None
        self.wait = random.choice([None, 1, 20])
        self.body = json.dumps(self.content(images)).encode()
        self.locations = set()

    def content(self, images):
        fills = [{"fill": f"#{color:06x}"} for color in self.colors]
        if self.kind == "rows":
            return {"template": "card@1", "data": fills}
        if self.kind == "template":
            return {"template": "card@1", "inputs": fills[0]}
        layers = fills
        if self.kind.endswith("url"):
            name = f"{self.colors[0]:06x}.png"
            images.add(name, self.colors[0])
            # The first one is behind the other, and lasts.
            urls = [images.url(path) for path in (f"wait.png?n={name}", f"file/{name}")]
            if self.kind == "template url":
                return {"template": "photo@1", "inputs": {"photos": urls}}
            layers = [{"image": {"source": url}} for url in urls]
        return {"scrim": 1, "canvas": {"width": WIDTH, "height": HEIGHT}, "layers": layers}

    def __repr__(self):
        return f"{self.kind} {self.colors[0]:06x} (wait={self.wait}, key={self.key}, {sorted(self.locations)})"


def fault(body, color, fields):
    """What is wrong with an image; `None` if nothing is."""
    if hashlib.sha256(body).digest() != digest(fields):
        return "has another Digest"
    try:
        image = Image.open(io.BytesIO(body)).convert("RGB")
    except OSError as error:
        return f"cannot be read: {error}"
    colors = [f"{red:02x}{green:02x}{blue:02x}" for _, (red, green, blue) in image.getcolors(WIDTH * HEIGHT) or []]
    if image.size != (WIDTH, HEIGHT) or colors != [f"{color:06x}"]:
        return f"is of {image.size} with {colors}"
    return None


def digest(fields):
    return base64.b64decode((fields.get("Digest") or "").partition("=")[2])


class Storm:
    """Jobs in a spool."""

    kinds = ["worker of scrimd", "scrim-fetch", "scrim-http", "worker of scrim-http", "scrimd"]

    def __init__(self, programs, folder):
        self.images = ImageServer(folder / "images")
        self.prepare(programs, folder)
        (folder / "service").mkdir()
        self.service = Service(programs, folder / "service", self.target, self.images.folder)
        self.jobs, self.failures = [], []
        self.answers = collections.Counter()
        self.kills = collections.Counter()
        self.lock = threading.Lock()

    def prepare(self, programs, folder):
        own = '[access]\nbridge-users = ["{}"]\n'.format(os.geteuid())
        # Many kills may meet one job.
        self.daemon = spool.Spool(str(folder / "spool"), programs, folder, draws=True,
                                  retries="[retries]\npause-ms = 100\nattempts = 100\n", more=own)
        os.makedirs(folder / "spool/drop")
        self.target = f'spool = "{self.daemon.path}"'
        self.daemon.start()
        spool.within(30, "the daemon is up", self.daemon.is_up)

    def start(self):
        self.service.start()
        spool.within(30, "the service is up", self.service.is_up)

    def stop(self):
        for process in (self.service.process, self.images.process):
            if process:
                process.kill()
                process.wait()
        self.end()

    def end(self):
        self.daemon.kill()

    @property
    def daemon_process(self):
        return self.daemon.daemon

    def logs(self):
        return [self.daemon.log, self.service.folder / "log"]

    # Clients

    def post(self, over):
        while not over.is_set():
            with self.lock:
                job = Job(len(self.jobs) + 1, self.images)
                self.jobs.append(job)
            # Without an idempotency key a client cannot tell whether a job without an answer was submitted.
            while not self.answered(job) and job.key:
                time.sleep(0.05)

    def answered(self, job):
        fields = {"Content_Type": "application/json", **({"Idempotency_Key": job.key} if job.key else {})}
        target = f"/jobs?wait={job.wait}" if job.wait else "/jobs"
        status, head, body = self.service.ask("POST", target, job.body, **fields)
        with self.lock:
            self.answers[status] += 1
            if status in (200, 202):
                location = head["Location"] or head["Content-Location"]
                job.locations.add("/".join(location.split("/")[:3]))
            if status == 200:
                self.check(job, head, body)
            elif status not in (0, 202, 503):
                self.failures.append(f"{job}: {status} {body.decode()}")
        return status not in (0, 503)

    def check(self, job, head, body):
        if head["Content-Type"] == "image/png" and job.kind != "rows":
            if error := fault(body, job.colors[0], head):
                self.failures.append(f"{job}: the image {error}")
            return
        try:
            page = json.loads(body)
        except ValueError:
            page = {}
        if job.kind != "rows" or page.get("state") != "done":
            self.failures.append(f"{job}: answered with {head['Content-Type']}: {body[:200]}")

    # Kills

    def kill(self, kind):
        """Kills one of a kind; returns whether there was one within half a second. What has started again has a load."""
        if kind == "scrim-http":
            self.service.kill()
            self.service.start()
            spool.within(30, "the service is up", self.service.is_up)
            return True
        if kind == "scrimd":
            self.kill_daemon()
            return True
        parent = self.daemon_process.pid if kind == "worker of scrimd" else self.service.process.pid
        name = "scrim-fetch" if kind == "scrim-fetch" else "scrim-worker"
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            found = [process for process in children(parent) if command(process) == name]
            if found:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(random.choice(found), signal.SIGKILL)
                return True
            time.sleep(0.002)
        return False

    def kill_daemon(self):
        self.daemon.kill()
        self.daemon.start()
        spool.within(30, "the daemon is up", self.daemon.is_up)

    def rage(self, seconds, clients):
        """Lasts longer, up to five times, while some kind was not killed: workers come and go."""
        begin, over = time.monotonic(), threading.Event()
        threads = [threading.Thread(target=self.post, args=(over,)) for _ in range(clients)]
        for thread in threads:
            thread.start()
        while time.monotonic() < begin + seconds * (1 if all(self.kills[kind] for kind in self.kinds) else 5):
            for kind in self.kinds:
                time.sleep(random.uniform(0.1, 0.5))
                self.kills[kind] += self.kill(kind)
        over.set()
        for thread in threads:
            thread.join()
        return time.monotonic() - begin

    # What came of the jobs

    def finish(self, seconds):
        end = time.monotonic() + seconds
        for job in self.jobs:
            for location in job.locations:
                for error in self.faults(job, location, end):
                    self.failures.append(f"{job}: {error}")
        keys = self.keys()
        del keys[None]
        self.failures += [f"{count} jobs have the key {key}" for key, count in keys.items() if count > 1]
        if not keys:
            self.failures.append("no job has a key")

    def keys(self):
        """How many jobs have each idempotency key."""
        keys = collections.Counter()
        for name in self.daemon.names("done"):
            ticket = json.loads(pathlib.Path(self.daemon.path, "done", name, "ticket.json").read_text())
            keys[ticket.get("key")] += 1
        return keys

    def get(self, target, end):
        """The answer, once it is not that something is still starting."""
        while True:
            answer = self.service.ask("GET", target)
            if answer[0] != 503 or time.monotonic() > end:
                return answer
            time.sleep(0.05)

    def faults(self, job, location, end):
        page = {}
        while page.get("state") != "done":
            status, _, body = self.service.ask("GET", location)
            page = json.loads(body) if status == 200 else {}
            if status == 404 or page.get("state") == "failed":
                yield f"lost: {status} {body.decode()}"
                return
            if time.monotonic() > end:
                yield f"not done in time: {status} {body.decode()}"
                return
            if page.get("state") != "done":
                time.sleep(0.05)
        outputs = [output["href"] for output in page["outputs"]]
        if job.kind == "rows":
            # The page has the list of the rows only.
            status, _, body = self.get(outputs[0], end)
            rows = [json.loads(line) for line in body.splitlines()]
            files = [output["file"] for row in rows for output in row.get("outputs", [])]
            outputs = [f"{location}/outputs/{file}" for file in files]
        if len(outputs) != len(job.colors):
            yield f"{len(outputs)} images in place of {len(job.colors)}: {body.decode()}"
            return
        for href, color in zip(outputs, job.colors):
            status, head, body = self.get(href, end)
            error = fault(body, color, head) if status == 200 else f"is answered with {status}"
            if error:
                yield f"{href} {error}"


class QueueStorm(Storm):
    """Jobs in a queue."""

    kinds = [*Storm.kinds, "scrim-node", "server"]

    def prepare(self, programs, folder):
        self.server = server.Server(programs, ["shop"])
        self.target = f'queue = "{self.server.url("").replace("//@", "//")}"'
        self.node = node.Node(programs, str(folder), 0, self.server)

    def end(self):
        self.node.end()
        self.server.end()

    @property
    def daemon_process(self):
        return self.node.processes["scrimd"]

    def logs(self):
        return [f"{self.node.folder}/{name}.log" for name in self.node.processes] + [self.service.folder / "log"]

    def kill(self, kind):
        if kind == "server":
            with contextlib.suppress(psycopg2.OperationalError):
                self.server.kill_backend()
                return True
            # It has not recovered from the kill before.
            return False
        if kind == "scrim-node":
            self.node.kill(kind)
            self.node.revive()
            return True
        # It ends when its daemon is away for long.
        self.node.revive()
        return super().kill(kind)

    def kill_daemon(self):
        self.node.kill("scrimd")
        self.node.revive()

    def keys(self):
        for job in self.jobs:
            if job.key and len(job.locations) > 1:
                self.failures.append(f"{job}: several jobs")
        return collections.Counter(key for key, in self.server.sql("SELECT key FROM scrim.submissions"))


def children(process):
    found = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{process}/task"):
            with contextlib.suppress(OSError):
                found += pathlib.Path(f"/proc/{process}/task/{task}/children").read_text().split()
    return [int(name) for name in found]


def command(process):
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{process}/comm").read_text().strip()
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--queue", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="posts.", dir=os.environ.get("SCRIM_SCRATCH")) as folder:
        storm = (QueueStorm if asked.queue else Storm)(os.path.abspath(asked.programs), pathlib.Path(folder))
        try:
            storm.start()
            spent = storm.rage(asked.seconds, asked.clients)
            storm.finish(60)
        finally:
            storm.stop()
        if storm.failures:
            for log in storm.logs():
                print("".join(pathlib.Path(log).read_text().splitlines(True)[-30:]), file=sys.stderr)
    accepted = sum(len(job.locations) > 0 for job in storm.jobs)
    print(f"kill -9 of {', '.join(f'{count} × {kind}' for kind, count in sorted(storm.kills.items()))} in "
          f"{spent:.0f} s: {len(storm.jobs)} jobs, {accepted} accepted; answers "
          f"{', '.join(f'{count} × {status or None}' for status, count in sorted(storm.answers.items()))}")
    kinds = collections.Counter(job.kind for job in storm.jobs if job.locations)
    missing = [kind for kind in ("document", "template", "rows", "url", "template url") if not kinds[kind]]
    missing += [kind for kind in storm.kinds if not storm.kills[kind]]
    storm.failures += [f"the storm had no {name}" for name in missing]
    for failure in storm.failures[:20]:
        print(failure, file=sys.stderr)
    return 1 if storm.failures else 0


sys.exit(main())
