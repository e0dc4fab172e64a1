"""What decides how a puzzle runs: the interpreter, its packages, this runner."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from puzzle_runner import digest
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Limits
from puzzle_runner.running.job import environment, variables
from puzzle_runner.version import VERSION

# The worker runs in this version, and in later ones.
OLDEST = (3, 9)
# Seconds in which an interpreter says what it is.
PATIENCE = 20
TELL = (
    "import sys, json; "
    "print(json.dumps([sys.implementation.name, sys.version_info[:3], sys.version, sys.path]))"
)
NAMES = {"cpython": "CPython", "pypy": "PyPy"}


class Installation(NamedTuple):
    """An interpreter, by what its `sys` says: `folders` are those that it imports from."""

    implementation: str
    numbers: tuple[int, ...]
    version: str
    folders: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its name in records: `CPython 3.12.4`."""
        name = NAMES.get(self.implementation, self.implementation)
        free = " free-threaded" if "free-threading" in self.version else ""
        return f"{name} {'.'.join(map(str, self.numbers))}{free}"


def of_calls(limits: Limits, but: str = "") -> str:
    """Return the hash of all that calls with some limits have in common, also of the variables that they see.

    One of these may be left out.
    """
    given = sorted((name, value) for name, value in variables(limits).items() if name != but)
    return digest.text(
        str(tuple(limits)), of_installation(limits.python), *(text for pair in given for text in pair)
    )


@cache
def installation(python: str = "") -> Installation:
    """Return the interpreter at a path, which is started to ask it; without a path, this one.

    Raises UsageError where it does not answer, or is too old.
    """
    if not python:
        return Installation(sys.implementation.name, sys.version_info[:3], sys.version, (*sys.path,))
    try:
        told = subprocess.run(
            [python, "-c", TELL], capture_output=True, timeout=PATIENCE, env=environment(), check=True
        )
        name, numbers, version, folders = json.loads(told.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        raise UsageError(f"The interpreter {python} does not answer: is it Python?") from None
    if tuple(numbers) < OLDEST:
        raise UsageError(f"{python} is Python {numbers[0]}.{numbers[1]}: puzzles run in Python 3.9 or later.")
    return Installation(name, tuple(numbers), version, tuple(folders))


@cache
def of_installation(python: str = "") -> str:
    """Return the hash of an interpreter, of its packages' names and versions, and of the runner's version.

    It is the same on every machine that is set up in the same way.
    """
    machine = os.uname().machine if hasattr(os, "uname") else ""
    asked = installation(python)
    return digest.text(asked.version, sys.platform, machine, VERSION, *packages(asked.folders))


def packages(folders: Iterable[str]) -> list[str]:
    """Return the packages that lie in folders, such as `numpy-2.3.4`, by the names of their records."""
    names: set[str] = set()
    for folder in folders:
        if os.path.basename(folder) in ("site-packages", "dist-packages") and os.path.isdir(folder):
            names |= {
                name.removesuffix(".dist-info") for name in os.listdir(folder) if name.endswith("-info")
            }
    return sorted(names)
