"""What a call did, from what the worker says of it."""

import ast
import os
import signal
import sys
from pathlib import Path
from typing import Any

from puzzle_runner.model import Job, Outcome, Verdict


def outcome(job: Job, state: str, code: int, peak: int, reply: bytes, *, output: str) -> Outcome:
    """Return what a call did, from what the worker says of it.

    `state` is `done`, `died` or `timeout`, or one of them after `import`. `code` is the exit code of its
    process, minus the signal that killed it; `peak` its high-water mark, in the system's unit. `reply` is
    empty where it wrote none.
    """
    if state.endswith("timeout"):
        what = "importing it took" if state.startswith("import") else "it took"
        message = f"{what} longer than {job.limits.timeout:g} s"
        return Outcome(failure=Verdict.TIMEOUT, message=message, output=output)
    peak_bytes = peak * (1 if sys.platform == "darwin" else 1024)
    if reply and not state.endswith("died"):
        try:
            returned = _replied(job, ast.literal_eval(reply.decode("ascii")), output)
        except (ValueError, SyntaxError, LookupError, TypeError, AttributeError):
            return Outcome(failure=Verdict.CRASH, message="its reply was overwritten", output=output)
        # Where a process cannot read its own mark, as on macOS, that of its whole life stands in.
        return returned._replace(peak_bytes=returned.peak_bytes or peak_bytes or None)
    when = "while it was imported" if state.startswith("import") else "before it returned"
    message = f"{_end(code)} {when}"
    if code < 0 and peak_bytes > _nearly_all(job, -code):
        message = f"{message}, having taken {_size(peak_bytes)} of memory"
        return Outcome(failure=Verdict.MEMORY, message=message, peak_bytes=peak_bytes, output=output)
    return Outcome(failure=Verdict.CRASH, message=message, peak_bytes=peak_bytes or None, output=output)


def _nearly_all(job: Job, number: int) -> float:
    """Return the peak from which on a death by a signal was for want of memory.

    Code that cannot cope with a failed allocation dies at the limit; the system's own killer may come before.
    """
    limit = 0.9 * job.limits.memory
    if number != signal.SIGKILL:
        return limit
    return min(limit, 0.25 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))


def _end(code: int) -> str:
    if code >= 0:
        return f"its process exited with status {code}"
    try:
        return f"its process was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"its process was killed by signal {-code}"


def _replied(job: Job, reply: dict[str, Any], output: str) -> Outcome:
    returned = Outcome(
        answer=reply.get("answer"),
        seconds=reply.get("seconds"),
        cpu_seconds=reply.get("cpu_seconds"),
        peak_bytes=reply.get("peak_bytes") or None,
        output=output,
        sources=tuple(reply.get("sources", ())),
        waited_seconds=reply.get("waited_seconds") or 0.0,
        warm_seconds=reply.get("warm_seconds"),
        collects=reply.get("collects", True),
    )
    if "error" not in reply:
        return returned
    if reply.get("memory"):
        message = f"MemoryError: it needs more than {_size(job.limits.memory)} of memory"
        return returned._replace(failure=Verdict.MEMORY, message=message + _frames(reply["frames"]))
    message = f"{reply['error']}: {reply['text']}".removesuffix(": ")
    return returned._replace(failure=Verdict.ERROR, message=message + _frames(reply["frames"]))


def _size(size: int) -> str:
    return f"{size / 2**30:.3g} GiB"


def _frames(frames: list[tuple[str, int, str]]) -> str:
    """Return the user's lines of a traceback: the last one's place, then all of them with their source."""
    if not frames:
        return ""
    path, line, name = frames[-1]
    return f" ({Path(path).name}, line {line}{_inside(name)})" + "".join(_frame(*frame) for frame in frames)


def _frame(path: str, line: int, name: str) -> str:
    if not path:
        return f"\n  ... {line} more ..."
    import linecache

    source = linecache.getline(path, line).strip()
    where = f"\n  {path}, line {line}{_inside(name)}"
    return f"{where}\n    {source}" if source else where


def _inside(name: str) -> str:
    return f", in {name}" if name and name != "<module>" else ""
