"""Balances 200 headlines in six scripts with Scrim and with Chromium, and compares where lines break.

At least 95 % must break alike. Each other one is printed with both breaks, how ragged they are (the difference between
the widest and the narrowest line, as a share of the widest), and the reason: Chromium looks for the narrowest box with as
many lines, in steps, and fills its lines from the first; Scrim has the least sum of the squared widths.

    headlines.py --scrim .build/release/scrim --out .build/oracle [--headlines 200]
"""

import argparse
import html
import json
import pathlib
import random
import re
import subprocess
import sys

from chromium import document

LEAST = 0.95
SCRIPTS = {
    "en": ("Noto Sans", "the lake is loudest when nobody looks at it and evenings without a plan begin with ferries "
                        "that come too late for a county council which counts passengers every incomprehensible spring"),
    "ru": ("Noto Sans", "самый тихий вечер на озере начинается без плана когда последний паром уходит слишком поздно и "
                        "никто не считает пассажиров которых не было весной"),
    "el": ("Noto Sans", "η λίμνη ακούγεται όταν κανείς δεν κοιτάζει και τα βράδια χωρίς σχέδιο αρχίζουν με πλοία που "
                        "έρχονται πολύ αργά για τους επιβάτες της άνοιξης"),
    "ar": ("Noto Sans Arabic", "البحيرة هادئة حين لا ينظر إليها أحد والمساء بلا خطة يبدأ بعبارة تأتي متأخرة جدا "
                               "عن ركاب الربيع في المدينة القديمة"),
    "hi": ("Noto Sans Devanagari", "झील सबसे शांत होती है जब कोई नहीं देखता और बिना योजना की शामें देर से आने वाली नावों से "
                                   "शुरू होती हैं जिनके यात्री वसंत में गिने जाते हैं"),
    "ja": ("Noto Sans CJK JP", "湖は 誰も見ていない 夜に いちばん 静かで 計画のない 夕べは 遅れてくる 船と ともに 始まり 春の 乗客を 数える 町の "
                               "議会は 手紙を 二度 読んだ"),
}
MEASURE = """
addEventListener("load", () => {
  const all = {};
  for (const node of document.querySelectorAll("[id]")) {
    const text = node.firstChild;
    const lines = [];
    let top;
    for (let i = 0; i < text.length; i++) {
      const range = document.createRange();
      range.setStart(text, i);
      range.setEnd(text, i + 1);
      const box = range.getClientRects()[0];
      if (!box || box.width === 0 && /\\s/.test(text.data[i])) {
        if (lines.length) lines[lines.length - 1] += text.data[i];
        continue;
      }
      if (top === undefined || box.top - top > 20) { lines.push(""); top = box.top; }
      lines[lines.length - 1] += text.data[i];
    }
    all[node.id] = lines;
  }
  const shown = document.createElement("script");
  shown.type = "application/json";
  shown.id = "found";
  shown.textContent = JSON.stringify(all);
  document.body.append(shown);
});
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--headlines", type=int, default=200)
    options = parser.parse_args()
    folder = options.out / "headlines"
    folder.mkdir(parents=True, exist_ok=True)
    headlines = [headline(index) for index in range(options.headlines)]
    expected = in_chromium(headlines, folder)
    actual = in_scrim(headlines, folder, options.scrim)
    differing = []
    for index, one in enumerate(headlines):
        wanted = [line.strip() for line in expected[f"h{index}"]]
        got = [line.strip() for line in actual[f"h{index}"]]
        if wanted != got:
            differing.append((one, wanted, got))
    for (one, wanted, got), (theirs, ours) in zip(differing, widths(differing, folder, options.scrim)):
        print(f"{one['language']}: Chromium {' | '.join(wanted)} ({ragged(theirs)})\n"
              f"    Scrim    {' | '.join(got)} ({ragged(ours)})\n    {reason(theirs, ours)}")
    share = 1 - len(differing) / len(headlines)
    print(f"headlines: {share:.1%} of {len(headlines)} break as in Chromium")
    if share < LEAST:
        sys.exit(1)


def headline(index):
    dice = random.Random(f"headline {index}")
    language = list(SCRIPTS)[index % len(SCRIPTS)]
    font, words = SCRIPTS[language]
    words = words.split()
    start = dice.randrange(len(words))
    some = (words * 2)[start:start + dice.randint(4, 12)]
    string = ("" if language == "ja" else " ").join(some)
    return {"language": language, "font": font, "string": string, "size": dice.choice([28, 36, 44]),
            "width": dice.randint(320, 640)}


def in_chromium(headlines, folder):
    nodes = "".join(
        f'<div id="h{index}" lang="{one["language"]}" dir="auto" style="font: {one["size"]}px/1.4 \'{one["font"]}\'; '
        f'width: {one["width"]}px; text-wrap: balance; line-break: strict; text-spacing-trim: space-all">'
        f"{html.escape(one['string'])}</div>" for index, one in enumerate(headlines))
    page = folder / "headlines.html"
    page.write_text('<!doctype html><meta charset="utf-8"><style>body {margin: 0; text-rendering: geometricPrecision}'
                    f"</style><body>{nodes}<script>{MEASURE}</script>")
    found = re.search(r'id="found">(.*?)</script>', document(page, (1000, 1000)), re.S)
    return json.loads(html.unescape(found.group(1)))


def in_scrim(headlines, folder, scrim):
    path = folder / "headlines.json"
    path.write_text(json.dumps({"scrim": 1, "canvas": {"width": 1000, "height": 1000}, "layers": [
        {"id": f"h{index}", "frame": {"width": one["width"]},
         "text": {"string": one["string"], "font": one["font"], "size": one["size"], "lineHeight": 1.4,
                  "language": one["language"], "textWrap": "balance", "overflow": "visible"}}
        for index, one in enumerate(headlines)]}))
    done = subprocess.run([scrim, "measure", str(path), "--json"], capture_output=True, text=True, check=True)
    lines = {}
    for layer, one in zip(json.loads(done.stdout)["layers"], headlines):
        text = one["string"].encode()
        lines[layer["id"]] = [text[line["range"][0]:line["range"][1]].decode() for line in layer["text"]["lines"]]
    return lines


def widths(differing, folder, scrim):
    """The widths of the lines of both, px, as Scrim sets each line by itself."""
    layers = [{"id": f"l{index}-{side}-{line}", "frame": {"width": "max-content"},
               "text": {"string": string, "font": one["font"], "size": one["size"], "language": one["language"],
                        "wrap": "none", "overflow": "visible"}}
              for index, (one, *sides) in enumerate(differing)
              for side, lines in enumerate(sides) for line, string in enumerate(lines)]
    found = {}
    for start in range(0, len(layers), 200):
        path = folder / "lines.json"
        path.write_text(json.dumps({"scrim": 1, "canvas": {"width": 1000, "height": 1000},
                                    "layers": layers[start:start + 200]}))
        done = subprocess.run([scrim, "measure", str(path), "--json"], capture_output=True, text=True, check=True)
        found |= {layer["id"]: layer["frame"][2] for layer in json.loads(done.stdout)["layers"]}
    return [[[found[f"l{index}-{side}-{line}"] for line in range(len(lines))] for side, lines in enumerate(sides)]
            for index, (_, *sides) in enumerate(differing)]


def ragged(lines):
    return f"{(max(lines) - min(lines)) / max(lines):.1%}"


def reason(theirs, ours):
    less = 1 - sum(width ** 2 for width in ours) / sum(width ** 2 for width in theirs)
    narrower = max(theirs) - max(ours)
    if abs(less) < 1e-4:
        return "as well balanced: Chromium fills the first lines"
    if narrower > -0.1:
        return f"squares {less:.2%} less, widest line {max(narrower, 0):.1f} px narrower: Chromium's steps end before that"
    return f"squares {less:.2%} less; Chromium's widest line is {-narrower:.1f} px narrower, which is what it looks for"


if __name__ == "__main__":
    main()
