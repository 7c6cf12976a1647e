"""The story by ImageMagick's command, one process each, as people use it."""

import functools
import os
import resource
import shutil
import subprocess

from story import scene

X, Y, W, H = scene.PANEL
REACH = 3 * scene.SIGMA
#: How far above its baseline a line has its middle, by which "center" places it.
MIDDLE = 26


@functools.cache
def program():
    """Debian's name of it (version 7 has another)."""
    for name in ("magick", "convert-im6.q16", "convert"):
        if shutil.which(name):
            return name
    raise RuntimeError("ImageMagick's command is not there")


def version():
    first = subprocess.run([program(), "-version"], check=True, stdout=subprocess.PIPE,
                           text=True).stdout.splitlines()[0]
    return " ".join(first.split()[1:3])


def command(photo, words):
    """Photo, panel out of the blurred photo, shadow and words, as one line of commands."""
    place = f"{W}x{H}+{X}+{Y}"
    seen = f"{W + 2 * REACH}x{H + 2 * REACH}+{X - REACH}+{Y - REACH}"
    matrix = " ".join(f"{value:.5f}" for row in scene.saturation_rows() for value in row)
    height = 2 * scene.LINE + 80
    lines = [part for index, line in enumerate(words) for part in (
        "-annotate", f"+0+{40 + 75 - MIDDLE + index * scene.LINE - height // 2}", line)]
    text = ["-size", f"{W}x{height}", "xc:none", "-font", str(scene.font_file()),
            "-pointsize", str(scene.SIZE), "-gravity", "center"]
    text += ["-fill", scene.STROKE, "-stroke", scene.STROKE, "-strokewidth",
             str(scene.STROKE_WIDTH), *lines]
    text += ["-fill", scene.FILL, "-stroke", "none", *lines]
    return [
        program(), "-limit", "thread", "1", str(photo), "-write", "mpr:photo",
        "(", "mpr:photo", "-crop", seen, "+repage", "-blur", f"0x{scene.SIGMA}",
        "-crop", f"{W}x{H}+{REACH}+{REACH}", "+repage", "-color-matrix", matrix,
        "-fill", "white", "-colorize", f"{scene.WHITE:.0%}",
        "(", "-size", f"{W}x{H}", "xc:black", "-fill", "white", "-draw",
        f"roundrectangle 0,0 {W - 1},{H - 1} {scene.RADIUS},{scene.RADIUS}", ")",
        "-alpha", "off", "-compose", "copy_opacity", "-composite", ")",
        "-compose", "over", "-gravity", "northwest", "-geometry", f"+{place.split('+', 1)[1]}",
        "-composite",
        "(", *text, "+gravity", "-write", "mpr:words", "-background", "black", "-shadow",
        f"{scene.SHADOW_OPACITY:.0%}x{scene.SHADOW_SIGMA}+0+0".replace("%", ""), "+repage", ")",
        "-gravity", "northwest", "-geometry",
        f"+{X - 2 * scene.SHADOW_SIGMA}+{scene.TOP - 40 + scene.SHADOW_DY - 2 * scene.SHADOW_SIGMA}",
        "-composite", "mpr:words", "-geometry", f"+{X}+{scene.TOP - 40}", "-composite",
        "-quality", str(scene.QUALITY), "jpg:-"]


def render(photo, words=scene.WORDS):
    """The story as the bytes of a JPEG."""
    return subprocess.run(command(photo, words), check=True, stdout=subprocess.PIPE,
                          env={**os.environ, "OMP_NUM_THREADS": "1"}).stdout


def processor_milliseconds():
    """What the processes that were started and have ended have had of a processor."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1e3
