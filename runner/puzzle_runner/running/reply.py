"""The reply of the process of a call, read and checked, as anything may have written it."""

import json
import os
import stat
from collections.abc import Callable
from typing import Any

from puzzle_runner.model import Job, Reply

# The worker keeps less: of a text 10,000 characters and a note, of a name or a path 1000, and 16 frames.
LONGEST_TEXT, LONGEST_NAME, MOST_FRAMES, MOST_SOURCES = 30_000, 1000, 20, 10_000
# Nanoseconds, or bytes: nothing takes more.
LARGEST = 2**62
# Characters of a text of an engine, such as what a program prints: the worker keeps no more bytes.
MOST_PRINTED = 2**18

Frame = tuple[str, int, str]


class ProtocolError(Exception):
    """A reply that the worker's program cannot have written."""


def read(data: bytes, job: Job) -> Reply:
    """Return a reply from its JSON. Raises ProtocolError."""
    try:
        content = json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError, MemoryError):
        raise ProtocolError from None
    own = job.engine.reply_fields
    if type(content) is not dict or not content.keys() <= FIELDS.keys() | own.keys():
        raise ProtocolError
    more = {name: _of_type(content.pop(name), kind) for name, kind in own.items() if name in content}
    reply = Reply(**{name: FIELDS[name](value) for name, value in content.items()}, more=more)
    # Only a module that could not be imported has no figures.
    if not (FIGURES <= content.keys() or (reply.error and reply.wall is None)):
        raise ProtocolError
    if reply.sources != (str(job.path),):
        folder = job.engine.folder(job)
        for source in reply.sources:
            if not source.startswith(folder) or "\0" in source or source != os.path.normpath(source):
                raise ProtocolError
    return reply


def is_source(path: str, job: Job) -> bool:
    """Tell whether a path is that of a regular file below the folder of puzzles."""
    try:
        # Most files lie in the folder itself, and are elsewhere only if they are links.
        is_beside = path == str(job.path) or os.path.dirname(path) == os.path.dirname(job.path)
        if is_beside and stat.S_ISREG(os.lstat(path).st_mode):
            return True
        real = os.path.realpath(path)
        below = real.startswith(os.path.join(os.path.realpath(job.engine.folder(job)), ""))
        return below and os.path.isfile(real)
    except (OSError, ValueError):
        return False


def _text(value: Any, longest: int | None = None) -> str:
    if type(value) is not str or (longest and len(value) > longest):
        raise ProtocolError
    return value


def _name(value: Any) -> str:
    return _text(value, LONGEST_NAME)


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= LARGEST:
        raise ProtocolError
    number: float = value
    return number


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise ProtocolError
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise ProtocolError
    return value


def _of_type(value: Any, kind: type[Any]) -> Any:
    """Return a value of an engine if it is of a type: str, int, bool, or list for a list of texts."""
    if type(value) is not kind:
        raise ProtocolError
    if kind is list:
        return tuple(map(_name, _list(value, MOST_FRAMES)))
    if kind is str:
        return _text(value, MOST_PRINTED)
    if kind is int and not -LARGEST <= value <= LARGEST:
        raise ProtocolError
    return value


def _list(value: Any, most: int) -> list[Any]:
    if type(value) is not list or len(value) > most:
        raise ProtocolError
    return value


def _frame(value: Any) -> Frame:
    if len(_list(value, 3)) != 3:
        raise ProtocolError
    path, line, name = value
    return _name(path), _whole(line), _name(name)


# Functions that read and check the fields. Each raises ProtocolError.
FIELDS: dict[str, Callable[[Any], Any]] = {
    "answer": lambda value: None if value is None else _text(value),
    "error": _name,
    "text": lambda value: _text(value, LONGEST_TEXT),
    "frames": lambda value: tuple(map(_frame, _list(value, MOST_FRAMES))),
    "memory": _truth,
    "wall": _whole,
    "cpu": _whole,
    "waited": _whole,
    "warm": lambda value: None if value is None else _number(value),
    "peak_bytes": _whole,
    "sources": lambda value: tuple(map(_text, _list(value, MOST_SOURCES))),
    "gc_enabled": _truth,
}
FIGURES = {"wall", "cpu", "waited"}
