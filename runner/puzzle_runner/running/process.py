"""The process of a worker, what it and every puzzle see of the environment, and how a process is signalled.

It imports hardly anything: a command that will need a worker starts one before all else, see `__main__`.
"""

import _signal
import os
import sys
from collections.abc import Mapping, Sequence

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


class Started:
    """A worker's process, which leads a session of its own, and this end of the pipes to it.

    `scratch` is the folder that it makes for its calls.
    """

    def __init__(self, python: str = "", sandbox: Sequence[str] = (), kept: int = -1) -> None:
        """Start it in an interpreter, this one by default.

        A `sandbox` is the command before it, which gets the descriptor `kept`. Raises OSError.
        """
        self.scratch = os.path.join("/tmp" if sandbox else temporary(), f"puzzles-{os.urandom(8).hex()}")
        inward = outward = self.requests = self.replies = -1
        try:
            inward, self.requests = os.pipe()
            self.replies, outward = os.pipe()
            # Its ends get other numbers in it, as a descriptor that is doubled is one that is inherited. Low
            # ones are below any limit.
            free = [number for number in range(3, 8) if number not in (inward, outward, kept)]
            inherited = {inward: free[0], outward: free[1]}
            command = [*sandbox, python or sys.executable, PROGRAM, "keep", str(free[0]), str(free[1])]
            command.append(self.scratch)
            if sandbox:
                command.append("sandboxed")
                inherited[kept] = kept
            self.pid = _spawn(command, inherited)
            if sys.platform != "win32":
                os.set_blocking(self.requests, False)
                os.set_blocking(self.replies, False)
        except OSError:
            close_pipes(self.requests, self.replies)
            raise
        finally:
            close_pipes(inward, outward)


def _spawn(command: list[str], inherited: Mapping[int, int]) -> int:
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
        # It resolves the names of the system's functions once, when it starts, not in each of its forks.
        environment() | {"LD_BIND_NOW": "1"},
        file_actions=[
            *((os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)),
            *((os.POSIX_SPAWN_DUP2, number, other) for number, other in inherited.items()),
        ],
        setsid=True,
        # Python ignores some, and whoever has started this process may ignore or block any.
        setsigdef=_signal.valid_signals(),
        setsigmask=(),
    )


def signal_group(leader: int, name: str) -> None:
    """Send a signal to the group that a process leads, where the system has such groups."""
    if sys.platform != "win32":
        try:
            os.killpg(leader, getattr(_signal, name))
        except (ProcessLookupError, PermissionError):
            pass


def close_pipes(*pipes: int) -> None:
    """Close the ends of pipes that are open: not those of -1."""
    for pipe in pipes:
        if pipe >= 0:
            os.close(pipe)
