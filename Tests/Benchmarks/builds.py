"""Blurs the same pixels with the two builds of `scrim-bench` and compares the bytes: what a processor
can do changes how fast a blur is, and nothing else.

    builds.py --fast SCRIM-BENCH --baseline SCRIM-BENCH [--folder FOLDER]
"""

import sys

import numpy

import driven
from blur import Bench

SIZE = (403, 297)
SIGMAS = (0, 0.3, 0.5, 1, 2, 3, 3.7, 3.8, 5, 8, 11, 19.5, 28.5, 30, 60, 120, 250)
# The whole, and a part whose edges lie nowhere in particular.
REGIONS = ((0, 0, *SIZE), (37, 21, 201, 133))


def translucent(width, height):
    """White noise in all channels, premultiplied."""
    random = numpy.random.default_rng(9)
    pixels = random.integers(0, 256, (height, width, 4), numpy.uint8)
    pixels[..., :3] = numpy.minimum(pixels[..., :3], pixels[..., 3:])
    return pixels


def main():
    arguments = driven.parser().parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    pixels = translucent(*SIZE)
    builds = [Bench(arguments.fast), Bench(arguments.baseline)]
    for build in builds:
        build.take("picture", pixels, arguments.folder)
        build.take("mask", numpy.ascontiguousarray(pixels[..., 3]), arguments.folder)
    path = arguments.folder / "build.raw"
    compared, different = 0, []
    for kind in ("picture", "mask"):
        for kernel in ("gaussian", "box"):
            for sigma in SIGMAS:
                for region in REGIONS:
                    results = []
                    for build in builds:
                        build.ask(f"write {kind} {sigma} {kernel} {' '.join(map(str, region))} {path}")
                        results.append(path.read_bytes())
                    compared += 1
                    if results[0] != results[1]:
                        different.append(f"{kind}, {kernel}, σ {sigma}, {region}")
    for name in different:
        print(f"the builds differ: {name}")
    print(f"{compared - len(different)} of {compared} blurs have the same bytes with and without "
          "AVX2.\n")
    sys.exit(1 if different else 0)


main()
