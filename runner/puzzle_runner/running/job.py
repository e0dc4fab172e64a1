"""A job on its way to a worker and back: the order, what is printed, the reply, and the outcome.

It is the same for every way of starting a worker. Anything may have written a reply, so it is checked.
"""

import codecs
import os
import signal
import sys
from collections.abc import Callable
from marshal import dumps
from pathlib import Path
from typing import IO, Any, NamedTuple

from puzzle_runner import sessions
from puzzle_runner.model import Doubt, Limits, Reason, Verdict
from puzzle_runner.running.call import Answered, Failed, Figures, Job, Outcome, Reply
from puzzle_runner.running.process import environment
from puzzle_runner.text import parsed

HEAD = TAIL = 32 * 1024
# Characters of a text of an engine, such as what a program prints: the worker keeps no more bytes.
MOST_PRINTED = 2**18
# Nanoseconds, bytes or characters: nothing takes more.
LARGEST = 2**62
# The fields of a reply: the type of each, and the largest number or length. The worker keeps less: of a text
# 10,000 characters and a note, of a name 1000, and 16 frames.
FIELDS: dict[str, tuple[type, int]] = {
    "answer": (str, LARGEST),
    "error": (str, 1000),
    "text": (str, 30_000),
    "frames": (list, 20),
    "memory": (bool, 1),
    "wall": (int, LARGEST),
    "cpu": (int, LARGEST),
    "cpu_wait": (int, LARGEST),
    "peak_bytes": (int, LARGEST),
    "sources": (list, 10_000),
    "trace_doubt": (str, 1000),
    "states": (str, LARGEST),
    "gc_enabled": (bool, 1),
    "parse": (int, LARGEST),
}
# A time that was measured in the process of the call is a lie where the call took longer by more than this:
# seconds in which it made text of its answer and ended, and for each byte that it had to give back.
SLACK, SLACK_PER_BYTE = 1.0, 1e-9
# The system's unit of a peak, in bytes.
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024
# How a call has ended that did not reply, by the state that the worker tells.
CRASHES = {
    "forged": "its reply was forged",
    "killed": "its process was killed",
    "crowded": "it started too many processes",
}
# Characters of a line of source that are quoted; bytes of a file from which one is.
LONGEST_LINE, LARGEST_SOURCE = 500, 2**22

Show = Callable[[str], object]


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

    def add(self, chunk: bytes, *, is_last: bool = False) -> None:
        """Pass on one more piece."""
        if text := self.decoder.decode(chunk, is_last):
            self.at_line_start = text.endswith("\n")
            self.show(text)

    def end(self) -> None:
        """Pass on what is left, and end the line: the next row begins one of its own."""
        self.add(b"", is_last=True)
        if not self.at_line_start:
            self.add(b"\n")


def output_in(file: IO[bytes]) -> str:
    """Return the beginning and the end of what was printed into a file."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    first = file.read(HEAD)
    left_out = max(0, size - HEAD - TAIL)
    if left_out:
        # The worker says the same.
        first += f"\n... {left_out} bytes left out ...\n".encode()
        file.seek(size - TAIL)
    return (first + file.read(TAIL)).decode("utf-8", "replace")


class Report(NamedTuple):
    """What a worker tells of the end of a call.

    `state` is `done`, `died` or `timeout`, also after `import`; `forged`; `killed`, with its whole worker; or
    in a sandbox `crowded` or `large`, of too many processes or too much memory. `code` is the exit code of
    its process, minus the signal that killed it; `peak` its high-water mark, in the system's unit; `elapsed`
    the seconds from before the call until its process had ended, where they are known. `reply` is empty where
    it wrote none; after a timeout it says where the call was.
    """

    job: Job
    state: str
    code: int = 0
    peak: int = 0
    elapsed: float | None = None
    reply: bytes = b""
    output: str = ""


def outcome(report: Report) -> Outcome:
    """Return what a call did."""
    job, state, code, peak, _, data, output = report
    # A part can read what its user can: a session in its answer would be shown and stored.
    data = sessions.removed(data.decode("latin-1")).encode("latin-1")
    output = sessions.removed(output)
    verdict, message = Verdict.CRASH, CRASHES.get(state, "")
    if state.endswith("timeout"):
        verdict = Verdict.TIMEOUT
        what = "importing it took" if state.startswith("import") else "it took"
        message = f"{what} longer than {job.limits.timeout:g} s{_place(job, data)}"
    elif state == "large":
        verdict = Verdict.MEMORY
        message = f"its processes need more than {size(job.limits.memory)} of memory"
    elif data and not state.endswith("died") and not message:
        try:
            ended = _replied(report._replace(output=output), parse_reply(job, data))
        except ProtocolError:
            ended = Failed(verdict, "its reply was overwritten", output)
        return job.engine.failed(job, ended) if isinstance(ended, Failed) else ended
    elif not message:
        when = "while it was imported" if state.startswith("import") else "before it returned"
        verdict, message = exited(job, code, peak * PEAK_UNIT, f" {when}")
    return job.engine.failed(job, Failed(verdict, message, output))


def exited(job: Job, code: int, peak_bytes: int, when: str = "") -> tuple[Verdict, str]:
    """Return the verdict on a process that did not end well, by its exit code or minus its signal, and why.

    Code that cannot cope with a failed allocation dies at the limit; the system's own killer may come before.
    """
    if code >= 0:
        return Verdict.CRASH, f"its process exited with status {code}{when}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    limit = 0.9 * job.limits.memory
    if sys.platform != "win32" and -code == signal.SIGKILL:
        limit = min(limit, 0.25 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    message = f"its process was killed by {name}{when}"
    if peak_bytes <= limit:
        return Verdict.CRASH, message
    return Verdict.MEMORY, f"{message} with {size(peak_bytes)} of memory in use"


def _place(job: Job, data: bytes) -> str:
    """Return where in the user's files a call says that it was before it was ended, if it says so."""
    try:
        frames = parse_reply(job, data).frames
    except ProtocolError:
        return ""
    for path, line, name in reversed(frames):
        if is_source(path, job):
            inside = "" if name == "<module>" else f"in {name}(), "
            return f": {inside}line {line}" + ("" if path == str(job.path) else f" of {Path(path).name}")
    return ""


def parse_reply(job: Job, data: bytes) -> Reply:
    """Return a reply from its JSON. Raises ProtocolError."""
    # Imported here: as a rule it has been, while the worker was at work.
    import json

    try:
        content = json.loads(data.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError, MemoryError):
        raise ProtocolError from None
    if type(content) is not dict:
        raise ProtocolError
    fields: dict[str, Any] = {}
    more: dict[str, Any] = {}
    for name, value in content.items():
        if name in FIELDS:
            kind, most = FIELDS[name]
            is_no_answer = name == "answer" and value is None
            fields[name] = None if is_no_answer else _checked(value, kind, most)
        elif name in job.engine.reply_fields:
            more[name] = _checked(value, job.engine.reply_fields[name], MOST_PRINTED, -LARGEST)
        else:
            raise ProtocolError
    reply = Reply(**fields, more=more)
    # Only a module that could not be imported has no figures.
    if not {"wall", "cpu"} <= fields.keys() and (reply.wall is not None or not reply.error):
        raise ProtocolError
    for frame in fields.get("frames", ()):
        if type(frame) is not list or [type(value) for value in frame] != [str, int, str]:
            raise ProtocolError
    folder = job.engine.folder(job)
    for source in fields.get("sources", ()):
        if type(source) is not str or "\0" in source or not source.startswith(folder):
            raise ProtocolError
    return reply


def _checked(value: Any, kind: type[Any], most: int, least: int = 0) -> Any:
    """Return a value that has a type, and as a number or in its length is within limits."""
    if type(value) is not kind:
        raise ProtocolError
    if not least <= (len(value) if kind in (str, list) else value) <= most:
        raise ProtocolError
    return value


def is_source(path: str, job: Job) -> bool:
    """Tell whether a path is that of a regular file below the folder of puzzles, wherever links lead."""
    try:
        real, folder = os.path.realpath(path), os.path.realpath(job.engine.folder(job))
        return real.startswith(os.path.join(folder, "")) and os.path.isfile(real)
    except (OSError, ValueError):
        return False


def _replied(report: Report, reply: Reply) -> Outcome:
    job, output = report.job, report.output
    figures = None if reply.wall is None else _figures(report, reply)
    trace = None
    if reply.trace_doubt is not None:
        # Imported here: a call that is not traced does not need it.
        from puzzle_runner.running import traces

        trace = traces.parse(reply.trace_doubt, reply.states)
    if reply.error or not figures:
        verdict = Verdict.ERROR
        message = f"{reply.error}: {reply.text}".removesuffix(": ")
        if reply.memory:
            verdict = Verdict.MEMORY
            message = f"MemoryError: it needs more than {size(job.limits.memory)} of memory"
        message += _traceback(job, reply)
        hint = job.engine.hint(job, reply)
        if hint and not reply.memory:
            message += f"\n{hint}"
        return Failed(verdict, message, output, figures, trace=trace)
    sources = set()
    for source in reply.sources:
        if is_source(source, job):
            # A link may take what is behind `..` elsewhere.
            sources.add(source if source == os.path.normpath(source) else os.path.realpath(source))
    returned = Answered(reply.answer, output, figures, sources=tuple(sorted(sources)), trace=trace)
    if reply.text and reply.answer is not None:
        returned = returned._replace(doubt=Doubt(Reason.INEXACT, reply.text, excuses=False))
    if figures.parse_seconds is not None:
        returned = returned._replace(details=parsed(figures.parse_seconds, figures.seconds))
    return job.engine.outcome(job, reply, returned)


def _figures(report: Report, reply: Reply) -> Figures:
    job, elapsed, wall = report.job, report.elapsed, reply.wall or 0
    seconds = wall / 1e9
    if elapsed is not None and not job.profile:
        if seconds > elapsed:
            raise ProtocolError
        # The worker has seen how long it took: that is the time of a call that says far less.
        slack = SLACK + SLACK_PER_BYTE * reply.peak_bytes
        if job.engine.is_timed_whole and elapsed - seconds > slack:
            seconds = elapsed
    if not seconds and not reply.error:
        # The clock is so coarse that it has not moved.
        seconds = 1e-9
    return Figures(
        seconds,
        reply.cpu / 1e9,
        # A process that cannot read its own mark, as on macOS, has that of its whole life.
        reply.peak_bytes or report.peak * PEAK_UNIT or None,
        cpu_wait=min(reply.cpu_wait, wall) / 1e9,
        parse_seconds=None if reply.parse is None else min(reply.parse, wall) / 1e9,
        gc_enabled=reply.gc_enabled,
    )


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

            source = linecache.getline(path, line).strip()
            if source:
                lines += f"\n    {source[:LONGEST_LINE]}"
    return lines


def _inside(name: str) -> str:
    return f", in {name}" if name and name != "<module>" else ""


def size(size: int) -> str:
    """Return bytes as people read them."""
    return f"{size / 2**30:.3g} GiB"
