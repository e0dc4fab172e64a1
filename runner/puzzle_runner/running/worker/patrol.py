"""The patrol of a sandbox: how many processes there are, and how much memory they use (Linux)."""

import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"


from usage import content

MOST_PROCESSES = 64
# A sandbox can be written in these places.
PLACES = ("/tmp", "/dev/shm")
PAGE = os.sysconf("SC_PAGE_SIZE")


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
