"""Lays out random flex trees in Scrim and in Chromium, and compares every rectangle.

A rectangle may differ by 0.5 px; by 1 px in trees with text, whose widths and ascents Chromium rounds, and by more only
where that decides where a line of text breaks or a line of boxes wraps: such a tree is measured again with wider words.
A tree that differs is reduced to the smallest that still does, and written to the output folder as JSON.

    flex.py --scrim .build/release/scrim --out .build/oracle [--trees 400] [--seed 1] [--cases Tests/Oracle/flex.json]
"""

import argparse
import copy
import html
import json
import pathlib
import re
import subprocess
import sys

from chromium import document
import flex_trees

HERE = pathlib.Path(__file__).resolve().parent
# Trees on a page.
AT_ONCE = 100
# Layers in a job.
MOST = 200
NEAR = 0.5
NEAR_TEXT = 1.0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scrim", required=True)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--trees", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=pathlib.Path, default=HERE / "flex.json")
    parser.add_argument("--reduce", type=int, default=8, help="how many are reduced")
    parser.add_argument("--skip", type=int, default=0, help="how many of those that differ are not")
    options = parser.parse_args()
    folder = options.out / "flex"
    folder.mkdir(parents=True, exist_ok=True)
    for size in flex_trees.IMAGES:
        (folder / flex_trees.image_name(size)).write_bytes(flex_trees.png(size))
    oracle = Oracle(options.scrim, folder)
    trees = {f"t{options.seed + index}": flex_trees.random_tree(options.seed + index)
             for index in range(options.trees)}
    if options.cases.exists():
        trees |= {f"case-{name}": node for name, node in json.loads(options.cases.read_text()).items()}
    failed = {}
    boxes = empty = 0
    for differences, frames in oracle.compare(list(trees.items())):
        failed |= differences
        boxes += len(frames)
        empty += sum(frame[2] == 0 or frame[3] == 0 for frame in frames.values())
    print(f"flex: {len(trees)} trees, {boxes} boxes ({empty} of them empty), {len(failed)} trees differ")
    for name in list(failed)[options.skip:options.skip + options.reduce]:
        smallest, lines = oracle.reduced(trees[name])
        print(f"\n{name}: {lines[0]}")
        print(json.dumps(bare(smallest)))
        print("  " + "\n  ".join(lines[:6]))
        (folder / f"{name}.json").write_text(json.dumps(bare(smallest), indent=1))
    for name in list(failed)[options.reduce:]:
        print(f"{name}: {failed[name][0]}")
    if failed:
        sys.exit(1)


class Oracle:
    def __init__(self, scrim, folder):
        self.scrim = scrim
        self.folder = folder
        # What Scrim says of trees that it can't lay out.
        self.errors = {}

    def compare(self, trees):
        """Of each page of trees those that differ, with how, and the frames in Chromium."""
        for start in range(0, len(trees), AT_ONCE):
            some = trees[start:start + AT_ONCE]
            for _, node in some:
                flex_trees.number(node)
            expected = self.in_chromium(some)
            actual = self.in_scrim(some)
            found = {}
            for prefix, node in some:
                error = self.errors.pop(prefix, None)
                lines = [f"error: {error}"] if error else differences(prefix, node, expected, actual)
                if lines:
                    found[prefix] = lines
            yield found, expected

    def in_chromium(self, trees):
        page = self.folder / "trees.html"
        page.write_text(flex_trees.page(trees))
        found = re.search(r'id="frames">(.*?)</script>', document(page, (1200, 1000)), re.S)
        return json.loads(html.unescape(found.group(1)))

    def in_scrim(self, trees):
        frames = {}
        batch, count = [], 0
        for prefix, node in trees:
            size = flex_trees.number(node)
            if batch and count + size > MOST:
                frames |= self.measure(batch)
                batch, count = [], 0
            batch.append((prefix, node))
            count += size
        return frames | self.measure(batch)

    def measure(self, batch):
        path = self.folder / "trees.json"
        path.write_text(json.dumps(flex_trees.job(batch)))
        done = subprocess.run([self.scrim, "measure", str(path), "--json"], capture_output=True, text=True)
        if done.returncode != 0:
            if len(batch) > 1:
                return {name: frame for one in batch for name, frame in self.measure([one]).items()}
            self.errors[batch[0][0]] = done.stderr.strip()
            return {}
        return {layer["id"]: layer["frame"] for layer in json.loads(done.stdout)["layers"]}

    def reduced(self, node):
        """The smallest tree that still differs, and how."""
        best = copy.deepcopy(node)
        lines = self.differs([best])[0] or [""]
        while True:
            smaller = candidates(best)
            results = self.differs(smaller)
            # A tree that became wrong by being reduced is none.
            chosen = next((index for index, found in enumerate(results)
                           if found and found[0].startswith("error") == lines[0].startswith("error")), None)
            if chosen is None:
                return best, lines
            best, lines = smaller[chosen], results[chosen]

    def differs(self, nodes):
        trees = [(f"c{index}", node) for index, node in enumerate(nodes)]
        found = {}
        for differences_, _ in self.compare(trees):
            found |= differences_
        return [found.get(name) for name, _ in trees]


def differences(prefix, node, expected, actual):
    near = NEAR_TEXT if has_text(node) else NEAR
    lines = []
    for one in nodes(node):
        name = f"{prefix}-{one['id']}"
        wanted, got = expected[name], actual.get(name)
        if got is None:
            return [f"{one['id']}: not measured"]
        if any(abs(a - b) > near + 1e-3 for a, b in zip(wanted, got)):
            lines.append(f"{one['id']} ({one['kind']}): expected {rounded(wanted)}, found {rounded(got)}")
    return lines


def rounded(frame):
    return [round(value, 2) for value in frame]


def nodes(node):
    yield node
    for child in node.get("children", []):
        yield from nodes(child)


def has_text(node):
    return any(one["kind"] == "text" for one in nodes(node))


def bare(node):
    made = {key: value for key, value in node.items() if key not in ("id", "children")}
    if "children" in node:
        made["children"] = [bare(child) for child in node["children"]]
    return made


def candidates(node):
    """Trees that are smaller by one step: a child as the root, a node less, a key less, a simpler leaf."""
    found = []
    for child in node.get("children", []):
        if child["kind"] == "group":
            root = copy.deepcopy(child)
            root["style"] = {"width": 300, "height": "fit-content"} | {
                key: value for key, value in root["style"].items()
                if key not in flex_trees.ITEM and not (isinstance(value, str) and value.endswith("%"))}
            root["style"].setdefault("width", 300)
            found.append(root)
    paths = list(walk(node))
    for path in sorted(paths, key=len):
        if path:
            smaller = copy.deepcopy(node)
            at(smaller, path[:-1])["children"].pop(path[-1])
            if at(smaller, path[:-1])["children"]:
                found.append(smaller)
            elif len(path) > 1:
                smaller = copy.deepcopy(node)
                one = at(smaller, path[:-1])
                one["kind"] = "box"
                del one["children"]
                found.append(smaller)
    for path in paths:
        for key in at(node, path)["style"]:
            if not path and key in ("width", "height"):
                continue
            smaller = copy.deepcopy(node)
            del at(smaller, path)["style"][key]
            found.append(smaller)
    for path in paths:
        one = at(node, path)
        if one["kind"] == "text" and " " in one["string"]:
            smaller = copy.deepcopy(node)
            at(smaller, path)["string"] = one["string"].rsplit(" ", 1)[0]
            found.append(smaller)
    return found


def walk(node, path=()):
    yield path
    for index, child in enumerate(node.get("children", [])):
        yield from walk(child, (*path, index))


def at(node, path):
    for index in path:
        node = node["children"][index]
    return node


if __name__ == "__main__":
    main()
