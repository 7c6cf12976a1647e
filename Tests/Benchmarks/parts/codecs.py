"""Reading and writing picture files, beside others."""

import ctypes
import io
import json

import numpy
import pyvips
from PIL import Image

from parts.run import EXAMPLES, own_milliseconds
from report import plots
from report.times import Times
from story import scene
from story.worker import Worker

QUALITY = 85
#: A page of text with a small photo, and one of text on white.
PAGES = ["article", "markup"]


class Ours:
    """A worker in whose jobs there is nothing but a file to be read and one to be written.

    What counts is the time that a report gives its stage: the clock's, or what the whole job had a
    processor if that is less, since others may have had it meanwhile.
    """

    def __init__(self, programs):
        # It keeps nothing: what is kept of a JPEG needs not be written.
        self.forgetful = Worker(programs, cache=0)

    def measure(self, times, name, stage, path, output, counts):
        job = json.dumps({"scrim": 1, "layers": [{"image": {"source": "in", "fit": "fill"}}],
                          "output": output})
        before = self.forgetful.processor_milliseconds()
        picture, report = self.forgetful.render(job, {"in": path})
        if counts:
            spent = self.forgetful.processor_milliseconds() - before
            times.note(name, min(spent, report["milliseconds"][stage]))
        return picture

    def write(self, times, name, path, output, counts):
        return self.measure(times, name, "encode", path, output, counts)

    def read(self, times, name, path, counts):
        output = {"file": "a.jpg", "format": "jpeg"}
        self.measure(times, name, "decode", path, output, counts)

    def close(self):
        self.forgetful.close()


class CairoWriter:
    """`cairo_surface_write_to_png_stream`, called in this process."""

    def __init__(self, pixels):
        self.library = ctypes.CDLL("libcairo.so.2")
        self.library.cairo_image_surface_create_for_data.restype = ctypes.c_void_p
        # Cairo's ARGB32 is BGRA in memory; opaque, so nothing is to be multiplied.
        self.pixels = numpy.ascontiguousarray(pixels[..., [2, 1, 0, 3]])
        height, width = self.pixels.shape[:2]
        self.surface = ctypes.c_void_p(self.library.cairo_image_surface_create_for_data(
            ctypes.c_void_p(self.pixels.ctypes.data), 0, width, height, width * 4))
        self.sink = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint)

    def write(self):
        parts = []

        def take(_, data, length):
            parts.append(ctypes.string_at(data, length))
            return 0

        self.library.cairo_surface_write_to_png_stream(self.surface, self.sink(take), None)
        return b"".join(parts)


def pillow_writes(picture, kind, **options):
    def write():
        result = io.BytesIO()
        picture.save(result, kind, **options)
        return result.getvalue()
    return write


def writers(pixels):
    """Those that write beside us, by kind of file."""
    picture = Image.fromarray(numpy.ascontiguousarray(pixels[..., :3]))
    flat = numpy.ascontiguousarray(pixels[..., :3])
    vips = pyvips.Image.new_from_memory(flat.data, flat.shape[1], flat.shape[0], 3, "uchar") \
        .copy(interpretation="srgb")
    return {
        "jpeg": {"Pillow": pillow_writes(picture, "JPEG", quality=QUALITY),
                 "libvips": lambda: vips.jpegsave_buffer(Q=QUALITY)},
        "png": {"Cairo": CairoWriter(pixels).write, "Pillow": pillow_writes(picture, "PNG"),
                "libvips": lambda: vips.pngsave_buffer()},
        "webp": {"Pillow": pillow_writes(picture, "WEBP", quality=QUALITY),
                 "libvips": lambda: vips.webpsave_buffer(Q=QUALITY)},
    }


def readers(content):
    """Those that read beside us: to all pixels."""
    return {"Pillow": lambda: Image.open(io.BytesIO(content)).load(),
            "libvips": lambda: pyvips.Image.new_from_buffer(content, "", access="sequential")
            .write_to_memory()}


def opaque_pixels(path):
    return numpy.asarray(Image.open(path).convert("RGBA"))


def sources(run, ours):
    """The pictures: name to the path of a PNG."""
    folder = run.folder / "codecs"
    folder.mkdir(exist_ok=True)
    found = {f"photo, {scene.WIDTH} × {scene.HEIGHT}": (run.photo(), "photo")}
    for name in PAGES:
        job = json.loads((EXAMPLES / f"{name}.json").read_text())
        job["output"] = {"file": "page.png", "format": "png"}
        page = ours.forgetful.render(json.dumps(job), {
            "landscape.jpg": EXAMPLES / "landscape.jpg"} if "landscape" in json.dumps(job) else {})[0]
        path = folder / f"{name}-page.png"
        path.write_bytes(page)
        size = " × ".join(map(str, Image.open(path).size))
        found[f"`{name}`, {size}"] = (path, name)
    for name, (path, short) in found.items():
        png = folder / f"{short}.png"
        flattened = Image.new("RGB", Image.open(path).size, "white")
        picture = Image.open(path).convert("RGBA")
        flattened.paste(picture, (0, 0), picture)
        flattened.save(png)
        found[name] = png
    return found


def codecs(run):
    """Decoding and encoding, with sizes."""
    report = run.report
    report.begin("Reading and writing files")
    ours = Ours(run.programs)
    pictures = sources(run, ours)
    writing, reading, sizes = Times(), Times(), {}
    works, files = {}, {}
    for name, path in pictures.items():
        pixels = opaque_pixels(path)
        for kind, others in writers(pixels).items():
            works[name, kind] = (path, others)
            files[name, kind] = others["Pillow"]()
            (run.folder / "codecs" / f"in.{path.stem}.{kind}").write_bytes(files[name, kind])
    for turn in run.turns(0.12):
        for (name, kind), (path, others) in works.items():
            output = {"file": f"a.{kind}", "format": kind, "quality": QUALITY}
            if kind == "png":
                del output["quality"]
            content = ours.write(writing, (name, kind, "Scrim"), path, output, turn >= 0)
            sizes[name, kind, "Scrim"] = len(content)
            for other, write in others.items():
                content = writing.measure((name, kind, other), own_milliseconds, write, turn >= 0)
                sizes[name, kind, other] = len(content)
            source = run.folder / "codecs" / f"in.{path.stem}.{kind}"
            ours.read(reading, (name, kind, "Scrim"), source, turn >= 0)
            for other, read in readers(files[name, kind]).items():
                reading.measure((name, kind, other), own_milliseconds, read, turn >= 0)
    ours.close()
    written(report, works, writing, sizes)
    been_read(report, works, reading)
    report.repetitions(writing.count())
    # The first is a photo, but a drawn one; those of a camera have their own part.
    png_gates(report, list(pictures)[1:], writing, sizes)


def written(report, works, times, sizes):
    report.say(f"Writing: milliseconds of a processor and bytes, at quality {QUALITY}. Ours is what "
               "a worker's report says of its stage.")
    rows = []
    for (name, kind), (_, others) in works.items():
        base, size = times.spent((name, kind, "Scrim")), sizes[name, kind, "Scrim"]
        rows.append((name, kind.upper(), f"{base:.1f}, {size:,}") + tuple(
            f"{times.spent((name, kind, other)):.1f} ({times.spent((name, kind, other)) / base:.1f} ×), "
            f"{sizes[name, kind, other]:,}" if other in others else ""
            for other in ("Pillow", "libvips", "Cairo")))
    report.table(["picture", "file", "Scrim", "Pillow", "libvips", "Cairo"], rows)
    photo = next(iter(works))[0]
    bars = [(f"{kind.upper()}, {one}", times.spent((photo, kind, one)),
             f"{times.spent((photo, kind, one)):.1f} ms, {sizes[photo, kind, one] / 1000:,.0f} kB",
             one == "Scrim")
            for kind in ("jpeg", "webp", "png")
            for one in ("Scrim", "Pillow", "libvips", *(["Cairo"] if kind == "png" else []))]
    report.plot("codecs", plots.bars(f"Writing a {photo}", "Milliseconds of a processor; less is better",
                                     bars), "How long writing a photo takes")


def been_read(report, works, times):
    report.say("Reading: milliseconds of a processor. Ours is what a worker's report says of its "
               "stage.")
    rows = []
    for name, kind in works:
        ours = times.spent((name, kind, "Scrim"))
        rows.append((name, kind.upper(), f"{ours:.1f}") + tuple(
            f"{times.spent((name, kind, other)):.1f} ({times.spent((name, kind, other)) / ours:.1f} ×)"
            for other in ("Pillow", "libvips")))
    report.table(["picture", "file", "Scrim", "Pillow", "libvips"], rows)


def png_gates(report, names, times, sizes):
    """Speed beside Cairo's, and bytes as a share of Cairo's."""
    for name in names:
        fast = times.on_processor((name, "png", "Cairo"), (name, "png", "Scrim"))
        large = sizes[name, "png", "Scrim"] / sizes[name, "png", "Cairo"]
        report.gate(f"PNG of {name}, speed beside Cairo's", fast, 4, 4)
        report.gate(f"PNG of {name}, bytes beside Cairo's", large, 1, 1, most=True)
