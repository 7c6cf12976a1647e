#!/usr/bin/env python3
"""Image servers for tests of scrim-fetch, one with HTTPS and one with HTTP: makes a certificate authority and a
certificate for localhost and 127.0.0.1 by openssl, answers according to the path, and writes each request as a line of
JSON.

    server.py FOLDER

Reads FOLDER/photo.png. Writes to FOLDER: ca.pem, ports (of HTTPS and HTTP), and requests.
"""
import collections
import gzip
import hashlib
import http.server
import json
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "ProgramTesting"))
import certificates  # noqa: E402

FOLDER = Path(sys.argv[1])
PHOTO = (FOLDER / "photo.png").read_bytes()
ETAG = '"' + hashlib.sha256(PHOTO).hexdigest()[:8] + '"'
seen = collections.Counter()
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path, _, query = self.path.partition("?")
        with lock:
            seen[self.path] += 1
            number = seen[self.path]
            seen["now"] += 1
            together = seen["now"]
            line = {"path": self.path, "host": self.headers["Host"], "time": time.time(), "together": together,
                    "headers": {name.lower(): value for name, value in self.headers.items()}}
            with open(FOLDER / "requests", "a") as file:
                file.write(json.dumps(line) + "\n")
        try:
            self.answer(path, urllib.parse.parse_qs(query), number)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            self.close_connection = True
        finally:
            with lock:
                seen["now"] -= 1

    def answer(self, path, query, number):
        if (FOLDER / "down").exists():
            self.send(503)
        elif path == "/redirect":
            self.send(302, Location=query["to"][0])
        elif path == "/loop":
            self.send(302, Location=self.path)
        elif path == "/404":
            self.send(404, b"not here")
        elif path == "/down":
            self.send(503)
        elif path == "/flaky" and number <= 2:
            self.send(500)
        elif path == "/busy" and number == 1:
            self.send(429, **{"Retry-After": "2"})
        elif path == "/closed":
            self.send(429, **{"Retry-After": "9999"})
        elif path == "/html":
            self.send(200, b"<!DOCTYPE html><html><p>Log in", **{"Content-Type": "image/png"})
        elif path == "/gif":
            self.send(200, b"GIF89a" + bytes(100))
        elif path == "/gzip":
            self.send(200, gzip.compress(bytes(50_000_000)), **{"Content-Encoding": "gzip"})
        elif path == "/endless":
            self.send_response(200)
            self.end_headers()
            self.close_connection = True
            for _ in range(1000):
                self.wfile.write(PHOTO[:8] + bytes(1 << 20))
        elif path == "/large":
            self.send_response(200)
            self.send_header("Content-Length", str(1 << 40))
            self.end_headers()
            self.close_connection = True
        elif path == "/slow":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            for _ in range(1000):
                self.wfile.write(b"x")
                time.sleep(0.2)
        elif path == "/headers":
            self.send_response(200)
            for index in range(90):
                self.send_header(f"X-{index}", "x" * 1000)
            self.end_headers()
            self.close_connection = True
        elif path == "/truncated" and number <= 2:
            self.send_response(200)
            self.send_header("Content-Length", str(len(PHOTO)))
            self.end_headers()
            self.wfile.write(PHOTO[:-10])
            self.close_connection = True
        elif path == "/reset" and number == 1:
            raw = self.connection.fileno()
            socket.socket(fileno=socket.dup(raw)).setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True
        elif path == "/etag.png":
            if self.headers["If-None-Match"] == ETAG:
                self.send(304)
            else:
                self.send(200, PHOTO, ETag=ETAG)
        elif path == "/fresh.png":
            self.send(200, PHOTO, **{"Cache-Control": "public, max-age=3600"})
        elif path == "/secret.png":
            self.send(200, PHOTO, **{"Cache-Control": "no-store"})
        elif path == "/wait.png":
            time.sleep(0.3)
            self.send(200, PHOTO + query["n"][0].encode())
        elif path.startswith("/file/"):
            self.send(200, (FOLDER / path.removeprefix("/file/")).read_bytes())
        else:
            self.send(200, PHOTO)

    def send(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


certificates.make(FOLDER)
secure = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(FOLDER / "cert.pem", FOLDER / "key.pem")
secure.socket = context.wrap_socket(secure.socket, server_side=True, do_handshake_on_connect=False)
plain = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
(FOLDER / "requests").touch()
(FOLDER / "ports.new").write_text(f"{secure.server_port} {plain.server_port}")
(FOLDER / "ports.new").rename(FOLDER / "ports")
threading.Thread(target=plain.serve_forever, daemon=True).start()
secure.serve_forever()
