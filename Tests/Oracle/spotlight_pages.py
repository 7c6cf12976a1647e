"""A case of spotlights.json as a job for Scrim and as a page for Chromium."""

# The effect's own defaults, as a page has to say them.
COLOR, OPACITY, RADIUS = (0, 0, 0), 0.6, 8


def job(case, size, scene):
    width, height = size
    targets = []
    for light in case["lights"]:
        x, y, light_width, light_height = light["at"]
        target = {key: value for key, value in light.items() if key != "at"}
        targets.append(
            {"at": {"x": x, "y": y, "width": light_width, "height": light_height}, **target})
    return {
        "scrim": 1,
        "canvas": {"width": width, "height": height},
        "layers": [
            {"image": {"source": scene.name}},
            # A clip-path is between pixels in Chromium, unlike boxes.
            {"snap": False,
             "effects": [{"effect": "spotlight", "targets": targets, **case.get("spotlight", {})}]},
        ],
    }


def page(case, size, scene):
    width, height = size
    overlay = soft(case, size) if feather(case) else sharp(case, size)
    return ('<!doctype html><meta charset="utf-8"><body style="margin: 0; overflow: hidden">'
            f'<div style="position: absolute; width: {width}px; height: {height}px; '
            f'overflow: hidden"><img src="{scene.name}" style="display: block">{overlay}'
            f'{rings(case, size)}</div>')


def feather(case):
    return case.get("spotlight", {}).get("feather", 0)


def outline(light, grown=0.0):
    """The light's shape as an SVG path."""
    x, y, width, height = light["at"]
    shape = light.get("shape", "rounded")
    if shape == "circle":
        side = max(width, height)
        x, y, width, height = x + (width - side) / 2, y + (height - side) / 2, side, side
    x, y, width, height = x - grown, y - grown, width + 2 * grown, height + 2 * grown
    if shape in ("circle", "ellipse"):
        a, b = width / 2, height / 2
        return (f"M{x} {y + b}A{a} {b} 0 0 1 {x + width} {y + b}"
                f"A{a} {b} 0 0 1 {x} {y + b}Z")
    radii = light.get("cornerRadius", RADIUS) if shape == "rounded" else 0
    if shape == "pill":
        radii = min(light["at"][2:]) / 2
    if not isinstance(radii, list):
        radii = [radii] * 4
    one, two, three, four = [radius + grown if radius else 0 for radius in radii]
    return (f"M{x + one} {y}H{x + width - two}A{two} {two} 0 0 1 {x + width} {y + two}"
            f"V{y + height - three}A{three} {three} 0 0 1 {x + width - three} {y + height}"
            f"H{x + four}A{four} {four} 0 0 1 {x} {y + height - four}"
            f"V{y + one}A{one} {one} 0 0 1 {x + one} {y}Z")


def sharp(case, size):
    """A veil that is clipped once for each light: what is left of it lies outside of them all."""
    width, height = size
    values = case.get("spotlight", {})
    style = f"position: absolute; left: 0; top: 0; width: {width}px; height: {height}px; "
    inner = f"background: {color(values)}; " + backdrop(values)
    # A clip of what is around a filter would take its backdrop from it: the filter has its own.
    content = ""
    for index, light in enumerate(case["lights"]):
        clip = f"clip-path: path(evenodd, '{around(size)}{outline(light)}'); "
        content = f'<div style="{style}{clip}{inner if index == 0 else ""}">{content}</div>'
    return content


def soft(case, size):
    """A veil under a mask: white, and on it the lights, black and blurred together."""
    width, height = size
    shapes = "".join(f'<path d="{outline(light)}"/>' for light in case["lights"])
    place = f'x="-{width}" y="-{height}" width="{3 * width}" height="{3 * height}"'
    # A filter of alpha alone; what it does to colours would not matter, since they are black.
    return (f'<svg width="{width}" height="{height}" style="position: absolute; left: 0; top: 0">'
            f'<filter id="soft" filterUnits="userSpaceOnUse" {place} '
            f'color-interpolation-filters="sRGB">'
            f'<feGaussianBlur stdDeviation="{feather(case)}"/></filter>'
            f'<mask id="lit" maskUnits="userSpaceOnUse" x="0" y="0" width="{width}" '
            f'height="{height}"><rect width="{width}" height="{height}" fill="#fff"/>'
            f'<g filter="url(#soft)">{shapes}</g></mask>'
            f'<rect width="{width}" height="{height}" mask="url(#lit)" '
            f'fill="{color(case["spotlight"])}"/></svg>')


def rings(case, size):
    width, height = size
    drawn = ""
    for light in case["lights"]:
        ring = light.get("ring")
        if ring:
            path = outline(light, ring["gap"] + ring["width"] / 2)
            drawn += (f'<path d="{path}" fill="none" stroke="{ring["color"]}" '
                      f'stroke-width="{ring["width"]}"/>')
    return (f'<svg width="{width}" height="{height}" '
            f'style="position: absolute; left: 0; top: 0">{drawn}</svg>' if drawn else "")


def backdrop(values):
    sigma, saturation = values.get("backdropSigma", 0), values.get("saturation", 1)
    filters = ([f"blur({sigma}px)"] if sigma else []) + (
        [f"saturate({saturation})"] if saturation != 1 else [])
    return f"backdrop-filter: {' '.join(filters)}; " if filters else ""


def around(size):
    width, height = size
    return f"M0 0H{width}V{height}H0Z"


def color(values):
    red, green, blue = COLOR
    return f"rgba({red}, {green}, {blue}, {values.get('opacity', OPACITY)})"
