"""The story that every renderer makes: a photo, frosted glass, two outlined lines with a shadow."""

import json
import pathlib
import subprocess

WIDTH, HEIGHT = 1080, 1920
PANEL = (90, 760, 900, 400)
RADIUS, SIGMA, SATURATION, WHITE = 24, 30, 1.8, 0.3
SIZE, LINE, FAMILY = 72, 96, "Noto Sans"
FILL, STROKE, STROKE_WIDTH = "#ffffff", "#1e3a8a", 16
SHADOW_DY, SHADOW_SIGMA, SHADOW_OPACITY = 4, 8, 0.6
TOP = 864
QUALITY = 85
WORDS = ("The lake at seven", "in the evening")


def font_file():
    """The file of the bold face, for libraries that do not ask fontconfig."""
    found = subprocess.run(["fc-match", "-f", "%{file}", f"{FAMILY}:bold"], check=True,
                           stdout=subprocess.PIPE, text=True).stdout
    return pathlib.Path(found)


def saturation_rows():
    """The rows of the matrix of CSS `saturate()` (Filter Effects §8.2)."""
    luminance = (0.2126, 0.7152, 0.0722)
    return [[(1 - SATURATION) * part + (SATURATION if row == column else 0)
             for column, part in enumerate(luminance)] for row in range(3)]


def job(photo, words=WORDS):
    """The story as a job of Scrim."""
    x, y, width, height = PANEL
    return json.dumps({
        "scrim": 1,
        "canvas": {"width": WIDTH, "height": HEIGHT},
        "layers": [
            {"image": {"source": photo, "fit": "cover"}},
            {"frame": {"x": x, "y": y, "width": width, "height": height}, "cornerRadius": RADIUS,
             "effects": [{"effect": "frosted-panel", "sigma": SIGMA, "saturation": SATURATION,
                          "tint": "#fff", "tintOpacity": WHITE}]},
            {"frame": {"x": x, "y": TOP, "width": width},
             "text": {"string": "\n".join(words), "font": FAMILY, "size": SIZE, "weight": 700,
                      "lineHeight": LINE / SIZE, "align": "center", "color": FILL},
             "effects": [{"effect": "outline", "width": STROKE_WIDTH, "color": STROKE},
                         {"effect": "drop-shadow", "dx": 0, "dy": SHADOW_DY,
                          "sigma": SHADOW_SIGMA, "opacity": SHADOW_OPACITY}]},
        ],
        "output": {"file": "story.jpg", "quality": QUALITY},
    }, ensure_ascii=False)


def page(photo, words=WORDS):
    """The story as a page."""
    x, y, width, height = PANEL
    lines = "".join(f"<div>{line}</div>" for line in words)
    return f"""<!doctype html><meta charset="utf-8"><style>
      html, body {{ margin: 0; overflow: hidden; }}
      img {{ position: absolute; inset: 0; width: {WIDTH}px; height: {HEIGHT}px;
             object-fit: cover; }}
      .panel {{ position: absolute; left: {x}px; top: {y}px; width: {width}px; height: {height}px;
                border-radius: {RADIUS}px; background: rgba(255, 255, 255, {WHITE});
                backdrop-filter: blur({SIGMA}px) saturate({SATURATION}); }}
      .text {{ position: absolute; left: {x}px; top: {TOP}px; width: {width}px;
               font: bold {SIZE}px/{LINE}px "{FAMILY}"; text-align: center; color: {FILL};
               -webkit-text-stroke: {STROKE_WIDTH}px {STROKE}; paint-order: stroke fill;
               stroke-linejoin: round;
               filter: drop-shadow(0 {SHADOW_DY}px {SHADOW_SIGMA}px
                                   rgba(0, 0, 0, {SHADOW_OPACITY})); }}
      </style><img src="{photo}"><div class="panel"></div><div class="text">{lines}</div>"""
