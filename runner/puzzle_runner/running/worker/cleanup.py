"""Processes and scratch folders that are to go, and what makes a process inherit or outlive others."""

import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"

import resource
from os import _exit, getpid, lstat, wait4, waitstatus_to_exitcode

from usage import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

if sys.platform == "linux":
    try:
        # `ctypes` itself would take a fifth of a worker's start.
        from _ctypes import call_function, dlopen, dlsym

        def system_function(name: str) -> "Any":
            return dlsym(dlopen(None, 0), name)  # type: ignore[arg-type]
    except ImportError:
        # PyPy has no other way.
        from ctypes import CDLL

        def system_function(name: str) -> "Any":
            return getattr(CDLL(None), name)

        def call_function(function: "Any", arguments: "tuple[Any, ...]", /) -> "Any":  # type: ignore[misc]
            return function(*arguments)

    PRCTL = system_function("prctl")


PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
IN_ACCESS, IN_OPEN = 0x1, 0x20
SIGKILL, SIGTERM = 9, 15
# Milliseconds: as long as a poll can take; and between two looks at a process that cannot tell when it ends.
FOREVER, LOOK = 2**30, 5
# Milliseconds in which a process has ended by itself that nobody needs any more.
LAST_WORDS = 1000


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process (Linux)."""
    if sys.platform == "linux":
        call_function(PRCTL, (option, value, 0, 0, 0))


def watch(path: str) -> "int | None":
    """Return a descriptor that can be read once a file was opened or read; None where nothing tells that."""
    if sys.platform == "linux":
        try:
            watching = call_function(system_function("inotify_init1"), (os.O_NONBLOCK | os.O_CLOEXEC,))
            add = system_function("inotify_add_watch")
        except (OSError, AttributeError):
            return None
        if watching >= 0:
            if call_function(add, (watching, os.fsencode(path), IN_ACCESS | IN_OPEN)) >= 0:
                return int(watching)
            os.close(watching)
    return None


def end_of(process: int) -> "int | None":
    """Return a descriptor that can be read when a child has ended; None where the system has none."""
    if sys.platform == "linux":
        try:
            return os.pidfd_open(process)
        except (AttributeError, OSError):
            pass
    return None


def kill(how: "Callable[[int, int], None]", process: int) -> None:
    """Kill a process, or with `os.killpg` a group, that may be gone already."""
    try:
        how(process, SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def kill_group(leader: int) -> None:
    """Kill the rest of a group. On Linux these are orphans by now, and swept as such."""
    if sys.platform != "linux":
        kill(os.killpg, leader)


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


def sweep(but: "int | None" = None) -> None:
    """Kill and reap every child but one: a subreaper inherits all orphans among its descendants."""
    while orphans := [child for child in children() if child != but]:
        for orphan in orphans:
            kill(os.kill, orphan)
        for orphan in orphans:
            try:
                os.waitpid(orphan, 0)
            except ChildProcessError:
                pass


def children() -> list[int]:
    """Return the processes that have this one as their parent; none where the system does not tell."""
    try:
        return [int(child) for child in content(f"/proc/self/task/{getpid()}/children").split()]
    except OSError:
        return []


def make(folder: str) -> None:
    """Make a scratch folder, and the worker's own above it where that is not there or was removed."""
    try:
        os.mkdir(folder, 0o700)
    except FileNotFoundError:
        os.mkdir(os.path.dirname(folder), 0o700)
        os.mkdir(folder, 0o700)


def is_there(folder: str, status: os.stat_result) -> bool:
    """Tell whether a folder is the one of which the status was taken."""
    try:
        now = lstat(folder)
    except OSError:
        return False
    return (now.st_ino, now.st_mode, now.st_uid) == (status.st_ino, status.st_mode, status.st_uid)


def discard(folder: str) -> None:
    """Remove a folder and all that is in it, whatever the modes and however deep."""
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        pass
    except NotADirectoryError:
        try:
            os.unlink(folder)
        except NotADirectoryError:
            # A puzzle has put a file in the place of the folder above.
            pass
    except OSError:
        # The programs that do it need modules that must not be there when the next puzzle is.
        if not (janitor := os.fork()):
            try:
                os.execv("/bin/sh", ["sh", "-c", 'chmod -R u+rwX "$0"; rm -rf "$0"', folder])
            finally:
                _exit(1)
        os.waitpid(janitor, 0)
