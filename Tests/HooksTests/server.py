#!/usr/bin/env python3
"""An HTTPS server for tests of scrim-hooks: makes a certificate authority and a certificate for localhost by openssl,
answers according to the path, and writes each request as a line of JSON.

    server.py FOLDER

Writes to FOLDER: ca.pem, secret (of Standard Webhooks), port, and requests. The signature is checked here, with
Python's own HMAC.
"""
import base64
import collections
import hashlib
import hmac
import http.server
import json
import os
import secrets
import ssl
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "ProgramTesting"))
import certificates  # noqa: E402

FOLDER = Path(sys.argv[1])
SECRETS = [base64.b64encode(secrets.token_bytes(32)).decode() for _ in range(2)]
seen = collections.Counter()
lock = threading.Lock()


def is_signed(headers, body):
    message = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = {"v1," + base64.b64encode(hmac.digest(base64.b64decode(key), message, hashlib.sha256)).decode()
                for key in SECRETS}
    return (set(headers["webhook-signature"].split(" ")) == expected
            and abs(time.time() - int(headers["webhook-timestamp"])) < 60)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        identity = self.headers["webhook-id"]
        with lock:
            seen[self.path, identity] += 1
            number = seen[self.path, identity]
        status, more = 204, {}
        if self.path == "/slow":
            time.sleep(20)
        elif self.path == "/redirect":
            status, more = 302, {"Location": f"https://localhost:{self.server.server_port}/ok"}
        elif self.path == "/gone" and not (FOLDER / "open").exists():
            status = 410
        elif self.path == "/flaky" and number <= 2:
            status = 500
        elif self.path == "/poison" and identity.startswith("1790000000001-"):
            status = 500
        elif self.path == "/down":
            status = 503
        elif self.path == "/busy" and number == 1:
            status, more = 429, {"Retry-After": "2"}
        line = {"path": self.path, "id": identity, "key": self.headers["Idempotency-Key"], "time": time.time(),
                "isSigned": is_signed(self.headers, body), "body": body.decode(), "status": status}
        with lock, open(FOLDER / "requests", "a") as file:
            file.write(json.dumps(line) + "\n")
        self.send_response(status)
        for name, value in more.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


certificates.make(FOLDER)
(FOLDER / "secret").write_text("".join(f"whsec_{key}\n" for key in SECRETS))
os.chmod(FOLDER / "secret", 0o600)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(FOLDER / "cert.pem", FOLDER / "key.pem")
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
(FOLDER / "requests").touch()
(FOLDER / "port.new").write_text(str(server.server_port))
(FOLDER / "port.new").rename(FOLDER / "port")
server.serve_forever()
