"""What a worker is given and what it prints: the same for every way of starting one."""

import codecs
import os
from collections.abc import Callable
from marshal import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzle_runner.model import Job

if TYPE_CHECKING:
    from puzzle_runner.programs import Program

PROGRAM = str(Path(__file__).parent / "worker" / "main.py")
HEAD = TAIL = 32 * 1024
# What a puzzle sees of the environment: names, and beginnings of names. No login is to be among them.
NAMES = frozenset({"HOME", "LANG", "PATH", "TERM", "TZ"})
# The last three: an interpreter may need them to start, and what counts coverage to go on counting.
BEGINNINGS = ("LC_", "PYTHON", "LD_LIBRARY_PATH", "SYSTEMROOT", "COVERAGE_PROCESS_")


Show = Callable[[str], object]


def folder(job: Job) -> str:
    """Return the folder of a job's module, or of its package: that of all puzzles, with a slash.

    Of a module in somebody's repository, it is that repository.
    """
    if job.adapter:
        return os.path.join(job.adapter.root, "")
    parent, name = os.path.split(job.path)
    return os.path.join(os.path.dirname(parent) if name == "__init__.py" else parent, "")


def request(job: Job, **more: Any) -> bytes:
    """Return a job as the worker reads it."""
    names = job.limits.env
    content = {
        "id": job.id,
        "path": str(job.path),
        "root": folder(job),
        "function": job.function,
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
        "adapter": job.adapter and job.adapter._asdict(),
        "command": None,
        **(_of_program(job.program) if job.program else {}),
        **_of_engine(job),
        **more,
    }
    return dumps(content)


ENGINES = Path(__file__).parents[1] / "engines"
# Fields of an adapter that may differ between the parts of a module that is loaded once.
OF_PART = ("part", "call", "arguments", "made", "parse", "gives", "alone", "is_guess", "argv", "stdin")


def _of_engine(job: Job) -> dict[str, Any]:
    """Return the engine's keys of an order: the file of its worker's side, its data, and what it loads."""
    if job.program:
        engine = str(ENGINES / "program" / "worker" / "program.py")
        return {"engine": engine, "data": _of_program(job.program), "loads": ()}
    if not job.adapter:
        return {"engine": "", "data": {"function": job.function}, "loads": ()}
    data = job.adapter._asdict()
    # The input is among them, as a module may read it when it is imported.
    loads = job.text, bool(data["call"]), *(value for name, value in data.items() if name not in OF_PART)
    return {"engine": str(ENGINES / "foreign" / "worker" / "foreign.py"), "data": data, "loads": loads}


def _of_program(program: "Program") -> dict[str, Any]:
    return {"command": program.command, "part": program.part, "working_folder": program.folder}


def environment() -> dict[str, str]:
    """Return the environment that every puzzle sees; `request` adds what the workspace wants."""
    return {name: value for name, value in os.environ.items() if name in NAMES or name.startswith(BEGINNINGS)}


def temporary() -> str:
    """Return the absolute path of the folder for temporary files, as the environment names it."""
    named = (os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP"))
    return os.path.abspath(next((folder for folder in named if os.path.isdir(folder)), "/tmp"))


class Printed:
    """What a part prints: the first and the last of it are kept, the rest is counted."""

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
