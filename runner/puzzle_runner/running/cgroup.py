"""A cgroup for a worker in a sandbox: the kernel limits the memory of all its processes together (Linux).

https://docs.kernel.org/admin-guide/cgroup-v2.html. It is made beside the runner's own cgroup: in the nearest
one above that hands on the memory controller and that this user may write. `systemd` gives one to each user,
for what runs in a desktop's session; the superuser may write all. Where there is none, and wherever a step
fails, the worker runs without, and only its patrol looks at what it takes.
"""

import os
import time
from functools import cache
from pathlib import Path

# One that a killed runner has left is found by it; the runner's process follows.
PREFIX = "puzzles-"
# The worker itself takes this: four processes of the interpreter and bubblewrap, a reply, tables of pages.
OWN_BYTES = 64 * 2**20
# With threads. The patrol complains of far fewer processes: this holds a flood until it looks.
MOST_TASKS = 1024
# Limits that may be set for the runner's own cgroup: beside it they would not hold.
LIMITS = ("memory.max", "memory.high")
# Puts itself into a cgroup, or not, and becomes another program.
ENTER = ("/bin/sh", "-c", 'echo 0 > "$0"; exec "$@"')
# Seconds in which processes end that were killed, and seconds between two looks.
PATIENCE, PAUSE = 10.0, 0.01


class Cgroup:
    """A cgroup of one worker; what its processes take more than the limit ends all of them at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.memory = 0

    def entered(self) -> list[str]:
        """Return the command that runs another one in it."""
        return [*ENTER, str(self.folder / "cgroup.procs")]

    def limit(self, memory: int) -> None:
        """Set the bytes that all calls together may take: the worker is used again, for other jobs."""
        if memory != self.memory and _write(self.folder / "memory.max", memory + OWN_BYTES):
            self.memory = memory

    def is_exceeded(self) -> bool:
        """Tell whether the kernel has ended processes for what they took together."""
        events = dict(line.split() for line in _read(self.folder / "memory.events").splitlines())
        # The second alone: the machine had no memory left, or another limit was hit.
        return int(events.get("oom", 0)) > 0 and int(events.get("oom_kill", 0)) > 0

    def remove(self) -> None:
        """End what is left in it, and remove it."""
        deadline = time.monotonic() + PATIENCE
        while not _remove(self.folder) and time.monotonic() < deadline:
            _write(self.folder / "cgroup.kill", 1)
            time.sleep(PAUSE)


def make() -> Cgroup | None:
    """Return a new cgroup without a limit so far; None where there can be none."""
    if not (parent := place()):
        return None
    folder = parent / f"{PREFIX}{os.getpid()}-{os.urandom(4).hex()}"
    try:
        folder.mkdir()
    except OSError:
        return None
    # A pool whose child alone is killed would wait for it, and a part could hide that it was.
    if not _write(folder / "memory.oom.group", 1):
        _remove(folder)
        return None
    # These may be missing in a kernel, or not be handed on.
    _write(folder / "memory.swap.max", 0)
    _write(folder / "pids.max", MOST_TASKS)
    return Cgroup(folder)


@cache
def place() -> Path | None:
    """Return where this process can make cgroups, without what killed runners have left there."""
    folder = chosen(_read(Path("/proc/self/cgroup")), _read(Path("/proc/self/mountinfo")))
    if folder:
        sweep(folder)
    return folder


def chosen(own: str, mounts: str) -> Path | None:
    """Return the folder in which cgroups can be made, from the texts of /proc/self/cgroup and mountinfo."""
    path = next((line[3:] for line in own.splitlines() if line.startswith("0::/")), "")
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        root, point = before.split(" ")[3:5]
        if after.split(" ")[0] == "cgroup2" and Path(path).is_relative_to(root) and ".." not in path:
            break
    else:
        return None
    # A blank is written as \040.
    top = Path(os.fsdecode(os.fsencode(point).decode("unicode_escape").encode("latin-1")))
    folder = top / Path(path).relative_to(root)
    # This user must be able to make cgroups there that limit memory, and to move processes into them.
    while "memory" not in _read(folder / "cgroup.subtree_control").split() or not all(
        os.access(file, os.W_OK) for file in (folder, folder / "cgroup.procs")
    ):
        # The one of all processes has no such files.
        if folder == top or any(_read(folder / name).strip() not in ("", "max") for name in LIMITS):
            return None
        folder = folder.parent
    return folder


def sweep(folder: Path) -> None:
    """Remove the cgroups of runners that are no more; one that still has processes stays."""
    for left in folder.glob(f"{PREFIX}*-*"):
        if not Path("/proc", left.name.split("-")[1]).exists():
            _remove(left)


def _remove(folder: Path) -> bool:
    """Remove a cgroup, and tell whether it is gone; one with processes stays."""
    try:
        folder.rmdir()
    except FileNotFoundError:
        pass
    except OSError:
        return False
    return True


def _write(file: Path, value: int) -> bool:
    """Write a number into a file that is there, and tell whether that went well."""
    try:
        with open(os.open(file, os.O_WRONLY), "wb", buffering=0) as opened:
            opened.write(str(value).encode())
    except OSError:
        return False
    return True


def _read(file: Path) -> str:
    try:
        return file.read_text(errors="surrogateescape")
    except OSError:
        return ""
