"""The story in a warm worker: with nothing cached, and with other words over the same photo and panel."""

import statistics

from parts.run import own_milliseconds
from report import plots
from report.times import Times
from story import libraries, magick, scene
from story.chromium import HeadlessShell
from story.worker import Worker

SHELL = "Chromium, headless shell"
HEAD = ["", "ms on a processor", "times ours", "ms by the clock", "times ours"]


def plot(run, name, title, times):
    rows = [(peer, times.spent(peer), f"{times.spent(peer):.1f} ms", peer == "Scrim")
            for peer in times.processor]
    run.report.plot(name, plots.bars(title, "Milliseconds of a processor for one picture; less is better",
                                     rows), title)


def story(run):
    """The story, nothing cached."""
    report = run.report
    report.begin("The story, warm, nothing cached")
    peers = {"Pillow": libraries.pillow(), "skia-python": libraries.by_skia(),
             "libvips": libraries.vips()}
    chromium, worker = HeadlessShell(run.folder / "chromium"), Worker(run.programs, cache=0)
    job, path, times, faults, pictures = scene.job("photo.jpg"), run.photo(), Times(), [], {}
    for turn in run.turns(0.2, before=2):
        counts = turn >= 0
        before = worker.page_faults()
        pictures["Scrim"] = times.measure(
            "Scrim", worker.processor_milliseconds,
            lambda: worker.render(job, {"photo.jpg": path})[0], counts)
        if counts:
            faults.append(worker.page_faults() - before)
        for name, render in peers.items():
            pictures[name] = times.measure(name, own_milliseconds, lambda: render(path), counts)
        pictures["ImageMagick"] = times.measure(
            "ImageMagick, a process each", magick.processor_milliseconds,
            lambda: magick.render(path), counts)
        pictures[SHELL] = times.measure(
            SHELL, chromium.processor_milliseconds, lambda: chromium.render(path), counts)
    report.table(HEAD, times.rows("Scrim"))
    report.repetitions(times.count())
    plot(run, "story", "The story, warm, nothing cached", times)
    libraries.require_same(pictures)
    for name, picture in pictures.items():
        (run.folder / f"story-{name}.jpg").write_bytes(picture)
    report.say(apart(pictures))
    report.gate("story, nothing cached, beside a warm headless shell",
                ratio(times, report.quiet), 7, 10)
    report.gate("the same beside skia-python", times.on_processor("skia-python", "Scrim"), 6, 9)
    report.gate("the same beside Pillow", times.on_processor("Pillow", "Scrim"), 2.5, 4)
    report.gate("memory of a worker at the story", worker.memory(), 60, 40, "MB", most=True)
    report.gate("page faults a story in steady state", statistics.median(faults), 200, 0, "faults",
                most=True)
    report.say(f"Memory: worker {worker.memory():.0f} MB, Chromium {chromium.memory():.0f} MB. "
               f"A worker was ready {worker.milliseconds_to_start:.0f} ms after its start.")
    chromium.close()
    worker.close()


def apart(pictures):
    """How far from Chromium's picture each is."""
    each = ", ".join(f"{name} {libraries.distance(picture, pictures[SHELL]):.2f}"
                     for name, picture in pictures.items() if name != SHELL)
    return f"Mean distance from Chromium's picture, of 255: {each}."


def ratio(times, quiet):
    """The smaller of two: CPU time, and the wall clock's if other processes leave the CPUs alone."""
    ratios = [times.on_processor(SHELL, "Scrim")]
    if quiet:
        ratios.append(times.by_clock(SHELL, "Scrim"))
    return min(ratios)


def words(run):
    """The same photo and panel, other words."""
    report = run.report
    report.begin("The same photo and panel, other words")
    chromium, worker = HeadlessShell(run.folder / "chromium"), Worker(run.programs)
    path, times = run.photo(), Times()
    for turn in run.turns(0.08, before=3):
        said = (f"Story number {turn + 4}", f"of {run.repetitions + 3} in a row")
        job = scene.job("photo.jpg", said)
        pictures = {"Scrim": times.measure(
            "Scrim", worker.processor_milliseconds,
            lambda: worker.render(job, {"photo.jpg": path})[0], turn >= 0)}
        pictures[SHELL] = times.measure(
            SHELL, chromium.processor_milliseconds, lambda: chromium.render(path, said), turn >= 0)
        libraries.require_same(pictures)
    report.table(HEAD, times.rows("Scrim"))
    report.repetitions(times.count())
    job = scene.job("photo.jpg", ("The words", "of the last one"))
    _, answer = worker.render(job, {"photo.jpg": path}, traced=True)
    found = answer["cache"]
    report.say(f"Of the last job {found['layerHits']} of 3 layers were found. "
               f"Memory: {worker.memory():.0f} MB.")
    report.gate("story, same photo and panel, other words, beside a warm headless shell",
                ratio(times, report.quiet), 20, 50)
    chromium.close()
    worker.close()
