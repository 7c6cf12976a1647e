#!/usr/bin/python3
"""Uses the clients of examples/clients next to a daemon: python and Node, umask 022 and 077, both layouts of out/.

  Tests/Clients/check.py PROGRAMS

As root daemon and clients are two accounts, as they are on a server. 64 requests at once of each client have one job
name and different titles, while the daemon is killed and restarted; each image is compared with that of `scrim render`.
"""

import concurrent.futures
import http.client
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
CLIENTS = HERE.parents[1] / "examples" / "clients"
DAEMON, CLIENT = 61_020, 61_021
DOCUMENT = {
    "scrim": 1, "inputs": {"title": {"type": "string"}}, "canvas": {"width": 240, "height": 80},
    "layers": [{"image": {"source": "pictures/deep/dot.png"}, "frame": {"x": 0, "y": 0, "width": 240, "height": 80}},
               {"text": {"string": "${title}", "size": 30, "color": "#fff"}}],
}
DOT = {"scrim": 1, "canvas": {"width": 4, "height": 4}, "layers": [{"fill": "#1e3a8a"}]}


def account(user, *groups):
    """Runs what follows as another account; without root as this one."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", f"--reuid={user}", f"--regid={user}",
            f"--groups={','.join(map(str, groups))}" if groups else "--clear-groups"]


class Trial:
    """A daemon with an arrangement of out/, and clients with a umask."""

    def __init__(self, programs, folder, layout, umask):
        self.programs, self.umask, self.faults = programs, umask, []
        self.spool, self.work, self.clients = folder / "spool", folder / "work", folder / "clients"
        # The checkout may be closed to other accounts.
        shutil.copytree(CLIENTS, self.clients)
        for name in ["use.py", "use.mjs"]:
            shutil.copy(HERE / name, self.clients)
        for path, user, mode in [(self.spool, DAEMON, 0o750), (self.work, CLIENT, 0o755)]:
            path.mkdir()
            path.chmod(mode)
            if os.geteuid() == 0:
                os.chown(path, user, user)
        self.config = folder / "scrim.toml"
        self.config.write_text(f'[spool]\nout-layout = "{layout}"\n[workers]\nplugins = ["{programs}"]\n'
                               "[disk]\nfree-bytes = 0\nfree-percent = 0\n[log]\nlevel = \"warning\"\n")
        self.log = (folder / "log").open("ab")
        self.daemon = None
        (self.work / "dot.json").write_text(json.dumps(DOT))
        (self.work / "job.json").write_text(json.dumps(DOCUMENT))
        self.scrim("render", self.work / "dot.json", "-o", self.work / "dot.png")
        (self.work / "pictures" / "deep").mkdir(parents=True)
        shutil.copy(self.work / "dot.png", self.work / "pictures" / "deep")

    def scrim(self, *arguments):
        return subprocess.run([f"{self.programs}/scrim", *arguments], check=True, capture_output=True, text=True).stdout

    def start(self):
        self.daemon = subprocess.Popen(
            [*account(DAEMON), f"{self.programs}/scrimd", "--config", self.config, "--spool", self.spool],
            stderr=self.log, stdout=subprocess.DEVNULL)
        within(30, "the daemon is up", self.is_up)

    def is_up(self):
        try:
            return json.loads((self.spool / "status.json").read_bytes())["pid"] == self.daemon.pid
        except (OSError, ValueError):
            return False

    def stop(self, number):
        self.daemon.send_signal(number)
        self.daemon.wait()

    def as_client(self, *command):
        return subprocess.Popen(
            [*account(CLIENT, DAEMON), "sh", "-c", f"umask {self.umask:03o} && exec \"$@\"", "sh", *map(str, command)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def use(self, language, task):
        program = ["/usr/bin/python3", "-B", self.clients / "use.py"] if language == "python" else ["node", self.clients / "use.mjs"]
        name = f"{language}{self.umask:o}"
        return self.as_client(*program, self.clients, self.spool, f"{self.programs}/scrim", task, self.work, name)

    def result(self, process):
        output, errors = process.communicate(timeout=300)
        if process.returncode:
            raise SystemExit(f"check-clients: a client ended with {process.returncode}:\n{errors}")
        return json.loads(output)

    def expected(self, title, template=None):
        path = self.work / "expected.png"
        self.scrim("render", template or self.work / "job.json", "--set", f"title={title}", "-o", path,
                   "--plugins", self.programs)
        return path.read_bytes()

    def hold(self, what, is_so, found=None):
        if not is_so:
            self.faults.append(f"{what}: not so{'' if found is None else f', but {found}'}")

    def burst(self):
        """Both clients at once; meanwhile the daemon is killed, stopped, and each time started again."""
        running = [self.use(language, "burst") for language in ["python", "node"]]
        for number in [signal.SIGKILL, signal.SIGTERM]:
            already = self.reports()
            within(60, "reports appear", lambda: self.reports() > already or all(p.poll() is not None for p in running))
            self.stop(number)
            self.start()
        for process in running:
            self.result(process)
        for language in ["python", "node"]:
            name = f"{language}{self.umask:o}"
            for title in range(16):
                right = self.expected(f"{name} {title}")
                for number in range(title, 64, 16):
                    found = (self.work / f"{name}-{number}.png").read_bytes()
                    self.hold(f"{name}-{number}.png is the image of its title", found == right)

    def reports(self):
        return len(list((self.spool / "reports").iterdir()))

    def single(self, language):
        name = f"{language}{self.umask:o}"
        failure = self.result(self.use(language, "failure"))
        error = failure["errors"][0]
        self.hold(f"{name}: an error has its place",
                  failure["status"] == "failed" and error["line"] == 1 and error["column"] > 1
                  and failure["message"].startswith(f"1:{error['column']}: "), failure)
        keys = self.result(self.use(language, "keys"))
        self.hold(f"{name}: a key makes one job", keys["ids"][0] == keys["ids"][1], keys)
        self.hold(f"{name}: another content is refused", "key" in keys["message"], keys)
        report = self.result(self.use(language, "private"))
        private = self.work / f"{name}-private.png"
        self.hold(f"{name}: private results are fetched", private.read_bytes() == self.expected("private"))
        self.hold(f"{name}: and nowhere in out/", not list((self.spool / "out").rglob(private.name)))
        again = self.as_client(f"{self.programs}/scrim", "fetch", "--spool", self.spool, report["id"], "-o", f"{self.work}/")
        self.hold(f"{name}: and acknowledged", again.wait() != 0)
        held = self.result(self.use(language, "timeout"))
        self.hold(f"{name}: a time-out says so", "0.2 s" in held["message"], held)

    def server(self):
        """GET /og: equal titles are one job, and each answer is the image of its title."""
        process = self.as_client("env", f"SCRIM={self.programs}/scrim", "node", self.clients / "og-server.mjs", self.spool, 0)
        try:
            port = urllib.parse.urlparse(process.stdout.readline()).port

            def get(path):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
                connection.request("GET", path)
                answer = connection.getresponse()
                return answer.status, answer.read()

            before = len(list((self.spool / "done").iterdir()))
            titles = [f"Title {number % 8}" for number in range(32)]
            with concurrent.futures.ThreadPoolExecutor(16) as threads:
                answers = list(threads.map(lambda title: get(f"/og?title={urllib.parse.quote(title)}"), titles))
            right = {title: (200, self.expected(title, self.clients / "og.json")) for title in set(titles)}
            self.hold("each request has the image of its title",
                      all(right[title] == answer for title, answer in zip(titles, answers)))
            jobs = len(list((self.spool / "done").iterdir())) - before
            self.hold("equal titles are one job", jobs == 8, jobs)
            self.hold("no title", get("/og")[0] == 400)
            self.hold("another path", get("/other?title=x")[0] == 404)
        finally:
            process.terminate()
            process.wait()

    def left(self):
        return [name for name in os.listdir(self.spool / "drop")]


def within(seconds, what, is_so):
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise SystemExit(f"check-clients: not in {seconds} s: {what}")
        time.sleep(0.01)


def main():
    programs, faults = pathlib.Path(sys.argv[1]).resolve(), []
    for layout, umask in [("flat", 0o022), ("by-user", 0o077)]:
        with tempfile.TemporaryDirectory(prefix="check-clients.", dir=os.environ.get("SCRIM_SCRATCH")) as folder:
            os.chmod(folder, 0o755)
            trial = Trial(programs, pathlib.Path(folder), layout, umask)
            trial.start()
            try:
                trial.burst()
                for language in ["python", "node"]:
                    trial.single(language)
                trial.server()
                trial.hold("nothing is left in drop/", not trial.left(), trial.left())
            finally:
                trial.stop(signal.SIGTERM)
                if trial.faults or sys.exc_info()[0]:
                    print((pathlib.Path(folder) / "log").read_text()[-3000:], file=sys.stderr)
            faults += [f"{layout}, umask {umask:03o}: {fault}" for fault in trial.faults]
    for fault in faults:
        print(fault)
    print(f"check-clients: {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
