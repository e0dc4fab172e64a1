"""The engine of solutions in other people's repositories, which run as they are."""

import re
import sys
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any

from puzzle_runner.engines import hints, printed
from puzzle_runner.engines.engine import Engine
from puzzle_runner.engines.foreign.adapter import EXAMPLE, INPUT_ENDINGS, OF_FILE, Adapter
from puzzle_runner.model import Clock, Doubt, Reason
from puzzle_runner.running.call import Answered, Job, Outcome, Reply

WORKER = str(Path(__file__).parent / "worker" / "foreign.py")
# Several values as Python shows them.
_SEVERAL = re.compile(r"\(.*,.*\)|\[.*\]|\{.*\}", re.DOTALL)
# An answer of several lines is drawn with no more signs than these, of which one ends a line.
MOST_SIGNS = 4


class ForeignEngine(Engine):
    """Solutions in the files that layouts find. The data of a solution is its `Adapter`."""

    name = "foreign"
    # How the answer was given: returned, submitted or printed; whether the input was read, and as a file; and
    # which other file of the repository was read.
    reply_fields: Mapping[str, type] = {
        "given": str, "has_read": bool, "reads_file": bool, "own": str, "printed": str,
    }  # fmt: skip
    is_timed_whole = False
    endings = (".py",)

    def identity(self, job: Job) -> tuple[str, ...]:
        return repr(job.data), str(_end_of_input(job))

    def folder(self, job: Job) -> str:
        return f"{_root(job)}/"

    def request(self, job: Job) -> Mapping[str, Any]:
        adapter: Adapter = job.data
        end = _end_of_input(job)
        data = adapter._asdict()
        # The input is among them, as a module may read it when it is imported.
        loads = job.text, bool(adapter.call), *(data[name] for name in OF_FILE)
        data |= {
            "root": str(_root(job)),
            "endings": sorted(INPUT_ENDINGS),
            "example": EXAMPLE,
            "end": "\n" if end is None else end,
        }
        return {"engine": WORKER, "data": data, "loads": loads}

    def outcome(self, job: Job, reply: Reply, returned: Answered) -> Outcome:
        adapter: Adapter = job.data
        doubt = _doubt(job, reply) or returned.doubt
        if reply.more.get("given") == "printed":
            asked = adapter.part if adapter.alone else None
            reading = printed.read_for(job.id, reply.more.get("printed", ""), asked, is_own=False)
            clock = Clock.PROCESS
            if len(reading.texts) > 1:
                clock = Clock.PROCESS_BOTH
            figures = returned.figures._replace(clock=clock)
            ended = returned._replace(figures=figures, doubt=doubt)
            return printed.outcome(ended, reading, job.id, adapter.part)
        others: tuple[str, ...] = ()
        if doubt:
            # What is in doubt may have been said before, or returned with something else.
            others = printed.answers_in(f"{returned.answer or ''}\n{returned.output}")
        details = ""
        if adapter.arguments:
            details = f"it got {', '.join(adapter.arguments)}"
        return returned._replace(details=details, doubt=doubt, others=others)

    def hint(self, job: Job, reply: Reply) -> str:
        adapter: Adapter = job.data
        if reply.error == "ModuleNotFoundError":
            python = job.limits.python or sys.executable
            return (
                f"Install it for {python}, or if it is the repository's own, "
                "name its folder with path_entries in [[tool.puzzles.layout]]."
            )
        if reply.error == "FileNotFoundError":
            return "If that file is to hold the input, name it with input in [[tool.puzzles.layout]]."
        if adapter.is_guess and job.text:
            return f"Its {_guess(adapter)}."
        return ""

    def one_call(self, job: Job) -> tuple[Hashable, int]:
        adapter: Adapter = job.data
        if adapter.call:
            return None, adapter.part
        return adapter._replace(part=0), adapter.part


ENGINE = ForeignEngine()


def _root(job: Job) -> Path:
    adapter: Adapter = job.data
    return job.path.parents[adapter.depth]


def _end_of_input(job: Job) -> str | None:
    adapter: Adapter = job.data
    return hints.end_of_input(_root(job), [path for _, path in adapter.places])


def _guess(adapter: Adapter) -> str:
    kinds = ", ".join(adapter.arguments)
    return f"argument is a guess, {kinds}: annotate it, or name it with argument in [[tool.puzzles.layout]]"


def _doubt(job: Job, reply: Reply) -> Doubt | None:
    """Return why the answer may not be the solution's to the input; None if it is."""
    adapter: Adapter = job.data
    own = reply.more.get("own", "")
    if job.text and not reply.more.get("has_read", True):
        what = "it did not read the input"
        if own:
            what += f", but {own} of its repository"
        remedy = "name its file with input, or functions with parts, in [[tool.puzzles.layout]]"
        return Doubt(Reason.UNREAD, f"{what}: {remedy}")
    if job.text and own:
        return Doubt(Reason.OTHER_FILE, f"it read {own} of its repository")
    if reply.answer is None and reply.more.get("given") == "returned":
        return Doubt(Reason.NO_ANSWER, "it returned nothing")
    answer = (reply.answer or "").strip()
    is_text = "\n" in answer and len({*answer}) > MOST_SIGNS
    if is_text or _SEVERAL.fullmatch(answer):
        return Doubt(Reason.SEVERAL, "it gave several values: it is unclear which one is the answer")
    if adapter.is_guess:
        return Doubt(Reason.ARGUMENT, f"its {_guess(adapter)}")
    if job.text and reply.more.get("reads_file") and _end_of_input(job) is None:
        return hints.last_newline(job.path)
    return None
