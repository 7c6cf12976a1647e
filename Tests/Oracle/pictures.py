"""Aligning, comparing and showing pictures: arrays of rows, columns and RGB from 0 to 255."""

import numpy
from PIL import Image, ImageColor

MARGIN = 12


def ink(picture, background):
    """The rows and columns (first, last + 1) in which something is drawn."""
    drawn = numpy.abs(picture - numpy.array(ImageColor.getrgb(background))).max(axis=2) > 24
    rows, columns = numpy.flatnonzero(drawn.any(axis=1)), numpy.flatnonzero(drawn.any(axis=0))
    if not rows.size:
        raise SystemExit("a picture has nothing on it")
    return rows[0], rows[-1] + 1, columns[0], columns[-1] + 1


def aligned(expected, actual, background):
    """Both pictures about their text blocks, moved by whole pixels so that they match best."""
    top, bottom, left, right = ink(expected, background)
    other_top, _, other_left, _ = ink(actual, background)
    reach = MARGIN + 3 + abs(other_top - top) + abs(other_left - left)
    around = [(reach, reach), (reach, reach), (0, 0)]
    expected, actual = (
        numpy.stack([numpy.pad(picture[..., channel], around[:2], constant_values=value)
                     for channel, value in enumerate(ImageColor.getrgb(background))], axis=2)
        for picture in (expected, actual))

    def block(picture, down, across):
        return picture[top + reach + down - MARGIN:bottom + reach + down + MARGIN,
                       left + reach + across - MARGIN:right + reach + across + MARGIN]

    wanted = block(expected, 0, 0)
    moves = [(other_top - top + down, other_left - left + across)
             for down in range(-3, 4) for across in range(-3, 4)]
    best = min(moves, key=lambda move: numpy.square(block(actual, *move) - wanted).mean())
    return wanted, block(actual, *best), (int(best[1]), int(best[0]))


def blurred(picture):
    """A Gaussian of sigma 1.5 over 11 × 11, as SSIM is defined; what has no full window is left out."""
    offsets = numpy.arange(-5, 6)
    weights = numpy.exp(-offsets ** 2 / (2 * 1.5 ** 2))
    weights /= weights.sum()
    for axis in (0, 1):
        length = picture.shape[axis] - 10
        picture = sum(weight * numpy.take(picture, range(start, start + length), axis=axis)
                      for start, weight in enumerate(weights))
    return picture


def ssim(one, other):
    """The structural similarity (Wang and others, 2004), the mean of the three channels."""
    first, second = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    mean_one, mean_other = blurred(one), blurred(other)
    variance_one = blurred(one * one) - mean_one ** 2
    variance_other = blurred(other * other) - mean_other ** 2
    covariance = blurred(one * other) - mean_one * mean_other
    likeness = ((2 * mean_one * mean_other + first) * (2 * covariance + second)
                / ((mean_one ** 2 + mean_other ** 2 + first)
                   * (variance_one + variance_other + second)))
    return float(likeness.mean())


def side_by_side(expected, actual):
    """Expected, actual, and four times their difference."""
    difference = numpy.clip(numpy.abs(expected - actual) * 4, 0, 255)
    gap = numpy.full((8, expected.shape[1], 3), 128.0)
    return Image.fromarray(
        numpy.vstack([expected, gap, actual, gap, difference]).astype(numpy.uint8))
