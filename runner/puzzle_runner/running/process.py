"""What every puzzle sees of the environment, and how a process is signalled."""

import os
import signal
import sys
from collections.abc import Sequence

PROGRAM = os.path.join(os.path.dirname(__file__), "worker", "main.py")
# A puzzle sees these variables of the environment: names, and beginnings of names. No login is among them.
NAMES = frozenset({"HOME", "LANG", "PATH", "TERM", "TZ"})
# The last three: an interpreter may need them to start, and what counts coverage to go on counting.
BEGINNINGS = ("LC_", "PYTHON", "LD_LIBRARY_PATH", "SYSTEMROOT", "COVERAGE_PROCESS_")


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
