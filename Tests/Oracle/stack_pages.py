"""Layers of a job as a page for Chromium: fills, groups, blends, opacities, masks and transforms."""

from html import escape
import pathlib
import re

PHOTO = pathlib.Path(__file__).resolve().parents[2] / "examples/landscape.jpg"


def page(layers, size, background):
    width, height = size
    # Isolated: what a canvas lies on takes no part.
    return ('<!doctype html><meta charset="utf-8"><body style="margin: 0; overflow: hidden">'
            f'<div style="position: relative; isolation: isolate; width: {width}px; '
            f'height: {height}px; overflow: hidden; background: {paint(background)}">'
            f'{"".join(box(layer) for layer in layers)}</div>')


def box(layer):
    style = {"position": "absolute", **frame(layer.get("frame", {}))}
    if "fill" in layer:
        style["background"] = paint(layer["fill"])
    if "cornerRadius" in layer:
        radius = layer["cornerRadius"]
        style["border-radius"] = radius if isinstance(radius, str) else f"{radius}px"
        style["overflow"] = "hidden"
    if "image" in layer:
        style["background"] = f"url({PHOTO.as_uri()}) center / cover"
        if "filter" in layer["image"]:
            style["filter"] = " ".join(map(function, layer["image"]["filter"]))
    if "border" in layer:
        border = layer["border"]
        style["border"] = f"{border['width']}px solid {border['color']}"
        style["box-sizing"] = style["background-origin"] = "border-box"
    for key, name in (("opacity", "opacity"), ("blend", "mix-blend-mode")):
        if key in layer:
            style[name] = layer[key]
    if "rotate" in layer:
        style["rotate"] = f"{layer['rotate']}deg"
    if "scale" in layer:
        style["scale"] = " ".join(map(str, pair(layer["scale"], layer["scale"])))
    if "skew" in layer:
        style["transform"] = "skew({}deg, {}deg)".format(*pair(layer["skew"], 0))
    if "mask" in layer:
        style["mask"] = image(layer["mask"]["fill"])
        style["mask-mode"] = layer["mask"].get("mode", "alpha")
    rules = "; ".join(f"{name}: {value}" for name, value in style.items())
    inside = "".join(box(child) for child in layer.get("layers", []))
    return f'<div style="{escape(rules)}">{inside}</div>'


def pair(value, second):
    """Two numbers, of which the second may be left out."""
    return value if isinstance(value, list) else (value, second)


def function(value):
    """A filter function of CSS."""
    (name, amount), = value.items()
    unit = "deg" if name == "hueRotate" else ""
    return f"{re.sub('[A-Z]', lambda capital: '-' + capital[0].lower(), name)}({amount}{unit})"


def frame(values):
    edges = {"x": "left", "y": "top", "width": "width", "height": "height"}
    style = {"left": "0", "top": "0", "width": "100%", "height": "100%"}
    for key, value in values.items():
        style[edges[key]] = value if isinstance(value, str) else f"{value}px"
    return style


def paint(value):
    return value if isinstance(value, str) else image(value)


def image(value):
    """A paint as an image: a colour as a gradient between twice the same."""
    if isinstance(value, str):
        return f"linear-gradient({value}, {value})"
    gradient = value["linear"]
    stops = ", ".join(f"{color} {place * 100}%" for color, place in gradient["stops"])
    return f"linear-gradient({gradient['angle']}deg, {stops})"
