"""Aligning, comparing and showing pictures: arrays of rows, columns and RGB from 0 to 255."""

import numpy
from PIL import Image, ImageColor

MARGIN = 12
REACH = 64


def ink(picture, background):
    """The rows and columns (first, last + 1) in which something is drawn."""
    drawn = numpy.abs(picture - numpy.array(ImageColor.getrgb(background))).max(axis=2) > 24
    rows, columns = numpy.flatnonzero(drawn.any(axis=1)), numpy.flatnonzero(drawn.any(axis=0))
    if not rows.size:
        raise SystemExit("a picture has nothing on it")
    return rows[0], rows[-1] + 1, columns[0], columns[-1] + 1


def aligned(expected, candidates, background):
    """The two text blocks and how far the second was moved, right and down, to match best.

    `candidates` are pictures of the same text that stand lower by their key, a share of a pixel.
    """
    top, bottom, left, right = ink(expected, background)

    def block(picture, down, across):
        rows = slice(top + down - MARGIN, bottom + down + MARGIN)
        columns = slice(left + across - MARGIN, right + across + MARGIN)
        return picture[shifted(rows), shifted(columns)]

    wanted = block(padded(expected, background), 0, 0)
    matches = []
    for share, picture in candidates.items():
        other_top, _, other_left, _ = ink(picture, background)
        picture = padded(picture, background)
        for down in range(other_top - top - 3, other_top - top + 4):
            for across in range(other_left - left - 3, other_left - left + 4):
                found = block(picture, down, across)
                distance = numpy.square(found - wanted).mean()
                matches.append((distance, int(across), float(down - share), found))
    _, across, down, found = min(matches, key=lambda match: match[0])
    return wanted, found, (across, down)


def padded(picture, background):
    """The picture with as much background around it as any move can reach."""
    return numpy.stack(
        [numpy.pad(picture[..., channel], REACH, constant_values=value)
         for channel, value in enumerate(ImageColor.getrgb(background))], axis=2)


def shifted(range_):
    return slice(range_.start + REACH, range_.stop + REACH)


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
