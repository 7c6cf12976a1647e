"""A client of scrimd for Python 3.9 and later, without dependencies: one file to copy into a project.

    scrim = Scrim("/var/spool/scrim")
    png = scrim.render("card", {"scrim": 1, "layers": [...]}, {"photo.jpg": jpeg}, key="order-4711")
"""

import contextlib, hashlib, json, os, pathlib, secrets, subprocess, tempfile, time


class JobFailed(Exception):
    """The job's errors, each with code, message, and line and column in the document; the report is attached."""

    def __init__(self, report):
        self.report, self.errors = report, report["errors"]
        super().__init__("\n".join(f"{e.get('line', 0)}:{e.get('column', 0)}: {e['message']}" for e in self.errors))


class Scrim:
    def __init__(self, spool="/var/spool/scrim", command="scrim"):
        self.spool, self.command, self.count = pathlib.Path(spool), command, 0

    def submit(self, name, document, files={}, **asked):
        """Hands over a job with its files, path to bytes, and what submission.json asks for. Returns its token."""
        self.count += 1
        # Characters in the order of ASCII: tokens sort by time.
        number = (time.time_ns() // 1_000_000 << 38) + (self.count % 1024 << 28) + secrets.randbits(28)
        token = "".join("234567abcdefghijklmnopqrstuvwxyz"[number >> 5 * place & 31] for place in reversed(range(16)))
        part = self.spool / "drop" / f".{name}-{token}.part"
        contents = {"job.json": json.dumps(document).encode(), "submission.json": json.dumps(asked).encode(), **files}
        for path, content in contents.items():
            (part / path).parent.mkdir(parents=True, exist_ok=True)
            (part / path).write_bytes(content)
        for folder, _, names in os.walk(part, topdown=False):
            for path in [*(os.path.join(folder, name) for name in names), folder]:
                descriptor = os.open(path, os.O_RDONLY)
                # Whatever the umask: the daemon, of the spool's group, reads files and moves folders.
                os.fchmod(descriptor, 0o2770 if path == folder else 0o640)
                os.fsync(descriptor)
                os.close(descriptor)
        part.rename(self.spool / "drop" / f"{name}@{token}.scrim")
        return token

    def wait(self, token, timeout=60):
        """The report of the job. Raises JobFailed, or TimeoutError while it still waits, runs or is held."""
        path = self.spool / "reports" / f"{token}.json"
        end, pause = time.monotonic() + timeout, 0.002
        while not path.exists() or (report := json.loads(path.read_bytes()))["status"] == "held":
            if time.monotonic() + pause > end:
                raise TimeoutError(f"job {token} did not end within {timeout} s")
            time.sleep(pause)
            pause = min(1.25 * pause, 0.25)
        if report["status"] == "failed":
            raise JobFailed(report)
        return report

    def image(self, report):
        """The job's first image. out/NAME belongs to the latest job of that name, so the hash decides."""
        output = report["outputs"][0]
        for folder in ["out", f"out/{os.geteuid()}"]:
            with contextlib.suppress(FileNotFoundError, PermissionError):
                content = (self.spool / folder / output["file"]).read_bytes()
                if hashlib.sha256(content).hexdigest() == output["sha256"]:
                    return content
        return self.fetch(report)[output["file"]]

    def fetch(self, report, attempts=50):
        """Name and bytes of each image, from the daemon; private ones it then deletes."""
        with tempfile.TemporaryDirectory() as folder:
            command = [self.command, "fetch", "--spool", self.spool, report["id"], "-o", f"{folder}/"]
            process = subprocess.run(command, stdout=subprocess.DEVNULL)
            if process.returncode == 74 and attempts > 1:  # the daemon is being restarted
                time.sleep(0.1)
                return self.fetch(report, attempts - 1)
            process.check_returncode()
            return {o["file"]: pathlib.Path(folder, o["file"]).read_bytes() for o in report["outputs"]}

    def render(self, name, document, files={}, timeout=60, **asked):
        """Submits a job, waits, and returns its first image."""
        report = self.wait(self.submit(name, document, files, **asked), timeout)
        return [*self.fetch(report).values()][0] if asked.get("delivery") == "private" else self.image(report)
