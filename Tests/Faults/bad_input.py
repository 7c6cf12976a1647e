"""Drops what is no job or holds no picture, several hundred of it, all from one seed: documents and
pictures with changed bytes, bombs, links and rings of links, pipes, sockets, odd names, files that
are half written. Each must end as its kind must, no worker may crash over it, and neither the
daemon nor a worker may need much time or memory.
"""

import argparse
import io
import json
import os
import random
import re
import shutil
import socket
import struct
import sys
import tempfile
import time
import zlib

from PIL import Image

import spool as spools

KEYS = """
[workers]
count = 1
[intake]
settle-ms = 50
[test]
settle-blind-ms = 400
[limits]
seconds = 20
"""
# What the most is that a job of these may cost, ms, and the daemon and a worker, bytes of memory.
MILLISECONDS, DAEMON, WORKER = 25_000, 150 << 20, 1 << 30
SYNTAX = {"syntax", "too-deep", "too-large", "number-too-large"}
# What a document can have against it that is JSON.
MEANING = {
    "conflict", "duplicate-id", "duplicate-key", "invalid-value", "missing-key", "missing-source",
    "number-too-large", "out-of-range", "reference-ring", "too-many", "unknown-effect", "unknown-key",
    "unknown-reference", "unsupported-version", "wrong-type", "not-available", "missing-font",
    "missing-glyph", "overflow", "undrawable",
}
REFUSED, PICTURE, DONE, LEFT, PASSED = {"refused"}, {"unreadable-image"}, {"done"}, {"left"}, {"passed"}
SMALL = '{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [%s]}'
IMAGE = SMALL % '{"image": {"source": "%s"}}'
FILL = SMALL % '{"fill": "#f80"}'


class Case:
    """Something to drop, and the codes of which one must come of it; `words` must be in its message."""

    def __init__(self, kind, name, expected, make, words=""):
        self.kind, self.name, self.expected, self.make, self.words = kind, name, expected, make, words
        stem = os.fsdecode(name)
        self.job = stem[:stem.rindex(".")] if "." in stem else stem


def file(content):
    def make(path):
        with open(path, "wb") as out:
            out.write(content if isinstance(content, bytes) else content.encode())
    return make


def bundle(files, job=IMAGE % "x.png", more=None):
    def make(path):
        os.mkdir(path)
        if job is not None:
            file(job)(os.path.join(path, b"job.json"))
        for name, content in files.items():
            target = os.path.join(path, os.fsencode(name))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            file(content)(target)
        if more:
            more(path)
    return make


def mutated(content, chance):
    """The bytes after some damage of the kinds that disks, programs and people do."""
    content = bytearray(content)
    for _ in range(chance.choice([1, 1, 1, 2, 4, 16])):
        if not content:
            break
        at, other = chance.randrange(len(content)), chance.randrange(len(content))
        how = chance.randrange(6)
        if how == 0:
            content[at] ^= 1 << chance.randrange(8)
        elif how == 1:
            content[at] = chance.randrange(256)
        elif how == 2:
            del content[at:at + chance.choice([1, 2, 8, 64])]
        elif how == 3:
            content[at:at] = content[other:other + chance.choice([1, 4, 32])]
        elif how == 4:
            content[at:at] = chance.randbytes(chance.choice([1, 3, 9]))
        else:
            del content[at:]
    return bytes(content)


def is_json(content):
    """By Python's reader, made as strict as ours is."""
    def refuse(_):
        raise ValueError
    try:
        text = content.decode("utf-8")
        json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return False
    # Halves of pairs are no characters, though JSON can write them.
    return not re.search(r"\\u[dD][89abAB]", text) and not text.startswith("\ufeff")


def documents(chance, count):
    base = ('{"scrim": 1, "seed": 7, "canvas": {"width": 60, "height": 40, "background": "#123"}, '
            '"layers": [{"id": "a", "frame": {"x": 5, "y": 5, "width": 20, "height": 20}, "fill": "#f80", '
            '"effects": [{"effect": "drop-shadow", "dx": 3, "sigma": 2.5}]}, {"id": "b", "opacity": 0.5, '
            '"frame": {"of": "#a", "inset": 4}, "fill": {"linear": {"angle": 90, "stops": [["#f00", 0], '
            '["#00f", 1]]}}, "rotate": 15}], "output": {"file": "OUT.png", "compression": "small"}}')
    for number in range(count):
        name = f"json-{number}"
        content = mutated(base.replace("OUT", name).encode(), chance)
        expected = DONE | MEANING if is_json(content) else SYNTAX
        yield Case("document", name + ".json", expected, file(content))


def encoded(kind, **options):
    image = Image.new("RGB", (23, 17))
    for x in range(23):
        for y in range(17):
            image.putpixel((x, y), (x * 11, y * 15, (x * y) % 256))
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def is_whole_png(content):
    """Whether no chunk that a picture needs is damaged, by the checksums."""
    at, seen = 8, b""
    if content[:8] != b"\x89PNG\r\n\x1a\n":
        return False
    while at + 12 <= len(content):
        length, kind = struct.unpack(">I4s", content[at:at + 8])
        if at + 12 + length > len(content):
            return False
        body = content[at + 4:at + 8 + length]
        if zlib.crc32(body) != struct.unpack(">I", content[at + 8 + length:at + 12 + length])[0]:
            return False
        if kind == b"IEND":
            return seen == b"IHDR"
        seen = seen or kind
        at += 12 + length
    return False


def pictures(chance, count):
    bases = {
        "png": encoded("png"), "jpeg": encoded("jpeg", quality=80),
        "webp": encoded("webp", lossless=True), "lossy": encoded("webp", quality=70),
        "progressive": encoded("jpeg", progressive=True),
    }
    for number in range(count):
        kind = chance.choice(list(bases))
        content = mutated(bases[kind], chance)
        # Only PNG can tell that it is whole.
        expected = DONE | PICTURE
        if kind == "png":
            expected = DONE if is_whole_png(content) else PICTURE
        yield Case("picture", f"{kind}-{number}.scrim", expected, bundle({"x.png": content}))
    for kind, content in bases.items():
        for number in range(8):
            cut = content[:len(content) * number // 16]
            yield Case("cut picture", f"cut-{kind}-{number}.scrim", PICTURE, bundle({"x.png": cut}))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth=1, color=0, data=b"", more=b""):
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + more + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))


def zeros(count):
    """So many zeros, packed a thousandfold."""
    pack, parts = zlib.compressobj(9), []
    for _ in range(count >> 20):
        parts.append(pack.compress(bytes(1 << 20)))
    return b"".join(parts) + pack.flush()


def bombs():
    """Small files that say that they are large, and those that are."""
    big = zeros(256 << 20)
    webp = b"VP8L" + struct.pack("<IBIx", 5, 0x2F, 16382 | 16382 << 14)
    frame = struct.pack(">BHHB", 8, 65500, 65500, 1) + b"\x01\x11\x00"
    scan = b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"
    headers = {
        "bomb-bits": (png(40_000, 40_000, data=big), "may have"),
        "bomb-true": (png(30_000, 30_000, 8, 2, big), "allowed"),
        "bomb-deep": (png(32_000, 32_000, 16, 6, big), "allowed"),
        "bomb-wide": (png(2_147_483_647, 1, data=big), ""),
        "bomb-jpeg": (b"\xff\xd8\xff\xc0" + struct.pack(">H", len(frame) + 2) + frame + scan, "may have"),
        "bomb-webp": (b"RIFF" + struct.pack("<I", 4 + len(webp)) + b"WEBP" + webp, "allowed"),
        "bomb-none": (png(0, 0), ""),
        # One pixel is said, and a quarter of a gigabyte comes.
        "bomb-more": (png(1, 1, 8, 2, big), None),
        "bomb-profile": (png(1, 1, 8, 2, zlib.compress(bytes(4)), chunk(b"iCCP", b"a\0\0" + big)), None),
        "bomb-text": (png(1, 1, 8, 2, zlib.compress(bytes(4)), chunk(b"zTXt", b"a\0\0" + big)), None),
    }
    for name, (content, words) in headers.items():
        expected = PICTURE if words is not None else DONE | PICTURE
        yield Case("bomb", f"{name}.scrim", expected, bundle({"x.png": content}), words or "")
    texts = {
        "bomb-brackets": ("[" * 4_000_000, SYNTAX), "bomb-keys": ('{"a":' * 800_000, SYNTAX),
        "bomb-number": (SMALL % ('{"opacity": 1' + "0" * 3_000_000 + "}"), SYNTAX | MEANING),
        "bomb-exponent": (SMALL % '{"opacity": 1e999999999}', SYNTAX | MEANING),
        "bomb-string": (SMALL % ('{"id": "' + "x" * 4_000_000 + '"}'), DONE | MEANING),
        "bomb-members": ("{" + ", ".join(f'"{n}": 1' for n in range(300_000)) + "}", MEANING),
        "bomb-layers": (SMALL % ", ".join(["{}"] * 900_000), MEANING),
        "bomb-effects": (SMALL % ('{"fill": "red", "effects": [' + ", ".join(
            ['{"effect": "blur", "sigma": 0}'] * 5_000) + "]}"), MEANING),
        "bomb-outputs": (FILL[:-1] + ', "output": [' + ", ".join(
            f'{{"file": "o{n}.png"}}' for n in range(5000)) + "]}", MEANING),
        "bomb-sources": (SMALL % ", ".join(
            f'{{"image": {{"source": "{n}.png"}}}}' for n in range(200)), MEANING),
        "bomb-canvas": ('{"scrim": 1, "canvas": {"width": 16384, "height": 16384, "scale": 8},'
                        ' "layers": [{"fill": "red"}]}', MEANING),
        "bomb-large": (" " * (4 << 20) + FILL, REFUSED),
    }
    for name, (text, expected) in texts.items():
        yield Case("bomb", f"{name}.json", expected, file(text))


def pipe(path):
    os.mkfifo(path)


def listening(path):
    with socket.socket(socket.AF_UNIX) as line:
        folder = os.open(os.path.dirname(path), os.O_RDONLY)
        line.bind(f"/proc/self/fd/{folder}/".encode() + os.path.basename(path))
        os.close(folder)


def link(target):
    return lambda path: os.symlink(target, path)


def ring(path):
    for one, other in [(b"x.png", b"y.png"), (b"y.png", b"x.png")]:
        os.symlink(other, os.path.join(path, one))


def second(path):
    os.link(os.path.join(path, b"x.png"), os.path.join(path, b"y.png"))


def deep(path):
    folder = os.open(path, os.O_RDONLY)
    for _ in range(500):
        os.mkdir("d", dir_fd=folder)
        inner = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(folder)


def garbled(path):
    file(b"x")(os.path.join(path, b"\xff\xfe.png"))


def kinds():
    """What is no file, in drop/, in bundles and in assets/."""
    for name, make in [("pipe", pipe), ("socket", listening), ("dangling", link("nowhere")),
                       ("passwd", link("/etc/passwd")), ("self", link("self.json")),
                       ("zero", link("/dev/zero")), ("root", link("/")), ("folder", os.mkdir)]:
        yield Case("kind", f"{name}.json", REFUSED, make, "not a file")
        yield Case("kind", f"{name}-bundle.scrim", REFUSED, make if name != "folder" else os.mkdir, "bundle")
        inner = (lambda make: lambda path: make(os.path.join(path, b"x.png")))(make)
        yield Case("kind", f"{name}-inside.scrim", REFUSED if name != "folder" else PICTURE | {
            "missing-source"}, bundle({}, more=inner), "not a file")
    yield Case("kind", "ring.scrim", REFUSED, bundle({}, more=ring), "symbolic link")
    yield Case("kind", "second.scrim", REFUSED, bundle({"x.png": b"x"}, more=second), "link")
    yield Case("kind", "deep.scrim", REFUSED, bundle({}, more=deep), "deep")
    yield Case("kind", "garbled.scrim", REFUSED, bundle({}, more=garbled), "UTF-8")
    yield Case("kind", "names.scrim", REFUSED, bundle({f"{n}": b"" for n in range(2000)}), "more than")
    for source in ["ring-a", "loop/loop/x.png", "pipe.png", "socket.png", "out.png", "up/etc/passwd",
                   "gone.png", "loop", "/etc/passwd", "/proc/self/environ", "../x.png", "a/../../x.png",
                   "x" * 300, "a/" * 3000 + "x.png", "\\u0000x", "."]:
        name = f"source-{zlib.crc32(source.encode()):08x}.json"
        yield Case("source", name, {"missing-source", "invalid-value"}, file(IMAGE % source))


def assets(folder):
    os.symlink("ring-b", f"{folder}/ring-a")
    os.symlink("ring-a", f"{folder}/ring-b")
    os.symlink(".", f"{folder}/loop")
    os.symlink("/", f"{folder}/up")
    os.symlink("/etc/passwd", f"{folder}/out.png")
    os.mkfifo(f"{folder}/pipe.png")
    listening(f"{folder}/socket.png".encode())


def names():
    """Names that jobs may have, may not have, and that are not meant as jobs."""
    for name in ["with space", "ünïcödé", "日本語", "👩‍👩‍👧", "\u00e9", "e\u0301", "-rf", "--help", "%s%n", "$(id)", "'\"",
                 "a;b|c&d", "x" * 200, "é" * 100, "right\u202eleft", "nul", "CON", "a.b.c", "{}", "*", "@",
                 "a@b", "x\u200by", "\u2028line", "story.result", "~x", "#", "\\n", "a\\b"]:
        yield Case("name", f"{name}.json", DONE, file(FILL))
    for name in ["x" * 201, "é" * 101, "new\nline", "tab\t", "escape\x1b[2J", "bell\x07", "del\x7f", "\x80"]:
        yield Case("name", f"{name}.json", LEFT, file(FILL))
    for name in ["no-extension", "story.txt", "story.JSON", "json", "story.json.bak", "core", "a.scrim2"]:
        yield Case("name", name, LEFT, file(FILL))
    for name in [b"\xff.json", b"half\xc3.json", b"\xed\xa0\x80.json", b"\xf8\x88\x80\x80\x80.scrim"]:
        yield Case("name", name, LEFT, file(FILL))
    for name in [".json", ".hidden.json", "x.part", "x.json.tmp", "x.json~", "..json"]:
        yield Case("name", name, PASSED, file(FILL))


def halves():
    """Files that are written in place, and never completed."""
    for number in range(12):
        cut = FILL[:len(FILL) * (number + 1) // 13]
        yield Case("half", f"half-{number}.json", SYNTAX, file(cut))


def drop(case, workshop, folder):
    """Made elsewhere and moved, but for what is half written."""
    name = os.fsencode(case.name)
    if case.kind == "half":
        return case.make(os.path.join(folder, name))
    # A socket's path and many names are made under a short one.
    made = os.path.join(workshop, b"made")
    case.make(made)
    os.rename(made, os.path.join(folder, name))


def memory(process):
    try:
        with open(f"/proc/{process}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) << 10
    except (OSError, TypeError):
        return 0


class Run:
    def __init__(self, options, work):
        chance = random.Random(options.seed)
        self.cases = [*documents(chance, options.documents), *pictures(chance, options.pictures),
                      *bombs(), *kinds(), *names(), *halves()]
        self.cases = [case for case in self.cases if options.only in (None, case.kind)]
        self.spool = spools.Spool(os.path.join(work, "spool"), options.programs, work)
        with open(self.spool.config, "w") as out:
            out.write(KEYS + self.spool.extra(options.programs))
        self.workshop = os.path.join(work, "workshop").encode()
        os.mkdir(self.workshop)
        self.worker = 0

    def report(self, job):
        return self.spool.report(job)

    def log(self):
        with open(self.spool.log, errors="replace") as log:
            return log.read()

    def is_through(self, cases):
        for process in self.spool.workers():
            self.worker = max(self.worker, memory(process))
        return all(self.report(case.job) for case in cases if not case.expected & (LEFT | PASSED))

    def go(self):
        self.spool.start()
        spools.within(60, "a daemon", self.spool.is_up)
        assets(os.path.join(self.spool.path, "assets"))
        folder = os.path.join(self.spool.path, "drop").encode()
        for case in self.cases:
            drop(case, self.workshop, folder)
        spools.within(600, "all reports", lambda: self.is_through(self.cases))
        with open(os.path.join(self.spool.path, "drop", ".good.part"), "w") as good:
            good.write(FILL)
        os.rename(good.name, os.path.join(self.spool.path, "drop", "good.json"))
        spools.within(60, "a good job", lambda: self.report("good"))

    def judge(self):
        """What is wrong, and how many of each kind ended how."""
        wrong, ends = [], {}
        log, left = self.log(), os.listdir(os.path.join(self.spool.path, "drop").encode())
        for case in self.cases:
            end, words = self.end(case, left)
            ends.setdefault(case.kind, {})
            ends[case.kind][end] = ends[case.kind].get(end, 0) + 1
            if end not in case.expected or case.words not in words:
                wrong.append(f"{case.name!r}: {end}: {words[:200]}")
        if self.report("good")["status"] != "done":
            wrong.append("the good job at the end is not done")
        if self.spool.daemon.poll() is not None:
            wrong.append(f"the daemon ended with {self.spool.daemon.poll()}")
        for words in ["paused", "moved to corrupt", "worker replaced"]:
            wrong += [f"the log has: {line}" for line in log.splitlines() if words in line][:2]
        crashes = [line for line in log.splitlines() if "attempt failed" in line and "longer than" not in line]
        if crashes:
            wrong.append(f"workers crashed: {crashes[:3]}")
        longest = max(map(int, re.findall(r" ms=(\d+)", log)), default=0)
        daemon = memory(self.spool.daemon.pid)
        if longest > MILLISECONDS or daemon > DAEMON or self.worker > WORKER:
            wrong.append("time or memory are beyond their limits")
        return wrong, ends, longest, daemon

    def end(self, case, left):
        """How a case ended: `done`, a mistake's code, or what became of it in drop/."""
        if os.fsencode(case.name) in left:
            return ("passed" if case.expected == PASSED else "left"), case.words
        report = self.report(case.job)
        if report is None:
            return "nothing", ""
        if report["status"] == "done":
            return "done", case.words
        error = report["errors"][0]
        if not re.search(r"[.?]$", error["message"]) or re.search(r"[\x00-\x1f]", error["message"]):
            return "a message that is no sentence", error["message"]
        return error["code"], error["message"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd and scrim-worker")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--only", help="one kind")
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="bad-input.", dir=os.environ.get("SCRIM_SCRATCH"))
    run, begin = Run(options, work), time.monotonic()
    wrong = []
    try:
        run.go()
        wrong, ends, longest, daemon = run.judge()
        for kind, counts in ends.items():
            print(f"{kind}: " + ", ".join(f"{count} {end}" for end, count in sorted(counts.items())))
        print(f"bad input: {len(run.cases)} things in {time.monotonic() - begin:.0f} s, the longest job "
              f"{longest} ms, the daemon {daemon >> 20} MiB, a worker {run.worker >> 20} MiB; wrong: "
              f"{len(wrong)}")
        for what in wrong:
            print(f"  {what}")
    except TimeoutError as error:
        wrong.append(str(error))
        missing = [case.name for case in run.cases
                   if not case.expected & (LEFT | PASSED) and not run.report(case.job)]
        print(f"bad input: {error}; without a report: {missing[:10]}\n{run.log()[-2000:]}")
    finally:
        run.spool.kill()
        shutil.rmtree(work)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
