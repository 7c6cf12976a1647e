"""How many jobs one PostgreSQL leases and takes back: nodes that draw nothing, with many finished and waiting rows and
row-level security, by the statements of scrim-node.

Measures claims and completions of 8 without and with outputs of 6 kB, and the rate while a snapshot is held (a dump,
or a forgotten transaction). Checks that each job ended once; with --gates also the rates.
"""

import argparse
import json
import os
import subprocess
import sys

import server

TENANTS = 20
DOCUMENT = 600
# Jobs per second without and with outputs, and ms of the slowest of 100 claims.
GATES = {"no outputs": 3000, "outputs of 6 kB": 1500}
LONGEST_CLAIM = 50


class Load:
    def __init__(self, options):
        self.options = options
        self.server = server.Server(
            options.programs, [f"tenant{number}" for number in range(TENANTS)], options.settings)
        self.fill("finished", options.finished)
        self.errors = []

    def fill(self, table, rows):
        tenant = f"'tenant' || n % {TENANTS}"
        if table == "finished":
            self.server.sql(f"""
                INSERT INTO scrim.finished (day, id, tenant, name, state, priority, environment, attempt, submitted,
                    failures, report)
                  SELECT (now() AT TIME ZONE 'UTC')::date, -n, {tenant}, 'card', 'd', 0, '', 1, now(), '[]',
                    '{{"status": "done"}}'
                  FROM generate_series(1, {rows}) n""")
        else:
            self.server.sql(f"""
                INSERT INTO scrim.jobs (tenant, name, state, document)
                  SELECT {tenant}, 'card', 'w', decode(repeat('7b', {DOCUMENT}), 'hex')
                  FROM generate_series(1, {rows}) n""")
        self.server.sql("VACUUM ANALYZE")
        self.server.sql("CHECKPOINT")

    def waiting(self):
        return self.server.sql("SELECT count(*) FROM scrim.jobs")[0][0]

    def ended(self):
        return self.server.sql("SELECT count(*), count(DISTINCT id) FROM scrim.finished WHERE id > 0")[0]

    def measure(self, name, *arguments, seconds=None):
        missing = self.options.waiting - self.waiting()
        if missing > 0:
            self.fill("jobs", missing)
        before = self.ended()[0]
        begin = self.usage()
        result = json.loads(subprocess.run(
            [os.path.join(self.options.programs, "queue-load"), "--url", self.server.url("node"), "--nodes",
             str(self.options.nodes), "--seconds", str(seconds or self.options.seconds), *arguments],
            check=True, capture_output=True, text=True).stdout)
        wal = self.usage() - begin
        rows, jobs = self.ended()
        if rows != jobs:
            self.errors.append(f"{name}: {rows - jobs} jobs ended twice")
        if rows - before != result["jobs"]:
            self.errors.append(f"{name}: {result['jobs']} jobs were completed, and {rows - before} are finished")
        leased = self.server.sql("SELECT count(*) FROM scrim.jobs WHERE state = 'l'")[0][0]
        if leased:
            self.errors.append(f"{name}: {leased} jobs are leased still")
        rate = result["jobs"] / result["seconds"]
        claim, complete = result["claim"], result["complete"]
        if rate < GATES.get(name, 0) and self.options.gates:
            self.errors.append(f"{name}: {rate:.0f} jobs/s; {GATES[name]} are required")
        if name in GATES and claim["p99"] > LONGEST_CLAIM and self.options.gates:
            self.errors.append(f"{name}: a claim takes {claim['p99']:.0f} ms (p99); {LONGEST_CLAIM} are allowed")
        print(
            f"| {name} | {rate:,.0f} | {claim['median']:.1f} | {claim['p99']:.1f} | {claim['most']:.0f} "
            f"| {complete['median']:.1f} | {complete['p99']:.1f} | {wal / max(result['jobs'], 1) / 1000:.1f} |", flush=True)
        return result

    def usage(self):
        return int(self.server.sql("SELECT pg_current_wal_lsn() - '0/0'")[0][0])

    def snapshot(self):
        """The rate while a transaction holds its snapshot."""
        holder = self.server.connect()
        holder.set_session(isolation_level="REPEATABLE READ")
        holder.cursor().execute("SELECT count(*) FROM scrim.settings")
        name = f"no outputs, a snapshot held for {self.options.snapshot} s"
        result = self.measure(name, seconds=self.options.snapshot)
        holder.close()
        rates = result["perSecond"][:int(result["seconds"])]
        part = max(1, len(rates) // 5)
        print(f"  first {part} s: {sum(rates[:part]) // part} jobs/s, last {part} s: {sum(rates[-part:]) // part}")

    def run(self):
        options = self.options
        version = self.server.sql("SHOW server_version")[0][0].split(" ")[0]
        print(f"PostgreSQL {version}, {os.cpu_count()} cores, {options.nodes} connections, {options.finished:,} finished "
              f"and {options.waiting:,} waiting jobs of {TENANTS} tenants, {' '.join(options.settings) or 'default settings'}")
        print("| claims and completions of 8 | jobs/s | claim, ms | p99 | most | completion, ms | p99 | WAL per job, kB |")
        print("|---|---|---|---|---|---|---|---|")
        self.measure("no outputs")
        self.measure("outputs of 6 kB", "--output", "6000")
        self.snapshot()
        if options.more:
            for count in ("1", "32"):
                self.measure(f"{count} instead of 8", "--claim", count, "--complete", count)
                self.measure(f"{count} instead of 8, outputs of 6 kB", "--claim", count, "--complete", count,
                             "--output", "6000")
            self.measure("outputs of 440 kB", "--output", "440000")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", help="the folder of queue-load")
    parser.add_argument("--nodes", type=int, default=12)
    parser.add_argument("--finished", type=int, default=1_000_000)
    parser.add_argument("--waiting", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--snapshot", type=int, default=20, help="seconds")
    parser.add_argument("--more", action="store_true", help="other sizes of claims and outputs, too")
    parser.add_argument("--gates", action="store_true", help="fails if rates are missed")
    parser.add_argument("--settings", nargs="*", default=[], help="of postgresql.conf, such as shared_buffers=1GB")
    options = parser.parse_args()
    load = Load(options)
    try:
        load.run()
    finally:
        load.server.end()
    for error in load.errors:
        print(error, file=sys.stderr)
    return 1 if load.errors else 0


if __name__ == "__main__":
    sys.exit(main())
