"""WebP: lossy, lossless, alpha, animation, profile, orientation."""

import io

import numpy as np
from PIL import Image

import profiles
from decoded import pillow
from made_jpegs import SIZES, picture
from pngs import orientation


def saved(image, **options):
    file = io.BytesIO()
    image.save(file, "WEBP", **options)
    return file.getvalue()


def clear(width, height):
    y, x = np.mgrid[0:height, 0:width]
    image = picture(width, height)
    image.putalpha(Image.fromarray(((x * 11 + y * 7) % 256).astype(np.uint8)))
    return image


def files(_):
    for make in (picture, clear):
        for number, options in enumerate((
                {"quality": 5}, {"quality": 60}, {"quality": 85}, {"quality": 100},
                {"lossless": True}, {"lossless": True, "exact": True}, {"quality": 80, "method": 6},
                {"quality": 50, "alpha_quality": 20})):
            for width, height in {SIZES[number % 6], (48, 32)}:
                file = saved(make(width, height), **options)
                told = "-".join(f"{key}-{value}" for key, value in options.items()).lower()
                yield f"{make.__name__}-{told}-{width}x{height}.webp", "same", file, pillow(file)
    for value in range(1, 9):
        exif = b"Exif\0\0" * (value % 3 == 0) + orientation(value, "<>"[value % 2])
        file = saved(clear(17, 33), lossless=True, exif=exif)
        plain = saved(clear(17, 33), lossless=True)
        yield f"orientation-{value}.webp", "same", file, pillow(file)
        assert (value == 1) == np.array_equal(pillow(file), pillow(plain))
    p3 = profiles.rgb(1.8, profiles.DISPLAY_P3)
    for make in (picture, clear):
        file = saved(make(48, 32), quality=90, icc_profile=p3)
        yield f"profile-{make.__name__}.webp", "profile", file, pillow(file, p3)
    file = saved(picture(48, 32), quality=90, icc_profile=b"junk" * 50)
    yield "profile-junk.webp", "same", file, pillow(file)
    frames = [clear(31, 20).rotate(angle) for angle in (0, 90, 180)]
    for options in ({"lossless": True}, {"quality": 70}, {"lossless": True, "minimize_size": True}):
        file = saved(frames[0], save_all=True, append_images=frames[1:], duration=50, **options)
        told = "-".join(options).replace("_", "-")
        yield f"animated-{told}.webp", "same", file, pillow(file)
