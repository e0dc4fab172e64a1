"""One call of a program: a command that gets the input, and prints the answers.

The input is on its standard input, and in the file `input.txt` of its folder. What it prints to standard
output is its reply, what it prints to standard error is passed on.
"""

import os
import sys

# Programs run where there is fork.
assert sys.platform != "win32"

from _signal import SIG_DFL, SIGPIPE, SIGXFSZ, signal
from errno import EACCES, ENOENT
from fcntl import F_DUPFD, fcntl
from os import _exit
from resource import struct_rusage
from select import POLLIN, poll
from time import perf_counter_ns

from cleanup import FOREVER, LOOK, PR_SET_CHILD_SUBREAPER, end_of, prctl, reap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calls import Order, Reply

INPUT = "input.txt"
# Bytes that are kept of what it prints: from the beginning, and from the end.
KEPT = 2**16
SHELL = "/bin/sh"
SCRIPT = '{ read -r word; exec "$@" <&3 3<&- 4<&- 5>&-; } <&4 & echo $! >&5'


def load(order: "Order", source: bytes) -> "Program":
    """Return what runs the command of an order: there is nothing to import."""
    return Program()


class Program:
    """A command, as the worker asks for a call of it."""

    def perform(self, order: "Order") -> "Reply":
        """Run the command to its end, and return the reply as a dict of plain values."""
        path = os.path.join(os.getcwd(), INPUT)
        data = (order["text"] or "").encode("utf-8", "surrogatepass")
        with open(path, "wb") as file:
            # Programs read lines, and the last one needs its end.
            file.write(data + b"\n" if data and not data.endswith(b"\n") else data)
        words = [word.replace("{input}", path) for word in order["data"]["command"]]
        if folder := order["data"]["working_folder"]:
            os.chdir(folder)
        if reason := trouble(words[0]):
            error = f"{words[0][-900:]} cannot be started"
            return {"error": error, "text": reason, "frames": [], "wall": 0, "cpu": 0, "cpu_wait": 0}
        output, printed = os.pipe()
        environment = os.environ | {"PUZZLES_PART": str(order["data"]["part"])}
        start = by_fork
        if sys.platform == "linux" and os.path.exists(SHELL):
            # This process inherits the orphans among its descendants.
            prctl(PR_SET_CHILD_SUBREAPER, 1)
            start = by_shell
        begun, process = start(words, path, printed, environment)
        os.close(printed)
        text, code, usage = drained(process, output)
        return {
            "printed": text.decode("utf-8", "replace"),
            "status": code,
            "answer": None,
            "wall": perf_counter_ns() - begun,
            "cpu": int((usage.ru_utime + usage.ru_stime) * 1e9),
            "cpu_wait": 0,
            "peak_bytes": usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        }


def trouble(program: str) -> str:
    """Return why a program cannot be started; nothing where it can be."""
    if os.sep not in program:
        places = [os.path.join(folder, program) for folder in os.get_exec_path()]
        return "" if any(os.access(place, os.X_OK) for place in places) else os.strerror(ENOENT)
    if not os.path.exists(program):
        return os.strerror(ENOENT)
    return "" if os.access(program, os.X_OK) and os.path.isfile(program) else os.strerror(EACCES)


def by_shell(words: list[str], path: str, printed: int, environment: dict[str, str]) -> tuple[int, int]:
    """Start a program; return when it began, in nanoseconds, and its process.

    A small shell leaves a fork of itself to this process, which becomes the program when it gets the word. In
    a fork of an interpreter that would take longer, and what a process had before is in its peak of memory.
    """
    waits, go = os.pipe()
    told, tell = os.pipe()
    if not (shell := os.fork()):
        try:
            streams = {3: os.open(path, os.O_RDONLY), 4: waits, 5: tell, 1: printed}
            # They are moved above all numbers that they are to have.
            moved = {number: fcntl(stream, F_DUPFD, 20) for number, stream in streams.items()}
            for number, stream in moved.items():
                os.dup2(stream, number)
            default_signals()
            os.closerange(20, 40)
            os.execve(SHELL, ["sh", "-c", SCRIPT, "sh", *words], environment)
        finally:
            _exit(127)
    os.close(waits)
    os.close(tell)
    process = int(os.read(told, 100))
    reap(shell)
    begun = perf_counter_ns()
    os.write(go, b"\n")
    for pipe in (go, told):
        os.close(pipe)
    return begun, process


def by_fork(words: list[str], path: str, printed: int, environment: dict[str, str]) -> tuple[int, int]:
    """Start a program in a fork of this process; return when it began, and its process."""
    begun = perf_counter_ns()
    if process := os.fork():
        return begun, process
    try:
        os.dup2(os.open(path, os.O_RDONLY), 0)
        os.dup2(printed, 1)
        default_signals()
        os.execvpe(words[0], words, environment)
    finally:
        _exit(127)


def default_signals() -> None:
    """Handle the signals that Python ignores as any program does."""
    for number in (SIGPIPE, SIGXFSZ):
        signal(number, SIG_DFL)


def drained(process: int, output: int) -> tuple[bytes, int, struct_rusage]:
    """Return the output of a program until it ended, even if its children go on; its exit code, its usage."""
    kept = HeadAndTail()
    ready = poll()
    ready.register(output, POLLIN)
    end = end_of(process)
    if end is not None:
        ready.register(end, POLLIN)
    while True:
        pipes = [pipe for pipe, _ in ready.poll(FOREVER if end is not None else LOOK)]
        if end is None or end in pipes:
            ended, code, usage = reap(process, os.WNOHANG)
            if ended:
                break
        if output in pipes:
            if chunk := os.read(output, 2**16):
                kept.add(chunk)
            else:
                ready.unregister(output)
    os.set_blocking(output, False)
    try:
        # It reads at most what a pipe holds: a child of the program may print for ever.
        for _ in range(64):
            if not (chunk := os.read(output, 2**16)):
                break
            kept.add(chunk)
    except BlockingIOError:
        pass
    return kept.text(), code, usage


class HeadAndTail:
    """The beginning and the end of what is printed."""

    def __init__(self) -> None:
        self.head = bytearray()
        self.tail = bytearray()
        self.is_cut = False

    def add(self, chunk: bytes) -> None:
        room = KEPT - len(self.head)
        self.head += chunk[:room]
        self.tail += chunk[room:]
        if len(self.tail) > 2 * KEPT:
            self.cut()

    def cut(self) -> None:
        if len(self.tail) > KEPT:
            del self.tail[:-KEPT]
            self.is_cut = True

    def text(self) -> bytes:
        """Return both; where something was left out there is a line of dots, between whole lines."""
        self.cut()
        head, tail = bytes(self.head), bytes(self.tail)
        if not self.is_cut:
            return head + tail
        return head[: head.rfind(b"\n") + 1] + b"...\n" + tail[tail.find(b"\n") + 1 :]
