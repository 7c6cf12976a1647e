"""JPEG: colours, subsamplings, codings, orientations, profiles."""

import io
import struct
import subprocess

import numpy as np
from PIL import Image

import profiles
from decoded import pillow
from pngs import orientation

SIZES = [(1, 1), (1, 40), (40, 1), (7, 5), (17, 33), (48, 32)]


def picture(width, height, mode="RGB"):
    """Waves and some noise, which every coding has something to do with."""
    y, x = np.mgrid[0:height, 0:width]
    noise = np.random.default_rng(width).integers(0, 30, (height, width))
    planes = [127 + 90 * np.sin(x / 5 + c) * np.cos(y / (4 + c)) + noise for c in range(4)]
    count = {"L": 1, "RGB": 3, "CMYK": 4}[mode]
    array = np.dstack(planes[:count]).clip(0, 255).astype(np.uint8)
    return Image.fromarray(array[..., 0] if mode == "L" else array, mode)


def saved(image, **options):
    file = io.BytesIO()
    image.save(file, "JPEG", **options)
    return file.getvalue()


def by(program, *arguments, data):
    """A file made by one of libjpeg-turbo's programs."""
    return subprocess.run([program, *arguments], input=data, stdout=subprocess.PIPE,
                          check=True).stdout


def files(_):
    for number, (mode, quality, sampling, progressive) in enumerate(
            (mode, quality, sampling, progressive) for mode in ("L", "RGB", "CMYK")
            for quality in (30, 95) for sampling in (0, 1, 2) for progressive in (False, True)):
        if mode == "L" and sampling > 0:
            continue
        for width, height in {SIZES[number % 6], (48, 32)}:
            file = saved(picture(width, height, mode), quality=quality, subsampling=sampling,
                         progressive=progressive)
            name = (f"{mode}-{quality}-{('444', '422', '420')[sampling]}"
                    + "-progressive" * progressive + f"-{width}x{height}.jpg")
            yield name, "inks" if mode == "CMYK" else "same", file, pillow(file)
    yield from oriented()
    yield from coded()
    yield from profiled()


def oriented():
    for value in range(1, 9):
        for order in "<>":
            exif = b"Exif\0\0" + orientation(value, order)
            file = saved(picture(17, 33), quality=90, exif=exif)
            yield f"orientation-{value}-{'II' if order == '<' else 'MM'}.jpg", "same", file, \
                pillow(file)
    broken = {"value-0": orientation(0), "value-9": orientation(9), "cut": orientation(6)[:17],
              "far": b"II*\0\xff\xff\xff\x7f", "empty": b""}
    for name, exif in broken.items():
        plain = saved(picture(17, 33), quality=90)
        segment = b"Exif\0\0" + exif
        file = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + plain[2:]
        yield f"broken-exif-{name}.jpg", "same", file, pillow(plain)


def coded():
    image = picture(48, 35)
    ppm = b"P6 48 35 255\n" + image.tobytes()
    plain = saved(image, quality=90)
    made = {
        "arithmetic": by("jpegtran", "-arithmetic", data=plain),
        "arithmetic-progressive": by("jpegtran", "-arithmetic", "-progressive", data=plain),
        "restart-markers": by("jpegtran", "-restart", "1B", data=plain),
        "optimized": saved(image, quality=90, optimize=True),
        "components-rgb": by("cjpeg", "-rgb", "-quality", "90", data=ppm),
        "sampling-4x1": by("cjpeg", "-sample", "4x1", data=ppm),
        "sampling-1x2": by("cjpeg", "-sample", "1x2", data=ppm),
        "sampling-2x2-1x2": by("cjpeg", "-sample", "2x2,1x2,1x1", data=ppm),
        "bytes-behind": plain + bytes(100),
    }
    for name, file in made.items():
        yield f"{name}.jpg", "same", file, pillow(file)


def parts(profile, count, order):
    """A profile in several APP2 segments."""
    size = -(-len(profile) // count)
    segments = [b"ICC_PROFILE\0" + bytes([i + 1, count]) + profile[i * size:(i + 1) * size]
                for i in range(count)]
    return b"".join(b"\xff\xe2" + struct.pack(">H", len(segments[i]) + 2) + segments[i]
                    for i in order)


def profiled():
    p3 = profiles.rgb(1.8, profiles.DISPLAY_P3)
    plain = saved(picture(48, 32), quality=92)
    grey = saved(picture(48, 32, "L"), quality=92)
    inks = saved(picture(48, 32, "CMYK"), quality=92)
    long = profiles.rgb(1.8, profiles.DISPLAY_P3, 150_000)

    def having(file, segments):
        return file[:2] + segments + file[2:]

    yield "profile.jpg", "profile", having(plain, parts(p3, 1, [0])), pillow(plain, p3)
    yield "profile-in-parts.jpg", "profile", having(plain, parts(long, 4, [0, 1, 2, 3])), \
        pillow(plain, long)
    yield "profile-in-disorder.jpg", "profile", having(plain, parts(long, 4, [2, 0, 3, 1])), \
        pillow(plain, long)
    yield "profile-grey.jpg", "profile", having(grey, parts(profiles.grey(1), 1, [0])), \
        pillow(grey, profiles.grey(1))
    cmyk = profiles.inks()
    yield "profile-inks.jpg", "profile", having(inks, parts(cmyk, 1, [0])), pillow(inks, cmyk)
    # What is of no use is passed over.
    yield "profile-part-missing.jpg", "same", having(plain, parts(long, 4, [0, 1, 3])), \
        pillow(plain)
    yield "profile-junk.jpg", "same", having(plain, parts(b"junk" * 99, 1, [0])), pillow(plain)
    yield "profile-of-inks-in-rgb.jpg", "same", having(plain, parts(cmyk, 1, [0])), pillow(plain)
    yield "profile-of-rgb-in-inks.jpg", "inks", having(inks, parts(p3, 1, [0])), pillow(inks)
