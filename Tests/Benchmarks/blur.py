"""Measures the two builds of Scrim's blur turn by turn in one run, and how exact it is.

    blur.py --fast SCRIM-BENCH --baseline SCRIM-BENCH [--repetitions 15] [--only SIGMA] [--folder FOLDER]

Prints Markdown: for each work the milliseconds on a processor (medians), and how exact the result is
against a Gaussian in float64. Where a gate is missed it says "falls short". No test looks at these
numbers. Other programs are compared by whole jobs.
"""

import statistics

import numpy

import driven
from blur_pictures import gaussian, noise, photo, stripes


class Bench(driven.Bench):
    def __init__(self, program):
        super().__init__(program, "blur")

    def time(self, kind, sigma, region, kernel="gaussian"):
        return float(self.ask(f"time {kind} {sigma} {kernel} {' '.join(map(str, region))}"))

    def blurred(self, kind, sigma, region, folder, channels):
        path = folder / "blurred.raw"
        self.ask(f"write {kind} {sigma} gaussian {' '.join(map(str, region))} {path}")
        shape = (region[3], region[2], channels) if channels > 1 else (region[3], region[2])
        return numpy.fromfile(path, numpy.uint8).reshape(shape)


def exactness(bench, folder, sigma, size):
    """For each picture PSNR, greatest difference and the PSNR of the exact result when it is rounded
    to 8 bits, over a corner of up to 700 × 500."""
    width, height = size
    region = (0, 0, min(700, width), min(500, height))
    margin = int(6 * sigma) + 2
    report = {}
    for name, make in (("photo", photo), ("stripes", stripes), ("noise", noise)):
        pixels = make(width, height)
        bench.take("picture", pixels, folder)
        # Colours alone: alpha is 255 throughout, and right without any effort.
        blurred = bench.blurred("picture", sigma, region, folder, 4)[..., :3]
        part = pixels[:region[3] + margin, :region[2] + margin, :3]
        exact = gaussian(part, sigma)[:region[3], :region[2]]
        report[name] = (decibels(blurred - exact), numpy.abs(blurred - exact).max(),
                        decibels(numpy.rint(exact) - exact))
    return report


def decibels(difference):
    """PSNR."""
    return 10 * numpy.log10(255 ** 2 / numpy.mean(difference ** 2))


def measure(row, benches, folder, repetitions):
    """The medians of the builds."""
    width, height = row["size"]
    pixels = photo(width, height)
    for bench in benches:
        bench.take("picture", pixels, folder)
    times = [[bench.time("picture", row["sigma"], (0, 0, width, height)) for bench in benches]
             for _ in range(repetitions + 1)]
    # The first turn warms up.
    return [statistics.median(values) for values in zip(*times[1:])]


WORKS = [
    *({"size": (1080, 1920), "sigma": sigma, "exact": {"photo": 56, "noise": 56}}
      for sigma in (0.5, 1, 3, 5)),
    {"size": (1080, 1920), "sigma": 11, "exact": {"photo": 58}},
    *({"size": size, "sigma": sigma, "exact": {"photo": 58, "stripes": 48, "noise": 48}}
      for size, sigma in (((1080, 1920), 30), ((3840, 2160), 30), ((3840, 2160), 60))),
]


def compare_with_exact(arguments, fast, baseline):
    print("| picture | σ | Scrim, ms | baseline build |\n|---|---|---|---|")
    exact = []
    for row in WORKS:
        if arguments.only and row["sigma"] != arguments.only:
            continue
        ours, plain = measure(row, (fast, baseline), arguments.folder, arguments.repetitions)
        size = f"{row['size'][0]} × {row['size'][1]}"
        print(f"| {size} | {row['sigma']} | {ours:.2f} | {plain:.2f} ({plain / ours:.1f} ×) |", flush=True)
        exact.append((size, row, exactness(fast, arguments.folder, row["sigma"], row["size"])))
    print("\nExactness of the colours: PSNR (in brackets the best that 8 bits can have: the exact result, "
          "rounded), and the greatest difference of 255.\n")
    print("| picture | σ | photo | stripes | noise | |\n|---|---|---|---|---|---|")
    for size, row, report in exact:
        short = [f"{name} of {least} dB" + ("; so does perfect rounding" if report[name][2] < least
                                            else "")
                 for name, least in row["exact"].items() if report[name][0] < least]
        if row["sigma"] >= 30 and report["photo"][1] > 1.5:
            short.append("photo's greatest difference")
        cells = " | ".join(f"{reached:.2f} dB ({best:.2f}), {worst:.2f}"
                           for reached, worst, best in report.values())
        judged = "falls short: " + ", ".join(short) if short else "kept"
        print(f"| {size} | {row['sigma']} | {cells} | {judged} |")


def compare_with_ourselves(arguments, fast):
    width, height = 1080, 1920
    pixels = photo(width, height)
    fast.take("picture", pixels, arguments.folder)
    fast.take("mask", numpy.ascontiguousarray(pixels[..., 1]), arguments.folder)
    whole, part = (0, 0, width, height), (90, 760, 900, 400)

    def median(kind, sigma, region, kernel="gaussian"):
        return lambda: fast.time(kind, sigma, region, kernel)

    pairs = [(f"single channel, σ {sigma}", median("mask", sigma, whole),
              median("picture", sigma, whole), 1 / 2, "1/2 of four channels") for sigma in (5, 30)]
    reach = 3 * 30
    share = (part[2] + 2 * reach) * (part[3] + 2 * reach) / (width * height)
    pairs.append(("region 900 × 400, σ 30", median("picture", 30, part),
                  median("picture", 30, whole), 1.5 * share,
                  "1.5 × its share with a margin of 3 σ"))
    print("\n| work | ms | whole, four channels | of it | at most | |\n|---|---|---|---|---|---|")
    for name, one, other, most, words in pairs:
        ones, others = [], []
        for turn in range(-1, arguments.repetitions):
            first, second = one(), other()
            if turn >= 0:
                ones.append(first)
                others.append(second)
        first, second = statistics.median(ones), statistics.median(others)
        judged = "kept" if first / second <= most else "falls short"
        print(f"| {name} | {first:.2f} | {second:.2f} | {first / second:.2f} | {most:.2f} ({words}) "
              f"| {judged} |")
    boxes = [f"{statistics.median(median('picture', sigma, whole, 'box')() for _ in range(9)):.1f} ms"
             for sigma in (5, 30)]
    print(f"\nThe box kernel: {boxes[0]} at σ 5, {boxes[1]} at σ 30.")


def main():
    parser = driven.parser()
    parser.add_argument("--repetitions", type=int, default=15)
    parser.add_argument("--only", type=float)
    arguments = parser.parse_args()
    fast, baseline = Bench(arguments.fast), Bench(arguments.baseline)
    driven.print_machine()
    compare_with_exact(arguments, fast, baseline)
    compare_with_ourselves(arguments, fast)


if __name__ == "__main__":
    main()
