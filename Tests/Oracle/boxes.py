"""Draws boxes at fractions of a pixel with Scrim and with Chromium, and compares them where they stand.

Upright scenes must be equal pixel by pixel, but for one step of rounding. Those with transforms, corners or blurs
must reach a PSNR of 40 dB: both antialias edges, with other samples, and Chromium blurs by three boxes. Of each scene `NAME.png` shows expected, actual and
difference.

    boxes.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

from beside import SIZE, drawn, psnr, run

LEAST = 40.0
# Chromium moves the curve of a scoop with the spread, lets a background show outside of a border at corners that are
# not round, and its squircles and round dots have other edges.
LOWER = {"boxes-scoop": 34.0, "boxes-squircle": 39.0, "boxes-bevel": 39.0, "boxes-dashed": 30.0}


def box(x, y, width, height, **more):
    return {"frame": {"x": x, "y": y, "width": width, "height": height}, **more}


def thirds(count, y=10, height=40):
    share = SIZE[0] / count
    return [box(share * i, y, share, height, fill=["#111", "#444", "#111"][i % 3])
            for i in range(count)]


def turned(x, y, **transform):
    """A group at a fraction of a pixel, with boxes at others in it."""
    inside = [box(0, 0, 90.5, 60.5, fill="#dbeafe"), box(10.4, 10.3, 30.2, 20.6, fill="#1d4ed8"),
              box(50.5, 10, 1, 40, fill="#000"), box(10, 40.7, 70, 1.4, fill="#b91c1c")]
    return box(x, y, 90.5, 60.5, layers=inside, **transform)


def row(*layers):
    """Boxes beside each other, of the same size."""
    return [box(12 + 76 * index, 12, 60, 50, **layer) for index, layer in enumerate(layers)]


def rows(*all):
    return [{**layer, "frame": {**layer["frame"], "y": 12 + 74 * index}}
            for index, layers in enumerate(all) for layer in row(*layers)]


RING = {"width": 4, "color": "#b45309"}

# Each with the scale that it is drawn at.
SCENES = {
    "boxes-thirds": (1, thirds(3) + thirds(7, 60) + thirds(9, 110)),
    "boxes-thirds-at-1.5": (1.5, thirds(3) + thirds(7, 60) + thirds(9, 110)),
    "boxes-thirds-at-0.75": (0.75, thirds(3) + thirds(7, 60) + thirds(9, 110)),
    "boxes-rules": (1, [box(10, y, 220, height, fill="#000") for y, height in
                        [(10.5, 1), (20, 1.4), (30.2, 1.4), (40.3, 1.4), (50.7, 1.4), (60.49, 1), (70.51, 1)]]),
    "boxes-rules-at-2": (2, [box(10, y, 220, height, fill="#000") for y, height in
                             [(10.5, 1), (20.25, 1), (30.2, 1.4), (40.3, 0.5), (50.7, 0.6)]]),
    "boxes-borders": (1, [box(10.4 + 75.3 * index, 10.4 + index / 4, 60.3, 50.3,
                              border={"width": width, "color": "#000"})
                          for index, width in enumerate([1, 1.7, 2.5])]),
    "boxes-far-edge": (1, [box(239.4, 0, 10, 160, fill="#c00"), box(0, 159.4, 240, 5, fill="#00c"),
                           box(200.5, 100.5, 39.5, 59.5, fill="#0a0")]),
    "boxes-left-of-the-canvas": (1, [box(-10.5, -4.5, 30, 20, fill="#c00"), box(-0.5, 40, 20, 20, fill="#00c")]),
    "boxes-rotated": (1, [turned(60.4, 50.4, rotate=20)]),
    "boxes-rotated-a-quarter": (1, [turned(60.4, 50.4, rotate=90)]),
    "boxes-skewed": (1, [turned(60.4, 50.4, skew=15)]),
    # Along the axis that is not mirrored Chromium keeps the fraction, which it drops under all other transforms.
    "boxes-mirrored": (1, [turned(60.4, 50, scale=[-1, 1])]),
    "boxes-enlarged": (1, [turned(60.4, 50.4, scale=[1.3, 0.8])]),
    "boxes-shadows": (1, rows(
        [{"background": "#fff", "shadow": [{"dy": 4, "sigma": 4, "color": "#0006"}, {"dx": -5, "spread": -3, "color": "#f00"}]},
         {"background": "#ffffff80", "shadow": {"spread": 3, "sigma": 3, "color": "#00f8"}},
         {"shadow": {"dx": 5, "dy": 5, "color": "#000"}}],
        [{"background": "#fff", "shadow": [{"inset": True, "dy": 3, "sigma": 4, "color": "#000a"}, {"inset": True, "dx": -8, "spread": 2, "color": "#0a0"}]},
         {"background": "#fe8", "border": RING, "shadow": [{"inset": True, "sigma": 3, "color": "#000"}, {"dx": 6, "color": "#08f"}]},
         {"background": "#fff", "cornerRadius": 12, "shadow": {"dy": 4, "sigma": 5, "spread": -1, "color": "#000"}}])),
    "boxes-shadows-round": (1, rows(
        [{"background": "#fff", "cornerRadius": [20, 4, 0, 12], "shadow": {"spread": 5, "color": "#06c"}},
         {"background": "#fff", "cornerRadius": 20, "shadow": {"inset": True, "dx": 3, "dy": 3, "color": "#06c"}},
         {"background": "#fff", "cornerRadius": 20, "border": RING, "shadow": {"inset": True, "spread": 3, "color": "#06c"}}])),
    "boxes-sides": (1, rows(
        [{"border": {"color": "#0369a1", "bottom": {"width": 6}, "left": {"width": 12, "color": "#f59e0b"}, "top": {"width": 3}}},
         {"border": {"width": 2, "color": "#333", "right": {"width": 9}}},
         {"border": {"left": {"width": 8, "color": "#c0f"}}}])),
    "boxes-sides-round": (1, rows(
        [{"cornerRadius": 20, "background": "#fe8", "border": {"left": {"width": 8, "color": "#c0f"}}},
         {"cornerRadius": 20, "border": {"width": 3, "color": "#333", "top": {"width": 9, "color": "#08f"}, "right": {"width": 6}}},
         {"cornerRadius": 20, "border": {"bottom": {"width": 5, "color": "#e11d48"}}}])),
    "boxes-dashed": (1, rows(
        [{"border": {"width": 4, "style": "dashed", "color": "#c026d3"}}, {"border": {"width": 1, "style": "dashed", "color": "#333"}},
         {"border": {"width": 6, "style": "dotted", "color": "#0a0"}}],
        [{"border": {"width": 4, "color": "#05c", "top": {"style": "dashed"}, "bottom": {"style": "dotted", "width": 6}}},
         {"border": {"width": 5, "style": "dashed", "color": "#05c8"}}])),
    **{f"boxes-{name}": (1, rows(
        [{"cornerRadius": 16, "cornerShape": name, "background": "#fde68a", "border": RING},
         {"cornerRadius": [20, 8, 0, 14], "cornerShape": name, "background": "#fff", "shadow": {"spread": 3, "color": "#0ea5e9"}},
         {"cornerRadius": 18, "cornerShape": name, "background": "#fff", "shadow": {"inset": True, "dx": 4, "color": "#333"}}]))
       for name in ("squircle", "bevel", "scoop", "notch")},
    "boxes-in-turned-groups": (1, [box(40.6, 30.3, 150, 90, rotate=-12, layers=[
        box(0, 0, 150, 90, fill="#fde68a"), {**turned(20.4, 15.7, rotate=30)}])]),
}


def shadow(given):
    lengths = given.get("dx", 0), given.get("dy", 0), 2 * given.get("sigma", 0), given.get("spread", 0)
    return " ".join(["inset"] * ("inset" in given) + [f"{length}px" for length in lengths] + [given["color"]])


def border(given):
    sides = ("top", "right", "bottom", "left")
    lines = {}
    for side in sides if given else ():
        own = given.get(side)
        # If only sides are given, the others have none.
        rest = given.get("width", 0 if own is None and any(side in given for side in sides) else 1)
        line = {"width": rest, "style": "solid", "color": "black", **given, **(own or {})}
        lines[f"border-{side}"] = f"{line['width'] if own else rest}px {line['style']} {line['color']}"
    return lines


def html(layer):
    frame = layer["frame"]
    style = {"position": "absolute", "box-sizing": "border-box", "left": f"{frame['x']}px",
             "top": f"{frame['y']}px", "width": f"{frame['width']}px", "height": f"{frame['height']}px"}
    if "fill" in layer:
        style["background"] = layer["fill"]
    if "background" in layer:
        style["background"] = layer["background"]
    if "cornerRadius" in layer:
        radii = layer["cornerRadius"]
        style["border-radius"] = " ".join(f"{radius}px" for radius in (radii if isinstance(radii, list) else [radii]))
        style["corner-shape"] = layer.get("cornerShape", "round")
    if "shadow" in layer:
        shadows = layer["shadow"]
        style["box-shadow"] = ", ".join(map(shadow, shadows if isinstance(shadows, list) else [shadows]))
    style.update(border(layer.get("border")))
    transform = []
    if "rotate" in layer:
        transform.append(f"rotate({layer['rotate']}deg)")
    if "scale" in layer:
        transform.append(f"scale({layer['scale'][0]}, {layer['scale'][1]})")
    if "skew" in layer:
        transform.append(f"skewX({layer['skew']}deg)")
    if transform:
        style["transform"] = " ".join(transform)
    rules = "; ".join(f"{name}: {value}" for name, value in style.items())
    return f'<div style="{rules}">{"".join(html(child) for child in layer.get("layers", []))}</div>'


def is_soft(layer):
    """Whether it has pixels that are partly covered."""
    return (any(key in layer for key in ("rotate", "skew", "scale", "cornerRadius"))
            or "sigma" in str(layer.get("shadow")) or "style" in str(layer.get("border"))
            or sum(side in layer.get("border", {}) for side in ("top", "right", "bottom", "left")) > 1)


def compare(name, scene, options):
    scale, layers = scene
    error = drawn(name, layers, "".join(html(layer) for layer in layers), options, scale)
    if not any(is_soft(layer) for layer in layers):
        return f"greatest difference {error.max():.0f}/255", error.max() <= 1
    ratio = psnr(error)
    return f"PSNR {ratio:.1f} dB", ratio >= LOWER.get(name, LEAST)


run("boxes", SCENES, compare)
