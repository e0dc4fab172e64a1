"""How the process of a worker is started, and what it and every puzzle see of the environment."""

import os
import signal
import sys
from collections.abc import Mapping, Sequence

PROGRAM = os.path.join(os.path.dirname(__file__), "worker", "main.py")
# A puzzle sees these variables of the environment: names, and beginnings of names. No login is among them.
NAMES = frozenset({"HOME", "LANG", "PATH", "TERM", "TZ"})
# The last three: an interpreter may need them to start, and what counts coverage to go on counting.
BEGINNINGS = ("LC_", "PYTHON", "LD_LIBRARY_PATH", "SYSTEMROOT", "COVERAGE_PROCESS_")
# The worker resolves the names of the system's functions once, when it starts, not in each of its forks.
BOUND = {"LD_BIND_NOW": "1"}


def environment(further: Sequence[str] = ()) -> dict[str, str]:
    """Return the environment that every puzzle sees, and further variables of these names."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in NAMES or name in further or name.startswith(BEGINNINGS)
    }


def temporary() -> str:
    """Return the absolute path of the folder for temporary files, as the environment names it."""
    for name in ("TMPDIR", "TEMP", "TMP"):
        folder = os.environ.get(name, "")
        if os.path.isdir(folder):
            return os.path.abspath(folder)
    return os.path.abspath("/tmp")


def spawn(command: list[str], inherited: Mapping[int, int]) -> int:
    """Start a process in a session of its own; it inherits these descriptors, by other numbers."""
    if sys.platform == "win32":
        raise NotImplementedError("no worker is started where there is no fork")
    for name in os.listdir("/dev/fd"):
        try:
            # What this process has inherited is its own.
            os.set_inheritable(int(name), int(name) < 3)
        except OSError:
            # It was that of the list.
            pass
    return os.posix_spawnp(
        command[0],
        command,
        environment() | BOUND,
        file_actions=[
            *((os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)),
            *((os.POSIX_SPAWN_DUP2, number, other) for number, other in inherited.items()),
        ],
        setsid=True,
        # Python ignores some, and whoever has started this process may ignore or block any.
        setsigdef=signal.valid_signals(),
        setsigmask=(),
    )


def signal_group(leader: int, name: str) -> None:
    """Send a signal to the group that a process leads, where the system has such groups."""
    if sys.platform != "win32":
        try:
            os.killpg(leader, getattr(signal, name))
        except (ProcessLookupError, PermissionError):
            pass


def close_pipes(*pipes: int) -> None:
    """Close the ends of pipes that are open: not those of -1."""
    for pipe in pipes:
        if pipe >= 0:
            os.close(pipe)
