"""From the report of a worker to the outcome of a call."""

import os
import signal
import sys
from pathlib import Path

from puzzle_runner.model import Job, Outcome, Reply, Verdict
from puzzle_runner.running import reply as replies
from puzzle_runner.running.reply import Frame, ProtocolError
from puzzle_runner.text import truncate

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


def outcome(
    job: Job, state: str, code: int, peak: int, elapsed: float | None, reply: bytes, *, output: str
) -> Outcome:
    """Return what a call did, from what the worker says of it.

    `state` is `done`, `died` or `timeout`, also after `import`; `forged`; `killed`, with its whole worker; or
    in a sandbox `crowded` or `large`, of too many processes or too much memory. `code` is the exit code of
    its process, minus the signal that killed it; `peak` its high-water mark, in the system's unit; `elapsed`
    the seconds from before the call until its process had ended, where they are known. `reply` is empty where
    it wrote none.
    """
    if state.endswith("timeout"):
        what = "importing it took" if state.startswith("import") else "it took"
        message = f"{what} longer than {job.limits.timeout:g} s"
        return Outcome(failure=Verdict.TIMEOUT, message=message, output=output)
    if state in CRASHES:
        return Outcome(failure=Verdict.CRASH, message=CRASHES[state], output=output)
    if state == "large":
        message = f"its processes need more than {size(job.limits.memory)} of memory"
        return Outcome(failure=Verdict.MEMORY, message=message, output=output)
    peak_bytes = peak * (1 if sys.platform == "darwin" else 1024)
    if reply and not state.endswith("died"):
        try:
            return _replied(job, replies.read(reply, job), elapsed, peak_bytes, output)
        except ProtocolError:
            return Outcome(failure=Verdict.CRASH, message="its reply was overwritten", output=output)
    when = "while it was imported" if state.startswith("import") else "before it returned"
    message = f"{describe_exit(code)} {when}"
    if code < 0 and peak_bytes > nearly_all(job, -code):
        message = f"{message}, having taken {size(peak_bytes)} of memory"
        return Outcome(failure=Verdict.MEMORY, message=message, peak_bytes=peak_bytes, output=output)
    return Outcome(failure=Verdict.CRASH, message=message, peak_bytes=peak_bytes or None, output=output)


def _replied(job: Job, reply: Reply, elapsed: float | None, peak: int, output: str) -> Outcome:
    returned = Outcome(
        answer=None if reply.answer is None else truncate(reply.answer),
        seconds=None if reply.wall is None else _honest(job, reply, reply.wall / 1e9, elapsed),
        cpu_seconds=reply.cpu / 1e9,
        # A process that cannot read its own mark, as on macOS, has that of its whole life.
        peak_bytes=reply.peak_bytes or peak or None,
        output=output,
        sources=tuple(source for source in reply.sources if replies.is_source(source, job)),
        cpu_wait=reply.waited / 1e9,
        warm_seconds=None if reply.warm is None else reply.warm / 1e9,
        gc_enabled=reply.gc_enabled,
    )
    if not reply.error:
        return job.engine.outcome(job, reply, returned)
    where = _frames(job, _once(reply.frames) if reply.error == "RecursionError" else reply.frames)
    if reply.memory:
        message = f"MemoryError: it needs more than {size(job.limits.memory)} of memory"
        return returned._replace(failure=Verdict.MEMORY, message=message + where)
    message = f"{reply.error}: {reply.text}".removesuffix(": ") + where
    if advice := job.engine.hint(job, reply):
        message += f"\n{advice}"
    return returned._replace(failure=Verdict.ERROR, message=message)


def _honest(job: Job, reply: Reply, seconds: float, elapsed: float | None) -> float:
    """Return the time that the call is said to have taken, or what the worker saw, where that is far more.

    Raises ProtocolError where it is said to have taken longer than the worker saw.
    """
    if elapsed is None or job.repeat or job.profile:
        return seconds
    if seconds > elapsed:
        raise ProtocolError
    if not job.engine.is_timed_whole:
        return seconds
    slack = SLACK + SLACK_PER_BYTE * reply.peak_bytes
    return seconds if elapsed - seconds <= slack else elapsed


def _frames(job: Job, frames: tuple[Frame, ...]) -> str:
    """Return the user's lines of a traceback: the last one's place, then all of them with their source."""
    if not frames:
        return ""
    path, line, name = frames[-1]
    lines = "".join(_frame(job, *frame) for frame in frames)
    return f" ({Path(path).name}, line {line}{_inside(name)})" + lines


def _once(frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Return the frames of a recursion, each once in the order of the calls, and how many more there are."""
    different = list(dict.fromkeys(frame for frame in frames if frame[0]))
    number = sum(1 if path else line for path, line, _ in frames)
    # The last one stays the last: it is where the error arose.
    last = next((frame for frame in reversed(frames) if frame[0]), None)
    if last is None or number == len(different):
        return frames
    different.remove(last)
    return (*different, ("", number - len(different) - 1, ""), last)


def _frame(job: Job, path: str, line: int, name: str) -> str:
    if not path:
        return f"\n  ... {line} more ..."
    source = _line(job, path, line)
    where = f"\n  {path}, line {line}{_inside(name)}"
    return f"{where}\n    {source}" if source else where


def _line(job: Job, path: str, line: int) -> str:
    """Return a line of a file, where that is one of the workspace's: a puzzle may name any other."""
    if not replies.is_source(path, job) or os.path.getsize(path) > LARGEST_SOURCE:
        return ""
    import linecache

    return linecache.getline(path, line).strip()[:LONGEST_LINE]


def _inside(name: str) -> str:
    return f", in {name}" if name and name != "<module>" else ""


def nearly_all(job: Job, number: int) -> float:
    """Return the peak from which on a death by a signal was for want of memory.

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
