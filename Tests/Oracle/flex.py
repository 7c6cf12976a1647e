"""Lays out random flex trees in Scrim and in Chromium, and compares every rectangle.

A rectangle may differ by 0.5 px; by 1 px in trees with text, whose widths and ascents Chromium rounds, and by more only
where that decides where a line of text breaks or a line of boxes wraps: such a tree is measured again with wider words.
A tree that differs is reduced to the smallest that still does, and written to the output folder as JSON.

    flex.py --scrim .build/release/scrim --out .build/oracle [--trees 400] [--seed 1] [--cases Tests/Oracle/flex.json]

A tree that differed becomes a case in the file of cases, by its name; --record writes there how Chromium lays it out,
and how wide the words are, for the tests of the layout, which have neither a browser nor fonts.
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
    parser.add_argument("--record", action="store_true", help="write Chromium's frames into the cases, and end")
    options = parser.parse_args()
    folder = options.out / "flex"
    folder.mkdir(parents=True, exist_ok=True)
    for size in flex_trees.IMAGES:
        (folder / flex_trees.image_name(size)).write_bytes(flex_trees.png(size))
    oracle = Oracle(options.scrim, folder)
    trees = {f"t{options.seed + index}": flex_trees.random_tree(options.seed + index)
             for index in range(options.trees)}
    cases = json.loads(options.cases.read_text()) if options.cases.exists() else {"cases": {}}
    if options.record:
        return record(oracle, cases, options.cases)
    trees |= {f"case-{name}": case["tree"] for name, case in cases["cases"].items()}
    for node in trees.values():
        flex_trees.number(node)
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
        print("  " + "\n  ".join(lines[:6]), flush=True)
        (folder / f"{name}.json").write_text(json.dumps(bare(smallest), indent=1))
    for name in list(failed)[:options.skip] + list(failed)[options.skip + options.reduce:]:
        print(f"{name}: {failed[name][0]}")
    if failed:
        sys.exit(1)


def record(oracle, cases, path):
    named = [(name, case["tree"]) for name, case in sorted(cases["cases"].items())]
    for _, node in named:
        flex_trees.number(node)
    frames = oracle.in_chromium(named)
    words = sorted({word for _, node in named for one in nodes(node) for word in one.get("string", "").split()})
    widths = oracle.widths([*words, "a a", "aa"])
    lines = [f"{json.dumps(name)}: " + json.dumps({
        "tree": bare(node),
        "frames": {one["id"]: rounded(frames[f"{name}-{one['id']}"]) for one in nodes(node)},
    }) for name, node in named]
    path.write_text('{\n"space": ' + json.dumps(round(widths["a a"] - widths["aa"], 3))
                    + ',\n"words": ' + json.dumps({word: round(widths[word], 3) for word in words})
                    + ',\n"cases": {\n' + ",\n".join(lines) + "\n}\n}\n")


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

    def widths(self, strings):
        """How wide Chromium sets each string, px."""
        trees = [(f"w{index}", {"id": "n0", "kind": "text", "string": string, "style": {"width": "max-content"}})
                 for index, string in enumerate(strings)]
        found = self.in_chromium(trees)
        return {string: found[f"w{index}-n0"][2] for index, string in enumerate(strings)}

    def in_scrim(self, trees):
        frames = {}
        batch, count = [], 0
        for prefix, node in trees:
            size = len(list(nodes(node)))
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
        lines = self.differs([best])[0]
        while lines:
            # Each edit alone; then as many as possible of those after which the tree still differs.
            edits = list(edits_of(best))
            alone = self.still(best, [[edit] for edit in edits], lines)
            useful = [edit for edit, found in zip(edits, alone) if found]
            some = [useful[:count] for count in range(1, len(useful) + 1)]
            together = self.still(best, some, lines)
            chosen = next((index for index in reversed(range(len(some))) if together[index]), None)
            if chosen is None:
                break
            best, lines = edited(best, some[chosen]), together[chosen]
        return best, lines or [""]

    def still(self, node, choices, lines):
        """How the tree differs after each list of edits; nothing where that is an error that it had not before."""
        found = self.differs([edited(node, edits) for edits in choices])
        return [one if one and one[0].startswith("error") == lines[0].startswith("error") else None for one in found]

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


def edits_of(node):
    """Edits that make a tree smaller by one step: a group as the root, a node or a key less, a shorter text."""
    for one in nodes(node):
        if one is not node and one["kind"] == "group":
            yield "root", one["id"], None
    for one, parent in with_parents(node):
        if parent and (parent is not node or len(node["children"]) > 1):
            yield "node", one["id"], None
    for one in nodes(node):
        # Boxes out of flow are of one kind.
        if any(key in one["style"] for key in flex_trees.POSITION):
            continue
        for key in one["style"]:
            if one is not node or key not in ("width", "height"):
                yield "key", one["id"], key
    for one in nodes(node):
        if one["kind"] == "text" and " " in one["string"]:
            yield "word", one["id"], None


def edited(node, edits):
    """A copy of a tree after edits; what is no longer in it is not edited."""
    root = copy.deepcopy(node)
    for edit, name, key in edits:
        found = next((pair for pair in with_parents(root) if pair[0]["id"] == name), None)
        if not found:
            continue
        one, parent = found
        if edit == "root":
            root = as_root(one)
        elif edit == "node" and parent:
            parent["children"].remove(one)
            if not parent["children"]:
                parent["kind"] = "box"
                del parent["children"]
        elif edit == "key" and (one is not root or key not in ("width", "height")):
            one["style"].pop(key, None)
        elif edit == "word":
            one["string"] = one["string"].rsplit(" ", 1)[0]
    return root


def as_root(node):
    style = {key: value for key, value in node["style"].items()
             if key not in (*flex_trees.ITEM, *flex_trees.POSITION, "aspectRatio")
             and not (isinstance(value, str) and value.endswith("%"))}
    return node | {"style": {"width": 300, "height": "fit-content"} | style}


def with_parents(node, parent=None):
    yield node, parent
    for child in node.get("children", []):
        yield from with_parents(child, node)


if __name__ == "__main__":
    main()
