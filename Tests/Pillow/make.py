"""Makes a set of picture files of every kind, and beside each the pixels that it should give.

    make.py FOLDER

FOLDER/list.json has for each file its name, its size, and `kind`: how exactly it can be compared.
FILE.rgba are the pixels, straight, after orientation and profile. They are what Pillow decodes;
where Pillow can't (16 bits, transparent samples of few bits, gAMA, cHRM, cICP) they are calculated
from the samples that went in, by the words of the PNG specification.
"""

import json
import pathlib
import sys

import made_jpegs
import made_pngs
import made_webps


def main():
    folder = pathlib.Path(sys.argv[1])
    entries = []
    for module in (made_pngs, made_jpegs, made_webps):
        for name, kind, data, pixels in module.files(folder):
            height, width, _ = pixels.shape
            (folder / name).write_bytes(data)
            (folder / f"{name}.rgba").write_bytes(pixels.tobytes())
            entries.append({"file": name, "kind": kind, "width": width, "height": height})
    names = [entry["file"] for entry in entries]
    assert len(set(names)) == len(names), "two files of one name"
    (folder / "list.json").write_text(json.dumps(entries))


main()
