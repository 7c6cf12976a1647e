"""Random commands about jobs by their owners and by others, and what each answer means for the job."""

import collections
import os
import random
import tempfile

from control import Control, Lost, Program, Unreachable
from submissions import USERS

# The share of changes for which `scrim` itself is started.
PROGRAM_SHARE = 0.03
ACTS = {"cancel": 4, "hold": 3, "release": 3, "retry": 4, "purge": 1, "priority": 3, "fetch": 3, "trespass": 1}
# States in which jobs can be found by their names, without reading all that are done.
LISTED = ["queue", "active", "hold", "failed"]


class Commands:
    """Acts on jobs, and collects answers that the jobs' states do not allow."""

    def __init__(self, spool, jobs):
        self.spool, self.jobs = spool, jobs
        self.controls = {user: Control(spool.path, user) for user in USERS}
        self.programs = {user: Program(spool.programs, spool.path, user) for user in USERS}
        self.counts, self.wrong = collections.Counter(), []

    # How jobs are found.

    def identify(self, name, job_id):
        """A job keeps its ID, and a key has one job."""
        job = self.jobs.get(name)
        if job is None:
            self.wrong.append(f"{job_id} has the unknown name {name}")
        elif job.id not in (None, job_id):
            self.wrong.append(f"{job_id} is a second job of {job}")
        else:
            job.id = job_id

    def list(self, user, states):
        """All jobs of these states that a user sees."""
        after, found = None, []
        while True:
            answer = self.controls[user].ask("jobs", states=states, user=None, after=after)
            found += answer["jobs"]
            for job in answer["jobs"]:
                if int(job["owner"].split("~")[0]) != user:
                    self.wrong.append(f"{user} sees {job}")
                elif job["name"] is not None:
                    self.identify(job["name"], job["id"])
            after = answer["next"]
            if after is None:
                return found

    def find(self):
        """Learns the IDs of jobs that wait or failed."""
        for user in USERS:
            self.unless_lost("list", lambda user=user: self.list(user, LISTED))

    # Acts.

    def act(self, job):
        """One random act on a job."""
        act = random.choices(list(ACTS), ACTS.values())[0]
        if act == "trespass":
            self.trespass(job)
        elif act == "fetch":
            self.fetch(job)
        elif act != "purge" or self.may_purge(job):
            self.change(job, act)

    def may_purge(self, job):
        """A key is free again once its job is purged: no other submission of it may follow then."""
        return not job.key or (
            not job.repetitions and all(self.is_refused(conflict) for conflict in job.conflicts) and all(map(os.path.exists, job.reports(self.spool.path)))
            and not job.is_in_intake(self.spool.path))

    def is_refused(self, job):
        return all(map(os.path.exists, job.reports(self.spool.path)))

    def change(self, job, act):
        """One change, and what follows from its answer."""
        priority = random.randint(-100, 100) if act == "priority" else None
        lost = getattr(self, f"{act}_lost", lambda job: None)
        # In advance: the job may move on before the answer is read.
        was_held, had_failed, was_purged = job.held, job.must_fail, job.purged
        try:
            if random.random() < PROGRAM_SHARE:
                more = [] if priority is None else [str(priority)]
                answer = self.programs[job.user].change(act, job.id, *more)
                self.counts["scrim"] += 1
            else:
                answer = self.controls[job.user].ask(act, ids=[job.id], priority=priority)["changes"][0]
        except Unreachable:
            self.counts["unreachable"] += 1
            return
        except Lost:
            self.counts["lost"] += 1
            return lost(job)
        error = answer["error"]
        if error is None:
            self.counts[act] += 1
            return getattr(self, f"{act}_done", lambda job, state: None)(job, answer["state"])
        self.counts[f"{act}: {error['code']}"] += 1
        if error["code"] in ("failed", "denied"):
            if "is locked by another" not in error["message"]:
                self.wrong.append(f"{act} of {job}: {error['message']}")
                lost(job)
        elif error["code"] == "missing":
            if was_purged == "no":
                self.wrong.append(f"{act} of {job}: {error['message']}")
            job.purged = "yes"
        elif was_purged == "yes" or (was_held == "yes" and act in ("cancel", "release")) or (
                had_failed and act in ("retry", "purge") and not (job.conflicts_with and act == "retry")):
            self.wrong.append(f"{act} of {job}: {error['message']}")

    def cancel_done(self, job, state):
        job.may_fail, job.cancellations = True, job.cancellations + 1
        if state == "failed":
            job.must_fail, job.held = True, "no"
            if job.images:
                self.wrong.append(f"{job} was cancelled after its delivery")
        elif job.held == "yes":
            # `scrim` does not show the state; an active job is not held.
            job.must_fail, job.held = True, "no"

    def cancel_lost(self, job):
        job.may_fail, job.cancellations = True, job.cancellations + 1
        self.doubt_hold(job)

    def hold_done(self, job, _):
        job.held, job.has_ended = "yes", False
        if job.images or job.must_fail:
            self.wrong.append(f"{job} was held after its end")

    def hold_lost(self, job):
        if job.held == "no":
            job.held = "maybe"

    def release_done(self, job, _):
        if job.held == "no":
            self.wrong.append(f"{job} was released, but not held")
        job.held = "no"

    def release_lost(self, job):
        self.doubt_hold(job)

    def doubt_hold(self, job):
        if job.held == "yes":
            job.held = "maybe"

    def retry_done(self, job, _):
        if not job.codes() or job.conflicts_with or job.images:
            self.wrong.append(f"{job} was retried, but not cancelled")
        job.may_fail = job.must_fail = job.has_ended = job.is_expired = False
        job.held = "no"

    def retry_lost(self, job):
        if not job.conflicts_with:
            job.must_fail = job.has_ended = False

    def purge_done(self, job, _):
        job.purged = "yes"
        if job.held == "yes":
            self.wrong.append(f"{job} was purged while it was held")

    def purge_lost(self, job):
        job.purged = "maybe"

    # Private results.

    def fetch(self, job):
        """Fetches a job's images, and acknowledges private ones if they are whole."""
        if random.random() < PROGRAM_SHARE and job.is_private:
            return self.fetch_by_program(job)
        answer = self.unless_lost("fetch", lambda: self.contents(job))
        if answer is None:
            return
        contents, error = answer
        if error:
            self.counts[f"fetch: {error['code']}"] += 1
            if error["code"] not in ("state", "missing") or (
                    error["code"] == "missing" and job.purged == "no"):
                self.wrong.append(f"fetch of {job}: {error['message']}")
            return
        self.counts["fetch"] += 1
        self.check_fetched(job, contents)
        if job.is_private and job.purged == "no":
            job.is_fetched = True
            self.change(job, "acknowledge")

    def check_fetched(self, job, contents):
        whole = {f"{job.name}.png": self.spool.expected(job.name)}
        allowed = {"no": [whole], "maybe": [whole, {}], "yes": [{}]}[job.acknowledged]
        if contents not in allowed or job.must_fail or job.held == "yes":
            self.wrong.append(f"fetched {list(contents)} of {job}")

    def acknowledge_done(self, job, _):
        job.acknowledged = "yes"

    def acknowledge_lost(self, job):
        job.acknowledged = "maybe"

    def contents(self, job):
        answer, files = self.controls[job.user].ask_for_files("fetch", id=job.id)
        contents = []
        for file in files:
            with open(file, "rb") as image:
                contents.append(image.read())
        if "error" in answer:
            return {}, answer["error"]
        return dict(zip((output["file"] for output in answer["outputs"]), contents, strict=True)), None

    def fetch_by_program(self, job):
        """`scrim fetch` fetches and acknowledges in one."""
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o777)
            before = job.acknowledged
            status, _ = self.programs[job.user].run("fetch", job.id, "-o", folder)
            self.counts["scrim"] += 1
            contents = {}
            for name in os.listdir(folder):
                with open(os.path.join(folder, name), "rb") as image:
                    contents[name] = image.read()
            if status == 0 and before == "no":
                self.check_fetched(job, contents)
                job.is_fetched, job.acknowledged = True, "yes"
            elif contents:
                # Not acknowledged, perhaps; or some other time before.
                job.is_fetched, job.acknowledged = True, "maybe" if before == "no" else before

    # What is refused.

    def trespass(self, job):
        """Another user's commands about a job."""
        others = [user for user in USERS if user != job.user]
        if not others:
            return
        control = self.controls[random.choice(others)]
        act = random.choice(["cancel", "hold", "release", "retry", "purge", "acknowledge", "show", "fetch", "find"])
        if act == "find":
            answer = self.unless_lost(act, lambda: control.ask("find", key=f"order {job.name}", tenant=job.tenant))
        elif act in ("show", "fetch"):
            answer = self.unless_lost(act, lambda: control.ask(act, id=job.id))
        else:
            answer = self.unless_lost(act, lambda: control.ask(act, ids=[job.id])["changes"][0])
        if answer is None:
            return
        self.counts["refused to others"] += 1
        code = (answer.get("error") or {}).get("code")
        if code != ("missing" if act == "find" else "denied"):
            self.wrong.append(f"{control.user} may {act} {job}: {answer}")

    def unless_lost(self, act, ask):
        try:
            return ask()
        except (Lost, Unreachable) as error:
            self.counts["lost" if isinstance(error, Lost) else "unreachable"] += 1
            return None
