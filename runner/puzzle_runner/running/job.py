"""What a worker is given and what it prints: the same for every way of starting one."""

import codecs
import os
from collections.abc import Callable
from marshal import dumps
from pathlib import Path
from typing import Any

from puzzle_runner.model import Job

PROGRAM = str(Path(__file__).parent / "worker" / "main.py")
HEAD = TAIL = 32 * 1024
_SECRET = (
    "TOKEN", "SECRET", "PASS", "_PWD", "SESSION", "COOKIE", "CREDENTIAL", "AUTH", "PRIVATE", "APIKEY", "_KEY",
)  # fmt: skip


Show = Callable[[str], object]


def packed(job: Job, **more: Any) -> bytes:
    """Return a job as the worker reads it."""
    request = {
        "id": job.id,
        "path": str(job.path),
        "function": job.function,
        "text": job.text,
        "timeout": job.limits.timeout,
        "memory": job.limits.memory,
        "profile": str(job.profile) if job.profile else None,
        "repeat": job.repeat,
        "debug": False,
        **more,
    }
    return dumps(request)


def environment() -> dict[str, str]:
    """Return the environment a puzzle sees: this one without what looks like a secret."""
    return {
        name: value
        for name, value in os.environ.items()
        if not any(word in name.upper() for word in _SECRET) and not _has_password(value)
    }


def _has_password(value: str) -> bool:
    _, separator, rest = value.partition("://")
    return bool(separator) and ":" in rest.partition("@")[0] and "@" in rest


class Printed:
    """What a part prints: the first and the last of it are kept, the rest is counted."""

    def __init__(self, show: Show | None) -> None:
        self.show = show
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.head = bytearray()
        self.tail = bytearray()
        self.left_out = 0
        self.at_line_start = True

    def add(self, chunk: bytes) -> None:
        """Take one more piece."""
        if self.show:
            self._pass_on(self.decoder.decode(chunk))
        room = HEAD - len(self.head)
        self.head += chunk[:room]
        self.tail += chunk[room:] if room > 0 else chunk
        if (surplus := len(self.tail) - TAIL) > TAIL:
            self.left_out += surplus
            del self.tail[:surplus]

    def end(self) -> None:
        """Pass on what is left, and end the line: the next row begins one of its own."""
        if self.show:
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
