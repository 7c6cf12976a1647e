#!/usr/bin/python3
"""Uses the clients of scrim-http in examples/clients next to a service and a daemon: Python, TypeScript, Go and PHP.

  Tests/Clients/check_http.py PROGRAMS

All sign the links of links.json, byte for byte those of `scrim-http sign`. Then each submits a document, a template and
a batch, follows it, fetches and deletes its outputs; jobs with errors, forged links and wrong secrets are problems with
places. A stand-in for the service closes connections, asks for patience and sends bytes that are not its `Digest`.
"""

import base64
import hashlib
import http.server
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
CLIENTS = HERE.parents[1] / "examples" / "clients"
SECRET = "a" * 40
CARD = {
    "scrim": 1, "canvas": {"width": 60, "height": 20, "background": "#1e3a8a"},
    "inputs": {"title": {"type": "string", "examples": ["Hello"]}},
    "layers": [{"text": {"string": "${title}", "font": "DejaVu Sans", "size": 12, "color": "#fff"}}],
}
TABLE = {
    "template": {"template": "card@1", "inputs": {"title": "Größe ☕"}},
    "batch": {"template": "card@1", "data": [{"title": "Ada"}, {"title": "Grace"}]},
    "document": {"scrim": 1, "canvas": {"width": 9, "height": 5}, "layers": [{"fill": "#0f766e"}]},
    "invalid": {"scrim": 1, "canvas": {"width": 9, "height": 5}, "layers": [{"fil": "#0f766e"}]},
}
IMAGE = b"\x89PNG, as far as the stand-in knows"


class StandIn(http.server.BaseHTTPRequestHandler):
    """A service with trouble. What a job is says what happens to it."""

    protocol_version = "HTTP/1.1"
    # The idempotency keys of the requests for an image that is late.
    keys: list[str] = []

    def log_message(self, *_):
        pass

    def answer(self, status, content=b"", **fields):
        self.send_response(status)
        for name, value in {"Content-Length": len(content), "Connection": "close", **fields}.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = True

    def do_POST(self):
        kind = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["is"]
        digest = "sha-256=" + base64.b64encode(hashlib.sha256(IMAGE).digest()).decode()
        image = {"Content_Location": "/jobs/abc/outputs/x.png", "Digest": digest}
        problem = json.dumps({"title": "Too many jobs", "status": 429}).encode()
        if kind == "damaged":
            return self.answer(200, IMAGE + b"!", **image)
        if kind == "refused":
            return self.answer(400, b"<html>from a proxy", Content_Type="text/html")
        StandIn.keys.append(self.headers["Idempotency-Key"])
        match len(StandIn.keys):
            case 1:
                # Nothing at all, as of a service that was killed.
                self.close_connection = True
            case 2:
                self.answer(429, problem, Content_Type="application/problem+json", Retry_After=1)
            case 3:
                self.answer(503, problem, Content_Type="application/problem+json", Retry_After=1)
            case _:
                self.answer(200, IMAGE, **image)

    def do_DELETE(self):
        self.answer(204)


class Trial:
    def __init__(self, programs, folder):
        self.programs, self.folder, self.faults = programs, folder, []
        for name in ["templates", "cache", "jobs", "spool", "spool/drop"]:
            (folder / name).mkdir()
        (folder / "spool" / "drop").chmod(0o775)
        (folder / "secret").write_text(SECRET)
        (folder / "secret").chmod(0o600)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.base = f"http://127.0.0.1:{free.getsockname()[1]}"
        (folder / "http.toml").write_text(
            f'[listen]\naddress = "{self.base[7:]}"\n[templates]\nfolder = "{folder}/templates"\n'
            f'[workers]\nplugins = ["{programs}"]\ncount = 1\n[cache]\nfolder = "{folder}/cache"\n'
            f'[jobs]\nspool = "{folder}/spool"\nfolder = "{folder}/jobs"\n'
            f'[key.shop]\nsecret-files = ["{folder}/secret"]\njobs-per-minute = 600\n[log]\nlevel = "warning"\n')
        (folder / "scrim.toml").write_text(
            f'[access]\nbridge-users = ["{os.getuid()}"]\n[disk]\nfree-bytes = 0\nfree-percent = 0\n'
            f'[workers]\nplugins = ["{programs}"]\n[log]\nlevel = "warning"\n')
        (folder / "table.json").write_text(json.dumps({**TABLE, "links": self.links()}))
        for name, document in {"card@1": CARD, **json.loads((HERE / "links.json").read_text())["templates"]}.items():
            path = folder / "template.json"
            path.write_text(json.dumps(document))
            self.http("install", path, name)
        self.processes = []

    @staticmethod
    def links():
        return json.loads((HERE / "links.json").read_text())["links"]

    def http(self, *arguments):
        return self.run(f"{self.programs}/scrim-http", *arguments, "--config", self.folder / "http.toml")

    def run(self, *command):
        run = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
        if run.returncode:
            raise SystemExit(f"clients of scrim-http: {command} ended with {run.returncode}:\n{run.stdout}{run.stderr}")
        return run.stdout

    def start(self):
        spool = self.folder / "spool"
        self.begin("scrimd", "--config", self.folder / "scrim.toml", "--spool", spool, "--workers", "1")
        within(30, "the daemon is up", (spool / "control.sock").exists)
        self.begin("scrim-http", "--config", self.folder / "http.toml")
        within(30, "the service is up", self.is_up)

    def begin(self, program, *arguments):
        with (self.folder / "log").open("ab") as log:
            command = [self.programs / program, *arguments]
            self.processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log))

    def is_up(self):
        try:
            return self.get(f"{self.base}/health")[0] in (200, 503)
        except OSError:
            return False

    @staticmethod
    def get(url):
        try:
            with urllib.request.urlopen(url, timeout=60) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def stop(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            process.wait()

    def hold(self, what, is_so, found=None):
        if not is_so:
            self.faults.append(f"{what}: not so{'' if found is None else f', but {found}'}")

    def signed(self, case):
        """What `scrim-http sign` makes of a case."""
        settings = [f"{name}={value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
                    for name, value in case["inputs"].items()]
        arguments = [word for setting in settings for word in ("--set", setting)]
        arguments += ["--variant", case["variant"]] if "variant" in case else []
        if "expires" in case:
            arguments += ["--expires", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(case["expires"]))]
        return self.http("sign", case["template"], "--format", case["format"], *arguments).strip()

    def commands(self):
        """What builds and runs each client."""
        work = self.folder / "clients"
        (work / "go" / "scrim").mkdir(parents=True)
        (work / "ts").mkdir()
        shutil.copy(CLIENTS / "scrim_http.go", work / "go" / "scrim")
        shutil.copy(HERE / "use_http.go", work / "go")
        (work / "go" / "go.mod").write_text("module example.com/use\n\ngo 1.19\n")
        environment = {**os.environ, "GOCACHE": f"{work}/cache", "GOPATH": f"{work}/path", "GOPROXY": "off"}
        self.hold("the client in Go is formatted", not self.run("gofmt", "-l", CLIENTS, HERE))
        for command in [["go", "vet", "./..."], ["go", "build", "-o", "use", "."]]:
            subprocess.run(command, cwd=work / "go", env=environment, check=True)
        for path in [CLIENTS / "scrim-http.ts", HERE / "use-http.ts"]:
            shutil.copy(path, work / "ts")
        (work / "ts" / "package.json").write_text('{"type": "module"}')
        self.run("tsc", "--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node",
                 "--lib", "es2022,dom,dom.iterable", "--outDir", work / "ts", work / "ts" / "use-http.ts")
        return {
            "Python": ["/usr/bin/python3", "-B", HERE / "use_http.py", CLIENTS],
            "TypeScript": ["node", work / "ts" / "use-http.js"],
            "Go": [work / "go" / "use"],
            "PHP": ["php", HERE / "use_http.php", CLIENTS],
        }

    def use(self, language, command):
        StandIn.keys.clear()
        before = len(self.jobs())
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), StandIn) as stand_in:
            threading.Thread(target=stand_in.serve_forever, daemon=True).start()
            stub = f"http://127.0.0.1:{stand_in.server_port}"
            began = time.monotonic()
            result = json.loads(self.run(*command, self.base, stub, self.folder / "table.json"))
            took = time.monotonic() - began
            stand_in.shutdown()
        hold = lambda what, is_so, found=None: self.hold(f"{language}: {what}", is_so, found)  # noqa: E731
        for case, link in zip(self.links(), result["links"], strict=True):
            hold(f"the link of {case['inputs']}", link == case["link"], link)
        hold("a link has its image", self.get(result["link"])[0] == 200, result["link"])
        status, content = self.get(result["forged"])
        hold("a forged link is refused", status == 403 and b"invalid-signature" in content, status)
        hold("numbers have a range", result["numbers"] == [True] * 5, result["numbers"])
        for name in ["template", "document"]:
            hold(f"the image of the {name}", result[name] == self.expected[name], result[name])
        hold("the images of the batch", result["batch"] == self.expected["batch"], result["batch"])
        hold("events end with the job", result["states"] == ["done"], result["states"])
        hold("a key takes the same content twice", result["once"] == ["done", "done"], result["once"])
        # The batch, the template and the document, and the one with a key.
        hold("which is one job", len(self.jobs()) - before == 4, self.jobs())
        other = result["other"]
        hold("and no other", other and other["status"] == 422 and "another document" in other["text"], other)
        error = {"line": 1, "message": 'unknown key "fil". Did you mean "fill"?'}
        for name in ["invalid", "waited"]:
            found = result[name]
            hold(f"{name}: errors have line and suggestion",
                 found and found["status"] == 422 and found["title"] == "The job has errors"
                 and found["errors"] == [error] and f": {error['message']}" in found["text"], found)
        for name, status in [("unknown", 404), ("unauthorized", 401), ("gone", 404), ("refused", 400)]:
            found = result[name]
            hold(f"{name} is a problem", found and found["status"] == status and str(status) in found["text"], found)
        hold("a request is repeated", result["repeated"] == hashlib.sha256(IMAGE).hexdigest())
        hold("with one idempotency key", len(StandIn.keys) == 4 and len(set(StandIn.keys)) == 1, StandIn.keys)
        hold("when the service says", took >= 2, took)
        hold("damaged bytes are an error", result["damaged"] is True)

    def jobs(self):
        return os.listdir(self.folder / "spool" / "done")

    def render(self, document, *arguments):
        (self.folder / "want.json").write_text(json.dumps(document))
        image = self.folder / "want.png"
        job = self.folder / "want.json"
        self.run(self.programs / "scrim", "render", job, "--plugins", self.programs, "-o", image, *arguments)
        return hashlib.sha256(image.read_bytes()).hexdigest()

    def expect(self):
        title = TABLE["template"]["inputs"]["title"]
        rows = [self.render(CARD, "--set", f"title={row['title']}") for row in TABLE["batch"]["data"]]
        self.expected = {
            "document": self.render(TABLE["document"]), "template": self.render(CARD, "--set", f"title={title}"),
            "batch": rows,
        }


def within(seconds, what, is_so):
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise SystemExit(f"clients of scrim-http: not in {seconds} s: {what}")
        time.sleep(0.02)


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="http-clients.", dir=os.environ.get("SCRIM_SCRATCH")) as folder:
        trial = Trial(programs, pathlib.Path(folder))
        for case in trial.links():
            signed = trial.signed(case)
            trial.hold(f"scrim-http signs {case['inputs']} as the table", signed == case["link"], signed)
        commands = trial.commands()
        trial.expect()
        try:
            trial.start()
            for language, command in commands.items():
                trial.use(language, command)
        finally:
            trial.stop()
            if trial.faults or sys.exc_info()[0]:
                print((pathlib.Path(folder) / "log").read_text()[-3000:], file=sys.stderr)
    for fault in trial.faults:
        print(fault)
    print(f"clients of scrim-http: {len(trial.links())} links, {len(commands)} languages, {len(trial.faults)} faults")
    return 1 if trial.faults else 0


if __name__ == "__main__":
    sys.exit(main())
