"""What the storm's jobs have become, against what the commands' answers allow."""

import collections
import hashlib
import json
import os
import time

UNFINISHED = ["drop", "ingest", "queue", "active", "ready", "hold"]


def status(job, root):
    """The status in the report of a job's first submission; `None` without one."""
    try:
        with open(job.reports(root)[0]) as file:
            return json.load(file)["status"]
    except FileNotFoundError:
        return None


def come_out(storm):
    """Ends all jobs by commands: those that are held come out only by a release."""
    held = [job for job in storm.jobs.values() if job.held == "yes"]
    commands, end = storm.commands, time.monotonic() + 120
    listed = {job["name"] for user in commands.controls for job in commands.list(user, ["hold"])}
    storm.wrong += [f"{job} is not in hold/" for job in held if job.name not in listed]
    storm.wrong += [
        f"{name} is in hold/: {storm.jobs[name]}" for name in listed if storm.jobs[name].held == "no"]
    while any(storm.daemons[0].names(state) for state in UNFINISHED) and time.monotonic() < end:
        for user in commands.controls:
            for entry in commands.list(user, ["hold"]):
                commands.change(storm.jobs[entry["name"]], "release")
        storm.take()
        time.sleep(0.2)
    storm.guest.purge()
    for user in commands.controls:
        commands.list(user, ["done", "failed"])
    for job in storm.jobs.values():
        if job.is_private and job.id and not job.is_fetched:
            commands.fetch(job)


def jobs_in(storm, state):
    """The IDs of a state's jobs, by name."""
    found = collections.defaultdict(list)
    for name in storm.daemons[0].names(state):
        with open(os.path.join(storm.root, state, name, "ticket.json")) as file:
            found[json.load(file)["name"]].append(name)
    return found


def errors(storm):
    """Deviations of the spool from the answers."""
    for state in [*UNFINISHED, "corrupt", "trash"]:
        names = storm.daemons[0].names(state)
        if names:
            yield f"{state}/ has {names[:3]}"
    done, failed = jobs_in(storm, "done"), jobs_in(storm, "failed")
    yield from storm.guest.errors(done, failed)
    for name in {*done, *failed} - set(storm.jobs) - set(storm.guest.jobs):
        yield f"unknown job {name}"
    for job in storm.jobs.values():
        places = done[job.name] + failed[job.name]
        if len(places) > 1:
            yield f"{job} is there {len(places)} times"
        elif not places:
            yield from errors_of_absent(job)
        elif job.purged == "yes":
            yield f"{job} was purged, and is there"
        elif job.id is not None and places[0] != job.id:
            yield f"{job} is {places[0]}"
        else:
            yield from errors_of_present(storm, job, "done" if done[job.name] else "failed")
        if job.images > 1:
            yield f"{job} came {job.images} times"
        if job.images and not job.is_reported:
            yield f"{job} has no report in out/"
        if job.images:
            yield from storm.daemons[0].faults_of(job.name, None, storm.taken)
    yield from errors_of_keys(storm)


def errors_of_absent(job):
    if job.purged == "no":
        yield f"{job} is lost"
    elif not job.codes() and not job.is_private and job.images != 1:
        yield f"{job} was purged, and came {job.images} times"


def errors_of_present(storm, job, state):
    if state == "failed":
        if not job.codes():
            yield f"{job} failed"
        if job.images:
            yield f"{job} failed, and came"
        if not job.is_private and not job.failure_reports and not job.is_expired:
            yield f"{job} has no report of its failure in out/"
    else:
        if job.must_fail:
            yield f"{job} was cancelled, and is done"
        if job.images != (0 if job.is_private else 1):
            yield f"{job} is done, and came {job.images} times"
        if job.is_private and not job.is_fetched:
            yield f"{job} could not be fetched"
        if job.is_private and job.acknowledged == "yes":
            place = os.path.join(storm.root, "done", job.id)
            if any(name.startswith("result.") for name in os.listdir(place)):
                yield f"{job} was acknowledged, and still has images"
    for path in job.reports(storm.root):
        try:
            with open(path) as file:
                report = json.load(file)
        except FileNotFoundError:
            yield f"{job} has no report {os.path.basename(path)}"
            continue
        if report["status"] != state or (job.id is not None and report["id"] != job.id):
            yield f"{job} is {state}; {os.path.basename(path)} says {report['status']} of {report['id']}"
        elif state == "failed" and report["errors"][0]["code"] not in job.codes():
            yield f"{job} failed: {report['errors']}"
    yield from errors_of_times(storm, job, state)
    if (job.id, state) not in job.events:
        yield f"{job} is {state}, and has no event of that"


def errors_of_times(storm, job, state):
    """A job that is done was begun in time."""
    if job.latest is None or state == "failed" or job.id is None:
        return
    place = os.path.join(storm.root, state, job.id)
    with open(os.path.join(place, "ticket.json")) as file:
        accepted = json.load(file)["time"]
    with open(os.path.join(place, "report.json")) as file:
        begun = accepted + json.load(file)["milliseconds"]["wait"]
    # Both are rounded.
    if begun > 1000 * job.latest + 2:
        yield f"{job} was begun {begun - 1000 * job.latest:.0f} ms too late"


def errors_of_keys(storm):
    """Each link in keys/ is that of a job that exists, and each such job has one."""
    # A daemon that is killed while it tests the file system leaves a hidden name.
    links = {name for name in storm.daemons[0].names("keys") if not name.startswith(".")}
    expected = {}
    for job in storm.jobs.values():
        if job.key and job.purged != "yes" and not job.conflicts_with:
            owner = str(job.user) + (f"~{job.tenant}" if job.tenant else "")
            name = hashlib.sha256(f"{owner}\n{job.key}".encode()).hexdigest()
            expected[name] = job
    for name in links - set(expected):
        yield f"keys/{name} has no job"
    for name, job in expected.items():
        if name not in links and job.purged == "no":
            yield f"{job} has no link in keys/"


def summary(storm):
    """How many jobs became what."""
    jobs = storm.jobs.values()
    return (
        f"{sum(job.images for job in jobs)} delivered, {sum(job.is_fetched for job in jobs)} fetched, "
        f"{len(storm.daemons[0].names('failed'))} failed, {sum(job.purged == 'yes' for job in jobs)} purged, "
        f"{sum(bool(job.key) for job in jobs)} with keys, {sum(bool(job.conflicts_with) for job in jobs)} with the "
        f"key of another, {sum(job.is_expired for job in jobs)} expired, "
        f"{sum(len(job.events) for job in jobs)} events, {storm.guest.summary()}")
