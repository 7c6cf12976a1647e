"""PNG of real photos, next to Cairo's writer.

The landscape that all else here is made of is drawn and enlarged, so it is smoother than what
a camera sees. These are the photos of Debian's mate-backgrounds, as wide as the package has them or
made smaller, never larger.
"""

import io
import pathlib

from PIL import Image, ImageOps

from parts.codecs import CairoWriter, Ours, opaque_pixels
from parts.run import own_milliseconds
from report.times import Times

PHOTOS = pathlib.Path("/usr/share/backgrounds/mate/nature")
WIDTH, HEIGHT = 1920, 1080


def pictures(folder):
    """Those that are large enough, cut to one size: name to the path of a PNG."""
    folder.mkdir(exist_ok=True)
    found = {}
    for path in sorted(PHOTOS.glob("*.jpg")):
        photo = Image.open(path).convert("RGB")
        if photo.width < WIDTH or photo.height < HEIGHT:
            continue
        found[path.stem] = folder / f"{path.stem}.png"
        ImageOps.fit(photo, (WIDTH, HEIGHT), Image.Resampling.BICUBIC).save(
            found[path.stem], compress_level=1)
    return found


def photos(run):
    """Processor time and bytes of each, and of all together."""
    report = run.report
    report.begin("PNG of photos")
    ours, found = Ours(run.programs), pictures(run.folder / "nature")
    times, sizes = Times(), {}
    cairo = {name: CairoWriter(opaque_pixels(path)) for name, path in found.items()}
    output = {"file": "a.png", "format": "png"}
    for turn in run.turns(0.16):
        for name, path in found.items():
            picture = ours.write(times, (name, "Scrim"), path, output, turn >= 0)
            sizes[name, "Scrim"] = len(picture)
            same = Image.open(io.BytesIO(picture)).convert("RGBA").tobytes() == \
                opaque_pixels(path).tobytes()
            if not same:
                raise SystemExit(f"{name} is not the same in our PNG.")
            picture = times.measure((name, "Cairo"), own_milliseconds, cairo[name].write, turn >= 0)
            sizes[name, "Cairo"] = len(picture)
    ours.close()
    report.say(f"The photos of Debian's mate-backgrounds that are large enough, {WIDTH} × {HEIGHT}: milliseconds of a "
               "processor and bytes.")
    total = {one: (sum(times.spent((name, one)) for name in found),
                   sum(sizes[name, one] for name in found)) for one in ("Scrim", "Cairo")}

    def row(name, ours, theirs):
        return (name, f"{ours[0]:.1f}, {ours[1]:,}", f"{theirs[0]:.1f}, {theirs[1]:,}",
                f"{theirs[0] / ours[0]:.1f} ×", f"{ours[1] / theirs[1]:.3f}")

    rows = [row(name, *((times.spent((name, one)), sizes[name, one]) for one in ("Scrim", "Cairo")))
            for name in found]
    report.table(["photo", "Scrim", "Cairo", "Cairo's time", "bytes beside Cairo's"],
                 rows + [row("together", total["Scrim"], total["Cairo"])])
    report.repetitions(times.count())
    report.gate("PNG of photos, speed beside Cairo's", total["Cairo"][0] / total["Scrim"][0], 12, 12)
    report.gate("PNG of photos, bytes beside Cairo's", total["Scrim"][1] / total["Cairo"][1], 1.1,
                1.1, most=True)
