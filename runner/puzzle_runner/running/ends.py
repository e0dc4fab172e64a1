"""How a process ended, in words."""

import os
import signal
import sys

from puzzle_runner.model import Job


def nearly_all(job: Job, number: int) -> float:
    """Return the peak from which on a death by a signal was for want of memory.

    Code that cannot cope with a failed allocation dies at the limit; the system's own killer may come before.
    """
    limit = 0.9 * job.limits.memory
    if sys.platform == "win32" or number != signal.SIGKILL:
        return limit
    return min(limit, 0.25 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))


def describe_exit(code: int) -> str:
    """Return how a process ended, from its exit code, or minus the signal that killed it."""
    if code >= 0:
        return f"its process exited with status {code}"
    try:
        return f"its process was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"its process was killed by signal {-code}"


def size(size: int) -> str:
    """Return bytes as people read them."""
    return f"{size / 2**30:.3g} GiB"
