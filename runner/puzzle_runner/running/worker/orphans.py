"""Processes that are to end, and those that a subreaper has inherited (Linux)."""

import os
from builtins import open  # noqa: A004  (a puzzle may replace the built-in one)
from os import getpid

SIGKILL = 9


def kill(how, process):
    """Kill a process, or with `os.killpg` a group, that may be gone already."""
    try:
        how(process, SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def sweep(but=None):
    """Kill and reap every child but one: a subreaper inherits all orphans among its descendants."""
    while orphans := [child for child in children() if child != but]:
        for orphan in orphans:
            kill(os.kill, orphan)
        for orphan in orphans:
            try:
                os.waitpid(orphan, 0)
            except ChildProcessError:
                pass


def children():
    """Return the processes that have this one as their parent; none where the system does not tell."""
    try:
        with open(f"/proc/self/task/{getpid()}/children") as listing:
            return [int(child) for child in listing.read().split()]
    except OSError:
        return []
