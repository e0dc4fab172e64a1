"""What decides how a puzzle runs: the interpreter, its packages, this runner."""

import json
import os
import sys
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from puzzle_runner import digest, files
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Limits
from puzzle_runner.running.process import environment
from puzzle_runner.version import VERSION

# The worker runs in this version, and in later ones.
OLDEST = (3, 11)
# Seconds in which an interpreter says what it is.
PATIENCE = 20
TELL = (
    "import sys, json; "
    "print(json.dumps([sys.implementation.name, sys.version_info[:3], sys.version, sys.path]))"
)
PACKAGES = ("site-packages", "dist-packages")
# Limits of the shell that decide how a call ends. That of processes depends on the machine's memory.
SHELL_LIMITS = ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_DATA", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_STACK")
# The rules of the machine's time zone, where no variable names another.
ZONE = "/etc/localtime"


class Installation(NamedTuple):
    """An interpreter, by what its `sys` says: `folders` are those that it imports from."""

    numbers: tuple[int, ...]
    version: str
    folders: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its name in records: `CPython 3.12.4`."""
        free = " free-threaded" if "free-threading" in self.version else ""
        return f"CPython {'.'.join(map(str, self.numbers))}{free}"


def of_calls(limits: Limits) -> str:
    """Return the hash of all that calls with some limits have in common.

    They see these variables, and have the umask and the limits that this process has of its shell.
    """
    try:
        zone = digest.data(files.read(ZONE))
    except OSError:
        zone = ""
    parts = [str(tuple(limits)), of_installation(limits.python), zone]
    if sys.platform != "win32":
        import resource

        # It can be read only by setting it.
        umask = os.umask(0o077)
        os.umask(umask)
        parts.append(f"umask {umask:o}")
        for name in SHELL_LIMITS:
            number = getattr(resource, name)
            parts.append(f"{name} {resource.getrlimit(number)}")
    for name, value in sorted(environment(limits.env).items()):
        parts.append(f"{name}={value}")
    return digest.text(*parts)


@cache
def installation(python: str = "") -> Installation:
    """Return the interpreter at a path, which is started to ask it; without a path, this one.

    Raises UsageError where it does not answer, or is too old.
    """
    if not python:
        return Installation(sys.version_info[:3], sys.version, (*sys.path,))
    # Imported here: as a rule it is this one.
    import subprocess

    command = [python, "-c", TELL]
    try:
        output = subprocess.check_output(
            command, stderr=subprocess.DEVNULL, timeout=PATIENCE, env=environment()
        )
        name, numbers, version, folders = json.loads(output)
    except (OSError, ValueError, subprocess.SubprocessError):
        raise UsageError(f"The interpreter {python} does not answer: is it Python?") from None
    if name != "cpython" or tuple(numbers) < OLDEST:
        asked = f"{name} {numbers[0]}.{numbers[1]}"
        raise UsageError(f"{python} is {asked}: puzzles run in CPython 3.11 or later.")
    return Installation(tuple(numbers), version, tuple(folders))


@cache
def of_installation(python: str = "") -> str:
    """Return the hash of an interpreter, its packages and the runner, the same on machines set up alike."""
    machine = os.uname().machine if hasattr(os, "uname") else ""
    asked = installation(python)
    return digest.text(asked.version, sys.platform, machine, VERSION, *packages(asked.folders))


def packages(folders: Iterable[str]) -> list[str]:
    """Return what lies in the folders of installed packages: each name, and a hash of what it stands for.

    That of a package is the hash of its record, which has a hash of each file. A single module or a `.pth`
    has its own. The runner's package has none, as its version counts.
    """
    contents = set()
    for folder in folders:
        if os.path.basename(folder) not in PACKAGES or not os.path.isdir(folder):
            continue
        for name in {*os.listdir(folder)} - {"__pycache__"}:
            path = os.path.join(folder, name)
            content = os.path.realpath(path) if os.path.islink(path) else ""
            hashed = ""
            if name.endswith(".dist-info") and not name.startswith("puzzle_runner-"):
                hashed = os.path.join(path, "RECORD")
            elif name.endswith((".py", ".pth", ".egg-link")):
                hashed = path
            try:
                content = digest.data(files.read(hashed)) if hashed else content
            except OSError:
                # Packages of the system have no record.
                pass
            contents.add(f"{name} {content}")
    return sorted(contents)
