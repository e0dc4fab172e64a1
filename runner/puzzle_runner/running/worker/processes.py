"""Processes and scratch folders that are to go, and what makes a process inherit or outlive others."""

import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"

import resource
from os import getpid, wait4, waitstatus_to_exitcode

from usage import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

if sys.platform == "linux":
    # `ctypes` itself would take a fifth of a worker's start.
    from _ctypes import call_function, dlopen, dlsym

    def system(name: str, *arguments: "Any") -> "Any":
        return call_function(dlsym(dlopen(None, 0), name), arguments)  # type: ignore[arg-type]


PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36
IN_ACCESS, IN_OPEN = 0x1, 0x20
SIGKILL = 9
# A sandbox has as many, and can be written in these places.
MOST_PROCESSES, PLACES = 64, ("/tmp", "/dev/shm")
PAGE = os.sysconf("SC_PAGE_SIZE")


def prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        system("prctl", option, value, 0, 0, 0)


def watch(path: str) -> "int | None":
    """Return a descriptor that can be read once a file was opened or read; None where nothing tells that."""
    if sys.platform == "linux":
        watching = system("inotify_init1", os.O_NONBLOCK | os.O_CLOEXEC)
        if system("inotify_add_watch", watching, os.fsencode(path), IN_ACCESS | IN_OPEN) >= 0:
            return int(watching)
        if watching >= 0:
            os.close(watching)
    return None


def kill(process: int, number: int = SIGKILL) -> None:
    """Kill a process that may be gone already; 0 is none."""
    try:
        if process:
            os.kill(process, number)
    except (ProcessLookupError, PermissionError, OverflowError):
        pass


def kill_group(leader: int) -> None:
    # On Linux, what is left of it are orphans by now, and swept as such.
    if sys.platform != "linux" and leader:
        try:
            os.killpg(leader, SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


def reap(process: int, options: int = 0) -> tuple[int, int, resource.struct_rusage]:
    """Wait for the end of a child; return its id, or 0, its exit code, and its use of the system."""
    # `wait4` imports `resource` by name, which a sibling of the puzzle may bear.
    theirs = sys.modules.get("resource")
    sys.modules["resource"] = resource
    process, status, usage = wait4(process, options)
    if theirs:
        sys.modules["resource"] = theirs
    else:
        del sys.modules["resource"]
    return process, waitstatus_to_exitcode(status) if process else 0, usage


def sweep(but: int = 0) -> None:
    """Kill and reap every child but one: a subreaper inherits all orphans among its descendants (Linux)."""
    while True:
        try:
            listed = content(f"/proc/{getpid()}/task/{getpid()}/children").split()
        except OSError:
            return
        orphans = [child for child in map(int, listed) if child != but]
        if not orphans:
            return
        for orphan in orphans:
            kill(orphan)
        for orphan in orphans:
            try:
                os.waitpid(orphan, 0)
            except ChildProcessError:
                pass


def discard(folder: str) -> None:
    """Remove a folder and all that is in it, whatever the modes and however deep; of a link, the link."""
    try:
        if os.path.islink(folder):
            os.unlink(folder)
            return
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        os.rmdir(folder)
    except FileNotFoundError:
        pass
    except OSError:
        remove = ["sh", "-c", 'chmod -R u+rwX "$0"; rm -rf "$0"', folder]
        os.waitpid(os.posix_spawn("/bin/sh", remove, os.environ), 0)


def complaint(memory: int) -> str:
    """Return `crowded` for too many processes, `large` for more memory than this, else nothing."""
    processes = [name for name in os.listdir("/proc") if name.isdigit()]
    if len(processes) > MOST_PROCESSES:
        return "crowded"
    used = sum(map(memory_of, processes))
    # The files there lie in memory.
    for place in PLACES:
        status = os.statvfs(place)
        used += status.f_frsize * (status.f_blocks - status.f_bfree)
    return "large" if used > memory else ""


def memory_of(process: str) -> int:
    """Return the bytes of memory that a process has alone, and its share of what it has with others.

    Where it lets nobody look, all that it sees counts. Programs and libraries do not.
    """
    try:
        words = content(f"/proc/{process}/smaps_rollup").split()
        return sum(int(words[words.index(name) + 1]) * 1024 for name in (b"Pss_Anon:", b"Pss_Shmem:"))
    except (OSError, ValueError):
        pass
    try:
        return int(content(f"/proc/{process}/statm").split()[1]) * PAGE
    except (OSError, IndexError):
        return 0
