"""What Pillow makes of a file, and what formulas make of samples."""

import io

import numpy as np
from PIL import Image, ImageCms, ImageOps

import profiles


def pillow(data, profile=None):
    """Straight RGBA, upright, in sRGB."""
    image = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    if profile is None:
        return np.asarray(image.convert("RGBA"))
    alpha = np.asarray(image.convert("RGBA"))[..., 3] if "A" in image.mode else None
    if image.mode in ("RGBA", "P"):
        image = image.convert("RGB")
    if image.mode == "LA":
        image = image.convert("L")
    converted = ImageCms.profileToProfile(
        image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"),
        renderingIntent=ImageCms.Intent.PERCEPTUAL, outputMode="RGB")
    pixels = np.array(converted.convert("RGBA"))
    if alpha is not None:
        pixels[..., 3] = alpha
    return pixels


def eight(samples, depth):
    """Samples as 8 bits, rounded to nearest."""
    most = 2 ** depth - 1
    return ((2 * samples.astype(int) * 255 + most) // (2 * most)).astype(np.uint8)


def rgba(samples, depth, transparent=None):
    """Grey, grey with alpha, RGB or RGBA as straight RGBA; `transparent`: the samples of tRNS."""
    channels = samples.shape[2]
    values = eight(samples, depth)
    color = values[..., :1].repeat(3, axis=2) if channels < 3 else values[..., :3]
    if channels in (2, 4):
        alpha = values[..., -1]
    elif transparent is not None:
        alpha = np.where((samples == transparent).all(axis=2), 0, 255)
    else:
        alpha = np.full(samples.shape[:2], 255)
    return np.dstack([color, alpha]).astype(np.uint8)


def from_linear(light):
    """IEC 61966-2-1."""
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def to_linear(value):
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def matrix(white, red, green, blue):
    """From linear RGB to XYZ of D50, adapted by Bradford's method."""
    def color(xy):
        return np.array([xy[0] / xy[1], 1, (1 - xy[0] - xy[1]) / xy[1]])

    columns = np.column_stack([color(red), color(green), color(blue)])
    own = columns * np.linalg.solve(columns, color(white))
    cones = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367],
                      [0.0389, -0.0685, 1.0296]])
    scale = (cones @ np.array(profiles.D50)) / (cones @ color(white))
    return np.linalg.inv(cones) @ np.diag(scale) @ cones @ own


D65 = (0.3127, 0.329)
SRGB = (D65, (0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
DISPLAY_P3 = (D65, (0.68, 0.32), (0.265, 0.69), (0.15, 0.06))
BT2020 = (D65, (0.708, 0.292), (0.17, 0.797), (0.131, 0.046))


def converted(samples, depth, primaries, curve):
    """RGB of a colour space as straight RGBA of sRGB; `curve`: from a value to light."""
    pixels = rgba(samples, depth)
    values = samples / (2 ** depth - 1)
    values = values[..., :1].repeat(3, axis=2) if samples.shape[2] < 3 else values[..., :3]
    both = np.linalg.solve(matrix(*SRGB), matrix(*primaries))
    pixels[..., :3] = np.floor(from_linear(curve(values) @ both.T) * 255 + 0.5)
    return pixels
