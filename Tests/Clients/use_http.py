"""What Tests/Clients/check_http.py asks of the client in Python: CLIENTS BASE STUB CASES. Prints an object."""

import hashlib
import json
import pathlib
import sys

clients, base, stub, cases = sys.argv[1:]
sys.path.insert(0, clients)
from scrim_http import DamagedOutput, Problem, ScrimHTTP  # noqa: E402

SECRET = "a" * 40
table = json.loads(pathlib.Path(cases).read_text())
scrim = ScrimHTTP(base, "shop", SECRET)


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def problem(of):
    try:
        of()
    except Problem as error:
        errors = [{"line": e.get("line"), "message": e["message"]} for e in error.errors]
        return {"status": error.status, "title": error.title, "errors": errors, "text": str(error)}


def raises(kind, of):
    try:
        of()
    except kind:
        return True
    return False


def link(case, scrim=scrim):
    return scrim.link(case["template"], case["inputs"], case["format"], case.get("variant"), case.get("expires"))


batch = scrim.submit(table["batch"])
pages = list(scrim.events(batch))
lines = scrim.outputs(scrim.wait(batch))["card.rows.jsonl"].splitlines()
images = [scrim.output(batch, json.loads(line)["outputs"][0]["file"]) for line in lines]
scrim.delete(batch)
small = ScrimHTTP(stub, "shop", SECRET)
print(json.dumps({
    "links": [link(case, ScrimHTTP("", "shop", SECRET)) for case in table["links"]],
    "link": link(table["links"][0]),
    "forged": link(table["links"][0], ScrimHTTP(base, "shop", "b" * 40)),
    "numbers": [raises(ValueError, lambda: scrim.link("card@1", {"n": n}))
                for n in [1e300, 2.0**53, 1e-5, -1e-300, float("inf")]],
    "template": sha256(scrim.render(table["template"])),
    "document": sha256(scrim.render(table["document"])),
    "batch": list(map(sha256, images)),
    "states": [page["state"] for page in pages][-1:],
    "once": [scrim.wait(scrim.submit(table["document"], "python"))["state"] for _ in range(2)],
    "other": problem(lambda: scrim.render(table["template"], idempotency_key="python")),
    "invalid": problem(lambda: scrim.render(table["invalid"])),
    "waited": problem(lambda: scrim.wait(scrim.submit(table["invalid"]))),
    "unknown": problem(lambda: scrim.render({"template": "crad@1", "inputs": {}})),
    "unauthorized": problem(lambda: ScrimHTTP(base, "shop", "b" * 40).submit(table["document"])),
    "gone": problem(lambda: scrim.wait(batch)),
    "repeated": sha256(small.render({"is": "late"})),
    "damaged": raises(DamagedOutput, lambda: small.render({"is": "damaged"})),
    "refused": problem(lambda: small.render({"is": "refused"})),
}))
