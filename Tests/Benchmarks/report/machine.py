"""The machine that is measured on: what it is, and how much of it others have."""

import os
import time

#: Others may have so much of the processors while figures by the clock are worth quoting.
QUIET = 0.05


def model():
    """The processor's name."""
    with open("/proc/cpuinfo") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return names[0] if names else os.uname().machine


def features():
    """Whether it has what the build for newer processors needs."""
    with open("/proc/cpuinfo") as file:
        return "AVX2" if " avx2 " in file.read() else "no AVX2"


def processors():
    return os.cpu_count()


def kernel():
    return os.uname().release.split("-")[0]


def load():
    return os.getloadavg()[0]


def disk(folder):
    """The file system that a folder is on."""
    folder = os.path.realpath(folder)
    best = ("", "?")
    with open("/proc/mounts") as file:
        for line in file:
            _, place, kind = line.split()[:3]
            if (folder + "/").startswith(place.rstrip("/") + "/") and len(place) > len(best[0]):
                best = (place, kind)
    return best[1]


def ticks():
    """Ticks of all processors since the start: all, idle, and taken by the machine's host."""
    with open("/proc/stat") as file:
        values = [int(value) for value in file.readline().split()[1:9]]
    return sum(values), values[3] + values[4], values[7]


def busy(seconds=1.0):
    """What share of the processors others have while nothing of ours runs: it sleeps meanwhile."""
    all_before, idle_before, _ = ticks()
    time.sleep(seconds)
    all_after, idle_after, _ = ticks()
    return 1 - (idle_after - idle_before) / max(1, all_after - all_before)


def syncing(folder, count=100):
    """Milliseconds that one fsync of a small new file takes: sorted."""
    spent, path = [], folder / "fsync-probe"
    for _ in range(count):
        file = os.open(path, os.O_CREAT | os.O_WRONLY)
        os.write(file, bytes(300))
        start = time.perf_counter()
        os.fsync(file)
        spent.append((time.perf_counter() - start) * 1e3)
        os.close(file)
        os.unlink(path)
    return sorted(spent)
