"""The report of a run: what was found, first what was wanted, as Markdown with plots."""

import time

from report import machine

FEW = "fewer than the 7 repetitions that are wanted"


class Gate:
    """One thing that was wanted, and what came of it."""

    def __init__(self, what, value, gate, aim, unit="×", most=False, doubtful=False):
        self.what, self.value, self.gate, self.aim = what, value, gate, aim
        #: `most`: it may be at most so much. `doubtful`: by the clock, while others kept processors busy.
        self.unit, self.most, self.doubtful = unit, most, doubtful

    def reaches(self, limit):
        return self.value <= limit if self.most else self.value >= limit

    def verdict(self):
        return ("aim" if self.reaches(self.aim) else
                "gate" if self.reaches(self.gate) else "falls short")

    def cells(self):
        number = f"{self.value:.{0 if self.value >= 100 else 1 if self.value >= 2 else 2}f}"
        return (self.what, f"{number} {self.unit}", f"{self.gate:g} / {self.aim:g} {self.unit}",
                self.verdict(),
                "by the clock while others kept processors busy: not to be quoted" if self.doubtful
                else "")


def table(head, rows):
    """A table; `head` is its columns' names."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


class Report:
    """Collects what the parts find, prints it as it comes, and writes it in the end."""

    def __init__(self, folder, versions):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.versions = folder, versions
        self.parts, self.gates, self.shares = [], [], []
        self.date, self.start = time.strftime("%Y-%m-%d %H:%M %Z"), time.monotonic()
        self.load, self.ticks = machine.load(), machine.ticks()
        self.quiet = True

    def begin(self, title):
        """Begins a part: looks how much others have of the processors, once those of the part before
        have ended."""
        time.sleep(1)
        share = machine.busy()
        self.shares.append((title, share))
        self.quiet = share < machine.QUIET
        self.say(f"## {title}")

    def say(self, text):
        print(text + "\n", flush=True)
        self.parts.append(text)

    def table(self, head, rows):
        self.say(table(head, rows))

    def plot(self, name, svg, says):
        """Keeps a plot in the folder; `says` is for those who don't see it."""
        (self.folder / f"{name}.svg").write_text(svg)
        self.parts.append(f"![{says}]({name}.svg)")

    def repetitions(self, count):
        self.say(f"Medians of {count}{'' if count >= 7 else ' (' + FEW + ')'}.")

    def gate(self, *values, by_clock=False, **more):
        gate = Gate(*values, doubtful=by_clock and not self.quiet, **more)
        self.gates.append(gate)
        print(f"{gate.what}: {gate.cells()[1]}, {gate.verdict()}\n", flush=True)

    def head(self):
        """What machine, and what of the figures is worth anything."""
        spent, idle, stolen = (now - before for now, before in zip(machine.ticks(), self.ticks))
        noisy = [f"{title} ({share:.0%})" for title, share in self.shares if share >= machine.QUIET]
        lines = [
            "# The benchmark's last run",
            "Written by `make measure ONLY=jobs`; what is behind the figures is told in "
            "[Performance](../performance.md).",
            f"{self.date}, {(time.monotonic() - self.start) / 60:.0f} minutes. {self.versions}",
            f"Machine: {machine.model()} ({machine.features()}), {machine.processors()} processors, Linux "
            f"{machine.kernel()}, disk {machine.disk(self.folder)}. Load {self.load:.1f} at the start, "
            f"{machine.load():.1f} at the end (the benchmark's own included); its host took "
            f"{stolen / max(1, spent):.1%} of the processors away.",
            "Milliseconds are those that a process had a processor (of Chromium all its processes "
            "together, of ImageMagick the command), so that they say little of what else ran. Figures by the "
            "clock (latencies, jobs a second, cold starts) say how long one waits on this machine: read them "
            "as ratios within this run.",
        ]
        high = self.load >= machine.processors()
        if noisy:
            lines.append(
                (f"**The load was {self.load:.1f} when it began. " if high else "**")
                + "Others kept processors busy when these parts began, so their figures by the "
                f"clock are not worth quoting: {', '.join(noisy)}.**")
        else:
            lines.append(
                f"Before each part others had less than {machine.QUIET:.0%} of the processors."
                + (f" (The load of {self.load:.1f}, a mean of the last minute, was that of something that "
                   "had ended.)" if high else ""))
        return lines

    def write(self):
        """Writes it to `jobs.md` in its folder."""
        lines = self.head()
        if self.gates:
            lines += ["## What was wanted", table(
                ["what", "measured", "gate / aim", "", ""], [gate.cells() for gate in self.gates])]
        path = self.folder / "jobs.md"
        path.write_text("\n\n".join(lines + self.parts) + "\n")
        print(f"Written to {path}", flush=True)
