"""The storm's jobs: how each is submitted, and what the acts so far allow it to become."""

import json
import os
import random
import string
import time

# Without root there is one user.
USERS = [61_001, 61_002] if os.geteuid() == 0 else [os.geteuid()]
# May submit for tenants.
BRIDGE = USERS[0]
# The account that takes events.
HOOKS = 61_009 if os.geteuid() == 0 else os.geteuid()
ACCESS = f'[access]\nbridge-users = ["{BRIDGE}"]\n[hooks]\naccount = "{HOOKS}"\n'


class Job:
    """A job, and what is known of it. An act whose answer was lost may have been carried out."""

    def __init__(self, name):
        self.name = name
        self.user, self.tenant = random.choice(USERS), None
        self.id = None
        self.options, self.tokens = {}, []
        # Not begun before, and after, these times, seconds since 1970.
        self.earliest, self.latest = 0, None
        # The job whose key it has, with another name.
        self.conflicts_with = None
        # The jobs that have its key.
        self.conflicts = []
        # ID and status of its events.
        self.events = set()
        # Submissions that follow later.
        self.repetitions = 0
        # Of "held" and "purged": no, maybe, yes.
        self.held = self.purged = self.acknowledged = "no"
        # A cancellation may have, or has, ended it since the last retry.
        self.may_fail = self.must_fail = False
        # How many failures its cancellations explain, and the reports of them in out/.
        self.cancellations = self.failure_reports = 0
        self.images = 0
        self.is_reported = self.has_ended = self.is_fetched = False
        # Its `notAfter` has passed, and a report of that came.
        self.is_expired = False

    def __repr__(self):
        return (f"{self.name} ({self.id}, {self.options}, held={self.held}, purged={self.purged}, "
                f"acknowledged={self.acknowledged}, fetched={self.is_fetched}, images={self.images}, "
                f"may fail={self.may_fail}, must fail={self.must_fail}, events={sorted(self.events)})")

    @property
    def may_expire(self):
        """Whether it fails if it has not been begun by now."""
        return self.latest is not None and time.time() >= self.latest

    def codes(self):
        """The codes with which it may have failed."""
        if self.conflicts_with:
            return ["refused"]
        return (["cancelled"] if self.may_fail else []) + (["expired"] if self.may_expire else [])

    @property
    def is_private(self):
        return self.options.get("delivery") == "private"

    @property
    def key(self):
        return self.options.get("key")

    def reports(self, path):
        """The paths of the reports of its submissions."""
        return [os.path.join(path, "reports", f"{token}.json") for token in self.tokens]

    def is_in_intake(self, path):
        """Whether a submission of it waits, or is being taken in."""
        start = f"{self.name}@"
        for folder, prefix in [("drop", ""), ("ingest", "drop."), ("ingest", "gone.")]:
            place = os.path.join(path, folder)
            for name in os.listdir(place):
                try:
                    names = os.listdir(os.path.join(place, name)) if prefix else [name]
                except OSError:
                    # It moved on. The next look decides.
                    return True
                if any(n.startswith((prefix + start, f".{start}")) for n in names):
                    return True
        return False


def random_job(name):
    """A job with random options."""
    job = Job(name)
    if job.user == BRIDGE and random.random() < 0.3:
        job.tenant = job.options["tenant"] = random.choice(["acme", "shop"])
    if random.random() < 0.3:
        job.options["key"] = f"order {name}"
        job.repetitions = random.choice([0, 1, 1, 2])
    if random.random() < 0.2:
        job.options["delivery"] = "private"
    if random.random() < 0.1:
        job.options["priority"] = random.randint(-100, 100)
    if random.random() < 0.05:
        job.options["hold"], job.held = True, "yes"
    start = 0
    if random.random() < 0.1:
        start = random.uniform(0, 3)
        job.options["notBefore"], job.earliest = moment(start)
    if random.random() < 0.1:
        job.options["notAfter"], job.latest = moment(start + random.uniform(0.05, 2))
    return job


def moment(seconds):
    """So many seconds from now, in RFC 3339 and since 1970."""
    milliseconds = int(1000 * (time.time() + seconds))
    text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(milliseconds // 1000))
    return f"{text}.{milliseconds % 1000:03d}Z", milliseconds / 1000


def conflicting_job(name, other):
    """A job with the key of another one that was accepted: it is refused."""
    job = Job(name)
    job.user, job.tenant, job.conflicts_with = other.user, other.tenant, other
    job.options = {key: other.options[key] for key in ("key", "tenant") if key in other.options}
    job.may_fail = job.must_fail = True
    job.cancellations = 1
    other.conflicts.append(job)
    return job


def submit(job, spool):
    """As `scrim submit` does it: a bundle, on the disk before it has its name."""
    token = "".join(random.choices(string.ascii_lowercase + "234567", k=16))
    part = os.path.join(spool.path, "drop", f".{job.name}@{token}.part")
    os.mkdir(part)
    files = {"job.json": spool.document}
    if job.options:
        files["submission.json"] = json.dumps(job.options).encode()
    for name, content in files.items():
        spool.write(os.path.join(part, name), content)
        os.chown(os.path.join(part, name), job.user, -1)
    os.chown(part, job.user, -1)
    job.tokens.append(token)
    spool.rename(part, os.path.join(spool.path, "drop", f"{job.name}@{token}.scrim"))
