"""Measures how Scrim draws images larger and smaller, beside what Cairo would do, turn by turn in one run.

    resampling.py --fast SCRIM-BENCH --baseline SCRIM-BENCH [--repetitions 9] [--folder FOLDER]

Prints Markdown: for each work the milliseconds on a processor (medians, one thread each), how many
times as fast Scrim is, and how exact the result is: against its own kernel in float64, and how much
moiré a zone plate leaves. No test looks at these numbers.
"""

import statistics

import numpy

import driven
from blur_pictures import opaque, photo


class Bench(driven.Bench):
    def __init__(self, program):
        super().__init__(program, "resampling")

    def drawn(self, kind, size, folder):
        path = folder / "drawn.raw"
        self.ask(f"write {kind} {size[0]} {size[1]} {path}")
        return numpy.fromfile(path, numpy.uint8).reshape((size[1], size[0], 4))


def cubic(x, b):
    """Mitchell and Netravali's kernel with B + 2 C = 1."""
    x, c = numpy.abs(x), (1 - b) / 2
    near = ((12 - 9 * b - 6 * c) * x ** 3 + (12 * b + 6 * c - 18) * x ** 2 + 6 - 2 * b) / 6
    far = ((-b - 6 * c) * x ** 3 + (6 * b + 30 * c) * x ** 2 - (12 * b + 48 * c) * x
           + 8 * b + 24 * c) / 6
    return numpy.where(x < 1, near, numpy.where(x < 2, far, 0))


def along(pixels, size):
    """Resamples the first axis in float64."""
    count = pixels.shape[0]
    step = count / size
    width = max(1, step)
    result = numpy.empty((size,) + pixels.shape[1:])
    for place in range(size):
        middle = (place + 0.5) * step
        reached = numpy.arange(int(middle - 2 * width) - 2, int(middle + 2 * width) + 3)
        weights = cubic((reached + 0.5 - middle) / width, min(1, max(0, 1 / step - 1)) / 3)
        rows = pixels[numpy.clip(reached, 0, count - 1)].astype(numpy.float64)
        result[place] = numpy.tensordot(weights / weights.sum(), rows, 1)
    return result


def exact(pixels, size):
    wide = along(pixels[..., :3], size[1])
    return numpy.clip(along(wide.swapaxes(0, 1), size[0]).swapaxes(0, 1), 0, 255)


def ratio(difference):
    return 10 * numpy.log10(255 ** 2 / numpy.mean(difference ** 2))


def plate(size):
    """Circles of up to half a cycle a pixel at the sides."""
    place = numpy.arange(size) + 0.5 - size / 2
    square = place[:, None] ** 2 + place[None] ** 2
    level = 127.5 + 127.5 * numpy.cos(numpy.pi / size * square)
    return opaque(numpy.repeat(numpy.rint(level).astype(numpy.uint8)[..., None], 3, axis=2))


def moire(drawn, size):
    """What is left of what has more than 0.75 cycles a pixel: the root of its mean square."""
    small = drawn.shape[0]
    place = numpy.abs((numpy.arange(small) + 0.5) * size / small - size / 2)
    frequency = numpy.maximum(place[:, None], place[None]) / small
    return numpy.sqrt(numpy.mean((drawn[..., 1] - 127.5)[frequency > 0.75] ** 2))


def measure(pixels, size, fast, baseline, folder, repetitions):
    for bench in (fast, baseline):
        bench.take("take", pixels, folder)
    calls = {
        "Scrim": lambda: float(fast.ask(f"ours {size[0]} {size[1]}")),
        "baseline build": lambda: float(baseline.ask(f"ours {size[0]} {size[1]}")),
        "Cairo": lambda: float(fast.ask(f"cairo {size[0]} {size[1]}")),
    }
    times = {name: [] for name in calls}
    for turn in range(-1, repetitions):
        for name, call in calls.items():
            spent = call()
            if turn >= 0:
                times[name].append(spent)
    return {name: statistics.median(values) for name, values in times.items()}


WORKS = [((6000, 4000), (300, 200)), ((6000, 4000), (1500, 1000)), ((2000, 2000), (741, 741)),
         ((1200, 1200), (1080, 1080)), ((150, 150), (1200, 1200)), ((540, 960), (1080, 1920))]


def main():
    parser = driven.parser()
    parser.add_argument("--repetitions", type=int, default=9)
    arguments = parser.parse_args()
    fast, baseline = Bench(arguments.fast), Bench(arguments.baseline)
    driven.print_machine()
    names = ["baseline build", "Cairo"]
    print("| from | to | Scrim, ms | " + " | ".join(names) + " | Scrim, exact | Cairo, exact |")
    print("|---|---|---|" + "---|" * len(names) + "---|---|")
    for source, size in WORKS:
        pixels = photo(*source)
        times = measure(pixels, size, fast, baseline, arguments.folder, arguments.repetitions)
        others = " | ".join(
            f"{times[name]:.1f} ({times[name] / times['Scrim']:.1f} ×)" for name in names)
        wanted = exact(pixels, size)
        differences = [fast.drawn(kind, size, arguments.folder)[..., :3] - wanted
                       for kind in ("ours", "cairo")]
        exactness = " | ".join(f"{ratio(d):.1f} dB, {numpy.abs(d).max():.1f}" for d in differences)
        print(f"| {source[0]} × {source[1]} | {size[0]} × {size[1]} | {times['Scrim']:.1f} "
              f"| {others} | {exactness} |", flush=True)
    print("\nMoiré of a zone plate of 1200 × 1200, of 255:\n")
    print("| made smaller by | Scrim | Cairo |\n|---|---|---|")
    pixels = plate(1200)
    fast.take("take", pixels, arguments.folder)
    for factor in (2, 2.7, 5, 20):
        size = (round(1200 / factor),) * 2
        drawn = [fast.drawn(kind, size, arguments.folder) for kind in ("ours", "cairo")]
        print(f"| {factor} | " + " | ".join(f"{moire(d, 1200):.1f}" for d in drawn) + " |")


if __name__ == "__main__":
    main()
