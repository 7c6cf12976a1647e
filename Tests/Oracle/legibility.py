"""Measures the contrast of texts on made photos with NumPy, and compares it with what `legible` finds.

The image comes from Scrim's `--layers`, composited here; the ink from the same text drawn alone in black; the ratio of
two colours from PyPI's wcag-contrast-ratio. Fails beyond 0.05, and for flat colours beyond 0.01.

    legibility.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import json
import math
import random
import re
import subprocess

import numpy
from PIL import Image
from wcag_contrast_ratio import rgb as contrast

from beside import SIZE, run

REACH = 2
FONT = {"font": "Noto Sans"}
WORDS = ["Valleys", "Grown here", "Long winter", "Öre 4711", "gypsum", "West & East"]
EFFECTS = [
    [], [],
    [{"effect": "outline", "width": 3, "color": "#10203c", "position": "outside"}],
    [{"effect": "outline", "width": 4, "color": "#ffffffb0"}],
    [{"effect": "drop-shadow", "dx": 1, "dy": 2, "sigma": 3, "opacity": 0.8}],
    [{"effect": "story-highlight", "fill": "#000000a0"}],
    [{"effect": "frosted-panel", "sigma": 8, "tint": "#fff", "tintOpacity": 0.5}],
    [{"effect": "outline", "width": 2, "color": "#000", "fill": "#ffe9a8"}, {"effect": "drop-shadow"}],
]


def photo(number, path):
    """Blotches of several sizes, with a light and a dark side, and grain."""
    random_numbers = numpy.random.default_rng(number)
    width, height = SIZE
    image = numpy.zeros((height, width, 3))
    for cells, share in [(3, 0.5), (8, 0.3), (24, 0.15)]:
        noise = random_numbers.integers(0, 256, (cells, cells * 3 // 2, 3), dtype=numpy.uint8)
        image += share * numpy.asarray(Image.fromarray(noise).resize(SIZE, Image.Resampling.BICUBIC), dtype=float)
    slope = numpy.linspace(-1, 1, width)[None, :, None] * random_numbers.uniform(-90, 90)
    image = image * random_numbers.uniform(0.4, 1.2) + slope + random_numbers.normal(0, 5, image.shape)
    Image.fromarray(numpy.clip(image, 0, 255).astype(numpy.uint8)).save(path)


def css(color):
    return "#" + "".join(f"{round(part * 255):02x}" for part in color)


def scene(number):
    """A text on a photo: its layer, and what it is in; of every kind some."""
    choice = random.Random(number)
    color = [choice.choice([0, 1, choice.random()]) for _ in range(3)]
    color.append(choice.choice([1, 1, 1, 0.8, 0.55]))
    size = choice.choice([14, 18, 24, 36, 48])
    text = FONT | {"string": choice.choice(WORDS), "size": size, "weight": choice.choice([400, 700]),
                   "wrap": "none", "overflow": "visible", "color": css(color)}
    layer = {"frame": {"x": choice.uniform(4, 30), "y": choice.uniform(10, 80), "width": 200}, "text": text,
             "effects": choice.choice(EFFECTS)}
    if number % 8 == 3:
        text["color"] = {"linear": {"angle": 90, "stops": [["#ffffff", 0], ["#203040", 1]]}}
        layer["frame"] |= {"x": round(layer["frame"]["x"])}
        layer["effects"] = []
    if number % 8 == 4:
        layer["opacity"] = 0.7
    if number % 8 == 5:
        layer["rotate"] = choice.uniform(-20, 20)
    if number % 8 == 6:
        layer |= {"background": "#ffffffa0", "padding": 6, "cornerRadius": 8}
    if number % 8 == 7:
        return layer, {"opacity": 0.8, "rotate": choice.uniform(-8, 8)}
    return layer, None


def flat(number):
    choice = random.Random(1000 + number)
    return [css([choice.random() for _ in range(3)]) for _ in range(2)]


SCENES = {f"legible-photo-{number}": number for number in range(40)}
SCENES |= {f"legible-flat-{number}": flat(number) for number in range(12)}


def rendered(name, layers, options, background, *arguments):
    job = options.out / f"{name}.json"
    canvas = {"width": SIZE[0], "height": SIZE[1], "background": background}
    job.write_text(json.dumps({"scrim": 1, "canvas": canvas, "layers": layers}, indent=2))
    picture = options.out / f"{name}.png"
    done = subprocess.run([options.scrim, "render", job, "-o", picture, *arguments], capture_output=True, text=True)
    return picture, done


def found(name, layers, options, background):
    """The ratio in Scrim's error; 21 without one."""
    _, done = rendered(name, layers, options, background)
    ratio = re.search(r"has a contrast of ([0-9.]+); 21 is required", done.stderr)
    if not ratio and done.returncode:
        raise SystemExit(f"{name}: {done.stderr}")
    return float(ratio[1]) if ratio else 21.0


def image(path):
    return numpy.asarray(Image.open(path).convert("RGBA"), dtype=float) / 255


def ink(name, layer, group, options):
    """Where the glyphs alone have any coverage."""
    alone = layer | {"effects": [], "opacity": 1}
    alone.pop("background", None)
    alone["text"] = layer["text"] | {"color": "#000"}
    picture, done = rendered(f"{name}.ink", grouped(alone, group and group | {"opacity": 1}), options, "transparent")
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr}")
    return image(picture)[..., 3] > 0


def grouped(layer, group):
    return [group | {"layers": [layer]}] if group else [layer]


def composited(name, layers, options):
    """The layers of `--layers`, over white; of a group that itself, which follows its children."""
    folder = options.out / f"{name}.layers"
    for old in folder.glob("*.png"):
        old.unlink()
    _, done = rendered(f"{name}.all", layers, options, "#fff", "--layers", folder)
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr}")
    canvas = numpy.ones((SIZE[1], SIZE[0], 3))
    for index in range(len(layers)):
        part = image(next(folder.glob(f"{index}*.png")))
        canvas = part[..., :3] * part[..., 3:] + canvas * (1 - part[..., 3:])
    return canvas


def around(ink):
    """The pixels without ink at most `REACH` px from one with ink."""
    near = numpy.zeros_like(ink)
    padded = numpy.pad(ink, REACH)
    for dy in range(-REACH, REACH + 1):
        for dx in range(-REACH, REACH + 1):
            if math.hypot(dx, dy) <= REACH:
                near |= padded[REACH + dy:REACH + dy + ink.shape[0], REACH + dx:REACH + dx + ink.shape[1]]
    return near & ~ink


def fill(layer):
    """The colour of the glyphs at each column, with alpha."""
    effects = [effect["fill"] for effect in layer["effects"] if effect["effect"] == "outline" and "fill" in effect]
    color = effects[0] if effects else layer["text"]["color"]
    if isinstance(color, str):
        parts = [int(color[at:at + 2], 16) / 255 for at in range(1, len(color), 2)]
        return numpy.tile(parts + [1] * (4 - len(parts)), (SIZE[0], 1))
    start, end = ([int(stop[0][at:at + 2], 16) / 255 for at in (1, 3, 5)] + [1]
                  for stop in color["linear"]["stops"])
    share = (numpy.arange(SIZE[0]) + 0.5 - layer["frame"]["x"]) / layer["frame"]["width"]
    share = numpy.clip(share, 0, 1)[:, None]
    return numpy.array(start) * (1 - share) + numpy.array(end) * share


def compare(name, what, options):
    if isinstance(what, list):
        below, color = what
        layer = {"frame": {"x": 20, "y": 20, "width": 200},
                 "text": FONT | {"string": "Plain", "size": 40, "color": color, "legible": 21}}
        actual = found(name, [layer], options, below)
        parts = [tuple(int(css[at:at + 2], 16) / 255 for at in (1, 3, 5)) for css in what]
        expected, most = contrast(*parts), 0.011
    else:
        picture = options.out / f"{name}.photo.png"
        photo(what, picture)
        layer, group = scene(what)
        asked = layer | {"text": layer["text"] | {"legible": 21}}
        actual = found(name, [{"image": {"source": picture.name}}, *grouped(asked, group)], options, "#fff")
        canvas = composited(name, [{"image": {"source": picture.name}}, *grouped(layer, group)], options)
        colors, opacity = fill(layer), layer.get("opacity", 1) * (group or {}).get("opacity", 1)
        ratios = []
        for y, x in numpy.argwhere(around(ink(name, layer, group, options))):
            alpha = colors[x][3] * opacity
            mixed = colors[x][:3] * alpha + canvas[y, x] * (1 - alpha)
            ratios.append(contrast(mixed.clip(0, 1), canvas[y, x].clip(0, 1)))
        expected, most = float(numpy.percentile(ratios, 5, method="inverted_cdf")), 0.05
    return f"{actual:.2f}, expected {expected:.2f}", abs(actual - expected) <= most


run("legibility", SCENES, compare)
