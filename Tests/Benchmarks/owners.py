"""What keeping third-party plugins apart by owner costs: jobs per second of one worker, for one owner and for
two whose jobs alternate, with Scrim's own effects and with a third-party one. As root, who drops for both.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Faults"))

import plugins  # noqa: E402
import spool as spools  # noqa: E402

JOB = """{"scrim": 1, "canvas": {"width": 320, "height": 100}, "layers": [
  {"text": {"string": "Story %d", "size": 40}, "effects": [{"effect": "%s"}]}]}"""
ALICE, BOB = 61001, 61002


def seconds(spool, name, effect, owners, count):
    """How long so many jobs take that wait already when the daemon's slot is free."""
    jobs = [f"{name}-{number}" for number in range(count)]
    for number, job in enumerate(jobs):
        part, whole = (os.path.join(spool.path, "drop", n) for n in (f".{job}.part", f"{job}.json"))
        with open(part, "w") as file:
            file.write(JOB % (number, effect))
        os.chmod(part, 0o644)
        os.chown(part, owners[number % len(owners)], owners[number % len(owners)])
        os.rename(part, whole)
    begin = time.monotonic()
    spools.within(300, f"{count} reports", lambda: all(spool.report(job) for job in jobs[-2:])
                  and all(spool.report(job) for job in jobs))
    wrong = [job for job in jobs if spool.report(job)["status"] != "done"]
    if wrong:
        raise SystemExit(f"{wrong[0]}: {spool.report(wrong[0])}")
    return time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of scrimd, scrim-worker and ScrimKit's modules")
    parser.add_argument("--jobs", type=int, default=100)
    options = parser.parse_args()
    programs = os.path.abspath(options.programs)
    work = tempfile.mkdtemp(prefix="owners.", dir=os.environ.get("SCRIM_SCRATCH"))
    folder = os.path.join(work, "plugins")
    os.mkdir(folder)
    plugins.build("MyEffect", programs, folder, f"{plugins.ROOT}/Sources/ScrimKit/Template/Sources/MyEffect")
    spool = spools.Spool(os.path.join(work, "spool"), programs, work)
    with open(spool.config, "w") as file:
        file.write(f'[workers]\ncount = 1\nplugins = ["{programs}", "{folder}"]\n[intake]\nsettle-ms = 50\n'
                   + spool.extra(programs))
    try:
        spool.start()
        spools.within(60, "a daemon", spool.is_up)
        for kind, effect in [("own effect", "outline"), ("third-party effect", "my-effect")]:
            for who, owners in [("one owner", [ALICE]), ("two owners in turns", [ALICE, BOB])]:
                name = f"{effect}-{len(owners)}"
                seconds(spool, f"warm-{name}", effect, owners, 4)
                taken = seconds(spool, name, effect, owners, options.jobs)
                print(f"{kind}, {who}: {options.jobs / taken:.0f} jobs/s, {1000 * taken / options.jobs:.1f} ms per job",
                      flush=True)
    finally:
        spool.kill()
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
