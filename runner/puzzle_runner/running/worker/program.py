"""One call of a program: a command that gets the input, and prints the answers.

The input is on its standard input, and in the file `input.txt` of its folder. What it prints to standard
output is its reply, what it prints to standard error is passed on.
"""

import os
from _signal import SIG_DFL, SIGPIPE, signal
from os import _exit
from select import POLLIN, poll
from time import perf_counter_ns

from loading import FOREVER, LOOK
from orphans import reap_with_usage

INPUT = "input.txt"
# Bytes that are kept of what it prints: from the beginning, and from the end.
KEPT = 2**16
# Where the system does not know a signal, it is not set.
IGNORED_BY_PYTHON = [SIGPIPE]


def perform(order):
    """Run the command to its end, and return the reply as a dict of plain values."""
    path = os.path.join(os.getcwd(), INPUT)
    data = (order["text"] or "").encode("utf-8", "surrogatepass")
    with open(path, "wb") as file:
        # Programs read lines, and the last one needs its end.
        file.write(data + b"\n" if data and not data.endswith(b"\n") else data)
    words = [word.replace("{input}", path) for word in order["command"]]
    troubles, trouble = os.pipe()
    output, printed = os.pipe()
    begun = perf_counter_ns()
    process = os.fork()
    if not process:
        become(words, order, path, printed, trouble)
    os.close(printed)
    os.close(trouble)
    text = drained(process, output)
    _, code, usage = reap_with_usage(process)
    ended = perf_counter_ns()
    if reason := os.read(troubles, 1000).decode():
        return failure(f"{words[0]} cannot be started: {reason}")
    return {
        "printed": text.decode("utf-8", "replace"),
        "status": code,
        "answer": None,
        "seconds": (ended - begun) / 1e9,
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "waited_seconds": 0.0,
        "peak_bytes": usage.ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024),
    }


def failure(text):
    """Return the reply for a program that does not run at all."""
    figures = {"seconds": 0.0, "cpu_seconds": 0.0, "waited_seconds": 0.0}
    return {"error": "OSError", "text": text, "frames": []} | figures


def become(words, order, path, printed, trouble):
    """Be the program, in a fork. Never returns; tells why where it cannot be started."""
    try:
        os.dup2(os.open(path, os.O_RDONLY), 0)
        os.dup2(printed, 1)
        for number in IGNORED_BY_PYTHON:
            signal(number, SIG_DFL)
        if order["working_folder"]:
            os.chdir(order["working_folder"])
        os.execvpe(words[0], words, os.environ | {"PUZZLES_PART": str(order["part"])})
    except OSError as error:
        os.write(trouble, os.fsencode(error.strerror or ""))
    finally:
        _exit(127)


def drained(process, output):
    """Return what a program has printed when it has ended, also where its children go on."""
    kept = Kept()
    ready = poll()
    ready.register(output, POLLIN)
    try:
        end = os.pidfd_open(process)
        ready.register(end, POLLIN)
    except (AttributeError, OSError):
        end = None
    while True:
        pipes = [pipe for pipe, _ in ready.poll(FOREVER if end is not None else LOOK)]
        if end in pipes or (end is None and has_ended(process)):
            break
        if output in pipes:
            if chunk := os.read(output, 2**16):
                kept.add(chunk)
            else:
                ready.unregister(output)
    os.set_blocking(output, False)
    try:
        # No more than a pipe holds: a child of it may print for ever.
        for _ in range(64):
            if not (chunk := os.read(output, 2**16)):
                break
            kept.add(chunk)
    except BlockingIOError:
        pass
    return kept.text()


def has_ended(process):
    """Tell whether a child has ended, and leave it to be reaped."""
    return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


class Kept:
    """The beginning and the end of what is printed."""

    def __init__(self):
        self.head = bytearray()
        self.tail = bytearray()
        self.surplus = 0

    def add(self, chunk):
        room = KEPT - len(self.head)
        self.head += chunk[:room]
        self.tail += chunk[room:] if room > 0 else chunk
        if len(self.tail) > 2 * KEPT:
            self.surplus += len(self.tail) - KEPT
            del self.tail[:-KEPT]

    def text(self):
        """Return both; where something was left out there is a line of dots, between whole lines."""
        if surplus := max(0, len(self.tail) - KEPT):
            self.surplus += surplus
            del self.tail[:surplus]
        head, tail = bytes(self.head), bytes(self.tail)
        if not self.surplus:
            return head + tail
        return head[: head.rfind(b"\n") + 1] + b"...\n" + tail[tail.find(b"\n") + 1 :]
