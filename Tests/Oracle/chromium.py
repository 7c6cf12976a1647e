"""Chromium without a window: what a page looks like, and what it says of itself."""

import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
CHROMIUM = [
    "chromium", "--headless=new", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    "--force-color-profile=srgb",
    # Outlines as they are in the font, as Scrim draws them.
    "--font-render-hinting=none", "--disable-lcd-text", "--disable-font-subpixel-positioning",
]


def screenshot(page, size, scale=1):
    """The picture of a page, beside it, with so many device pixels a px."""
    picture = page.with_suffix(".chromium.png")
    width, height = size
    run(page, f"--window-size={width},{height}", f"--screenshot={picture}", scale=scale)
    return picture


def document(page, size):
    """The page's HTML after its scripts have run."""
    width, height = size
    return run(page, f"--window-size={width},{height}", "--dump-dom")


def fonts(folder):
    """The fonts that Scrim is given, for Chromium without hinting."""
    given = os.environ.get("FONTCONFIG_FILE", "/etc/fonts/fonts.conf")
    path = folder / "unhinted.conf"
    path.write_text((HERE / "fonts.conf").read_text().replace("/etc/fonts/fonts.conf", given))
    return path.resolve()


def run(page, *options, scale=1):
    # The sandbox of Chromium can't be had by root, as in containers; the page is our own.
    done = subprocess.run(
        CHROMIUM + [f"--force-device-scale-factor={scale}", "--no-sandbox",
                    f"--user-data-dir={page.parent / 'profile'}", *options, page.resolve().as_uri()],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120,
        env={**os.environ, "FONTCONFIG_FILE": str(fonts(page.parent))})
    return done.stdout.decode()
