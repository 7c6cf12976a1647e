"""Pictures to blur, and a Gaussian in float64."""

import functools

import numpy
from PIL import Image, ImageDraw


@functools.lru_cache(maxsize=2)
def photo(width, height):
    """Colours in many octaves, as in landscapes, with shapes, words and a little grain; opaque."""
    random = numpy.random.default_rng(3)
    total = numpy.zeros((height, width, 3))
    for octave in range(7):
        cells = 2 << octave
        small = random.normal(0, 1, (cells * height // width + 2, cells + 2, 3)) * 120 / 1.8 ** octave
        for channel in range(3):
            plane = Image.fromarray(small[..., channel].astype(numpy.float32))
            total[..., channel] += numpy.asarray(plane.resize((width, height), Image.BICUBIC))
    picture = Image.fromarray(numpy.clip(total + 120, 0, 255).astype(numpy.uint8))
    draw = ImageDraw.Draw(picture)
    for _ in range(25):
        x, y, radius = (int(random.integers(0, limit)) for limit in (width, height, 90))
        draw.ellipse((x, y, x + radius, y + radius), tuple(random.integers(0, 256, 3).tolist()))
    for _ in range(25):
        x, y = int(random.integers(0, width)), int(random.integers(0, height))
        draw.text((x, y), "The quick brown fox jumps over the lazy dog", (250, 250, 250))
    grain = numpy.asarray(picture) + random.normal(0, 2, (height, width, 3))
    return opaque(numpy.clip(grain, 0, 255).astype(numpy.uint8))


def noise(width, height):
    return opaque(numpy.random.default_rng(5).integers(0, 256, (height, width, 3), numpy.uint8))


def stripes(width, height):
    pixels = numpy.zeros((height, width, 3), numpy.uint8)
    pixels[(numpy.arange(height) // 7) % 2 == 0] = 255
    pixels[:, (numpy.arange(width) // 5) % 2 == 0, 1] = 0
    return opaque(pixels)


def opaque(colors):
    alpha = numpy.full(colors.shape[:2] + (1,), 255, numpy.uint8)
    return numpy.ascontiguousarray(numpy.concatenate((colors, alpha), axis=2))


def gaussian(pixels, sigma):
    """A sampled Gaussian to 6 σ with repeated edges, by FFT along each axis."""
    reach = int(6 * sigma) + 2
    kernel = numpy.exp(-numpy.arange(-reach, reach + 1) ** 2 / (2 * sigma * sigma))
    kernel /= kernel.sum()
    result = pixels.astype(numpy.float64)
    for axis in (0, 1):
        count = result.shape[axis]
        places = numpy.clip(numpy.arange(-reach, count + reach), 0, count - 1)
        result = numpy.moveaxis(numpy.take(result, places, axis=axis), axis, -1)
        size = 1 << (count + 4 * reach).bit_length()
        product = numpy.fft.rfft(result, size) * numpy.fft.rfft(kernel, size)
        result = numpy.fft.irfft(product, size)[..., 2 * reach:2 * reach + count]
        result = numpy.moveaxis(result, -1, axis)
    return result
