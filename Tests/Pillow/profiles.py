"""Writes small ICC profiles (ICC.1:2001)."""

import struct

import numpy as np

D50 = (0.9642, 1, 0.8249)
SRGB = [(0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410)]
DISPLAY_P3 = [(0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189),
              (0.15710, 0.06657, 0.78407)]


def fixed(*values):
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def xyz(values):
    return b"XYZ \0\0\0\0" + fixed(*values)


def curve(gamma):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256))


def build(kind, space, pcs, tags):
    tags = [(b"desc", b"desc\0\0\0\0" + struct.pack(">I", 5) + b"test\0" + bytes(78)),
            (b"cprt", b"text\0\0\0\0test\0"), (b"wtpt", xyz(D50))] + tags
    table, body = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, data in tags:
        table += name + struct.pack(">II", start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    header = struct.pack(">I4sI", start + len(body), bytes(4), 0x02400000)
    header += kind + space + pcs + bytes(12) + b"acsp" + bytes(28) + fixed(*D50)
    return header.ljust(128, b"\0") + table + body


def rgb(gamma, primaries, extra=0):
    """Red, green and blue with one curve; `extra` bytes of ballast."""
    tags = [(name, xyz(values)) for name, values in zip((b"rXYZ", b"gXYZ", b"bXYZ"), primaries)]
    tags += [(name, curve(gamma)) for name in (b"rTRC", b"gTRC", b"bTRC")]
    if extra:
        tags.append((b"zzzz", b"data\0\0\0\0\0\0\0\1" + bytes(range(256)) * (extra // 256)))
    return build(b"mntr", b"RGB ", b"XYZ ", tags)


def grey(gamma):
    return build(b"mntr", b"GRAY", b"XYZ ", [(b"kTRC", curve(gamma))])


def inks():
    """Four inks to Lab by a table of their sixteen corners, with tints of its own."""
    def lab(amounts):
        c, m, y, k = amounts
        light = np.array([1 - 0.9 * c, 1 - 0.8 * m, 1 - 0.95 * y]) * (1 - 0.97 * k)
        r, g, b = light ** 2.2
        x, y, z = (sum(v * p[i] for v, p in zip((r, g, b), SRGB)) / D50[i] for i in range(3))
        f = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
        return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])

    table = b""
    for corner in range(16):
        l, a, b = lab([corner >> bit & 1 for bit in (3, 2, 1, 0)])
        table += bytes(round(min(max(v, 0), 255)) for v in (l * 2.55, a + 128, b + 128))
    ramp = bytes(range(256))
    data = b"mft1\0\0\0\0" + bytes([4, 3, 2, 0]) + fixed(1, 0, 0, 0, 1, 0, 0, 0, 1)
    data += ramp * 4 + table + ramp * 3
    return build(b"prtr", b"CMYK", b"Lab ", [(b"A2B0", data)])
