"""Uses examples/clients/scrim_client.py as a service would, for check.py: use.py CLIENTS SPOOL SCRIM TASK FOLDER NAME

Prints one line of JSON. The tasks are those of use.mjs.
"""

import concurrent.futures
import json
import pathlib
import sys

clients, spool, command, task, folder, name = sys.argv[1:]
sys.path.insert(0, clients)
from scrim_client import JobFailed, Scrim

scrim, folder = Scrim(spool, command), pathlib.Path(folder)
document = json.loads((folder / "job.json").read_bytes())
files = {"pictures/deep/dot.png": (folder / "dot.png").read_bytes()}


def burst():
    """64 requests at once under one name, with 16 titles; each image is written as NAME-NUMBER.png."""
    def request(number):
        image = scrim.render(name, document, files, set={"title": f"{name} {number % 16}"})
        (folder / f"{name}-{number}.png").write_bytes(image)

    with concurrent.futures.ThreadPoolExecutor(64) as threads:
        list(threads.map(request, range(64)))
    return None


def failure():
    try:
        scrim.render(name, {**document, "layers": [{"fill": "no colour"}]})
    except JobFailed as failed:
        return {"message": str(failed), "errors": failed.errors, "status": failed.report["status"]}


def keys():
    """The IDs of two submissions with one key, and whether the next, of another content, fails."""
    def submit(document):
        return scrim.wait(scrim.submit(name, document, files, key=f"{name}-key", set={"title": "key"}))["id"]

    ids = [submit(document), submit(document)]
    try:
        submit({**document, "layers": []})
    except JobFailed as failed:
        return {"ids": ids, "message": str(failed)}


def private():
    report = scrim.wait(scrim.submit(f"{name}-private", document, files, delivery="private", set={"title": "private"}))
    for file, content in scrim.fetch(report).items():
        (folder / file).write_bytes(content)
    return report


def timeout():
    try:
        scrim.wait(scrim.submit(name, document, files, hold=True, set={"title": "held"}), timeout=0.2)
    except TimeoutError as error:
        return {"message": str(error)}


print(json.dumps({"burst": burst, "failure": failure, "keys": keys, "private": private, "timeout": timeout}[task]()))
