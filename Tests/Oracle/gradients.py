"""Draws gradients of every kind with Scrim and with Chromium, and compares them where they stand.

Both dither. At a hard stop neither antialiases, and a pixel whose centre is on it may be of either colour: 2 pixels of
1,000 are left out. A scene fails below a PSNR of 51 dB: translucent colours are rounded once more when they are
composited. Of each `NAME.png` shows expected, actual and difference.

    gradients.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import numpy

from beside import SIZE, drawn, psnr, run

LEAST = 51.0
WARM = [["#f59e0b", 0], ["#e11d48", 0.5], ["#2563eb", 1]]
FADE = [["#fff", 0], ["#2563eb00", 0.6], ["#000", 1]]
BANDS = [["#111", 0.1], ["#111", 0.15], ["#fde68a", 0.15], ["#fde68a", 0.3]]

SCENES = {
    "gradient-linear": {"linear": {"angle": 60, "stops": WARM}},
    "gradient-linear-oklab": {"linear": {"angle": 90, "stops": WARM, "in": "oklab"}},
    "gradient-linear-oklab-fade": {"linear": {"angle": 90, "stops": FADE, "in": "oklab"}},
    "gradient-linear-repeating": {"linear": {"angle": 30, "stops": BANDS, "repeating": True}},
    "gradient-radial": {"radial": {"center": [100, 60], "radius": 90, "stops": FADE}},
    "gradient-radial-oklab": {"radial": {"center": [100, 60], "radius": 90, "stops": WARM, "in": "oklab"}},
    "gradient-radial-repeating": {"radial": {"center": [100, 60], "radius": 110, "stops": BANDS,
                                             "repeating": True}},
    "gradient-conic": {"conic": {"angle": 30, "center": [100, 60], "stops": WARM}},
    "gradient-conic-oklab": {"conic": {"stops": [*WARM, ["#f59e0b", 1]], "in": "oklab"}},
    "gradient-conic-fade": {"conic": {"angle": -45, "stops": FADE}},
    "gradient-conic-chart": {"conic": {"stops": [["#e11d48", 0], ["#e11d48", 0.3], ["#f59e0b", 0.3],
                                                 ["#f59e0b", 0.55], ["#2563eb", 0.55]]
                                       + [["#2563eb", 1]]}},
    "gradient-conic-repeating": {"conic": {"center": ["25%", "75%"], "stops": BANDS, "repeating": True}},
}


def css(fill):
    """The gradient of a job in CSS."""
    (kind, keys), = fill.items()
    stops = ", ".join(f"{color} {offset * 100:g}%" for color, offset in keys["stops"])

    def lengths(point):
        return " ".join(part if isinstance(part, str) else f"{part}px" for part in point)
    center = lengths(keys.get("center", ["50%", "50%"]))
    if kind == "linear":
        place = f"{keys['angle']}deg"
    elif kind == "radial":
        place = f"circle {keys['radius']}px at {center}"
    else:
        place = f"from {keys.get('angle', 0)}deg at {center}"
    space = f" in {keys['in']}" if "in" in keys else ""
    return f"{'repeating-' if keys.get('repeating') else ''}{kind}-gradient({place}{space}, {stops})"


def compare(name, fill, options):
    style = f"width: {SIZE[0]}px; height: {SIZE[1]}px; background: {css(fill)}"
    error = drawn(name, [{"fill": fill}], f'<div style="{style}"></div>', options, background="#9ca3af", dither=True)
    error = numpy.sort(error.max(axis=2), axis=None)
    error = error[:len(error) * 998 // 1000]
    ratio = psnr(error)
    return f"PSNR {ratio:.1f} dB, greatest difference {error.max():.0f}/255", ratio >= LEAST


run("gradients", SCENES, compare)
