#!/usr/bin/python3
"""Runs the steps of examples/action in repositories of its own, as a runner does.

  Tests/Action/check.py SCRIM
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

ACTION = pathlib.Path(__file__).resolve().parents[2] / "examples" / "action"
JOB = {"scrim": 1, "canvas": {"width": 8, "height": 6}, "layers": [{"fill": "#0f766e"}]}
TEMPLATE = {
    **JOB, "inputs": {"tint": {"type": "color", "examples": ["#1e3a8a"]}},
    "variants": [{"variant": "a"}, {"variant": "b"}], "layers": [{"fill": "${tint}"}],
}
# An alignment without a height has no effect, which is a warning.
LOOSE = {**JOB, "canvas": {"width": 80, "height": "auto"}, "layers": [{
    "text": {"string": "Hi", "font": "DejaVu Sans", "verticalAlign": "middle"}}]}


class Repository:
    def __init__(self, scrim, files, **inputs):
        self.scratch = tempfile.TemporaryDirectory(prefix="action.")
        self.folder = pathlib.Path(self.scratch.name) / "repository"
        self.temporary = pathlib.Path(self.scratch.name) / "runner"
        for folder in [self.folder, self.temporary]:
            folder.mkdir()
        for name, content in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(content if isinstance(content, str) else json.dumps(content))
        action = yaml.safe_load((ACTION / "action.yml").read_text())
        self.steps = action["runs"]["steps"]
        self.inputs = {name: declared["default"] for name, declared in action["inputs"].items()}
        self.inputs |= {"scrim": str(scrim), **inputs}

    def run(self):
        """The exit status of the first step that fails, or 0, and what was printed."""
        output = ""
        for step in self.steps:
            assert step["shell"] == "bash" and "${{" not in step["run"], "values are variables"
            values = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: self.inputs[found[1]], value)
                      for name, value in step["env"].items()}
            environment = {**os.environ, **values, "RUNNER_TEMP": str(self.temporary),
                           "GITHUB_STEP_SUMMARY": str(self.temporary / "summary.md")}
            # As a runner starts it.
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            run = subprocess.run(command, cwd=self.folder, env=environment, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT)
            output += run.stdout
            if run.returncode:
                return run.returncode, output
        return 0, output

    def images(self):
        out = self.folder / self.inputs["out"]
        return sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())

    def summary(self):
        return (self.temporary / "summary.md").read_text()


def main():
    scrim, faults = pathlib.Path(sys.argv[1]).resolve(), []

    def hold(what, is_so, found):
        if not is_so:
            faults.append(f"{what}: not so, but {found}")

    good = Repository(scrim, {
        "one.scrim.json": JOB, "cards/deep/two words.scrim.json": JOB, "cards/pair.scrim.json": TEMPLATE,
        "other.json": "{"})
    status, output = good.run()
    wanted = ["cards/deep/two words.scrim.png", "cards/pair.scrim-a.png", "cards/pair.scrim-b.png", "one.scrim.png"]
    hold("jobs are rendered", status == 0 and good.images() == wanted, (status, output, good.images()))
    hold("the summary has them", all(f"| `{image}` | " in good.summary() for image in wanted), good.summary())

    text = '{"scrim": 1, "canvas": {"width": 8, "height": 6},\n  "layers": [{"fil": "100%"}]}'
    bad = Repository(scrim, {"a/bad.json": text, "a/good.json": JOB}, jobs="a/*.json")
    status, output = bad.run()
    wanted = '::error file=a/bad.json,line=2,col=15::layers[0].fil: unknown key "fil". Did you mean "fill"?\n'
    hold("errors are annotations", status == 65 and output == wanted and not bad.images(), (status, output))

    warned = Repository(scrim, {"loose.scrim.json": LOOSE})
    status, output = warned.run()
    wanted = r'::warning file=loose\.scrim\.json,line=1,col=\d+::layers\[0\]\.text\.verticalAlign: "verticalAlign"'
    hold("so are warnings", status == 0 and re.match(wanted, output), (status, output))

    none = Repository(scrim, {"x.json": JOB}, jobs="$(touch run)\n`touch run`; touch run\n*.yml")
    status, output = none.run()
    hold("no job is an error", status == 1 and output == "::error::No job matches the patterns.\n", (status, output))
    hold("inputs are not run", sorted(os.listdir(none.folder)) == ["x.json"], os.listdir(none.folder))

    several = Repository(scrim, {"x y/a.json": JOB, "b.json": JOB}, jobs="x y/*.json\nb.json", out="images of all")
    status, output = several.run()
    hold("patterns may have spaces", status == 0 and several.images() == ["b.png", "x y/a.png"], (status, output))

    workflow = yaml.safe_load((ACTION / "pull-request.yml").read_text())
    step = next(step for step in workflow["jobs"]["images"]["steps"] if step.get("id") == "scrim")
    hold("the workflow has inputs of the action", set(step["with"]) <= set(good.inputs), step)
    for fault in faults:
        print(fault)
    print(f"check-action: {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
