"""The resources of this process: limits, time, on Linux memory and waiting; and what is printed.

No function of this module is under way while a puzzle's code runs: no frame hands out its clock.
"""

import sys
from io import FileIO, TextIOWrapper

if sys.platform != "win32":
    from resource import RLIM_INFINITY, RLIMIT_CORE, RLIMIT_DATA, RLIMIT_STACK, getrlimit, setrlimit

# Deep recursion through C, such as a memoised function, needs more than the usual 8 MiB of stack.
STACK_BYTES = 64 * 2**20
# `print` writes a line in two pieces.
MANY_PIECES = 20_000


def limit() -> None:
    """Set the limits that all calls have, of this process and its children: stack, core dumps."""
    if sys.platform != "win32":
        lower(RLIMIT_CORE, 0)
        lower(RLIMIT_STACK, STACK_BYTES)


def limit_memory(memory: int) -> None:
    if sys.platform != "win32":
        lower(RLIMIT_DATA, memory)


def lower(what: int, soft: int) -> None:
    if sys.platform != "win32":
        hard = getrlimit(what)[1]
        setrlimit(what, (soft if hard == RLIM_INFINITY else min(soft, hard), hard))


def reset_peak() -> None:
    """Set the high-water mark of this process to what it holds now (Linux)."""
    try:
        with FileIO("/proc/self/clear_refs", "w") as refs:
            refs.write(b"5")
    except OSError:
        pass


def content(path: str) -> bytes:
    """Return the content of a file, with less ado than `open` has."""
    with FileIO(path) as file:
        return file.readall()


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
        surplus = max(0, len(self.last) - self.size)
        del self.last[:surplus]
        self.left_out += surplus

    def take(self) -> bytes:
        """Remove all that is kept and return it, with a line in the place of what was left out."""
        self.trim()
        kept = self.first
        if self.left_out:
            kept += f"\n... {self.left_out} bytes left out ...\n".encode()
        kept += self.last
        self.first, self.last, self.left_out = bytearray(), bytearray(), 0
        return bytes(kept)


class Lines(TextIOWrapper):
    """Standard output: each line goes out at once, until there are more than anybody reads as they come."""

    left = MANY_PIECES

    def write(self, text: str, /) -> int:
        size = super().write(text)
        self.left -= 1
        if self.left == 0:
            self.reconfigure(line_buffering=False)
            # From now on nothing is counted.
            self.write = super().write  # type: ignore[method-assign]
        return size
