"""Pictures to blur, as arrays of rows, columns and RGB from 0 to 255."""

import pathlib

import numpy
from PIL import Image

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def draw(name, size):
    return SCENES[name](*size)


def landscape(width, height):
    """Slow colours with a few sharp edges."""
    picture = Image.open(EXAMPLES / "landscape.jpg").convert("RGB")
    left, top = (picture.width - width) // 2, (picture.height - height) // 2
    return numpy.asarray(picture.crop((left, top, left + width, top + height)))


def leaves(width, height):
    """Discs over discs, shaded, of radii whose density falls with their cube: edges and sizes are
    spread as they are on photos (the dead leaves model; Lee, Mumford and Huang, 2001)."""
    random = numpy.random.default_rng(11)
    picture = numpy.zeros((height, width, 3))
    least, most = 3.0, 120.0
    for _ in range(4000):
        share = random.random()
        radius = ((1 - share) / least ** 2 + share / most ** 2) ** -0.5
        x, y = random.uniform(-radius, width + radius), random.uniform(-radius, height + radius)
        color = random.beta(0.7, 0.7, 3) * 255
        left, right = max(0, int(x - radius)), min(width, int(x + radius) + 2)
        top, bottom = max(0, int(y - radius)), min(height, int(y + radius) + 2)
        if left >= right or top >= bottom:
            continue
        rows, columns = numpy.mgrid[top:bottom, left:right]
        distance = numpy.hypot(columns - x, rows - y)
        cover = numpy.clip(radius - distance + 0.5, 0, 1)[..., None]
        light = (1 - 0.35 * (rows - y) / radius)[..., None]
        area = picture[top:bottom, left:right]
        area += cover * (numpy.clip(color * light, 0, 255) - area)
    return numpy.clip(picture + random.normal(0, 3, picture.shape), 0, 255).astype(numpy.uint8)


SCENES = {"landscape": landscape, "leaves": leaves}
