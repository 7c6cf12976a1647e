"""Clients of a daemon's control socket, for any user: one JSON packet per request and per answer."""

import contextlib
import json
import os
import re
import socket
import subprocess
import time

PATIENCE = 60
PERMISSION_PATIENCE = 5
# Both are larger than the daemon's longest answer.
LONGEST_ANSWER, MOST_FILES = 1 << 20, 64


class Lost(Exception):
    """The connection ended before the answer: the request may have been carried out."""


class Unreachable(Exception):
    """No daemon took the request."""


class Control:
    """A user's connection. As root the user may be any; otherwise the process's own."""

    def __init__(self, path, user):
        self.path, self.user, self.socket = os.path.join(path, "control.sock"), user, None

    def ask(self, command, **fields):
        """The answer to a request, without descriptors."""
        answer, files = self.ask_for_files(command, **fields)
        for file in files:
            os.close(file)
        return answer

    def ask_for_files(self, command, **fields):
        """The answer, and the descriptors that came with it."""
        self.send(json.dumps({"command": command, **fields}).encode())
        try:
            packet, files, _, _ = socket.recv_fds(self.socket, LONGEST_ANSWER, MOST_FILES)
        except ConnectionError:
            packet, files = b"", []
        if not packet:
            self.close()
            raise Lost
        return json.loads(packet), files

    def send(self, packet):
        # A kept connection may have ended by the daemon's limit of idle time: connects again, once.
        for _ in range(2):
            if self.socket is None:
                self.connect()
            try:
                self.socket.send(packet)
                return
            except OSError:
                self.close()
        raise Unreachable

    def connect(self):
        """Connects. A starting daemon gives its socket the mode for the group only after it has its name, and a
        daemon that is killed between the two leaves it so until it is started again."""
        end = time.monotonic() + PERMISSION_PATIENCE
        while True:
            try:
                return self.connect_once()
            except PermissionError:
                self.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.005)

    def connect_once(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(PATIENCE)
        try:
            # The daemon reads the credentials that the process has when it connects.
            with acting_as(self.user):
                self.socket.connect(self.path)
        except (FileNotFoundError, ConnectionError) as error:
            self.close()
            raise Unreachable from error

    def close(self):
        if self.socket is not None:
            self.socket.close()
            self.socket = None


class Program:
    """`scrim` as a user runs it."""

    def __init__(self, programs, path, user):
        self.program, self.path, self.user = f"{programs}/scrim", path, user

    def run(self, command, *arguments):
        """The exit status, and standard error."""
        as_user = {"user": self.user, "group": os.getegid(), "extra_groups": []} if os.geteuid() == 0 else {}
        ended = subprocess.run(
            [self.program, command, "--spool", self.path, *arguments],
            capture_output=True, text=True, timeout=2 * PATIENCE, **as_user)
        return ended.returncode, ended.stderr

    def change(self, command, job, *arguments):
        """As `Control` answers about one job; the new state is not known."""
        # A negative priority is not an option.
        status, text = self.run(command, "--", job, *arguments)
        if status == 0:
            return {"state": None, "error": None}
        for code, pattern in [("denied", "belongs to user"), ("state", " requires "), ("missing", "no job ")]:
            if re.search(pattern, text):
                return {"state": None, "error": {"code": code, "message": text}}
        if "Only" in text or "without one only" in text:
            raise Unreachable
        raise Lost


@contextlib.contextmanager
def acting_as(user):
    own = os.geteuid()
    if user != own:
        os.seteuid(user)
    try:
        yield
    finally:
        if user != own:
            os.seteuid(own)
