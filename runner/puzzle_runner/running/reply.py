"""What the process of a call replied: read and checked, as anything may have written it."""

import ast
import math
import os
import stat
from typing import Any, NamedTuple

from puzzle_runner.model import Job
from puzzle_runner.running.job import folder

# The worker keeps less: of a text 10,000 characters and a note, of a name or a path 1000, and 16 frames.
LONGEST_TEXT, LONGEST_NAME, MOST_FRAMES, MOST_SOURCES = 30_000, 1000, 20, 10_000
# Seconds, and bytes: nothing takes more.
LONGEST, LARGEST = 1e9, 2.0**63
# Characters of what a program prints: the worker keeps no more bytes.
MOST_PRINTED = 2**18

Frame = tuple[str, int, str]


class Forged(Exception):
    """A reply that the worker's program cannot have written."""


class Reply(NamedTuple):
    """A reply: an answer, or the name and text of an exception with its frames; figures, and sources.

    A frame is a file, a line and a function's name; without a file, the number of frames left out. Of a
    program there is what it `printed`, and the `status` that it ended with, or minus a signal. `given` says
    how somebody's module gave its answer: returned, watched, submitted or printed; of our own, it is empty.
    It may not have `has_read` its input, and a watched function may have returned `others` before.
    """

    answer: str | None
    error: str
    text: str
    frames: tuple[Frame, ...]
    memory: bool
    seconds: float | None
    cpu_seconds: float
    waited_seconds: float
    warm_seconds: float | None
    peak_bytes: int
    sources: tuple[str, ...]
    collects: bool
    printed: str
    status: int
    given: str
    has_read: bool
    others: tuple[str, ...]


def read(data: bytes, job: Job) -> Reply:
    """Return a reply from its literal. Raises Forged."""
    try:
        content = ast.literal_eval(data.decode("ascii"))
    except (ValueError, SyntaxError, LookupError, TypeError, ArithmeticError, MemoryError, RecursionError):
        raise Forged from None
    if type(content) is not dict:
        raise Forged
    error = _text(content.get("error", ""), LONGEST_NAME)
    seconds, warm = content.get("seconds"), content.get("warm_seconds")
    # Only a module that could not be imported has no figures.
    needed = 0.0 if error and seconds is None else None
    return Reply(
        answer=None if content.get("answer") is None else _text(content["answer"], None),
        error=error,
        text=_text(content.get("text", ""), LONGEST_TEXT),
        frames=tuple(_frame(frame) for frame in _list(content.get("frames", []), MOST_FRAMES)),
        memory=content.get("memory", False) is True,
        seconds=None if seconds is None and error else _number(seconds, LONGEST),
        cpu_seconds=_number(content.get("cpu_seconds", needed), LONGEST),
        waited_seconds=_number(content.get("waited_seconds", needed), LONGEST),
        warm_seconds=None if warm is None else _number(warm, LONGEST),
        peak_bytes=int(_number(content.get("peak_bytes", 0), LARGEST)),
        sources=tuple(_source(each, job) for each in _list(content.get("sources", []), MOST_SOURCES)),
        collects=content.get("collects", True) is True,
        printed=_text(content.get("printed", ""), MOST_PRINTED),
        status=_status(content.get("status", 0)),
        given=_text(content.get("given", ""), LONGEST_NAME),
        has_read=content.get("read", True) is True,
        others=tuple(_text(each, LONGEST_NAME) for each in _list(content.get("others", []), MOST_FRAMES)),
    )


def is_source(path: str, job: Job) -> bool:
    """Tell whether a path is that of a regular file below the folder of puzzles."""
    try:
        # What lies in the folder itself is asked about most often, and is elsewhere only if it is a link.
        if os.path.dirname(path) == os.path.dirname(job.path) and stat.S_ISREG(os.lstat(path).st_mode):
            return True
        real = os.path.realpath(path)
        below = real.startswith(os.path.join(os.path.realpath(folder(job)), ""))
        return below and os.path.isfile(real)
    except (OSError, ValueError):
        return False


def _text(value: Any, longest: int | None) -> str:
    if type(value) is not str or (longest and len(value) > longest):
        raise Forged
    return value


def _number(value: Any, most: float) -> float:
    if type(value) not in (int, float) or not (0 <= value <= most and math.isfinite(value)):
        raise Forged
    number: float = value
    return number


def _status(value: Any) -> int:
    """Return an exit code, or minus the signal that killed a process."""
    if type(value) is not int or not -256 < value < 256:
        raise Forged
    return value


def _list(value: Any, most: int) -> Any:
    if type(value) not in (list, tuple) or len(value) > most:
        raise Forged
    return value


def _frame(value: Any) -> Frame:
    if len(_list(value, 3)) != 3:
        raise Forged
    path, line, name = value
    return _text(path, LONGEST_NAME), int(_number(line, LARGEST)), _text(name, LONGEST_NAME)


def _source(value: Any, job: Job) -> str:
    path = _text(value, None)
    if not path.startswith(folder(job)) or "\0" in path or path != os.path.normpath(path):
        raise Forged
    return path
