"""Writes PNG files of every kind, chunk by chunk, from samples."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
          (0, 1, 1, 2)]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def pack(row, depth):
    """The bytes of a row of samples."""
    if depth == 16:
        return b"".join(struct.pack(">H", int(v)) for v in row)
    if depth == 8:
        return bytes(int(v) for v in row)
    bits = "".join(format(int(v), f"0{depth}b") for v in row)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def paeth(a, b, c):
    p = a + b - c
    distances = abs(p - a), abs(p - b), abs(p - c)
    return (a, b, c)[distances.index(min(distances))]


def filtered(row, above, size, kind):
    """A row by one of the five filters of the specification (§9.2)."""
    out = bytearray([kind])
    for i, value in enumerate(row):
        a = row[i - size] if i >= size else 0
        b = above[i]
        c = above[i - size] if i >= size else 0
        guess = (0, a, b, (a + b) // 2, paeth(a, b, c))[kind]
        out.append((value - guess) & 255)
    return bytes(out)


def image_data(samples, depth, interlaced):
    """All rows, the filters by turns. `samples`: rows of columns of channels."""
    height, width, channels = samples.shape
    size = max(1, channels * depth // 8)
    data = b""
    for left, top, across, down in PASSES if interlaced else [(0, 0, 1, 1)]:
        part = samples[top::down, left::across]
        if part.size == 0:
            continue
        above = None
        for y, columns in enumerate(part):
            row = pack(columns.reshape(-1), depth)
            data += filtered(row, above or bytes(len(row)), size, y % 5)
            above = row
    return zlib.compress(data)


def png(samples, kind, depth, interlaced=False, before=(), after=()):
    """A whole file; `before` and `after`: chunks around the picture."""
    height, width, _ = samples.shape
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, int(interlaced))
    data = image_data(samples, depth, interlaced)
    half = len(data) // 2  # in two chunks, as most writers do
    parts = [(b"IHDR", header), *before, (b"IDAT", data[:half]), (b"IDAT", data[half:]), *after,
             (b"IEND", b"")]
    return SIGNATURE + b"".join(chunk(*part) for part in parts)


def gamma(value):
    return b"gAMA", struct.pack(">I", round(value * 100000))


def chromaticities(*values):
    return b"cHRM", struct.pack(">8I", *[round(value * 100000) for value in values])


def profile(data):
    return b"iCCP", b"profile\0\0" + zlib.compress(data)


def orientation(value, order="<"):
    """A TIFF directory of one entry."""
    head = b"II*\0" if order == "<" else b"MM\0*"
    return head + struct.pack(order + "IHHHIHHI", 8, 1, 0x0112, 3, 1, value, 0, 0)
