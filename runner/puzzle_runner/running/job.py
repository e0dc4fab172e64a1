"""The order that a worker is given, and what it prints: the same for every way of starting one."""

import codecs
import os
from collections.abc import Callable
from marshal import dumps
from pathlib import Path
from typing import Any

from puzzle_runner.model import Job

PROGRAM = str(Path(__file__).parent / "worker" / "main.py")
HEAD = TAIL = 32 * 1024
# A puzzle sees these variables of the environment: names, and beginnings of names. No login is among them.
NAMES = frozenset({"HOME", "LANG", "PATH", "TERM", "TZ"})
# The last three: an interpreter may need them to start, and what counts coverage to go on counting.
BEGINNINGS = ("LC_", "PYTHON", "LD_LIBRARY_PATH", "SYSTEMROOT", "COVERAGE_PROCESS_")


Show = Callable[[str], object]


class NotReady(Exception):
    """A job that could not be made ready: what it needs cannot be built. The text says why."""


class NotHere(NotReady):
    """A job that cannot run on this machine, as without a compiler."""


def request(job: Job, **more: Any) -> bytes:
    """Return a job as the worker reads it.

    Three keys are those of the job's engine. `engine` is the absolute path of the Python file that carries
    out the order in the worker, or empty for a function of a plain module. `data` is a dict of plain values
    for that file; a plain module has `function` there. Orders of the same id, path, memory, environment,
    engine and `loads`, a plain value, may share a module that was loaded once.
    """
    names = job.limits.env
    content = {
        "id": job.id,
        "path": str(job.path),
        "root": job.engine.folder(job),
        "text": job.text,
        "keywords": dict(job.keywords),
        "timeout": job.limits.timeout,
        "memory": job.limits.memory,
        "environment": {name: os.environ[name] for name in names if name in os.environ},
        "profile": str(job.profile) if job.profile else None,
        "repeat": job.repeat,
        "debug": False,
        "code": b"",
        "sampled": False,
        **job.engine.request(job),
        **more,
    }
    return dumps(content)


def environment() -> dict[str, str]:
    """Return the environment that every puzzle sees; `request` adds what the workspace wants."""
    return {name: value for name, value in os.environ.items() if name in NAMES or name.startswith(BEGINNINGS)}


def temporary() -> str:
    """Return the absolute path of the folder for temporary files, as the environment names it."""
    named = (os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP"))
    return os.path.abspath(next((folder for folder in named if os.path.isdir(folder)), "/tmp"))


class Printed:
    """The output of a part: the first and the last of it are kept, the rest is counted."""

    def __init__(self, show: Show | None) -> None:
        self.show = show
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace") if show else None
        self.head = bytearray()
        self.tail = bytearray()
        self.left_out = 0
        self.at_line_start = True

    def add(self, chunk: bytes) -> None:
        """Take one more piece."""
        if self.decoder:
            self._pass_on(self.decoder.decode(chunk))
        room = HEAD - len(self.head)
        self.head += chunk[:room]
        self.tail += chunk[room:] if room > 0 else chunk
        if (surplus := len(self.tail) - TAIL) > TAIL:
            self.left_out += surplus
            del self.tail[:surplus]

    def end(self) -> None:
        """Pass on what is left, and end the line: the next row begins one of its own."""
        if self.decoder:
            self._pass_on(self.decoder.decode(b"", final=True))
            self._pass_on("" if self.at_line_start else "\n")

    def _pass_on(self, text: str) -> None:
        if self.show and text:
            self.at_line_start = text.endswith("\n")
            self.show(text)

    def text(self) -> str:
        """Return what was kept, with a line where something was left out."""
        surplus = max(0, len(self.tail) - TAIL)
        left_out = self.left_out + surplus
        gap = f"\n... {left_out} bytes left out ...\n".encode() if left_out else b""
        return (self.head + gap + self.tail[surplus:]).decode("utf-8", "replace")
