"""What the call of a program did: its answers are read from what it printed."""

from collections.abc import Mapping

from puzzle_runner.engines.program import phrases, printed
from puzzle_runner.model import Clock, Job, Outcome, Verdict
from puzzle_runner.programs import Program, Reading
from puzzle_runner.running.ends import describe_exit, nearly_all, size
from puzzle_runner.running.reply import Reply

# Seconds: a program that is quicker than the empty one was has taken some time all the same.
SHORTEST = 1e-6


def outcome(job: Job, program: Program, reply: Reply, returned: Outcome) -> Outcome:
    """Return what a program did from its reply; `returned` is the outcome with its figures."""
    own = phrases.own_seconds(reply.printed)
    net = max(SHORTEST, (returned.seconds or 0.0) - program.start)
    ended = returned._replace(
        seconds=net if own is None else own,
        timed=Clock.PROCESS if own is None else Clock.OWN,
        sources=program.sources,
        output=returned.output + reply.printed,
    )
    if reply.status:
        return _failed(job, reply.status, ended)
    reading = printed.read(reply.printed, program.part if program.asked else None)
    if len(reading.answers) + len(reading.guesses) > 1:
        ended = ended._replace(timed=Clock.PROCESS_BOTH if own is None else Clock.OWN_BOTH)
    return of_part(ended._replace(reading=reading), job)


def _failed(job: Job, status: int, ended: Outcome) -> Outcome:
    ended = ended._replace(seconds=None)
    if status > 0:
        return ended._replace(failure=Verdict.ERROR, message=f"it exited with status {status}")
    if (ended.peak_bytes or 0) > nearly_all(job, -status):
        message = f"{describe_exit(status)}, having taken {size(ended.peak_bytes or 0)} of memory"
        return ended._replace(failure=Verdict.MEMORY, message=message)
    return ended._replace(failure=Verdict.CRASH, message=describe_exit(status))


def of_part(ended: Outcome, job: Job) -> Outcome:
    """Return the outcome for the part of a job, of one in which some or all answers were read.

    What is not certain is unknown, whatever answer is stored.
    """
    assert job.program and ended.reading is not None
    part, reading = job.program.part, ended.reading
    answer = reading.answers.get(part)
    if answer is not None:
        return ended._replace(answer=answer, failure=None, message="")
    if part in reading.guesses:
        message = (
            f"its answer cannot be read with certainty from {reading.rule}:\n{printed.quoted(ended.output)}"
        )
        return ended._replace(answer=None, failure=Verdict.UNKNOWN, message=message)
    return ended._replace(answer=None, failure=None, message=f"it printed no answer to part {part}")


def shared(job: Job, ended: Outcome, following: Job) -> Outcome | None:
    """Return the outcome of a job that the one before it has answered as well; None if it has not.

    A program that prints both answers, whichever part it is asked for, runs once.
    """
    if job.adapter:
        from puzzle_runner.engines.foreign import answers as scripts

        return scripts.shared(job, ended, following)
    if not (job.program and following.program and ended.timed.of_both and ended.reading):
        return None
    if _but_part(job) != _but_part(following):
        return None
    reading = ended.reading
    if following.program.part not in {**reading.answers, **reading.guesses}:
        return None
    return of_part(ended, following)


def _but_part(job: Job) -> Job:
    assert job.program
    command = tuple("" if word == str(job.program.part) else word for word in job.program.command)
    return job._replace(program=job.program._replace(part=0, command=command))


def described(reading: Reading) -> str:
    """Return what was read in a line: `read from labels: part 1 = 12, part 2 = 345`."""
    certain = _listed(reading.answers)
    doubtful = f"perhaps {_listed(reading.guesses)}" if reading.guesses else ""
    return f"read from {reading.rule}: {', '.join(filter(None, [certain, doubtful])) or 'nothing'}"


def _listed(answers: Mapping[int, str]) -> str:
    shown = ((part, "a drawing" if "\n" in text else text) for part, text in sorted(answers.items()))
    return ", ".join(f"part {part} = {text}" for part, text in shown)
