#!/usr/bin/env python3
"""Compares Scrim's evaluator of templates with JSON-e's Python implementation, on random templates and contexts.

  compare.py HARNESS [--pairs 100000] [--seed 1]      needs the package json-e; `make fuzz-templates` installs it

Results must be equal and errors of the same kind, but for the listed differences of reference.py and for these:
- where Python fails with an exception that it does not expect (TypeError …), any error agrees;
- limits: Python has none.
Prints each difference and exits with 1 if there is one.
"""
import argparse
import collections
import json
import subprocess
import sys

import generate
import reference

BATCH = 2000


def answers(harness, pairs):
    lines = "".join(
        json.dumps({"template": template, "context": context, "clock": reference.CLOCK}) + "\n" for template, context in pairs)
    output = subprocess.run([harness], input=lines.encode(), stdout=subprocess.PIPE, check=True).stdout
    results = [json.loads(line) for line in output.split(b"\n") if line]
    if len(results) != len(pairs):
        sys.exit(f"{harness}: {len(results)} answers to {len(pairs)} templates")
    return results


def agrees(ours, result, error, counts):
    if ours.get("error") == "LimitError":
        counts["limit"] += 1
        return True
    if error is not None:
        counts[error] += 1
        return "error" in ours and error in ("any", ours["error"])
    counts["result"] += 1
    return "error" not in ours and json.dumps(reference.normal(ours["result"]), sort_keys=True) == json.dumps(
        result, sort_keys=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("harness")
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.setrecursionlimit(10_000)
    reference.install()
    generator = generate.Generator(options.seed)
    counts = collections.Counter()
    differences = 0
    for start in range(0, options.pairs, BATCH):
        pairs = [generator.pair() for _ in range(min(BATCH, options.pairs - start))]
        for (template, context), ours in zip(pairs, answers(options.harness, pairs)):
            result, error = reference.evaluate(template, context)
            if not agrees(ours, result, error, counts):
                differences += 1
                if differences <= 20:
                    print(json.dumps({"template": template, "context": context}, ensure_ascii=False))
                    print("  Scrim: ", json.dumps(ours, ensure_ascii=False))
                    print("  Python:", json.dumps(result, ensure_ascii=False) if error is None else error)
    kinds = ", ".join(f"{kind} {count}" for kind, count in counts.most_common())
    print(f"{options.pairs} templates, seed {options.seed}: {differences} differences ({kinds})")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
