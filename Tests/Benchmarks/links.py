#!/usr/bin/python3
"""Compares scrim-http with others in one run, alternating, each with two workers or processes on the same CPU cores:

- images from its cache, beside nginx that has the same image in a file, over loopback (wrk) and a Unix socket (h2load);
- new images of a small card, beside as many of two warm workers that are asked directly, for the same template and
  values, of scrim render --data, which starts workers and writes files, and of a warm page of Chromium;
- the time of an answer at half of those loads;
- 5,000 connections with half a request, and a body of 1 GB, while others are answered;
- images under kill -9 of workers and of the service, in turn.

    links.py --scrim FOLDER [--rounds 3] [--seconds 5] [--only cached,new,attacks,kills]

Prints medians of the rounds, ratios, and CPU time per request, which the load of others changes least. What must hold
whatever the load is an error: a wrong, incomplete or missing image, or memory without a bound.
"""

import argparse
import base64
import contextlib
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from story.processes import in_processes
from story.programs import Programs
from story.worker import Worker

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from Chromium import browser  # noqa: E402

WORKERS = 2
SECRET = "s" * 40
#: A photo in an image of about 30 kB.
PHOTO = {
    "scrim": 1, "canvas": {"width": 900, "height": 598}, "inputs": {},
    "output": {"format": "jpeg", "quality": 80}, "layers": [{"image": {"source": "landscape.jpg"}}],
}
CARD = {
    "scrim": 1, "canvas": {"width": 600, "height": 315, "background": "#1d3557"},
    "inputs": {"title": {"type": "string", "maxLength": 80}},
    "layers": [{"frame": {"x": 40, "y": 40, "width": 520, "height": 235},
                "text": {"string": "${title}", "font": "Noto Sans", "size": 48, "color": "#ffffff"}}],
}
PAGE = """<!DOCTYPE html><body style="margin:0;background:#1d3557"><div id="title" style="position:absolute;left:40px;
top:40px;width:520px;height:235px;font:48px 'Noto Sans';color:#fff"></div>"""
CONNECTIONS = 32
HALF_OPEN = 5000
#: Bytes of memory that half-open connections and bodies may cost: 40 kB each, and what an allocator keeps.
BOUND = HALF_OPEN * 40_000


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sign(template, inputs, form):
    payload = json.dumps({"i": inputs, "k": "shop"}, separators=(",", ":"), sort_keys=True).encode()
    path = f"/t/{template}/{encode(payload)}.{form}"
    return f"{path}?s={encode(hmac.digest(SECRET.encode(), path.encode(), hashlib.sha256))}"


class Service:
    """scrim-http on a port or a Unix socket, with templates and an empty cache."""

    def __init__(self, programs, folder, address):
        self.folder, self.address = folder, address
        self.program = os.path.join(os.path.dirname(programs.scrim), "scrim-http")
        for name, job in (("photo@1", PHOTO), ("card@1", CARD)):
            place = folder / "templates" / name
            place.mkdir(parents=True, exist_ok=True)
            (place / "job.json").write_text(json.dumps(job))
        root = pathlib.Path(__file__).resolve().parents[2]
        shutil.copy(root / "examples/landscape.jpg", folder / "templates/photo@1")
        (folder / "cache").mkdir(exist_ok=True)
        secret = folder / "secret"
        secret.write_text(SECRET)
        secret.chmod(0o600)
        self.configuration = folder / "http.toml"
        self.configuration.write_text(f"""
[listen]
address = "{address}"
[templates]
folder = "{folder}/templates"
[cache]
folder = "{folder}/cache"
[workers]
count = {WORKERS}
[connections]
head-seconds = 60
[log]
level = "error"
[key.shop]
secret-files = ["{secret}"]
renders-per-minute = 1000000
waiting = 1000
""")
        self.start()

    def start(self):
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen([self.program, "--config", self.configuration], stderr=log)
        wait(lambda: self.get("/health")[0] == 200)

    def connect(self, timeout=60):
        if not self.address.startswith("unix:"):
            host, port = self.address.split(":")
            return http.client.HTTPConnection(host, int(port), timeout=timeout)
        connection = http.client.HTTPConnection("localhost", timeout=timeout)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(self.address.removeprefix("unix:"))
        return connection

    def get(self, target):
        """Status and body."""
        try:
            with contextlib.closing(self.connect()) as connection:
                connection.request("GET", target)
                answer = connection.getresponse()
                return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""

    def workers(self):
        found = []
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            with contextlib.suppress(OSError):
                found += pathlib.Path(f"/proc/{self.process.pid}/task/{task}/children").read_text().split()
        return [int(process) for process in found]

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Nginx:
    """nginx with one file, in as many processes."""

    def __init__(self, folder, port, image):
        folder.mkdir()
        (folder / "image.jpg").write_bytes(image)
        paths = " ".join(f"{name}_temp_path {folder}/temp;" for name in
                         ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(f"""
{user} daemon off; pid {folder}/pid; worker_processes {WORKERS}; events {{ }}
http {{ access_log off; sendfile on; keepalive_requests 100000000; {paths} types {{ image/jpeg jpg; }}
  open_file_cache max=10; server {{ listen 127.0.0.1:{port}; root {folder}; }} }}
""")
        self.url = f"http://127.0.0.1:{port}/image.jpg"
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-e", "stderr", "-c", folder / "nginx.conf"],
                                        stderr=subprocess.DEVNULL)
        wait(lambda: subprocess.run(["curl", "-sf", "-o", folder / "copy", self.url]).returncode == 0)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def wait(is_so, seconds=30):
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            sys.exit("it does not start")
        time.sleep(0.02)


def processor_seconds(process):
    """Of a process, its threads and its children."""
    total, tick = 0, os.sysconf("SC_CLK_TCK")
    for name in [process, *children(process)]:
        with contextlib.suppress(OSError):
            fields = pathlib.Path(f"/proc/{name}/stat").read_text().rsplit(")", 1)[1].split()
            total += (int(fields[11]) + int(fields[12])) / tick
    return total


def children(process):
    found = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{process}/task"):
            found += pathlib.Path(f"/proc/{process}/task/{task}/children").read_text().split()
    return found


def resident(process):
    text = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) << 10


def wrk(url, seconds, script=None, connections=CONNECTIONS):
    """Answers per second; any that is not 200 is an error."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s"]
    output = subprocess.run([*command, *(["-s", script] if script else []), url], check=True, capture_output=True,
                            text=True).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        sys.exit(output)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])


def h2load(service, target, seconds, log=None, rate=None):
    """Answers per second through the socket; the times of answers go to `log`."""
    command = ["h2load", "--h1", "-t1", f"-c{CONNECTIONS}", f"-D{seconds}"]
    if log:
        log.unlink(missing_ok=True)
        command.append(f"--log-file={log}")
    if rate:
        command.append(f"--rps={rate / CONNECTIONS:.1f}")
    unix = service.address.startswith("unix:")
    base = f"--base-uri={service.address}" if unix else f"--base-uri=http://{service.address}"
    if unix:
        command += [base, f"http://localhost{target}"]
    else:
        command += [base, f"http://{service.address}{target}"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if not re.search(r" 0 failed, 0 errored, 0 timeout", output) or " 0 4xx, 0 5xx" not in output:
        sys.exit(output)
    return float(re.search(r"([\d.]+) req/s", output)[1])


def quantiles(times):
    times = sorted(times)
    return times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))]


# Cached images


def cached(service, through_socket, nginx, asked):
    target = sign("photo@1", {}, "jpg")
    for one in (service, through_socket):
        one.get(target)
    rates, costs = {}, {}
    runs = {
        "scrim-http": (service.process, lambda: wrk(f"http://{service.address}{target}", asked.seconds)),
        "nginx": (nginx.process, lambda: wrk(nginx.url, asked.seconds)),
        "Unix socket": (through_socket.process, lambda: h2load(through_socket, target, asked.seconds)),
    }
    for _ in range(asked.rounds):
        for name, (process, run) in runs.items():
            start = processor_seconds(process.pid)
            rate = run()
            rates.setdefault(name, []).append(rate)
            costs.setdefault(name, []).append((processor_seconds(process.pid) - start) / (rate * asked.seconds))
    size = len(service.get(target)[1])
    print(f"cached image of {size} bytes, {CONNECTIONS} connections, client on one of {os.cpu_count()} cores:")
    for name in runs:
        print(f"  {name}: {statistics.median(rates[name]):,.0f}/s, highest {max(rates[name]):,.0f}/s, "
              f"{1e6 * statistics.median(costs[name]):.1f} µs of CPU time each")
    ratio = statistics.median(one / two for one, two in zip(rates["scrim-http"], rates["nginx"]))
    print(f"  {ratio:.2f} times nginx")
    log = service.folder / "times"
    rate = statistics.median(rates["scrim-http"]) / 2
    found = []
    for _ in range(asked.rounds):
        h2load(service, target, asked.seconds, log, rate)
        found.append(quantiles([int(line.split("\t")[2]) for line in log.read_text().splitlines()]))
    median, last = (statistics.median(values) for values in zip(*found))
    print(f"  at {rate:,.0f}/s: median {median / 1000:.2f} ms, p99 {last / 1000:.2f} ms, {last / median:.1f} times")


# New images


def titles(number, begin):
    return [f"Card {index} of a day in November" for index in range(begin, begin + number)]


def links(number, begin):
    return [sign("card@1", {"title": title}, "png") for title in titles(number, begin)]


def lua(folder, targets):
    """A script for wrk that asks for each target once, in its only thread."""
    script = folder / "targets.lua"
    (folder / "targets").write_text("\n".join(targets) + "\n")
    script.write_text(f"""
local file = io.open("{folder}/targets")
function request()
  local target = file:read("l")
  if not target then wrk.thread:stop() return wrk.format("GET", "/health") end
  return wrk.format("GET", target)
end
""")
    return str(script)


def render(programs, folder, number):
    """Images per second of as many workers, each with a command and its rows."""
    (folder / "card.json").write_text(json.dumps(CARD))
    commands = []
    for index in range(WORKERS):
        rows = folder / f"rows{index}.jsonl"
        rows.write_text("".join(json.dumps({"title": f"Row {index} {row} of a day in November"}) + "\n"
                                for row in range(number)))
        out = folder / f"out{index}"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        commands.append([programs.scrim, "render", folder / "card.json", "--data", rows, "-o", f"{out}/"])
    start = time.perf_counter()
    running = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]
    if any(process.wait() for process in running):
        sys.exit("scrim render fails")
    return WORKERS * number / (time.perf_counter() - start)


def warm_worker(programs):
    """What renders the card with a title, and what ends it."""
    worker = Worker(programs, cache=64 << 20)
    template = json.dumps({**CARD, "output": {"format": "png"}})

    def image(title):
        return worker.render(worker.fill(template, {"title": title}), {}, evaluated=True)[0]

    return image, worker.close


def is_same(service, programs):
    """Whether a worker that is asked directly gives the service's image."""
    title = titles(1, 10_000_000)[0]
    image, close = warm_worker(programs)
    same = image(title) == service.get(links(1, 10_000_000)[0])[1]
    close()
    return same


class Chromium(browser.Browser):
    def __init__(self, folder):
        folder.mkdir()
        super().__init__(folder, 600, 315)
        page = folder / "card.html"
        page.write_text(PAGE)
        self.ask("Page.navigate", url=page.as_uri())
        time.sleep(1)

    def note(self, event):
        pass

    def render(self, title):
        self.ask("Runtime.evaluate", expression=f"document.getElementById('title').textContent = {json.dumps(title)}")
        return self.ask("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"]


def new(service, programs, folder, asked):
    begin, rates = 0, {"scrim-http": [], "warm workers": [], "scrim render --data": [], "Chromium": []}
    if not is_same(service, programs):
        sys.exit("a worker that is asked directly gives another image than scrim-http")
    guess = 2000

    def directly(count):
        rates["warm workers"].append(in_processes(lambda: warm_worker(programs), titles(count, begin), WORKERS))

    shell = Chromium(folder / "chromium") if shutil.which("chromium") else None
    for number in range(asked.rounds + 1):
        script = lua(folder, links(guess, begin))
        # In turns the first one of a round, for the number of images that the service has had.
        if number % 2:
            directly(count)
        rates["scrim-http"].append(
            wrk(f"http://{service.address}", asked.seconds, script, connections=2 * WORKERS))
        count = max(100, int(rates["scrim-http"][-1] * asked.seconds))
        if number % 2 == 0:
            directly(count)
        begin += guess
        guess = int(rates["scrim-http"][-1] * asked.seconds * 3) + 1000
        rates["scrim render --data"].append(render(programs, folder, max(50, count // WORKERS)))
        if shell:
            start, count = time.perf_counter(), 0
            while time.perf_counter() < start + asked.seconds:
                shell.render(f"Card {count}")
                count += 1
            rates["Chromium"].append(count / (time.perf_counter() - start))
    # The first round only says how many links and rows there must be.
    rates = {name: values[1:] for name, values in rates.items()}
    print(f"new images of a card, {WORKERS} workers:")
    for name, values in rates.items():
        if values:
            ratio = statistics.median(one / two for one, two in zip(rates["scrim-http"], values))
            print(f"  {name}: {statistics.median(values):.0f}/s" + (
                "" if name == "scrim-http" else f", scrim-http {ratio:.2f} times that"))
    rate = statistics.median(rates["scrim-http"]) / 2
    found = []
    for _ in range(asked.rounds):
        targets = links(int(rate * asked.seconds), begin)
        begin += len(targets)
        found.append(quantiles(paced(service, targets, rate)))
    median, last = (statistics.median(values) for values in zip(*found))
    print(f"  at {rate:.0f}/s: median {1000 * median:.1f} ms, p99 {1000 * last:.1f} ms, {last / median:.1f} times")


def paced(service, targets, rate):
    """The times of answers to requests that begin at regular times, whether or not earlier ones are answered."""
    times, lock, start = [], threading.Lock(), time.perf_counter()
    queue = list(enumerate(targets))[::-1]

    def ask():
        connection = service.connect()
        while True:
            with lock:
                if not queue:
                    return connection.close()
                index, target = queue.pop()
            begin = start + index / rate
            time.sleep(max(0, begin - time.perf_counter()))
            connection.request("GET", target)
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                os._exit(1)
            times.append(time.perf_counter() - begin)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


# Attacks


def attacks(service):
    failures = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (HALF_OPEN + 500,) * 2)
    target = sign("photo@1", {}, "jpg")
    image = service.get(target)[1]
    before = resident(service.process.pid)
    host, port = service.address.split(":")
    half = []
    for number in range(HALF_OPEN):
        half.append(socket.create_connection((host, int(port))))
        half[-1].sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * (number % 4096))
    times = []
    for _ in range(100):
        start = time.perf_counter()
        if service.get(target) != (200, image):
            failures.append("no answer beside half-open connections")
        times.append(time.perf_counter() - start)
    grown = resident(service.process.pid) - before
    print(f"{HALF_OPEN} connections with half a request: others are answered in {1000 * max(times):.0f} ms at most, "
          f"{grown / 1e6:.0f} MB of memory")
    if grown > BOUND:
        failures.append("memory of half-open connections")
    for one in half:
        one.close()
    for head in (f"Content-Length: {1 << 30}", "Transfer-Encoding: chunked"):
        before, sent = resident(service.process.pid), 0
        part = bytes(1 << 20) if "Length" in head else b"100000\r\n" + bytes(1 << 20) + b"\r\n"
        with socket.create_connection((host, int(port))) as client:
            client.settimeout(30)
            client.sendall(f"POST {target} HTTP/1.1\r\nHost: a\r\n{head}\r\n\r\n".encode())
            with contextlib.suppress(OSError):
                while sent < 1 << 30:
                    client.sendall(part)
                    sent += 1 << 20
            status = b""
            with contextlib.suppress(OSError):
                status = client.recv(12)
        grown = resident(service.process.pid) - before
        print(f"a body of 1 GB, {head.split(':')[0]}: {sent >> 20} MiB were read, answer {status[9:].decode() or 'lost'}, "
              f"{grown / 1e6:.0f} MB of memory")
        if sent >= 1 << 28 or grown > BOUND:
            failures.append("a body of 1 GB")
    return failures


# Kills


def kills(service, seconds):
    """Asks for images while workers and the service are killed. No image may be another than without kills."""
    found, failures, counts = {}, [], {"answers": 0, "errors": 0, "no answer": 0}
    lock, end = threading.Lock(), time.monotonic() + seconds
    targets = links(400, 20_000_000)

    def ask(seed):
        choice = random.Random(seed)
        while time.monotonic() < end:
            target = choice.choice(targets)
            status, body = service.get(target)
            time.sleep(0 if status else 0.02)
            with lock:
                if status == 200:
                    counts["answers"] += 1
                    digest = hashlib.sha256(body).hexdigest()
                    if not body.endswith(b"IEND\xaeB`\x82") or found.setdefault(target, digest) != digest:
                        failures.append(f"{target}: another image, or a part of one")
                else:
                    counts["errors" if status else "no answer"] += 1

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    killed = {"workers": 0, "services": 0}
    while time.monotonic() < end:
        time.sleep(random.uniform(0.1, 0.5))
        workers = service.workers()
        if workers and random.random() < 0.75:
            with contextlib.suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL)
            killed["workers"] += 1
        else:
            service.process.kill()
            service.process.wait()
            service.start()
            killed["services"] += 1
    for thread in threads:
        thread.join()
    # Without the cache, and without kills.
    service.stop()
    for image in (service.folder / "cache").glob("*.images/*/*"):
        image.unlink()
    service.start()
    for target, digest in found.items():
        if hashlib.sha256(service.get(target)[1]).hexdigest() != digest:
            failures.append(f"{target}: another image than without kills")
    print(f"kill -9 of {killed['workers']} workers and {killed['services']} services in {seconds} s: "
          f"{counts['answers']} images of {len(found)} links, {counts['errors']} errors, "
          f"{counts['no answer']} connections without an answer, {len(failures)} wrong images")
    if not found:
        failures.append("no image at all")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--only", default="cached,new,attacks,kills")
    parser.add_argument("--port", type=int, default=18620)
    asked = parser.parse_args()
    programs, only = Programs(asked.scrim), asked.only.split(",")
    failures = []
    with tempfile.TemporaryDirectory(prefix="http.", dir=os.environ.get("SCRIM_SCRATCH")) as folder:
        folder = pathlib.Path(folder)
        for name in ("port", "socket", "work"):
            (folder / name).mkdir()
        service = Service(programs, folder / "port", f"127.0.0.1:{asked.port}")
        try:
            if "cached" in only:
                through_socket = Service(programs, folder / "socket", f"unix:{folder}/http.socket")
                nginx = Nginx(folder / "nginx", asked.port + 1, service.get(sign("photo@1", {}, "jpg"))[1])
                cached(service, through_socket, nginx, asked)
                nginx.stop()
                through_socket.stop()
            if "new" in only:
                new(service, programs, folder / "work", asked)
            if "attacks" in only:
                failures += attacks(service)
            if "kills" in only:
                failures += kills(service, 4 * asked.seconds)
        finally:
            service.process.kill()
            service.process.wait()
    for failure in failures[:10]:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
