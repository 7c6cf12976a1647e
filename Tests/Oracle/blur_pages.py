"""A case of blurs.json as a job for Scrim and as a page for Chromium."""

from html import escape

# A blurred image is this far inside, so that its edges are seen to fade.
INSET = 60
# The position of a text, and the distance of its lines: much, so that no ink leaves its line.
LEFT, TOP = 50, 40
LINE_HEIGHT = 1.6


def job(case, size, scene, down):
    """The job, with a text moved down by `down` px."""
    width, height = size
    layers = []
    if scene and "blur" not in case:
        layers.append({"image": {"source": scene.name}})
    if "blur" in case:
        layers.append({
            "frame": {"x": INSET, "y": INSET, "width": width - 2 * INSET,
                      "height": height - 2 * INSET},
            "image": {"source": scene.name},
            "effects": [{"effect": "blur", **case["blur"]}],
        })
    if "panel" in case:
        panel = dict(case["panel"])
        x, y, panel_width, panel_height = panel.pop("frame")
        panel["tint"] = color(panel["tint"], 1)
        layers.append({
            "frame": {"x": x, "y": y, "width": panel_width, "height": panel_height},
            "effects": [{"effect": "frosted-panel", "edge": "mirror", **panel}],
        })
    if "text" in case:
        layers.append({
            "frame": {"x": LEFT, "y": TOP + down, "width": width - 2 * LEFT},
            "text": {**case["text"], "align": "left", "lineHeight": LINE_HEIGHT},
            "effects": [{"effect": "paywall-blur", "substitute": "none", **case["paywall"]}],
        })
    return {
        "scrim": 1,
        "canvas": {"width": width, "height": height, "background": "#ffffff"},
        "layers": layers,
    }


def page(case, scene):
    parts = []
    if scene and "blur" not in case:
        parts.append(box("img", f'src="{scene.name}"', left="0", top="0"))
    if "blur" in case:
        parts.append(box(
            "img", f'src="{scene.name}"', left=f"{INSET}px", top=f"{INSET}px",
            filter=f"blur({case['blur']['sigma']}px)"))
    if "panel" in case:
        panel = case["panel"]
        x, y, panel_width, panel_height = panel["frame"]
        parts.append(box(
            "div", "", left=f"{x}px", top=f"{y}px", width=f"{panel_width}px",
            height=f"{panel_height}px", border_radius=f"{panel.get('cornerRadius', 0)}px",
            backdrop_filter=f"blur({panel['sigma']}px) url(#glass)"))
        parts.append(glass(panel))
    if "text" in case:
        parts += paywall(case)
    return ('<!doctype html><meta charset="utf-8"><body style="margin: 0; background: #fff; '
            f'overflow: hidden">{"".join(parts)}')


def glass(panel):
    """Saturation (Filter Effects §8.2) and tint as one matrix, which clamps once: CSS's `saturate()` clamps before
    the tint, by which vivid colours change their hue."""
    saturation, opacity = panel["saturation"], panel["tintOpacity"]
    luminance = (0.2126, 0.7152, 0.0722)
    values = []
    for row in range(3):
        values += [(1 - opacity) * ((1 - saturation) * part + (saturation if row == column else 0))
                   for column, part in enumerate(luminance)]
        values += [0, opacity * panel["tint"][row] / 255]
    values += [0, 0, 0, 1, 0]
    return ('<svg width="0" height="0" style="position: absolute">'
            '<filter id="glass" color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1">'
            f'<feColorMatrix values="{" ".join(map(str, values))}"/></filter></svg>')


def paywall(case):
    """Two copies of the text: the upper one has whole lines only, the lower one the others, blurred."""
    text, values = case["text"], case["paywall"]
    edge = visible_height(case)
    style = {
        "left": f"{LEFT}px", "top": f"{TOP}px", "white_space": "pre", "color": text["color"],
        "font": f"{text['size']}px/{LINE_HEIGHT} '{text['font']}'",
    }
    words = escape(text["string"])
    lower = box("div", "", words, **style, clip_path=f"inset({edge}px -99px -99px -99px)")
    upper = box("div", "", words, **style,
                clip_path=f"inset(-99px -99px calc(100% - {edge}px) -99px)")
    blurred = box("div", "", lower, left="0", top="0", width="100%", height="100%",
                  filter=f"blur({values['sigma']}px)")
    return [blurred, upper]


def visible_height(case):
    """The height of the lines that stay sharp, px."""
    return round(case["paywall"]["visibleLines"] * case["text"]["size"] * LINE_HEIGHT, 3)


def box(tag, attributes, content="", **style):
    rules = "; ".join(f"{name.replace('_', '-')}: {value}"
                      for name, value in {"position": "absolute", **style}.items())
    return f'<{tag} {attributes} style="{escape(rules)}">' + (
        "" if tag == "img" else f"{content}</{tag}>")


def color(parts, opacity):
    red, green, blue = parts
    return f"rgba({red}, {green}, {blue}, {opacity})"
