"""The answers of somebody's module: what it returned, or what it printed when it ran as a program."""

import re

from puzzle_runner.engines.program import printed
from puzzle_runner.model import Clock, Job, Outcome, Verdict
from puzzle_runner.programs import Adapter, Reading
from puzzle_runner.running.reply import Reply


def outcome(adapter: Adapter, reply: Reply, returned: Outcome) -> Outcome:
    """Return what a call did; `returned` is the outcome with its figures and what was printed.

    What a watched function returned is the answer if it was printed, too: it may have been called for an
    example.
    """
    # Its own words, without those on standard error and of programs that it has started.
    text = reply.printed or returned.output
    returned = returned._replace(unsure=_unsure(adapter, reply, text))
    if reply.given not in ("watched", "printed"):
        return returned
    reading = printed.read(text, adapter.part if adapter.alone else None)
    if reply.given == "watched" and returned.answer and _is_in(returned.answer, text):
        read = reading.answers.get(adapter.part)
        if read in (None, returned.answer):
            return returned
        message = f"it returned {returned.answer} and printed {read}:\n{printed.quoted(returned.output)}"
        return returned._replace(answer=None, failure=Verdict.UNKNOWN, message=message)
    both = len({**reading.answers, **reading.guesses}) > 1
    timed = Clock.PROCESS_BOTH if both else Clock.PROCESS
    return of_part(returned._replace(reading=reading, timed=timed), adapter.part)


def _unsure(adapter: Adapter, reply: Reply, text: str) -> str:
    """Return why a wrong answer may not be the solution's fault; an empty text if it is."""
    if not reply.has_read:
        return "it did not read the input"
    if adapter.is_guess:
        return "its argument is a guess: name it with argument in [[tool.puzzles.layout]]"
    if any(_is_in(other, text) for other in reply.others):
        return "it printed several results, and this one need not be the answer"
    return ""


def _is_in(answer: str, output: str) -> bool:
    """Tell whether a text stands in what was printed, and is not part of a longer number or word."""
    return re.search(rf"(?<![\w.]){re.escape(answer)}(?!\w)(?!\.\d)", output) is not None


def of_part(ended: Outcome, part: int) -> Outcome:
    """Return the outcome for a part of a run whose text was read: unknown if its answer is not certain."""
    reading = ended.reading or Reading("")
    if part in reading.answers:
        return ended._replace(answer=reading.answers[part], failure=None, message="")
    what = f"its answer cannot be read with certainty from {reading.rule}"
    if part not in reading.guesses:
        what = f"it printed no answer to part {part} that can be read"
    text = printed.quoted(ended.output)
    message = f"{what}:\n{text}" if text else what
    return ended._replace(answer=None, failure=Verdict.UNKNOWN, message=message)


def shared(job: Job, ended: Outcome, following: Job) -> Outcome | None:
    """Return the outcome of a job that the run of the one before it has answered as well; None if not."""
    if not (job.adapter and following.adapter and ended.timed.of_both and ended.reading):
        return None
    if _but_part(job) != _but_part(following):
        return None
    return of_part(ended, following.adapter.part)


def _but_part(job: Job) -> Job:
    assert job.adapter
    return job._replace(adapter=job.adapter._replace(part=0))
