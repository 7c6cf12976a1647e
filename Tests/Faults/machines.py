"""Runs a daemon as on other machines: /tmp without execution or read-only, a read-only root, /proc without what is not
processes' or not one's own, no network, one core, no AVX2. Each renders the same bytes. As root.
"""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import spool as spools  # noqa: E402

# What makes this machine another one, in a mount namespace of its own, before `exec "$@"`.
MACHINES = {
    "as it is": "",
    "/tmp is noexec": "mount -t tmpfs -o noexec,mode=1777 tmpfs /tmp",
    "/tmp is read-only": "mount -t tmpfs -o ro tmpfs /tmp",
    "/ is read-only": "mount -o remount,bind,ro /",
    "/proc has processes only": "mount -t proc -o subset=pid proc /proc",
    "/proc has one's own processes only": "mount -t proc -o hidepid=invisible proc /proc",
    "no network, not even loopback": "set -- unshare --net \"$@\"",
    "one core": "set -- taskset --cpu-list 0 \"$@\"",
    "no AVX2": "export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX512F",
}


def main():
    if len(sys.argv) != 2:
        print(f"usage: {sys.argv[0]} PROGRAMS", file=sys.stderr)
        return 64
    if os.geteuid() != 0:
        print("machines: skipped: only root may mount.")
        return 0
    programs, wrong = os.path.abspath(sys.argv[1]), 0
    spools.in_own_mounts()
    with tempfile.TemporaryDirectory(dir="/var/tmp") as work:
        # A mount of its own, which stays writable under a root that is not.
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", work], check=True)
        for number, (name, change) in enumerate(MACHINES.items()):
            place = os.path.join(work, str(number))
            os.mkdir(place)
            spool = spools.Spool(os.path.join(place, "spool"), programs, place, draws=True)
            command = [
                "unshare", "--mount", "--pid", "--fork", "--mount-proc", "sh", "-euc", f'{change}\nexec "$@"', "sh",
                f"{programs}/scrimd", "--spool", spool.path, "--config", spool.config, "--drain"]
            for turn in range(2):
                with open(spool.log, "ab") as log:
                    status = subprocess.run(command, stderr=log, stdout=subprocess.DEVNULL, timeout=120).returncode
                if status == 0 and turn == 0:
                    spool.drop("odd")
            try:
                with open(os.path.join(spool.path, "out", "odd.png"), "rb") as file:
                    is_right = status == 0 and file.read() == spool.expected("odd")
            except FileNotFoundError:
                is_right = False
            print(f"{name}: {'the same image' if is_right else f'status {status}'}", flush=True)
            if not is_right:
                wrong += 1
                with open(spool.log) as log:
                    print(log.read())
        subprocess.run(["umount", "-l", work], check=True)
    print(f"machines: {len(MACHINES)}, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
