"""A hash of what decides how a puzzle runs here: the interpreter, its packages, this runner."""

import os
import sys
from functools import cache

from puzzle_runner import digest, files
from puzzle_runner.model import Limits
from puzzle_runner.running.job import variables
from puzzle_runner.version import VERSION


def of_calls(limits: Limits, but: str = "") -> str:
    """Return the hash of all that calls with some limits have in common, also of the variables that they see.

    One of these may be left out.
    """
    given = sorted((name, value) for name, value in variables(limits).items() if name != but)
    return digest.text(str(tuple(limits)), of_installation(), *(text for pair in given for text in pair))


@cache
def of_installation() -> str:
    """Return the hash of the interpreter, of what is installed for it, and of the runner's version.

    It is the same on every machine that is set up in the same way.
    """
    machine = os.uname().machine if hasattr(os, "uname") else ""
    return digest.text(sys.version, sys.platform, machine, VERSION, *packages())


def packages() -> list[str]:
    """Return what lies in the folders of installed packages: each name, and a hash of what it stands for.

    That of a package is the hash of its record, which has a hash of each file. A single module or a `.pth`
    has its own. The runner's package has none, as its version counts.
    """
    found: set[str] = set()
    for folder in sys.path:
        if os.path.basename(folder) in ("site-packages", "dist-packages") and os.path.isdir(folder):
            names = {*os.listdir(folder)} - {"__pycache__"}
            found |= {f"{name} {_content(os.path.join(folder, name), name)}" for name in names}
    return sorted(found)


def _content(path: str, name: str) -> str:
    if name.startswith("puzzle_runner-"):
        return ""
    if name.endswith(".dist-info"):
        path += "/RECORD"
    elif not name.endswith((".py", ".pth", ".egg-link")):
        return os.path.realpath(path) if os.path.islink(path) else ""
    try:
        data = files.read(path)
    except OSError:
        # Packages of the system have no record.
        return ""
    while data.startswith(b"../"):
        # A program has the path of its interpreter in it, which is another one on each machine.
        data = data.partition(b"\n")[2]
    return digest.data(data)
