#!/usr/bin/python3
"""Draws the pictures of the cases beside it, from nothing (Debian's python3-pil).

    Tests/Golden/image/sources/draw.py
"""
import pathlib

from PIL import Image, ImageDraw

HERE = pathlib.Path(__file__).resolve().parent


def facade(width=2400, height=1600):
    """A house with blinds, tiles and a fence, whose lines are a few pixels apart, under a sky."""
    picture = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(picture)
    for y in range(height):
        part = y / height
        draw.line((0, y, width, y), (int(90 + 130 * part), int(150 + 80 * part), 235))
    draw.ellipse((1960, 110, 2180, 330), (255, 240, 190))
    draw.polygon([(200, 520), (1200, 140), (2200, 520)], (150, 60, 45))
    for y in range(150, 520, 9):
        reach = (y - 140) * 1000 // 380
        draw.line((1200 - reach, y, 1200 + reach, y), (95, 35, 30), 3)
    draw.rectangle((260, 520, 2140, 1330), (232, 214, 182))
    for column in range(5):
        for row in range(2):
            left, top = 340 + column * 365, 600 + row * 370
            draw.rectangle((left, top, left + 250, top + 280), (60, 70, 84))
            for y in range(top + 12, top + 270, 7):
                draw.line((left + 12, y, left + 238, y), (236, 238, 240), 3)
    draw.rectangle((0, 1330, width, height), (96, 138, 70))
    for x in range(0, width, 11):
        draw.line((x, 1290, x + 40, 1490), (250, 250, 245), 4)
    draw.line((0, 1340, width, 1340), (250, 250, 245), 12)
    draw.line((0, 1440, width, 1440), (250, 250, 245), 12)
    return picture


def badge(size=40, finer=8):
    """A disc with a letter-like mark, translucent at its edge and outside it."""
    large = Image.new("RGBA", (size * finer, size * finer))
    draw = ImageDraw.Draw(large)

    def scaled(*numbers):
        return [number * finer for number in numbers]

    draw.ellipse(scaled(1, 1, 39, 39), (37, 99, 235, 255))
    draw.line(scaled(11, 29, 20, 9, 29, 29), (255, 255, 255, 255), 4 * finer, joint="curve")
    draw.line(scaled(14, 23, 26, 23), (250, 204, 21, 255), 3 * finer)
    return large.convert("RGBa").resize((size, size), Image.BOX).convert("RGBA")


def arrow(width=120, height=60):
    """An arrow that points up once Exif's orientation 6 has been honoured."""
    picture = Image.new("RGB", (width, height), (240, 235, 220))
    draw = ImageDraw.Draw(picture)
    draw.polygon([(10, 30), (50, 6), (50, 22), (110, 22), (110, 38), (50, 38), (50, 54)],
                 (190, 18, 60))
    return picture


exif = Image.Exif()
exif[0x0112] = 6
facade().save(HERE / "facade.png", optimize=True)
badge().save(HERE / "badge.png", optimize=True)
arrow().save(HERE / "turned.jpg", quality=92, exif=exif)
