"""Processes that are to end, and those that a subreaper has inherited (Linux)."""

import os
import sys
from os import getpid, waitstatus_to_exitcode

from usage import content

if hasattr(os, "fork"):
    import resource
    from os import wait4

SIGKILL = 9


def kill(how, process):
    """Kill a process, or with `os.killpg` a group, that may be gone already."""
    try:
        how(process, SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def kill_group(leader):
    """Kill what is left of a group. On Linux these are orphans by now, and swept as such."""
    if sys.platform != "linux":
        kill(os.killpg, leader)


def reap(process, options=0):
    """Wait for the end of a child; return its id, or 0, its exit code and its peak in the system's unit."""
    process, code, usage = reap_with_usage(process, options)
    return process, code, usage.ru_maxrss


def reap_with_usage(process, options=0):
    """Wait for the end of a child; return its id, or 0, its exit code, and what it has used."""
    # `wait4` imports `resource` by name, which a sibling of the puzzle may bear.
    theirs = sys.modules.get("resource")
    sys.modules["resource"] = resource
    process, status, usage = wait4(process, options)
    if theirs:
        sys.modules["resource"] = theirs
    else:
        del sys.modules["resource"]
    return process, waitstatus_to_exitcode(status) if process else 0, usage


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
        return [int(child) for child in content(f"/proc/self/task/{getpid()}/children").split()]
    except OSError:
        return []
