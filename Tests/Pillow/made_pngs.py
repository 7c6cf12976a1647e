"""PNG: every colour type, depth, interlacing and transparency; colours told in every way."""

import zlib

import numpy as np

import profiles
from decoded import (BT2020, DISPLAY_P3, SRGB, converted, eight, pillow, rgba, to_linear)
from pngs import (GREY, GREY_ALPHA, PALETTE, RGB, RGBA, chromaticities, gamma, orientation, png,
                  profile)

SIZES = [(1, 1), (1, 19), (19, 1), (7, 5), (17, 33)]
DEPTHS = {GREY: (1, 2, 4, 8, 16), RGB: (8, 16), PALETTE: (1, 2, 4, 8), GREY_ALPHA: (8, 16),
          RGBA: (8, 16)}
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}
NAMES = {GREY: "grey", RGB: "rgb", PALETTE: "palette", GREY_ALPHA: "grey-alpha", RGBA: "rgba"}


def files(_):
    noise = np.random.default_rng(3)
    yield from kinds(noise)
    yield from colors(noise)
    yield from oddities(noise)


def kinds(noise):
    number = 0
    for kind, depths in DEPTHS.items():
        for depth in depths:
            for interlaced in (False, True):
                for transparent in (False, True)[:1 if kind in (GREY_ALPHA, RGBA) else 2]:
                    number += 1
                    for width, height in {SIZES[number % 5], (17, 33)}:
                        samples = noise.integers(0, 2 ** depth, (height, width, CHANNELS[kind]))
                        if kind in (GREY_ALPHA, RGBA):
                            # Noise hardly ever has the ends.
                            samples[::3, ::2, -1] = 2 ** depth - 1
                            samples[1::3, ::2, -1] = 0
                        made = of_kind(noise, samples, kind, depth, interlaced, transparent)
                        name = (f"{NAMES[kind]}-{depth}" + "-interlaced" * interlaced
                                + "-transparent" * transparent + f"-{width}x{height}.png")
                        yield name, *made


def of_kind(noise, samples, kind, depth, interlaced, transparent):
    if kind == PALETTE:
        return of_palette(noise, samples, depth, interlaced, transparent)
    chunks, key = [], None
    if transparent:
        key = samples[-1, -1]
        chunks = [(b"tRNS", b"".join(int(v).to_bytes(2, "big") for v in key))]
    data = png(samples, kind, depth, interlaced, chunks)
    pixels = rgba(samples, depth, key)
    # What Pillow reduces to 8 bits by other rules, and tRNS of few bits, it can't tell.
    if depth == 8 or depth < 8 and not transparent:
        assert (pillow(data) == pixels).all(), "Pillow and the samples disagree"
    return "same", data, pixels


def of_palette(noise, samples, depth, interlaced, transparent):
    palette = noise.integers(0, 256, (2 ** depth, 4), dtype=np.uint8)
    alphas = max(1, 2 ** depth * 3 // 4) if transparent else 0
    palette[alphas:, 3] = 255
    chunks = [(b"PLTE", palette[:, :3].tobytes())]
    if transparent:
        chunks.append((b"tRNS", palette[:alphas, 3].tobytes()))
    data = png(samples, PALETTE, depth, interlaced, chunks)
    pixels = palette[samples[..., 0]]
    assert (pillow(data) == pixels).all(), "Pillow and the palette disagree"
    return "same", data, pixels


def power(exponent):
    return lambda value: value ** exponent


def colors(noise):
    """Each is told the same thing twice: by the chunks, and by the formula of the oracle."""
    same = None
    p3 = chromaticities(*sum(DISPLAY_P3, ()))
    srgb = chromaticities(*sum(SRGB, ()))
    d50 = ((0.3457, 0.3585), *SRGB[1:])
    told = {
        "gamma-1": ([gamma(1)], SRGB, power(1)),
        "gamma-0.5": ([gamma(0.5)], SRGB, power(2)),
        "gamma-1-srgb-primaries": ([gamma(1), srgb], SRGB, power(1)),
        "gamma-p3": ([gamma(0.45455), p3], DISPLAY_P3, power(1 / 0.45455)),
        "gamma-0.6-p3": ([gamma(0.6), p3], DISPLAY_P3, power(1 / 0.6)),
        "gamma-d50-white": ([gamma(0.6), chromaticities(*sum(d50, ()))], d50, power(1 / 0.6)),
        "gamma-usual": ([gamma(0.45455)], same, same),
        "gamma-rounded": ([gamma(0.45)], same, same),
        "gamma-usual-srgb-primaries": ([gamma(0.45455), srgb], same, same),
        "gamma-0": ([gamma(0)], same, same),
        "primaries-alone": ([p3], same, same),
        "primaries-senseless": ([gamma(1), chromaticities(*[0.3] * 8)], SRGB, power(1)),
        "srgb-before-gamma": ([(b"sRGB", b"\0"), gamma(1), p3], same, same),
        "gamma-before-srgb": ([gamma(1), p3, (b"sRGB", b"\0")], same, same),
        "cicp-p3": ([(b"cICP", bytes([12, 13, 0, 1]))], DISPLAY_P3, to_linear),
        "cicp-linear": ([(b"cICP", bytes([1, 8, 0, 1]))], SRGB, power(1)),
        "cicp-bt2020": ([(b"cICP", bytes([9, 13, 0, 1]))], BT2020, to_linear),
        "cicp-bt709": ([(b"cICP", bytes([1, 1, 0, 1]))], SRGB, power(2.4)),
        "cicp-srgb-before-all": (
            [(b"cICP", bytes([1, 13, 0, 1])), gamma(1), p3], same, same),
        "cicp-narrow": ([(b"cICP", bytes([12, 13, 0, 0]))], same, same),
        "profile-of-no-use": ([(b"iCCP", b"x\0\0" + zlib.compress(b"junk" * 99))], same, same),
        "profile-of-no-use-then-gamma": (
            [(b"iCCP", b"x\0\0" + zlib.compress(b"junk" * 99)), gamma(1)], SRGB, power(1)),
        "cicp-before-profile": (
            [(b"cICP", bytes([12, 13, 0, 1])), profile(profiles.rgb(1, profiles.SRGB))],
            DISPLAY_P3, to_linear),
    }
    for name, (chunks, primaries, curve) in told.items():
        for kind, depth, interlaced in [(RGB, 8, False), (RGBA, 16, False), (RGB, 16, True),
                                        (GREY, 4, False), (GREY, 8, False), (GREY_ALPHA, 8, True),
                                        (GREY_ALPHA, 16, True)]:
            if kind == GREY_ALPHA and name.startswith("profile"):
                continue
            samples = noise.integers(0, 2 ** depth, (13, 29, CHANNELS[kind]))
            samples[5:] >>= depth // 2  # the dark, where curves differ most
            data = png(samples, kind, depth, interlaced, chunks)
            if primaries is None:
                pixels, how = rgba(samples, depth), "same"
            else:
                pixels, how = converted(samples, depth, primaries, curve), "formula"
            yield f"{name}-{NAMES[kind]}-{depth}.png", how, data, pixels
    for name, data in {"linear": profiles.rgb(1, profiles.SRGB),
                       "p3": profiles.rgb(1.8, profiles.DISPLAY_P3),
                       "linear-grey": profiles.grey(1)}.items():
        for kind in (RGB, RGBA) if "grey" not in name else (GREY, GREY_ALPHA):
            samples = noise.integers(0, 256, (13, 29, CHANNELS[kind]))
            file = png(samples, kind, 8, False, [profile(data), gamma(0.9)])
            # Of grey Pillow's lcms2 makes a table that is too dark in the shadows.
            pixels = converted(samples, 8, SRGB, power(1)) if "grey" in name else pillow(file, data)
            yield f"profile-{name}-{NAMES[kind]}.png", "profile", file, pixels
        if "grey" in name:
            samples = noise.integers(0, 65536, (13, 29, 2))
            file = png(samples, GREY_ALPHA, 16, True, [profile(data)])
            yield ("profile-linear-grey-alpha-16.png", "profile", file,
                   converted(samples, 16, SRGB, power(1)))
        if name == "linear":
            samples = noise.integers(0, 65536, (13, 29, 4))
            file = png(samples, RGBA, 16, False, [profile(data)])
            yield ("profile-linear-rgba-16.png", "profile", file,
                   converted(samples, 16, SRGB, power(1)))
            colors = noise.integers(0, 256, (256, 3), dtype=np.uint8)
            samples = noise.integers(0, 256, (13, 29, 1))
            file = png(samples, PALETTE, 8, True, [profile(data), (b"PLTE", colors.tobytes())])
            yield "profile-linear-palette.png", "profile", file, pillow(file, data)


def oddities(noise):
    samples = noise.integers(0, 256, (11, 23, 3))
    for value in range(1, 9):
        file = png(samples, RGB, 8, False, [(b"eXIf", orientation(value, "<>"[value % 2]))])
        yield f"orientation-{value}.png", "same", file, pillow(file)
    # Pillow turns this one too, Chromium does not; the third edition wants eXIf before IDAT.
    file = png(samples, RGB, 8, after=[(b"eXIf", orientation(6))])
    yield "orientation-behind.png", "same", file, rgba(samples, 8)
    file = png(samples, RGB, 8, before=[(b"sBIT", b"\5\6\5"), (b"bKGD", bytes(6)),
                                        (b"pHYs", bytes(9)), (b"tIME", bytes(7))])
    yield "significant-bits.png", "same", file, pillow(file)
    indices = noise.integers(0, 5, (9, 9, 1))
    colors = noise.integers(0, 256, (5, 3), dtype=np.uint8)
    file = png(indices, PALETTE, 8, before=[(b"PLTE", colors.tobytes())])
    yield "palette-of-five.png", "same", file, pillow(file)
    file = png(indices, PALETTE, 4, before=[(b"PLTE", colors[:3].tobytes())])
    black = np.vstack([colors[:3], np.zeros((13, 3), np.uint8)])
    opaque = np.full((9, 9, 1), 255, np.uint8)
    yield ("palette-too-short.png", "same", file,
           np.dstack([black[indices[..., 0]], opaque]))
