"""A case as a job for Scrim and as a page for Chromium."""

from html import escape

# Where both put the text; the blocks are aligned afterwards.
LEFT, TOP = 30, 24
# Lines are this much of the size apart in both, so that no font's own metrics come in.
LINE_HEIGHT = 1.5


def job(case, down):
    """The job, with the text moved down by a share of a pixel."""
    width, height = case["size"]
    effects = []
    if "outline" in case:
        effects.append({"effect": "outline", **case["outline"]})
    if "shadow" in case:
        effects.append({"effect": "drop-shadow", **case["shadow"]})
    return {
        "scrim": 1,
        "canvas": {"width": width, "height": height, "background": case["background"]},
        "layers": [{
            "frame": {"x": LEFT, "y": TOP + down, "width": width - 2 * LEFT},
            "text": {**case["text"], "align": "left", "lineHeight": LINE_HEIGHT},
            "effects": effects,
        }],
    }


def page(case):
    width, height = case["size"]
    text = case["text"]
    size = text["size"]
    style = [f"fill: {text['color']}", f"font: {text['weight']} {size}px '{text['font']}'",
             "white-space: pre"]
    if "outline" in case:
        style += [f"stroke: {case['outline']['color']}",
                  f"stroke-width: {case['outline']['width']}px"]
    shadow = ""
    if "shadow" in case:
        values = case["shadow"]
        shadow = (f"filter: drop-shadow({values['dx']}px {values['dy']}px {values['sigma']}px "
                  f"rgb(0 0 0 / {values['opacity']}))")
    lines = "".join(
        f'<text x="{LEFT}" y="{round(TOP + size * 1.1) + size * LINE_HEIGHT * row}" '
        f'paint-order="stroke" stroke-linejoin="round" style="{"; ".join(style)}">'
        f"{escape(line)}</text>"
        for row, line in enumerate(text["string"].split("\n")))
    return (f'<!doctype html><meta charset="utf-8"><body style="margin: 0; '
            f'background: {case["background"]}">'
            f'<svg width="{width}" height="{height}" style="display: block; {shadow}">{lines}</svg>')
