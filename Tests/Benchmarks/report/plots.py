"""Plots as SVG, readable on light and on dark; what is written in them is text."""

from xml.sax.saxutils import escape

STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600; font-size: 15px }
  .note { fill: #59636e; font-size: 12px }
  .other { fill: #8c959f }
  .ours { fill: #0969da }
  .mark { stroke: #bc4c00; stroke-width: 1.5; stroke-dasharray: 4 3; fill: none }
  .marked { fill: #bc4c00; font-size: 12px }
  .axis { stroke: #d1d9e0; stroke-width: 1; fill: none }
  .line { stroke: #0969da; stroke-width: 2; fill: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .note { fill: #9198a1 } .other { fill: #6e7681 }
    .ours { fill: #4493f8 } .line { stroke: #4493f8 } .axis { stroke: #3d444d }
    .mark { stroke: #f0883e } .marked { fill: #f0883e }
  }
"""
WIDTH, LEFT, RIGHT, TOP, ROW = 760, 210, 130, 58, 26


def drawing(height, title, note, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
            f'height="{height}" role="img">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n'
            f'<text class="title" x="12" y="22">{escape(title)}</text>\n'
            f'<text class="note" x="12" y="41">{escape(note)}</text>\n' + "\n".join(parts) + "\n</svg>\n")


def bars(title, note, rows, marks=()):
    """A bar each: name, value, what is written at its end, whether it is ours.

    A mark is a value and its name: a line across all bars; then what is written stands beyond all of them.
    """
    most = max([value for _, value, _, _ in rows] + [value for value, _ in marks] + [1e-9])
    # (A letter of 13 px is about 7 px wide.)
    left = max([LEFT] + [20 + 7 * len(name) for name, *_ in rows])
    room, parts = WIDTH - left - RIGHT, []
    for index, (name, value, words, ours) in enumerate(rows):
        y = TOP + index * ROW
        length = max(1, value / most * room)
        end = room if marks else length
        parts += [f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>',
                  f'<rect class="{"ours" if ours else "other"}" x="{left}" y="{y + 1}" '
                  f'width="{length:.1f}" height="{ROW - 8}" rx="2"/>',
                  f'<text x="{left + end + 6:.1f}" y="{y + 14}">{escape(words)}</text>']
    bottom = TOP + len(rows) * ROW
    for index, (value, name) in enumerate(marks):
        x = left + value / most * room
        parts += [f'<path class="mark" d="M{x:.1f} {TOP - 4}V{bottom + 4}"/>',
                  f'<text class="marked" x="{x:.1f}" y="{bottom + 18 + index * 15}" '
                  f'text-anchor="middle">{escape(name)}</text>']
    return drawing(bottom + 12 + 15 * len(marks), title, note, parts)


def shares(title, note, values, marks, unit):
    """How large a share of sorted values is at most so much: a curve, with marks on its axis."""
    height, left, room = 300, 60, WIDTH - 60 - 40
    bottom, tall = height - 46, height - 46 - TOP
    most = max(values[-1], *[value for value, _ in marks]) * 1.05

    def x(value):
        return left + value / most * room

    parts = [f'<path class="axis" d="M{left} {TOP}V{bottom}H{left + room}"/>']
    for share in (0.5, 0.99):
        y = bottom - share * tall
        parts += [f'<path class="axis" d="M{left} {y:.1f}H{left + room}"/>',
                  f'<text class="note" x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>']
    points = " ".join(f"{x(value):.1f},{bottom - (index + 1) / len(values) * tall:.1f}"
                      for index, value in enumerate(values))
    parts.append(f'<polyline class="line" points="{x(0):.1f},{bottom} {points}"/>')
    for value, name in marks:
        parts += [f'<path class="mark" d="M{x(value):.1f} {TOP}V{bottom}"/>',
                  f'<text class="marked" x="{x(value):.1f}" y="{bottom + 16}" '
                  f'text-anchor="middle">{escape(name)}</text>']
    parts += [f'<text class="note" x="{left}" y="{bottom + 34}">0 {unit}</text>',
              f'<text class="note" x="{left + room}" y="{bottom + 34}" text-anchor="end">'
              f'{most:.0f} {unit}</text>']
    return drawing(height, title, note, parts)
