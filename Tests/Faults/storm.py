"""Several scrimds share a spool, and they and their workers are killed at random, one kill for every four
jobs, while two users submit, cancel, hold, release, retry, purge and fetch jobs, and a third one has all results
deleted: each job comes out once, whole, unless a command, its key or its time says otherwise. Results and events
are taken away as they come, so that one that comes again is noticed.
"""

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time

import batch_storm
import commands
import daemons
import guest
import spool as spools
import submissions
import verdict

JOBS_PER_KILL = 4
# On their way at once.
MOST = 64
ACTS_PER_TURN = 3


class Storm(daemons.Daemons):
    def __init__(self, programs, work, draws):
        self.taken = os.path.join(work, "taken")
        os.mkdir(self.taken)
        super().__init__(programs, work, draws=draws, more=submissions.ACCESS)
        self.jobs, self.open, self.acted_on = {}, {}, []
        self.submitted = self.ended = 0
        self.commands = commands.Commands(self.daemons[0], self.jobs)
        self.guest = guest.Guest(self.daemons[0])
        spools.within(60, "a socket", lambda: os.path.exists(os.path.join(self.root, "control.sock")))

    def drop(self, most):
        """Jobs, and further submissions of those that have a key."""
        spool = self.daemons[0]
        while len(self.open) < MOST and len(self.jobs) < most:
            job = submissions.random_job(f"slow-{len(self.jobs)}")
            self.jobs[job.name] = self.open[job.name] = job
            submissions.submit(job, spool)
            while job.repetitions and random.random() < 0.5:
                self.repeat(job)
            if random.random() < 0.05:
                self.guest.submit()
        self.conflict()
        for job in random.sample(list(self.open.values()), min(4, len(self.open))):
            if job.repetitions and random.random() < 0.05:
                self.repeat(job)

    def conflict(self):
        """Now and then a job with the key of an earlier one that was accepted, and is not deleted."""
        known = [job for job in (*self.open.values(), *self.acted_on)
                 if job.key and job.id and job.purged == "no" and not job.conflicts and not job.conflicts_with]
        if known and random.random() < 0.2:
            job = submissions.conflicting_job(f"clash-{len(self.jobs)}", random.choice(known))
            self.jobs[job.name] = self.open[job.name] = job
            submissions.submit(job, self.daemons[0])

    def repeat(self, job):
        job.repetitions -= 1
        submissions.submit(job, self.daemons[0])

    def take(self):
        self.take_results()
        self.take_events()

    def take_events(self):
        for name in self.daemons[0].names("events"):
            if name.startswith(".") or not name.endswith(".json"):
                continue
            path = os.path.join(self.root, "events", name)
            try:
                with open(path) as file:
                    event = json.load(file)
                os.unlink(path)
            except FileNotFoundError:
                # The guest's, deleted with the results.
                continue
            except ValueError:
                self.wrong.append(f"events/{name} is torn")
                continue
            if event["job"] in self.jobs:
                self.jobs[event["job"]].events.add((event["id"], event["status"]))
            elif event["job"] not in self.guest.jobs:
                self.wrong.append(f"events/{name} is of the unknown job {event['job']}")
            if name != f"{event['id']}.json":
                self.wrong.append(f"events/{name} is of {event['id']}")

    def take_results(self):
        for name in self.daemons[0].names("out"):
            if self.guest.owns(name):
                continue
            try:
                os.rename(os.path.join(self.root, "out", name), os.path.join(self.taken, f".{name}"))
            except FileNotFoundError:
                # A failure's report, which a success removes.
                continue
            target = os.path.join(self.taken, name)
            job = self.jobs[name.split(".")[0]]
            if job.is_private:
                self.wrong.append(f"{name} of a private job is in out/")
            if name.endswith(".failed.json"):
                with open(os.path.join(self.taken, f".{name}")) as file:
                    code = json.load(file)["errors"][0]["code"]
                job.is_expired = job.is_expired or code == "expired"
                job.failure_reports += code != "expired"
                if job.is_reported or job.failure_reports > job.cancellations or (
                        code == "expired" and not job.may_expire):
                    self.wrong.append(f"{name} came after {job}")
            else:
                self.note_delivery(job, name, target)
            os.rename(os.path.join(self.taken, f".{name}"), target)

    def note_delivery(self, job, name, target):
        if os.path.exists(target):
            self.wrong.append(f"{name} came twice")
        if job.must_fail or job.held == "yes":
            self.wrong.append(f"{name} came from {job}")
        if time.time() < job.earliest:
            self.wrong.append(f"{name} came before its time: {job}")
        if name.endswith(".png"):
            job.images += 1
        else:
            job.is_reported = True
            # When the report is visible, so is the image.
            if not job.images and not os.path.exists(os.path.join(self.root, "out", f"{job.name}.png")):
                self.wrong.append(f"{name} came before its image")

    def close_ended(self):
        """Jobs that have ended leave the open ones. Held ones stay, until they are released."""
        for job in list(self.open.values()):
            job.has_ended = (
                job.purged != "no" or job.is_reported or job.must_fail or job.is_expired
                or (job.is_private and self.has_ended(job)))
            if job.has_ended and not job.repetitions:
                self.ended += 1
                del self.open[job.name]
                self.acted_on.append(job)

    def has_ended(self, job):
        """Whether a private job is done, or its time has passed."""
        status = verdict.status(job, self.root)
        return status == "done" or (status == "failed" and job.may_expire)

    def act(self):
        """A command about an open job or one of the last that ended."""
        self.acted_on = self.acted_on[-MOST:]
        # Most commands need a job that has not ended, and such a state is short.
        some = self.open.values() if random.random() < 0.6 else self.acted_on
        jobs = [job for job in some if job.id]
        if jobs:
            job = random.choice(jobs)
            self.commands.act(job)
            if job.name not in self.open and not (
                    job.must_fail or job.purged != "no" or job.is_reported or job.is_expired or (
                        job.is_private and self.has_ended(job))):
                # It was retried.
                self.open[job.name] = job
                self.ended -= 1
                self.acted_on.remove(job)

    def run(self, jobs, seconds):
        begin, turn = time.monotonic(), 0
        while len(self.jobs) < jobs and time.monotonic() - begin < seconds:
            self.drop(jobs)
            self.take()
            self.close_ended()
            if turn % 40 == 0:
                self.commands.find()
                self.guest.purge()
            for _ in range(ACTS_PER_TURN):
                self.act()
            if self.kills < self.ended // JOBS_PER_KILL:
                self.kill()
            turn += 1
        return time.monotonic() - begin

    def end(self):
        """Releases what is held, lets all come out, fetches private images, and checks all jobs."""
        for job in self.jobs.values():
            while job.repetitions:
                self.repeat(job)
        spools.within(60, "an answer", self.is_answering)
        verdict.come_out(self)
        self.kill_all()
        status = self.daemons[0].finish()
        self.take()
        wrong = list(verdict.errors(self))
        if status:
            wrong.append(f"draining ended with {status}")
        return self.wrong + self.commands.wrong + wrong

    def is_answering(self):
        self.commands.find()
        return os.path.exists(os.path.join(self.root, "control.sock"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd and fake-worker")
    parser.add_argument("--jobs", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=3000, help="no more jobs after so long")
    parser.add_argument("--draw", action="store_true", help="with workers that draw")
    parser.add_argument("--batches", type=int, help="so many batches instead of jobs")
    parser.add_argument("--rows", type=int, default=400, help="of each batch")
    parser.add_argument("--kills", type=int, default=2000, help="while batches are rendered")
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="storm.", dir=os.environ.get("SCRIM_SCRATCH"))
    # For the other users' `scrim`.
    os.chmod(work, 0o755)
    if options.batches:
        try:
            return int(batch_storm.run(options.programs, work, options.batches, options.rows, options.kills))
        finally:
            shutil.rmtree(work)
    try:
        storm = Storm(options.programs, work, options.draw)
        seconds = storm.run(options.jobs, options.seconds)
        wrong = storm.end()
        counts = " ".join(f"{act}={count}" for act, count in sorted(storm.commands.counts.items()))
        print(
            f"storm: {len(storm.jobs)} jobs in {sum(len(j.tokens) for j in storm.jobs.values())} submissions, "
            f"{storm.killed_daemons} daemons and {storm.killed_workers} workers killed in {seconds:.0f} s; "
            f"{verdict.summary(storm)}; answers: {counts}; {len(wrong)} wrong: {wrong[:20]}")
        storm.print_logs(wrong)
    finally:
        storm.kill_all()
        shutil.rmtree(work)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
