"""Builds plugins of one file each, such as those of Tests/Fixtures/BadPlugins, with what was built of ScrimKit."""

import os
import shlex
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KIT = f"{ROOT}/Sources/ScrimKit/Sources"
MODULE = 'module ScrimPluginABI {{\n  umbrella "{}/ScrimPluginABI/include"\n  export *\n}}\n'


def build(name, programs, folder, source=f"{ROOT}/Tests/Fixtures/BadPlugins"):
    """Makes lib<name>.so in a folder, as SwiftPM makes one of ours, of <name>.swift in another."""
    module = os.path.join(folder, "module.modulemap")
    with open(module, "w") as file:
        file.write(MODULE.format(KIT))
    flags = shlex.split(subprocess.run(
        ["pkg-config", "--cflags-only-I", "cairo-ft", "pangocairo"],
        capture_output=True, text=True, check=True).stdout)
    stamp = f"{programs}/ScrimPluginStamp.build"
    objects = [f"{programs}/ScrimPluginABI.build/abi.c.o"] + [
        f"{stamp}/{file}" for file in os.listdir(stamp) if file.endswith(".o")]
    subprocess.run(
        ["swiftc", "-O", "-swift-version", "6", "-emit-library", "-module-name", name,
         f"{source}/{name}.swift",
         "-I", f"{programs}/Modules",
         *[part for name in ("CCairo", "CPango", "CStreaming") for part in ("-I", f"{KIT}/{name}")]]
        + [part for flag in flags for part in ("-Xcc", flag)]
        + ["-Xcc", f"-fmodule-map-file={module}", *objects, "-L", programs, "-lScrimKit",
           "-o", f"{folder}/lib{name}.so"],
        check=True)
    os.remove(module)
