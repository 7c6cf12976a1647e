"""Draws contents with Scrim, and the same with SVG in Chromium, and compares them where they stand.

Each must reach a PSNR of 38 dB: both antialias edges, with other samples. Of each scene `NAME.png` shows expected,
actual and difference.

    shapes.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

import math

from beside import SIZE, drawn, psnr, run

LEAST = 38.0
HEART = "M12 21C5 15 2 12 2 8a5 5 0 0 1 10-1 5 5 0 0 1 10 1c0 4-3 7-10 13z"
# All commands, relative and absolute, repeated and smooth.
TOUR = ("M10 10 30 10h10v10l5-5 5 5T60 10 70 20q10 0 10 10t-10 10c-5 0-5 5-10 5s-5-5-10-5-5 5-10 5"
        "A12 8 30 0 1 20 40a5 9-20 1 0-8-12z m60 40h9v-6m-5 9l6 3")


def layer(kind, x=20, y=20, width=200, height=120, **parameters):
    return {"frame": {"x": x, "y": y, "width": width, "height": height}, "content": {"kind": kind, **parameters}}


def point(degrees, share, x=20, y=20, width=200, height=120):
    angle = math.radians(degrees - 90)
    return f"{x + width / 2 * (1 + share * math.cos(angle))},{y + height / 2 * (1 + share * math.sin(angle))}"


def corners(count, inner=1, rotation=0):
    return " ".join(point(rotation + 180 * index / count, 1 if index % 2 == 0 else inner)
                    for index in range(2 * count) if index % 2 == 0 or inner != 1)


def arc(start, sweep, rx=100, ry=60):
    """From the centre of the frame."""
    large, clockwise = int(abs(sweep) > 180), int(sweep > 0)
    ends = [(120 + rx * math.cos(math.radians(d - 90)), 80 + ry * math.sin(math.radians(d - 90)))
            for d in (start, start + sweep)]
    return f"M120 80L{ends[0][0]} {ends[0][1]}A{rx} {ry} 0 {large} {clockwise} {ends[1][0]} {ends[1][1]}z"


# Each with the layer and the SVG that draws the same.
SCENES = {
    "shapes-ellipse": (layer("ellipse", fill="#f97316", stroke={"width": 9, "color": "#1e1b4b"}),
                       '<ellipse cx="120" cy="80" rx="100" ry="60" fill="#f97316" stroke="#1e1b4b" stroke-width="9"/>'),
    "shapes-hexagon": (layer("polygon", fill="#0ea5e9"), f'<polygon points="{corners(6)}" fill="#0ea5e9"/>'),
    "shapes-star": (layer("star", innerRadius=0.4, rotation=10, fill="#facc15", stroke={"width": 5, "color": "#a16207"}),
                    f'<polygon points="{corners(5, 0.4, 10)}" fill="#facc15" stroke="#a16207" stroke-width="5"/>'),
    "shapes-slice": (layer("arc", start=40, sweep=100, fill="#ef4444"), f'<path d="{arc(40, 100)}" fill="#ef4444"/>'),
    "shapes-slice-back": (layer("arc", start=40, sweep=-230, fill="#ef4444"), f'<path d="{arc(40, -230)}" fill="#ef4444"/>'),
    "shapes-icon": (layer("path", viewBox=[0, 0, 24, 24], d=HEART, fill="#e11d48"),
                    f'<svg x="20" y="20" width="200" height="120" viewBox="0 0 24 24"><path d="{HEART}" fill="#e11d48"/></svg>'),
    "shapes-tour": (layer("path", viewBox=[0, 0, 100, 60], d=TOUR, fill="#0369a140", stroke={"width": 2, "color": "#0369a1"}),
                    f'<svg x="20" y="20" width="200" height="120" viewBox="0 0 100 60"><path d="{TOUR}" fill="#0369a140"'
                    ' stroke="#0369a1" stroke-width="2" vector-effect="non-scaling-stroke"/></svg>'),
    "shapes-even-odd": (layer("path", d="M0 0h120v120h-120zM20 20h80v80h-80zM40 40v40h40v-40z", fillRule="evenodd", fill="#7c3aed"),
                        '<path transform="translate(20 20)" d="M0 0h120v120h-120zM20 20h80v80h-80zM40 40v40h40v-40z"'
                        ' fill="#7c3aed" fill-rule="evenodd"/>'),
    "shapes-dashes": (layer("path", d="M5 60C50-40 80 160 195 20", stroke={"width": 8, "color": "#16a34a", "dash": [18, 12],
                                                                              "dashOffset": 7, "cap": "round"}),
                      '<path transform="translate(20 20)" d="M5 60C50-40 80 160 195 20" fill="none" stroke="#16a34a"'
                      ' stroke-width="8" stroke-dasharray="18 12" stroke-dashoffset="7" stroke-linecap="round"/>'),
    "shapes-caps": (layer("path", d="M20 20h160M20 60h160M20 100l80-30 80 30", stroke={"width": 14, "cap": "square", "join": "bevel"}),
                    '<path transform="translate(20 20)" d="M20 20h160M20 60h160M20 100l80-30 80 30" fill="none" stroke="#000"'
                    ' stroke-width="14" stroke-linecap="square" stroke-linejoin="bevel"/>'),
    # The length of the curve as Chromium measures it.
    "shapes-trim": (layer("path", d="M5 60C50-40 80 160 195 20", stroke={"width": 6, "color": "#be123c"},
                          trim={"start": 0.2, "end": 0.7}),
                    '<path transform="translate(20 20)" d="M5 60C50-40 80 160 195 20" fill="none" stroke="#be123c"'
                    ' stroke-width="6" pathLength="100" stroke-dasharray="0 20 50 100"/>'),
}


def compare(name, scene, options):
    shape, svg = scene
    page = f'<svg width="{SIZE[0]}" height="{SIZE[1]}" style="display: block">{svg}</svg>'
    ratio = psnr(drawn(name, [shape], page, options))
    return f"PSNR {ratio:.1f} dB", ratio >= LEAST


run("shapes", SCENES, compare)
