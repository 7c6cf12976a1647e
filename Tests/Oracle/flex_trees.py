"""Flex trees: random ones, each as a job's layers and as HTML."""

import base64
import html
import random
import struct
import zlib

FONT = "DejaVu Sans"
SIZE = 16
LINE = 1.25
# A container, as large as the canvas, for each tree.
SIDE = 1000
WORDS = ("Scrim lays out the boxes of a group as browsers do and a longer incomprehensibility follows "
         "with small words in between to wrap at many places").split()
IMAGES = [(40, 30), (120, 60), (24, 80), (200, 200)]
CSS = {
    "justifyContent": "justify-content", "alignItems": "align-items", "alignContent": "align-content",
    "alignSelf": "align-self", "flexGrow": "flex-grow", "flexShrink": "flex-shrink", "flexBasis": "flex-basis",
    "minWidth": "min-width", "maxWidth": "max-width", "minHeight": "min-height", "maxHeight": "max-height",
    "aspectRatio": "aspect-ratio", "wrap": "flex-wrap", "direction": "flex-direction",
    "textDirection": "direction", "width": "width", "height": "height",
}
FLEX = ["direction", "wrap", "gap", "justifyContent", "alignItems", "alignContent", "textDirection"]
FRAME = ["x", "y", "right", "bottom", "width", "height", "minWidth", "maxWidth", "minHeight", "maxHeight",
         "aspectRatio"]
POSITION = ["x", "y", "right", "bottom"]
ITEM = ["flexGrow", "flexShrink", "flexBasis", "alignSelf", "margin", "padding"]


def maybe(dice, share, value):
    return value() if dice.random() < share else None


def length(dice, least, most, percent=0.2):
    if dice.random() < percent:
        return f"{dice.choice([10, 25, 33.3, 50, 75, 100])}%"
    return round(dice.uniform(least, most), dice.choice([0, 0, 1, 2]))


def sides(dice, least, most):
    one = lambda: round(dice.uniform(least, most), dice.choice([0, 0, 1]))  # noqa: E731
    return dice.choice([one, lambda: [one(), one()], lambda: [one(), one(), one(), one()]])()


def tree(dice, depth=0, parent=None):
    """A node with its style, in the names of jobs."""
    kinds = ["text", "image", "box"] if depth == 4 else ["group", "group", "text", "text", "image", "box"]
    kind = "group" if depth == 0 else dice.choice(kinds)
    style = {}

    def set_(key, share, value):
        found = maybe(dice, share, value)
        if found is not None:
            style[key] = found

    if kind == "group":
        set_("direction", 0.6, lambda: dice.choice(["row", "column", "column", "row-reverse", "column-reverse"]))
        set_("wrap", 0.45, lambda: dice.choice(["nowrap", "wrap", "wrap", "wrap-reverse"]))
        set_("gap", 0.5, lambda: dice.choice(
            [length(dice, 0, 24, 0.1), [length(dice, 0, 20, 0.1), length(dice, 0, 20, 0.1)]]))
        set_("justifyContent", 0.5, lambda: dice.choice(
            ["start", "center", "end", "space-between", "space-around", "space-evenly"]))
        set_("alignItems", 0.5, lambda: dice.choice(["stretch", "start", "center", "end", "baseline"]))
        set_("alignContent", 0.4, lambda: dice.choice(
            ["stretch", "start", "center", "end", "space-between", "space-around", "space-evenly"]))
        set_("textDirection", 0.15, lambda: dice.choice(["rtl", "ltr"]))
        set_("hides", 0.12, lambda: True)
    if depth == 0:
        set_("width", 1, lambda: dice.choice([length(dice, 120, 700, 0), length(dice, 120, 700, 0), "fit-content"]))
        set_("height", 1, lambda: dice.choice([length(dice, 80, 500, 0), "fit-content", "fit-content"]))
        set_("padding", 0.4, lambda: sides(dice, 0, 30))
        set_("maxWidth", 0.15, lambda: length(dice, 150, 500, 0))
        set_("minHeight", 0.15, lambda: length(dice, 60, 300, 0))
        set_("maxHeight", 0.15, lambda: length(dice, 60, 300, 0))
    else:
        sized = 0.9 if kind == "box" else 0.3
        set_("width", sized, lambda: length(dice, 10, 220))
        set_("height", sized, lambda: length(dice, 10, 160))
        if kind == "group":
            set_("width", 0.08, lambda: dice.choice(["min-content", "max-content", "fit-content"]))
        set_("minWidth", 0.15, lambda: length(dice, 10, 150))
        set_("maxWidth", 0.15, lambda: length(dice, 30, 200))
        set_("minHeight", 0.15, lambda: length(dice, 10, 100))
        set_("maxHeight", 0.15, lambda: length(dice, 30, 150))
        set_("aspectRatio", 0.5 if kind == "image" else 0.12, lambda: dice.choice([0.5, 1, 1.5, 2, 3]))
        set_("padding", 0.25, lambda: sides(dice, 0, 20))
        set_("margin", 0.3, lambda: dice.choice(
            [sides(dice, -6, 20), "auto", [0, "auto"], ["auto", 0, 4, 0], [3, 0, 3, "auto"], f"{dice.choice([2, 5])}%"]))
        set_("flexGrow", 0.4, lambda: dice.choice([0, 0.3, 0.5, 1, 1, 2, 3]))
        set_("flexShrink", 0.35, lambda: dice.choice([0, 0, 0.4, 1, 2, 3]))
        set_("flexBasis", 0.3, lambda: dice.choice(["auto", 0, length(dice, 10, 250), length(dice, 10, 250)]))
        set_("alignSelf", 0.25, lambda: dice.choice(["stretch", "start", "center", "end", "baseline"]))
        if dice.random() < 0.04:
            style = {key: value for key, value in style.items() if key not in (*ITEM[:5], "margin")}
            style |= {"x": length(dice, -20, 100), "y": length(dice, -20, 100), "width": length(dice, 20, 100),
                      "height": length(dice, 20, 100)}
    node = {"kind": kind, "style": style}
    if kind == "text":
        start = dice.randrange(len(WORDS))
        node["string"] = " ".join((WORDS * 2)[start:start + dice.choice([1, 1, 2, 3, 5, 9])])
    elif kind == "image":
        node["image"] = dice.choice(IMAGES)
    elif kind == "group":
        count = dice.choice([1, 2, 2, 3, 3, 4, 5] if depth < 3 else [1, 1, 2, 3])
        node["children"] = [tree(dice, depth + 1, style) for _ in range(count)]
    return node


def random_tree(seed):
    made = tree(random.Random(f"flex {seed}"))
    dice = random.Random(f"flex padding {seed}")
    for child in made["children"]:
        with_percentages(child, dice)
    return made


def with_percentages(node, dice):
    """Some paddings in percent, of the width of the containing box."""
    if "padding" in node["style"] and dice.random() < 0.2:
        node["style"]["padding"] = f"{dice.choice([2, 5])}%"
    for child in node.get("children", []):
        with_percentages(child, dice)


def number(node, names=None):
    """Gives every node a name, in document order; returns their number."""
    names = [] if names is None else names
    node["id"] = f"n{len(names)}"
    names.append(node["id"])
    for child in node.get("children", []):
        number(child, names)
    return len(names)


# As a job.


def layer(node, prefix):
    style = node["style"]
    made = {"id": f"{prefix}-{node['id']}"}
    frame = {key: style[key] for key in FRAME if key in style}
    if frame:
        made["frame"] = frame
    made |= {key: style[key] for key in ITEM if key in style}
    if node["kind"] == "group":
        made["flex"] = {key: style[key] for key in FLEX if key in style}
        made["layers"] = [layer(child, prefix) for child in node["children"]]
        if "hides" in style:
            made["cornerRadius"] = 1
    elif node["kind"] == "text":
        made["text"] = {"string": node["string"], "font": FONT, "size": SIZE, "lineHeight": LINE,
                        "overflow": "visible"}
    elif node["kind"] == "image":
        made["image"] = {"source": image_name(node["image"])}
    else:
        made["fill"] = "#eee"
    return made


def job(trees):
    """One job of many trees, each from the canvas's corner."""
    layers = []
    for prefix, node in trees:
        root = layer(node, prefix)
        root.setdefault("frame", {}).update({"x": 0, "y": 0})
        layers.append(root)
    return {"scrim": 1, "canvas": {"width": SIDE, "height": SIDE}, "layers": layers}


def image_name(size):
    return f"{size[0]}x{size[1]}.png"


def png(size):
    """A PNG of one colour."""
    width, height = size

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = b"".join(b"\0" + b"\x99" * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


# As HTML.


def css(value, unit="px"):
    if isinstance(value, list):
        return " ".join(css(part) for part in value)
    return value if isinstance(value, str) else f"{value}{unit}"


def element(node, prefix, is_root=False):
    style = node["style"]
    rules = {}
    for key, value in style.items():
        if key in ("hides", *POSITION):
            continue
        name = CSS.get(key, key)
        rules[name] = css(value, "" if key in ("flexGrow", "flexShrink", "aspectRatio") else "px")
    is_placed = any(key in style for key in POSITION)
    if is_root:
        rules |= {"position": "absolute", "left": "0", "top": "0"}
    elif is_placed:
        rules["position"] = "absolute"
        sides = zip(POSITION, ("left", "top", "right", "bottom"))
        rules |= {side: css(style[key]) for key, side in sides if key in style}
    if is_placed and "aspectRatio" in style:
        # Chromium has an automatic minimum here also where both sides are given; css-sizing-4 has none.
        rules = {"min-width": "0", "min-height": "0"} | rules
    if "hides" in style:
        rules["overflow"] = "hidden"
    if node["kind"] == "group":
        rules["display"] = "flex"
        if not is_placed and not is_root:
            rules["position"] = "relative"
    text = "; ".join(f"{name}: {value}" for name, value in rules.items())
    start = f'id="{prefix}-{node["id"]}" style="{html.escape(text)}"'
    if node["kind"] == "image":
        data = base64.b64encode(png(node["image"])).decode()
        return f'<img {start} src="data:image/png;base64,{data}">'
    inside = html.escape(node["string"]) if node["kind"] == "text" else "".join(
        element(child, prefix) for child in node.get("children", []))
    return f"<div {start}>{inside}</div>"


MEASURE = """
addEventListener("load", () => {
  const found = {};
  for (const place of document.querySelectorAll("section")) {
    const origin = place.getBoundingClientRect();
    for (const node of place.querySelectorAll("[id]")) {
      const box = node.getBoundingClientRect();
      found[node.id] = [box.x - origin.x, box.y - origin.y, box.width, box.height];
    }
  }
  const shown = document.createElement("script");
  shown.type = "application/json";
  shown.id = "frames";
  shown.textContent = JSON.stringify(found);
  document.body.replaceChildren(shown);
});
"""


def page(trees):
    """One page of many trees, one below the other."""
    places = "".join(
        f'<section style="top: {index * SIDE}px">{element(node, prefix, is_root=True)}</section>'
        for index, (prefix, node) in enumerate(trees))
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><style>* {{ box-sizing: border-box }} '
            f"body {{ margin: 0; font: {SIZE}px/{LINE} '{FONT}'; text-rendering: geometricPrecision }} "
            f"section {{ position: absolute; left: 0; width: {SIDE}px; height: {SIDE}px }}</style>"
            f"<body>{places}<script>{MEASURE}</script>")
