"""The guard of a supervisor, and the patrol of a sandbox.

The guard forks the supervisor, outlives it, and removes what it leaves when it dies or is stopped.
"""

import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"

from _signal import SIGCHLD, set_wakeup_fd, signal
from builtins import open  # noqa: A004  (a puzzle may replace the built-in one)
from os import _exit
from select import POLLIN, poll
from time import perf_counter_ns

from cleanup import (
    LAST_WORDS,
    PR_SET_CHILD_SUBREAPER,
    PR_SET_DUMPABLE,
    PR_SET_PDEATHSIG,
    SIGTERM,
    discard,
    kill,
    prctl,
    sweep,
)

MOST_PROCESSES = 64
# A sandbox can be written in these places.
PLACES = ("/tmp", "/dev/shm")
# Milliseconds between two looks of the patrol.
ROUND = 50
PAGE = os.sysconf("SC_PAGE_SIZE")


def be_guarded(requests: int, replies: int, scratch: str, *, sandboxed: bool) -> None:
    """Fork, and return in the child, which is to be the supervisor; this process is its guard, and ends here.

    In a sandbox all ends with the sandbox, and that with the guard.
    """
    me = os.getpid()
    if sandboxed:
        # Who could trace it, or its supervisor, would have no limit of memory and processes.
        prctl(PR_SET_DUMPABLE, 0)
    if not (supervisor := os.fork()):
        # A subreaper too; it is told to end should the guard be killed.
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        prctl(PR_SET_PDEATHSIG, SIGTERM)
        if os.getppid() != me:
            _exit(1)
        return
    try:
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        # The runner is to see it when the supervisor closes its end.
        os.close(replies)
        watch(supervisor, requests)
    finally:
        kill(os.kill, supervisor)
        if not sandboxed:
            sweep()
            discard(scratch)
        _exit(0)


def watch(supervisor: int, requests: int) -> None:
    """Return when the supervisor has ended, is stopped, or does not end though the runner has gone."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal(SIGCHLD, lambda *_: None)
    set_wakeup_fd(wake)
    ready = poll()
    ready.register(requests, 0)
    ready.register(woken, POLLIN)
    patience = None
    # It may have ended before its signal could be heard.
    while not os.waitpid(supervisor, os.WNOHANG | os.WUNTRACED)[0]:
        if not (events := ready.poll(patience)):
            return
        for pipe, _ in events:
            if pipe == woken:
                os.read(woken, 64)
            else:
                ready.unregister(requests)
                patience = LAST_WORDS


class Patrol:
    """Looks after all processes of a sandbox, which are all that there are, and all files in its scratch."""

    def __init__(self) -> None:
        self.next = 0

    def release(self) -> None:
        """Let this process, a loader, be looked at, and looked after."""
        prctl(PR_SET_DUMPABLE, 1)

    def complaint(self, memory: int) -> str:
        """Return `crowded` for too many processes, `large` for more memory than this, else nothing."""
        if (now := perf_counter_ns()) < self.next:
            return ""
        self.next = now + ROUND * 1_000_000
        processes = [name for name in os.listdir("/proc") if name.isdigit()]
        if len(processes) > MOST_PROCESSES:
            return "crowded"
        # The files there lie in memory.
        used = sum(map(_memory, processes))
        for place in PLACES:
            status = os.statvfs(place)
            used += status.f_frsize * (status.f_blocks - status.f_bfree)
        return "large" if used > memory else ""


def _memory(process: str) -> int:
    """Return the bytes of memory that a process has alone, and its share of what it has with others.

    Where it lets nobody look, all that it sees counts. Programs and libraries do not.
    """
    words = _words(f"/proc/{process}/smaps_rollup")
    if b"Pss_Shmem:" in words:
        return sum(int(words[words.index(name) + 1]) * 1024 for name in (b"Pss_Anon:", b"Pss_Shmem:"))
    fields = _words(f"/proc/{process}/statm")
    return int(fields[1]) * PAGE if fields else 0


def _words(path: str) -> list[bytes]:
    try:
        with open(path, "rb") as file:
            return file.read().split()
    except OSError:
        return []
