"""A job on its way to a worker and back: the order, what is printed, the reply, and the outcome."""

import codecs
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from marshal import dumps
from pathlib import Path
from typing import IO, Any, NamedTuple

from puzzle_runner import sessions
from puzzle_runner.model import Doubt, Reason, Verdict
from puzzle_runner.running.call import Answered, Failed, Figures, Job, Outcome, Reply

HEAD = TAIL = 32 * 1024
# Nanoseconds or bytes: nothing takes more.
LARGEST = 2**62
# The fields of a reply, and the type of each.
FIELDS = {name: str if default is None else type(default) for name, default in Reply._field_defaults.items()}
# A time that was measured in the process of the call is a lie where the call took longer by more than this,
# in which it made text of its answer and ended, and gave back each byte.
SLACK, SLACK_PER_BYTE = 1.0, 1e-9
# The system's unit of a peak, in bytes.
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024
# How a call has ended that did not reply, by the state that the worker tells.
CRASHES = {
    "forged": "its reply was forged",
    "killed": "its process was killed",
    "crowded": "it started too many processes",
}
# Characters of a line of source that are quoted.
LONGEST_LINE = 500

Show = Callable[[str], object]


class NotReady(Exception):
    """A job that could not be made ready: what it needs cannot be built. The text says why."""


class NotHere(NotReady):
    """A job that cannot run on this machine, as without a compiler."""


class ProtocolError(Exception):
    """A reply that the worker's program cannot have written: anything may have written there."""


def request(job: Job, **more: Any) -> bytes:
    """Return a job as the worker reads it.

    Three keys are those of the job's engine: `engine` is the absolute path of the Python file that carries
    out the order in the worker, or empty for a function of a plain module; `data` is a plain value for it.
    Orders of the same id, path, memory, environment, engine and `loads`, a plain value, and traced like one
    another may share a module that was loaded once.
    """
    content = {
        "id": str(job.id),
        "path": str(job.path),
        "root": job.engine.folder(job),
        "text": job.text,
        "keywords": dict(job.keywords),
        "timeout": job.limits.timeout,
        "memory": job.limits.memory,
        # The process of a worker has the others.
        "environment": {name: os.environ[name] for name in job.limits.env if name in os.environ},
        "profile": str(job.profile) if job.profile else None,
        "debug": False,
        "bytecode": job.bytecode,
        "traced": job.traced,
        **job.engine.request(job),
        **more,
    }
    return dumps(content)


class Shown:
    """What a part prints, on its way to who is shown it as it comes."""

    def __init__(self, show: Show) -> None:
        self.show = show
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.at_line_start = True

    def add(self, chunk: bytes, *, is_last: bool = False) -> None:
        """Pass on one more piece."""
        text = self.decoder.decode(chunk, is_last)
        if text:
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

    `state` is `done`, `died` or `timeout`, also after `import`; `large`, of too much memory; or one of
    CRASHES. `code` is the exit code of its process, minus the signal that killed it; `peak` is in the
    system's unit; `elapsed` are the seconds until its process had ended. `reply` is empty where it wrote
    none; after a timeout it says where the call was.
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
    # A part can read what its user can: a session in its answer would be shown and stored.
    reply = sessions.removed(report.reply.decode("latin-1")).encode("latin-1")
    report = report._replace(reply=reply, output=sessions.removed(report.output))
    job, state, output = report.job, report.state, report.output
    if state in CRASHES:
        return Failed(Verdict.CRASH, CRASHES[state], output)
    if state == "large":
        message = f"its processes need more than {_gib(job.limits.memory)} of memory"
        return Failed(Verdict.MEMORY, message, output)
    is_import = state.startswith("import")
    if state.endswith("timeout"):
        what = "importing it took" if is_import else "it took"
        message = f"{what} longer than {job.limits.timeout:g} s"
        # It may tell where it was.
        with suppress(ProtocolError):
            message += _traceback(job, parse_reply(job, report.reply))
        return Failed(Verdict.TIMEOUT, message, output)
    if state.endswith("died") or not report.reply:
        when = " while it was imported" if is_import else " before it returned"
        verdict, message = exited(job, report.code, report.peak * PEAK_UNIT, when)
        return Failed(verdict, message, output)
    try:
        return _replied(report, parse_reply(job, report.reply))
    except ProtocolError:
        return Failed(Verdict.CRASH, "its reply was overwritten", output)


def exited(job: Job, code: int, peak_bytes: int, when: str = "") -> tuple[Verdict, str]:
    """Return the verdict on a process that ended with a code, or minus a signal, and why."""
    if code >= 0:
        return Verdict.CRASH, f"its process exited with status {code}{when}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    message = f"its process was killed by {name}{when}"
    # Code that cannot cope with a failed allocation dies at the limit.
    if peak_bytes > 0.9 * job.limits.memory:
        return Verdict.MEMORY, f"{message} with {_gib(peak_bytes)} of memory in use"
    return Verdict.CRASH, message


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
        kind = FIELDS.get(name)
        if not kind:
            if type(value) is not job.engine.reply_fields.get(name):
                raise ProtocolError
            more[name] = value
            continue
        is_no_answer = name == "answer" and value is None
        if type(value) is not kind and not is_no_answer:
            raise ProtocolError
        if kind is int and not 0 <= value <= LARGEST:
            raise ProtocolError
        fields[name] = value
    reply = Reply(**fields, more=more)
    # Only a module that could not be imported has no time.
    if reply.wall < 0 and not reply.error:
        raise ProtocolError
    for frame in reply.frames:
        kinds = list(map(type, frame)) if isinstance(frame, list) else None
        if kinds != [str, int, str]:
            raise ProtocolError
    if not all(type(source) is str for source in reply.sources):
        raise ProtocolError
    return reply


def is_source(path: str, job: Job) -> bool:
    """Tell whether a path is that of a regular file below the folder of puzzles, wherever links lead."""
    try:
        real, folder = os.path.realpath(path), os.path.realpath(job.engine.folder(job))
        return real.startswith(os.path.join(folder, "")) and os.path.isfile(real)
    except (OSError, ValueError):
        return False


def _replied(report: Report, reply: Reply) -> Outcome:
    job, output = report.job, report.output
    figures = _figures(report, reply) if reply.wall >= 0 else None
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
            message = f"MemoryError: it needs more than {_gib(job.limits.memory)} of memory"
        message += _traceback(job, reply)
        hint = job.engine.hint(job, reply)
        if hint:
            message += f"\n{hint}"
        return Failed(verdict, message, output, figures, trace=trace)
    sources = set()
    for source in reply.sources:
        plain = os.path.normpath(source)
        if is_source(plain, job):
            sources.add(plain)
    doubt = None
    if reply.text and reply.answer is not None:
        doubt = Doubt(Reason.INEXACT, reply.text, excuses=False)
    returned = Answered(
        reply.answer, output, figures, doubt=doubt, sources=tuple(sorted(sources)), trace=trace
    )
    return job.engine.outcome(job, reply, returned)


def _figures(report: Report, reply: Reply) -> Figures:
    job, elapsed, wall = report.job, report.elapsed, reply.wall
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
        if is_source(path, job):
            import linecache

            source = linecache.getline(path, line).strip()
            if source:
                lines += f"\n    {source[:LONGEST_LINE]}"
    return lines


def _inside(name: str) -> str:
    return f", in {name}" if name and name != "<module>" else ""


def _gib(count: int) -> str:
    return f"{count / 2**30:.3g} GiB"
