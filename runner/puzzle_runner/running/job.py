"""A job on its way to a worker and back: the order, what is printed, the reply, and the outcome.

It is the same for every way of starting a worker. Anything may have written a reply, so it is checked.
"""

import codecs
import os
import signal
import stat
import sys
from collections.abc import Callable
from marshal import dumps
from pathlib import Path
from typing import IO, Any

from puzzle_runner import sessions
from puzzle_runner.model import Doubt, Limits, Reason, Verdict
from puzzle_runner.running.call import Answered, Failed, Job, Outcome, Reply
from puzzle_runner.running.process import environment
from puzzle_runner.text import parsed

HEAD = TAIL = 32 * 1024
# The worker keeps less: of a text 10,000 characters and a note, of a name or a path 1000, and 16 frames.
LONGEST_TEXT, LONGEST_NAME, MOST_FRAMES, MOST_SOURCES = 30_000, 1000, 20, 10_000
# Nanoseconds, bytes or characters: nothing takes more.
LARGEST = 2**62
# Characters of a text of an engine, such as what a program prints: the worker keeps no more bytes.
MOST_PRINTED = 2**18
# A time that was measured in the process of the call is a lie where the call took longer by more than this:
# seconds in which it made text of its answer and ended, and for each byte that it had to give back.
SLACK, SLACK_PER_BYTE = 1.0, 1e-9
CRASHES = {
    "forged": "its reply was forged",
    "killed": "its process was killed",
    "crowded": "it started too many processes",
}
# Characters of a line of source that are quoted; bytes of a file from which one is.
LONGEST_LINE, LARGEST_SOURCE = 500, 2**22

Show = Callable[[str], object]
Frame = tuple[str, int, str]


class NotReady(Exception):
    """A job that could not be made ready: what it needs cannot be built. The text says why."""


class NotHere(NotReady):
    """A job that cannot run on this machine, as without a compiler."""


class ProtocolError(Exception):
    """A reply that the worker's program cannot have written."""


def request(job: Job, **more: Any) -> bytes:
    """Return a job as the worker reads it.

    Three keys are those of the job's engine. `engine` is the absolute path of the Python file that carries
    out the order in the worker, or empty for a function of a plain module. `data` is a plain value for that
    file; for a plain module, it is the names of a class, of a function and of what parses, empty where there
    is none. Orders of the same id, path, memory, environment, engine and `loads`, a plain value, and traced
    like one another may share a module that was loaded once.
    """
    content = {
        "id": str(job.id),
        "path": str(job.path),
        "root": job.engine.folder(job),
        "text": job.text,
        "keywords": dict(job.keywords),
        "timeout": job.limits.timeout,
        "memory": job.limits.memory,
        "environment": _named(job.limits),
        "profile": str(job.profile) if job.profile else None,
        "debug": False,
        "bytecode": job.bytecode,
        "sampled": False,
        "traced": job.traced,
        **job.engine.request(job),
        **more,
    }
    return dumps(content)


def _named(limits: Limits) -> dict[str, str]:
    return {name: os.environ[name] for name in limits.env if name in os.environ}


def variables(limits: Limits) -> dict[str, str]:
    """Return the environment that a call with some limits sees."""
    return environment() | _named(limits)


class Shown:
    """What a part prints, on its way to who is shown it as it comes."""

    def __init__(self, show: Show) -> None:
        self.show = show
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.at_line_start = True

    def add(self, chunk: bytes) -> None:
        """Pass on one more piece."""
        self._pass_on(self.decoder.decode(chunk))

    def leave_out(self, number: int) -> None:
        """Say that bytes do not come: many came before, and many follow."""
        self._pass_on(f"{self.decoder.decode(b'', final=True)}{_gap(number)}")
        self.decoder.reset()

    def end(self) -> None:
        """Pass on what is left, and end the line: the next row begins one of its own."""
        self._pass_on(self.decoder.decode(b"", final=True))
        self._pass_on("" if self.at_line_start else "\n")

    def _pass_on(self, text: str) -> None:
        if text:
            self.at_line_start = text.endswith("\n")
            self.show(text)


def output_text(first: bytes, left_out: int, last: bytes) -> str:
    """Return what was printed, with a line where something was left out."""
    return (first + _gap(left_out).encode() + last).decode("utf-8", "replace")


def output_in(file: IO[bytes]) -> str:
    """Return the beginning and the end of what was printed into a file."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    first = file.read(HEAD)
    left_out = max(0, size - HEAD - TAIL)
    file.seek(len(first) + left_out)
    return output_text(first, left_out, file.read(TAIL))


def _gap(left_out: int) -> str:
    return f"\n... {left_out} bytes left out ...\n" if left_out else ""


def outcome(
    job: Job, state: str, code: int, peak: int, elapsed: float | None, reply: bytes, *, output: str
) -> Outcome:
    """Return what a call did, from what the worker says of it.

    `state` is `done`, `died` or `timeout`, also after `import`; `forged`; `killed`, with its whole worker; or
    in a sandbox `crowded` or `large`, of too many processes or too much memory. `code` is the exit code of
    its process, minus the signal that killed it; `peak` its high-water mark, in the system's unit; `elapsed`
    the seconds from before the call until its process had ended, where they are known. `reply` is empty where
    it wrote none; after a timeout it says where the call was.
    """
    # A part can read what its user can: a session in its answer would be shown and stored.
    reply = sessions.removed(reply.decode("latin-1")).encode("latin-1")
    ended = _ended(job, state, code, peak, elapsed, reply, sessions.removed(output))
    return job.engine.failed(job, ended) if isinstance(ended, Failed) else ended


def _ended(
    job: Job, state: str, code: int, peak: int, elapsed: float | None, reply: bytes, output: str
) -> Outcome:
    if state.endswith("timeout"):
        what = "importing it took" if state.startswith("import") else "it took"
        message = f"{what} longer than {job.limits.timeout:g} s{place(job, reply)}"
        return Failed(Verdict.TIMEOUT, message, output)
    if state in CRASHES:
        return Failed(Verdict.CRASH, CRASHES[state], output)
    if state == "large":
        message = f"its processes need more than {size(job.limits.memory)} of memory"
        return Failed(Verdict.MEMORY, message, output)
    peak_bytes = peak * (1 if sys.platform == "darwin" else 1024)
    if reply and not state.endswith("died"):
        try:
            return _replied(job, read(reply, job), elapsed, peak_bytes, output)
        except ProtocolError:
            return Failed(Verdict.CRASH, "its reply was overwritten", output)
    when = "while it was imported" if state.startswith("import") else "before it returned"
    message = f"{describe_exit(code)} {when}"
    if code < 0 and peak_bytes > nearly_all(job, -code):
        message = f"{message} with {size(peak_bytes)} of memory in use"
        return Failed(Verdict.MEMORY, message, output, peak_bytes=peak_bytes)
    return Failed(Verdict.CRASH, message, output, peak_bytes=peak_bytes or None)


def place(job: Job, reply: bytes) -> str:
    """Return where in the user's files a call says that it was before it was ended, if it says so."""
    try:
        frames = read(reply, job).frames
    except ProtocolError:
        return ""
    for path, line, name in reversed(frames):
        if is_source(path, job):
            inside = "" if name == "<module>" else f"in {name}(), "
            return f": {inside}line {line}" + ("" if path == str(job.path) else f" of {Path(path).name}")
    return ""


def read(data: bytes, job: Job) -> Reply:
    """Return a reply from its JSON. Raises ProtocolError."""
    # Imported here: as a rule it has been, while the worker was at work.
    import json

    try:
        content = json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError, MemoryError):
        raise ProtocolError from None
    own = job.engine.reply_fields
    if type(content) is not dict or not content.keys() <= FIELDS.keys() | own.keys():
        raise ProtocolError
    more = {name: _of_engine(content.pop(name), kind) for name, kind in own.items() if name in content}
    reply = Reply(**{name: FIELDS[name](value) for name, value in content.items()}, more=more)
    # Only a module that could not be imported has no figures.
    if not (FIGURES <= content.keys() or (reply.error and reply.wall is None)):
        raise ProtocolError
    if reply.sources != (str(job.path),):
        folder = job.engine.folder(job)
        if any("\0" in source or not source.startswith(folder) for source in reply.sources):
            raise ProtocolError
    return reply


def _checked(value: Any, kind: type[Any], most: int = LARGEST, least: int = 0) -> Any:
    """Return a value that has a type, and as a number or in its length is within limits."""
    if type(value) is not kind:
        raise ProtocolError
    if not least <= (len(value) if kind in (str, list) else value) <= most:
        raise ProtocolError
    return value


def _of_engine(value: Any, kind: type[Any]) -> Any:
    """Return a value of an engine if it is of a type: str, int, bool, or list for a list of texts."""
    if kind is list:
        return tuple(_checked(text, str, LONGEST_NAME) for text in _checked(value, list, MOST_FRAMES))
    return _checked(value, int, least=-LARGEST) if kind is int else _checked(value, kind, MOST_PRINTED)


def _frame(value: Any) -> Frame:
    path, line, name = _checked(value, list, most=3, least=3)
    return _checked(path, str, LONGEST_NAME), _checked(line, int), _checked(name, str, LONGEST_NAME)


# Functions that read and check the fields. Each raises ProtocolError.
FIELDS: dict[str, Callable[[Any], Any]] = {
    "answer": lambda value: None if value is None else _checked(value, str),
    "error": lambda value: _checked(value, str, LONGEST_NAME),
    "text": lambda value: _checked(value, str, LONGEST_TEXT),
    "frames": lambda value: tuple(map(_frame, _checked(value, list, MOST_FRAMES))),
    "memory": lambda value: _checked(value, bool),
    "wall": lambda value: _checked(value, int),
    "cpu": lambda value: _checked(value, int),
    "cpu_wait": lambda value: _checked(value, int),
    "peak_bytes": lambda value: _checked(value, int),
    "sources": lambda value: tuple(_checked(path, str) for path in _checked(value, list, MOST_SOURCES)),
    "trace_doubt": lambda value: _checked(value, str, LONGEST_NAME),
    "states": lambda value: _checked(value, str),
    "gc_enabled": lambda value: _checked(value, bool),
    "parse": lambda value: _checked(value, int),
}
FIGURES = {"wall", "cpu"}


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


def _plain(source: str) -> str:
    """Return the path of a source without `..`, which a link may take elsewhere."""
    return source if source == os.path.normpath(source) else os.path.realpath(source)


def _replied(job: Job, reply: Reply, elapsed: float | None, peak: int, output: str) -> Outcome:
    seconds = None if reply.wall is None else reply.wall / 1e9
    if seconds is not None and elapsed is not None and not job.profile:
        if seconds > elapsed:
            raise ProtocolError
        # The worker has seen how long it took: that is the time of a call that says far less.
        slack = SLACK + SLACK_PER_BYTE * reply.peak_bytes
        if job.engine.is_timed_whole and elapsed - seconds > slack:
            seconds = elapsed
    if seconds == 0 and not reply.error:
        # The clock is so coarse that it has not moved.
        seconds = 1e-9
    # A process that cannot read its own mark, as on macOS, has that of its whole life.
    peak_bytes = reply.peak_bytes or peak or None
    trace = None
    if reply.trace_doubt is not None:
        # Imported here: a call that is not traced does not need it.
        from puzzle_runner.running import traces

        trace = traces.parse(reply.trace_doubt, reply.states)
    if reply.error:
        verdict, message = _raised(job, reply)
        return Failed(verdict, message, output, seconds, reply.cpu / 1e9, peak_bytes, trace=trace)
    returned = Answered(
        reply.answer,
        seconds,
        output,
        reply.cpu / 1e9,
        peak_bytes,
        reply.text,
        sources=tuple(sorted({_plain(source) for source in reply.sources if is_source(source, job)})),
        cpu_wait=min(reply.cpu_wait, reply.wall or 0) / 1e9,
        gc_enabled=reply.gc_enabled,
        trace=trace,
    )
    if reply.text and reply.answer is not None:
        returned = returned._replace(doubt=Doubt(Reason.INEXACT, reply.text, excuses=False))
    if reply.parse is not None and reply.wall is not None:
        parse = min(reply.parse, reply.wall) / 1e9
        details = parsed(parse, reply.wall / 1e9)
        returned = returned._replace(parse_seconds=parse, details=details)
    return job.engine.outcome(job, reply, returned)


def _raised(job: Job, reply: Reply) -> tuple[Verdict, str]:
    """Return the verdict on a part that has raised, and what it raised, where, and what to do about it."""
    where = _traceback(job, reply)
    if reply.memory:
        return Verdict.MEMORY, f"MemoryError: it needs more than {size(job.limits.memory)} of memory{where}"
    message = f"{reply.error}: {reply.text}".removesuffix(": ") + where
    advice = job.engine.hint(job, reply)
    if advice:
        message += f"\n{advice}"
    return Verdict.ERROR, message


def _traceback(job: Job, reply: Reply) -> str:
    """Return the user's lines of a traceback: the last one's place, then all of them with their source."""
    if not reply.frames:
        return ""
    path, line, name = reply.frames[-1]
    lines = f" ({Path(path).name}, line {line}{_inside(name)})"
    for path, line, name in reply.frames:
        if not path:
            lines += f"\n  ... {line} more ..."
            continue
        lines += f"\n  {path}, line {line}{_inside(name)}"
        # A puzzle may name any file: only one of the workspace's is quoted.
        if is_source(path, job) and os.path.getsize(path) <= LARGEST_SOURCE:
            import linecache

            if source := linecache.getline(path, line).strip()[:LONGEST_LINE]:
                lines += f"\n    {source}"
    return lines


def _inside(name: str) -> str:
    return f", in {name}" if name and name != "<module>" else ""


def nearly_all(job: Job, number: int) -> float:
    """Return the peak above which a death by a signal is taken for a lack of memory.

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
