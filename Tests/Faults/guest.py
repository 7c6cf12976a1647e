"""A user who has all results deleted now and then, next to the storm's others."""

import os

import submissions
from control import Control, Lost, Unreachable

USER = 61_003 if os.geteuid() == 0 else None


class Guest:
    """Without root there is one user, whose results the storm needs: then the guest does nothing."""

    def __init__(self, spool):
        self.spool, self.jobs, self.wrong = spool, {}, []
        self.control = Control(spool.path, USER) if USER else None
        self.purges = self.deleted = 0

    def owns(self, name):
        """Whether a name in out/ is one of the guest's."""
        return name.split(".")[0] in self.jobs

    def submit(self):
        """One more plain job."""
        if self.control:
            job = submissions.Job(f"guest-{len(self.jobs)}")
            job.user = USER
            self.jobs[job.name] = job
            submissions.submit(job, self.spool)

    def results(self):
        """The results and reports of jobs whose delivery is complete: none of these comes again."""
        out = [name for name in self.spool.names("out") if self.owns(name)]
        ended = {name.split(".")[0] for name in out if name.endswith((".result.json", ".failed.json"))}
        found = {os.path.join("out", name) for name in out if name.split(".")[0] in ended}
        for name in ended:
            for path in self.jobs[name].reports(self.spool.path):
                if os.path.exists(path):
                    found.add(os.path.relpath(path, self.spool.path))
        return found

    def purge(self):
        """`scrim purge --user`, in parts; what was there before is gone after the answer."""
        if not self.control:
            return
        before, after = self.results(), None
        try:
            while True:
                answer = self.control.ask("purge-results", user=USER, after=after)
                if "error" in answer:
                    self.wrong.append(f"purge of the guest's results: {answer['error']}")
                    return
                self.deleted += answer["files"]
                after = answer["next"]
                if after is None:
                    break
        except (Lost, Unreachable):
            return
        self.purges += 1
        left = [path for path in before if os.path.exists(os.path.join(self.spool.path, path))]
        if left:
            self.wrong.append(f"after the purge of the guest's results there are {sorted(left)[:3]}")

    def errors(self, done, failed):
        """Jobs by name to IDs; each of the guest's is done, once."""
        yield from self.wrong
        for name in self.jobs:
            if len(done[name]) != 1 or failed[name]:
                yield f"{name} is {len(done[name])} times in done/ and {len(failed[name])} times in failed/"

    def summary(self):
        return f"{self.deleted} results of a guest's {len(self.jobs)} jobs deleted in {self.purges} purges"
