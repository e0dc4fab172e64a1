"""A hash of what decides how a puzzle runs here: the interpreter, its packages, this runner."""

import os
import sys
from functools import cache

from puzzle_runner import digest
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
    """Return the hash of the interpreter, of its packages' names and versions, and of the runner's version.

    It is the same on every machine that is set up in the same way.
    """
    machine = os.uname().machine if hasattr(os, "uname") else ""
    return digest.text(sys.version, sys.platform, machine, VERSION, *packages())


def packages() -> list[str]:
    """Return the packages that are installed, such as `numpy-2.3.4`, by the names of their records."""
    names: set[str] = set()
    for folder in sys.path:
        if os.path.basename(folder) in ("site-packages", "dist-packages") and os.path.isdir(folder):
            names |= {
                name.removesuffix(".dist-info") for name in os.listdir(folder) if name.endswith("-info")
            }
    return sorted(names)
