"""The files that stand in for those which the jobs of the docs name."""

import re
import subprocess

FONTS = (".ttf", ".otf", ".ttc", ".woff", ".woff2")


def sources(job: str) -> list[str]:
    """The files that a job names, and those that are defaults of a template's inputs."""
    fonts = re.search(r'"fonts":\s*\[(.*?)\]', job, re.S)
    listed = re.sub(r"\{.*?\}", "", fonts[1], flags=re.S) if fonts else ""
    named = re.findall(r'"(?:source|default)": "([\w./-]+\.\w+)"', job)
    written = re.findall(r'"source": "([^":$]+)"', job)
    return [*dict.fromkeys(written + named)] + re.findall(r'"([^":]+)"', listed)


def font() -> str:
    """The path of an installed variable font."""
    return subprocess.run(["fc-match", "-f", "%{file}", "Inter:variable=true"], check=True, capture_output=True,
                          text=True).stdout
