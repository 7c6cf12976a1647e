"""Draws boxes at fractions of a pixel with Scrim and with Chromium, and compares them where they stand.

Upright scenes must be equal pixel by pixel, but for one step of rounding. Transformed ones must reach a
PSNR of 40 dB: both antialias edges, with other samples. Of each scene `NAME.png` shows expected, actual and
difference.

    boxes.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

from beside import SIZE, drawn, psnr, run

LEAST = 40.0


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
    "boxes-in-turned-groups": (1, [box(40.6, 30.3, 150, 90, rotate=-12, layers=[
        box(0, 0, 150, 90, fill="#fde68a"), {**turned(20.4, 15.7, rotate=30)}])]),
}


def html(layer):
    frame = layer["frame"]
    style = {"position": "absolute", "box-sizing": "border-box", "left": f"{frame['x']}px",
             "top": f"{frame['y']}px", "width": f"{frame['width']}px", "height": f"{frame['height']}px"}
    if "fill" in layer:
        style["background"] = layer["fill"]
    if "border" in layer:
        style["border"] = f"{layer['border']['width']}px solid {layer['border']['color']}"
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


def compare(name, scene, options):
    scale, layers = scene
    error = drawn(name, layers, "".join(html(layer) for layer in layers), options, scale)
    if not any(key in layer for layer in layers for key in ("rotate", "skew", "scale")):
        return f"greatest difference {error.max():.0f}/255", error.max() <= 1
    ratio = psnr(error)
    return f"PSNR {ratio:.1f} dB", ratio >= LEAST


run("boxes", SCENES, compare)
