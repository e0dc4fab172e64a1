"""The resources of this process: limits, time, and on Linux memory and waiting.

No function of this module is under way while a puzzle's code runs: no frame hands out its clock.
"""

import gc
import os
import sys
from os import O_RDONLY, O_WRONLY, close
from os import open as open_file
from os import read as read_from
from os import write as write_to
from time import perf_counter_ns, process_time_ns

if sys.platform != "win32":
    from resource import RLIM_INFINITY, RLIMIT_CORE, RLIMIT_DATA, RLIMIT_STACK, getrlimit, setrlimit

# PyPy has none: there the collector moves what it keeps.
freeze = getattr(gc, "freeze", gc.collect)
# Deep recursion through C, such as a memoised function, needs more than the usual 8 MiB of stack.
STACK_BYTES = 64 * 2**20
# Without it, Windows takes a file for text and changes the ends of its lines.
BINARY = getattr(os, "O_BINARY", 0)


def limit() -> None:
    """Set the limits that all calls have, of this process and its children: stack, core dumps."""
    if sys.platform != "win32":
        _lower(RLIMIT_CORE, 0)
        _lower(RLIMIT_STACK, STACK_BYTES)


def limit_memory(memory: int) -> None:
    """Set the memory limit of this process and its children."""
    if sys.platform != "win32":
        _lower(RLIMIT_DATA, memory)


def raise_limit() -> None:
    """Lift the memory limit, so that there is room to say that it was hit."""
    if sys.platform != "win32":
        hard = getrlimit(RLIMIT_DATA)[1]
        setrlimit(RLIMIT_DATA, (hard, hard))


def _lower(what: int, soft: int) -> None:
    if sys.platform != "win32":
        hard = getrlimit(what)[1]
        setrlimit(what, (soft if hard == RLIM_INFINITY else min(soft, hard), hard))


def now() -> tuple[int, int]:
    """Return the wall time and this process's CPU time, in nanoseconds."""
    return perf_counter_ns(), process_time_ns()


def reset_peak() -> None:
    """Set the high-water mark of this process to what it holds now (Linux)."""
    try:
        refs = open_file("/proc/self/clear_refs", O_WRONLY)
    except OSError:
        return
    try:
        write_to(refs, b"5")
    except OSError:
        pass
    close(refs)


def peak() -> int:
    """Return the high-water mark of this process in bytes; 0 where the system does not tell."""
    _, _, rest = _content_or_nothing("/proc/self/status").partition(b"VmHWM:")
    return int(rest.split(None, 1)[0]) * 1024 if rest else 0


def cpu_wait() -> int:
    """Return the nanoseconds this process was ready and got no core; 0 where the system does not tell."""
    fields = _content_or_nothing("/proc/self/schedstat").split()
    return int(fields[1]) if len(fields) == 3 else 0


def _content_or_nothing(path: str) -> bytes:
    try:
        return content(path)
    except OSError:
        return b""


def content(path: str) -> bytes:
    """Return the content of a file, with less ado than `open` has."""
    file = open_file(path, O_RDONLY | BINARY)
    try:
        data = read_from(file, 2**14)
        while more := len(data) >= 2**14 and read_from(file, 2**20):
            data += more
        return data
    finally:
        close(file)


class HeadAndTail:
    """The first and the last bytes of what is printed, `size` of each, and how many are left out between."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.first, self.last = bytearray(), bytearray()
        self.left_out = 0

    def add(self, chunk: bytes) -> None:
        room = self.size - len(self.first)
        self.first += chunk[:room]
        self.last += chunk[room:]
        # Much at once, as each time moves all that stays.
        if len(self.last) > 2 * self.size:
            self.trim()

    def trim(self) -> None:
        """Leave out all but the last bytes."""
        surplus = max(0, len(self.last) - self.size)
        del self.last[:surplus]
        self.left_out += surplus
