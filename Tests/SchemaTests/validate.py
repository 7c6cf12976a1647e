#!/usr/bin/python3
"""Checks documents against a JSON Schema with Debian's python3-jsonschema.

    validate.py SCHEMA DOCUMENTS

DOCUMENTS is a list of texts. Prints a list with an object for each: `syntax` says whether it is
JSON at all, `errors` what the schema says of it.
The schema itself is checked first; if it is wrong, nothing is printed and the status is 1.
"""

import json
import sys

from jsonschema import Draft202012Validator


def verdict(validator, text):
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return {"syntax": False, "errors": []}
    errors = sorted(validator.iter_errors(document), key=lambda error: error.json_path)
    return {
        "syntax": True,
        "errors": [f"{error.json_path}: {error.message}" for error in errors],
    }


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        documents = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    print(json.dumps([verdict(validator, text) for text in documents]))


main()
