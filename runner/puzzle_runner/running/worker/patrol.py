"""What a sandbox needs from the inside: a supervisor that nobody can touch, and a look at what goes on."""

import os
from builtins import open  # noqa: A004  (a puzzle may replace the built-in one)
from time import perf_counter_ns

from guard import PR_SET_DUMPABLE, prctl
from scratch import discard

MOST_PROCESSES = 64
# Where a sandbox can be written.
PLACES = ("/tmp", "/dev/shm")
# Milliseconds between two looks.
ROUND = 50
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class Patrol:
    """Looks after all processes of a sandbox, which are all that there are, and all files in its scratch."""

    def __init__(self, scratch):
        """Keep this process's memory and descriptors from others."""
        # What is shown there from outside cannot be removed, and to try takes long.
        self.kept = {scratch, *_entries()}
        self.next = 0
        prctl(PR_SET_DUMPABLE, 0)

    def release(self):
        """Let this process, a loader, be looked at, and looked after."""
        prctl(PR_SET_DUMPABLE, 1)

    def complaint(self, memory):
        """Return `crowded` for too many processes, `large` for more memory than this, else nothing."""
        if (now := perf_counter_ns()) < self.next:
            return ""
        self.next = now + ROUND * 1_000_000
        processes = [name for name in os.listdir("/proc") if name.isdigit()]
        if len(processes) > MOST_PROCESSES:
            return "crowded"
        files = sum(map(_written, PLACES))
        # Pages that a fork shares are counted for each at first, and only where that is too much, by halves.
        if sum(map(_resident, processes)) + files <= memory:
            return ""
        own, shared = map(sum, zip(*map(_proportional, processes), strict=True))
        # A file in memory that is mapped is both.
        return "large" if own + max(shared, files) > memory else ""

    def tidy(self):
        """Remove what a call has written outside of its own folder."""
        for path in _entries():
            if path not in self.kept:
                discard(path)


def _entries():
    return [os.path.join(top, name) for top in PLACES for name in os.listdir(top)]


def _written(top):
    """Return the bytes of memory that the files of a folder take."""
    told = os.statvfs(top)
    return (told.f_blocks - told.f_bfree) * told.f_frsize


def _resident(process):
    """Return the bytes of memory that a process sees, also those of programs and libraries."""
    fields = _words(f"/proc/{process}/statm")
    return int(fields[1]) * PAGE if fields else 0


def _proportional(process):
    """Return the bytes of memory of its own and shared ones, of what n processes share the nth part.

    Of a process that lets nobody look, all count as its own.
    """
    words = _words(f"/proc/{process}/smaps_rollup")
    if b"Pss_Shmem:" not in words:
        return _resident(process), 0
    own, shared = (int(words[words.index(name) + 1]) * 1024 for name in (b"Pss_Anon:", b"Pss_Shmem:"))
    return own, shared


def _words(path):
    try:
        with open(path, "rb") as file:
            return file.read().split()
    except OSError:
        return []
