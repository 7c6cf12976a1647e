"""The files that stand in for those which the jobs of the docs name."""

import re
import subprocess

FONTS = (".ttf", ".otf", ".ttc", ".woff", ".woff2")


def sources(job: str) -> list[str]:
    """The files that a job names."""
    fonts = re.search(r'"fonts":\s*\[(.*?)\]', job, re.S)
    listed = re.sub(r"\{.*?\}", "", fonts[1], flags=re.S) if fonts else ""
    return re.findall(r'"source": "([^":]+)"', job) + re.findall(r'"([^":]+)"', listed)


def font() -> str:
    """The path of an installed variable font."""
    return subprocess.run(["fc-match", "-f", "%{file}", "Inter:variable=true"], check=True, capture_output=True,
                          text=True).stdout
