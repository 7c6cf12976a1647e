"""A client of scrim-http for Python 3.9 and later, without dependencies: one file to copy into a project.

    scrim = ScrimHTTP("https://images.example.com", "shop", secret)
    url = scrim.link("card@1", {"title": "Hello"})
    png = scrim.render({"template": "card@1", "inputs": {"title": "Hello"}})
"""

import base64, hashlib, hmac, http.client, json, re, time, urllib.error, urllib.parse, urllib.request, uuid


class Problem(Exception):
    """Problem details (RFC 9457): status, title, detail, and errors, each with path, line, column, message and code."""

    def __init__(self, status, page):
        self.status, self.title, self.detail = status, page.get("title", ""), page.get("detail", "")
        self.errors = page.get("errors", [])
        lines = [f"{e.get('line', 0)}:{e.get('column', 0)}: {e['message']}" for e in self.errors]
        super().__init__("\n".join([f"{status} {self.title}. {self.detail}".rstrip(), *lines]))


class DamagedOutput(Exception):
    """Bytes that are not those whose Digest the service sent."""


def canonical(value):
    """JSON in one spelling, so that equal inputs give equal links. Numbers are 0, or 0.0001 to 2^53 in magnitude."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str):
        short = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
        def escape(match):
            return short.get(match[0]) or f"\\u{ord(match[0]):04x}"
        return '"' + re.sub('["\\\\\x00-\x1f\x7f-\x9f]', escape, value) + '"'
    if isinstance(value, (int, float)):
        if value == 0:
            return "0"
        if not 1e-4 <= abs(value) < 2**53:
            raise ValueError(f"{value}: numbers in links are 0, or 0.0001 to 2^53 in magnitude")
        return str(int(value)) if value == int(value) else repr(float(value))
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode())
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"
    return "[" + ",".join(map(canonical, value)) + "]"


class ScrimHTTP:
    def __init__(self, base, key, secret, attempts=5):
        self.base, self.key, self.secret, self.attempts = base.rstrip("/"), key, secret, attempts

    def link(self, template, inputs, format="png", variant=None, expires=None):
        """The signed link of an image: of a template NAME@VERSION, until a time in seconds since 1970."""
        payload = {"i": inputs, "k": self.key, **({} if expires is None else {"e": expires})}
        def encode(data):
            return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
        steps = [template, *([variant] if variant else []), f"{encode(canonical(payload).encode())}.{format}"]
        path = "/t/" + "/".join(steps)
        return f"{self.base}{path}?s={encode(hmac.digest(self.secret.encode(), path.encode(), hashlib.sha256))}"

    def submit(self, body, idempotency_key=None):
        """Hands over a job: a document, or {"template", "inputs"} or {"template", "data"}. Returns its identifier."""
        return self._identifier(self._post("/jobs", body, idempotency_key)[1])

    def wait(self, job, timeout=60):
        """The page of a job that is done. Raises Problem if it failed, TimeoutError while it is not finished."""
        end, pause = time.monotonic() + timeout, 0.02
        while True:
            page = json.loads(self._request("GET", f"/jobs/{job}")[2])
            if page["state"] == "done":
                return page
            if page["state"] in ("failed", "corrupt"):
                raise Problem(422, {"title": "The job has errors", "errors": page["errors"]})
            if time.monotonic() + pause > end:
                raise TimeoutError(f"job {job} did not end within {timeout} s")
            time.sleep(pause)
            pause = min(1.5 * pause, 2)

    def events(self, job):
        """The page of a job whenever it has changed, until it ends."""
        with self._open("GET", f"/jobs/{job}/events") as response:
            for line in response:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

    def output(self, job, name):
        """The bytes of an output. Those of a batch's rows are in its NAME.rows.jsonl."""
        return self._verified(*self._request("GET", f"/jobs/{job}/outputs/{urllib.parse.quote(name)}")[1:])

    def outputs(self, page):
        """Name and bytes of each output of a job that is done; of a batch NAME.rows.jsonl only."""
        return {output["name"]: self.output(page["id"], output["name"]) for output in page["outputs"]}

    def delete(self, job):
        """Cancels a job, or deletes its results."""
        self._request("DELETE", f"/jobs/{job}")

    def render(self, body, timeout=60, idempotency_key=None):
        """Submits a job, waits, and returns its first output, which is then deleted."""
        path = f"/jobs?wait={max(1, min(60, int(timeout)))}"
        status, headers, content = self._post(path, body, idempotency_key)
        job = self._identifier(headers)
        if status == 202 or not headers["Digest"]:
            image = next(iter(self.outputs(self.wait(job, timeout)).values()))
        else:
            image = self._verified(headers, content)
        self.delete(job)
        return image

    def _post(self, path, body, idempotency_key):
        # With a key a request is repeated safely: the same content is the same job.
        fields = {"Content-Type": "application/json", "Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        return self._request("POST", path, json.dumps(body).encode(), fields)

    @staticmethod
    def _identifier(headers):
        return (headers["Location"] or headers["Content-Location"]).split("/")[2]

    @staticmethod
    def _verified(headers, content):
        if headers["Digest"] != "sha-256=" + base64.b64encode(hashlib.sha256(content).digest()).decode():
            raise DamagedOutput("the output is not the one that the service sent")
        return content

    def _request(self, *request):
        """Status, headers and body of an answer. What may succeed later is repeated, when the service says."""
        for attempt in range(self.attempts):
            last = attempt == self.attempts - 1
            try:
                with self._open(*request) as response:
                    return response.status, response.headers, response.read()
            except urllib.error.HTTPError as error:
                content = error.read()
                if error.code == 404 and request[0] == "DELETE" and attempt > 0:
                    return 204, error.headers, b""  # an earlier attempt has deleted it
                if last or error.code not in (429, 503):
                    raise Problem(error.code, self._page(error, content)) from None
                pause = int(error.headers["Retry-After"] or 1)
            except (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError):
                if last:
                    raise
                pause = 0.2 * 2**attempt
            time.sleep(min(pause, 30))

    @staticmethod
    def _page(error, content):
        is_problem = error.headers.get_content_type() == "application/problem+json"
        return json.loads(content) if is_problem else {"title": error.reason}

    def _open(self, method, path, body=None, fields={}):
        fields = {"Authorization": f"Bearer {self.secret}", **fields}
        return urllib.request.urlopen(urllib.request.Request(self.base + path, body, fields, method=method), timeout=90)
