"""Decodes the pictures of a folder with Pillow: FILE to FILE.rgba, straight.

    read.py FOLDER

FOLDER/read.json has for each file what Pillow says of it.
"""

import json
import pathlib
import sys

from PIL import Image

folder = pathlib.Path(sys.argv[1])
told = {}
for path in sorted(folder.iterdir()):
    if path.suffix not in (".png", ".jpg", ".webp"):
        continue
    image = Image.open(path)
    extras = sorted(key for key in ("exif", "icc_profile", "xmp") if key in image.info)
    told[path.name] = {"format": image.format, "mode": image.mode, "extras": extras}
    pathlib.Path(f"{path}.rgba").write_bytes(image.convert("RGBA").tobytes())
(folder / "read.json").write_text(json.dumps(told))
