"""How the time of a job grows with what is in it."""

import json
import statistics

from report import plots
from report.times import Times
from story import scene
from story.worker import Worker

WORDS = "The lake lies still at seven in the evening, and a boat comes home across it. "
PANEL = {"effect": "frosted-panel", "sigma": 30, "saturation": 1.8, "tint": "#fff",
         "tintOpacity": 0.3}
OUTLINE = [{"effect": "outline", "width": 6, "color": "#1e3a8a"}]


def job(layers, width=scene.WIDTH, height=scene.HEIGHT, scale=1):
    return json.dumps({
        "scrim": 1, "canvas": {"width": width, "height": height, "scale": scale},
        "layers": layers, "output": {"file": "scaling.jpg", "quality": scene.QUALITY}})


def ground():
    return {"fill": "#234"}


def photo():
    return {"image": {"source": "photo.jpg", "fit": "cover"}}


def panel(x=90, y=300, width=450, height=400):
    return {"frame": {"x": x, "y": y, "width": width, "height": height}, "cornerRadius": 24,
            "effects": [PANEL]}


def chips(count):
    """Small rounded shapes, each in another place."""
    return [{"frame": {"x": 20 + number % 10 * 105, "y": 20 + number // 10 * 80, "width": 96,
                       "height": 64}, "cornerRadius": 12, "fill": "#fff", "opacity": 0.8,
             "effects": [{"effect": "drop-shadow", "dx": 0, "dy": 2, "sigma": 4,
                          "opacity": 0.5}]} for number in range(count)]


def text(times, effects=()):
    """So many sentences, of 78 characters each."""
    return {"frame": {"x": 60, "y": 60, "width": 960},
            "text": {"string": (WORDS * times).strip(), "font": scene.FAMILY, "size": 24,
                     "color": "#fff"}, "effects": list(effects)}


def titles(count, x):
    return [{"frame": {"x": x, "y": 60 + 36 * number, "width": 900},
             "text": {"string": f"Number {number} of all", "font": scene.FAMILY, "size": 28,
                      "color": "#fff"}, "effects": OUTLINE} for number in range(count)]


def story(scale=1):
    document = json.loads(scene.job("photo.jpg"))
    document["canvas"]["scale"] = scale
    return json.dumps(document)


class Work:
    """What is compared: a job, one with more in it, and what is in both."""

    def __init__(self, name, base, more, rest, expected):
        self.name, self.base, self.more, self.rest = name, base, more, rest
        #: How many times as long what is more should take.
        self.expected = expected


#: What a job takes that draws hardly anything.
EMPTY = job([ground()])

WORKS = [
    Work("canvas × 4: the story at scale 2", story(), story(2), None, 4),
    Work("layers × 10: 10 and 100 small shapes with shadows", job([ground(), *chips(10)]),
         job([ground(), *chips(100)]), EMPTY, 10),
    Work("text × 10: 3 and 30 sentences", job([ground(), text(3)]), job([ground(), text(30)]),
         EMPTY, 10),
    Work("outlined text × 10", job([ground(), text(3, OUTLINE)]), job([ground(), text(30, OUTLINE)]),
         EMPTY, 10),
    Work("panel × 4: glass of 450 × 400 and 900 × 800", job([ground(), panel()]),
         job([ground(), panel(width=900, height=800)]), EMPTY, 4),
]

#: Invisible layers should cost nothing.
UNSEEN = 50

HIDDEN = [
    Work("glass outside the canvas", EMPTY,
         job([ground(), *[panel(x=2000 + number) for number in range(UNSEEN)]]), None, 0),
    Work("outlined titles outside the canvas", EMPTY, job([ground(), *titles(UNSEEN, 2000)]), None, 0),
    Work("glass wholly covered", EMPTY,
         job([*[panel(y=20 * number) for number in range(UNSEEN)], ground()]), None, 0),
    Work("photos wholly covered", EMPTY, job([*[photo()] * UNSEEN, ground()]), None, 0),
]


def scaling(run):
    """Each work beside its base, turn by turn."""
    report = run.report
    report.begin("How it grows")
    worker, times, source = Worker(run.programs, cache=0), Times(), {"photo.jpg": run.photo()}
    jobs = dict.fromkeys(text for work in WORKS + HIDDEN
                         for text in (work.base, work.more, work.rest) if text)
    drawn = {}
    for turn in run.turns(0.1, before=2):
        for text in jobs:
            _, answer = times.measure(
                text, worker.processor_milliseconds,
                lambda: worker.render(text, source if "photo.jpg" in text else {}), turn >= 0)
            # What all took but the ground, which is what takes longest.
            layers = answer["milliseconds"]["layers"]
            drawn.setdefault(text, []).append(sum(layers.values()) - max(layers.values()))
    worker.close()
    report.say("Milliseconds of a processor in a warm worker that keeps nothing. The last column but one is "
               "what was added, without what a job with nothing but a ground takes "
               f"({times.spent(EMPTY):.1f} ms).")
    rows, bars = [], []
    for work in WORKS:
        rest = times.spent(work.rest) if work.rest else 0
        base, more = times.spent(work.base), times.spent(work.more)
        share = (more - rest) / (base - rest)
        rows.append((work.name, f"{base:.1f}", f"{more:.1f}", f"{more / base:.2f}", f"{share:.2f}",
                     f"at most {work.expected}"))
        bars.append((work.name.split(":")[0], share / work.expected,
                     f"× {share:.2f} (at most {work.expected})", True))
    report.table(["", "base, ms", "more, ms", "ratio", "ratio of what was added", "expected"], rows)
    report.repetitions(times.count())
    report.plot("scaling", plots.bars(
        "How it grows", "Growth as a share of that of what is in the job; more than 1 would be more than "
        "in proportion", bars, [(1, "in proportion")]), "How the time grows with what is in a job")
    unseen(report, times, drawn)


def unseen(report, times, drawn):
    """The cost of invisible layers: all of it, and their drawing alone."""
    rows, worst = [], 0
    for work in HIDDEN:
        pairs = zip(times.processor[work.more], times.processor[work.base])
        whole = statistics.median(more - base for more, base in pairs) / UNSEEN
        drawing = statistics.median(drawn[work.more]) / UNSEEN
        worst = max(worst, drawing)
        rows.append((f"{UNSEEN} × {work.name}", f"{times.spent(work.base):.2f}",
                     f"{times.spent(work.more):.2f}",
                     f"{times.spent(work.more) / times.spent(work.base):.2f}", f"{whole * 1e3:.0f} µs",
                     f"{drawing * 1e3:.1f} µs"))
    report.table(["unseen layers", "without, ms", "with, ms", "ratio", "each, all in all (expected: 0)",
                  "of it drawing (expected: 0)"], rows)
    report.say("What is not drawing is reading the job, making the effects, laying out text, since reports "
               "tell where it stands, and reading the files that are named.")
    report.gate("drawing of a layer that nobody can see, the dearest kind",
                round(worst * 1e3), 0, 0, "µs", most=True)
