"""From exec to file."""

import statistics
import subprocess
import time

from report.report import table
from story import magick, scene
from story.chromium import cold as chromium


def cold(run):
    """The story by programs that are started for it."""
    report = run.report
    report.begin("From exec to file, cold")
    path = run.photo().resolve()
    (run.folder / "photo.jpg").write_bytes(path.read_bytes())
    (run.folder / "cold.json").write_text(scene.job("photo.jpg"))

    def ours():
        start = time.perf_counter()
        subprocess.run([run.programs.scrim, "render", "cold.json", "-o", "cold.jpg"],
                       cwd=run.folder, check=True, stdout=subprocess.DEVNULL)
        return (time.perf_counter() - start) * 1e3

    def theirs():
        start = time.perf_counter()
        (run.folder / "cold-magick.jpg").write_bytes(magick.render(path))
        return (time.perf_counter() - start) * 1e3

    calls = {"`scrim render`": ours, "ImageMagick": theirs,
             "Chromium, headless shell": lambda: chromium(path, run.folder / "chromium")}
    spent = {name: [] for name in calls}
    for turn in run.turns(0.1):
        for name, call in calls.items():
            milliseconds = call()
            if turn >= 0:
                spent[name].append(milliseconds)
    middle = {name: statistics.median(values) for name, values in spent.items()}
    first = middle["`scrim render`"]
    report.say(table(["", "ms by the clock", "times ours"],
                     [(name, f"{value:.0f}", f"{value / first:.1f}")
                      for name, value in middle.items()]))
    report.repetitions(len(spent["Chromium, headless shell"]))
    report.gate("`scrim render` of the story, from exec to file, beside a cold headless shell",
                middle["Chromium, headless shell"] / first, 15, 30, by_clock=True)
