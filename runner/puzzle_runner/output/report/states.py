"""What is known of the parts of a puzzle: from the verdicts that hold, else from what was measured."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Result, Verdict
from puzzle_runner.output.report.entries import Entry


class State(StrEnum):
    """What is known of a part."""

    RIGHT = "right"
    FAILED = "failed"
    UNKNOWN = "unknown"
    UNCHECKED = "not checked"
    UNWRITTEN = "not written"

    @property
    def symbol(self) -> str:
        """The id of its sign in a picture."""
        return self.name.lower()


_OF_VERDICT = {
    Verdict.RIGHT: State.RIGHT,
    Verdict.UNKNOWN: State.UNKNOWN,
    Verdict.SKIPPED: State.UNWRITTEN,
}
# A part is in the first of these states that one of its solutions is in.
_ORDER = (State.FAILED, State.RIGHT, State.UNKNOWN, State.UNCHECKED, State.UNWRITTEN)


class PartState(NamedTuple):
    """A part, its state, and the median of its fastest solution in seconds."""

    part: int
    state: State
    seconds: float | None


def of_verdict(verdict: str) -> State:
    """Return what a verdict says of a part."""
    return _OF_VERDICT.get(Verdict(verdict), State.FAILED)


def part_state(puzzle: Puzzle, part: int, results: Iterable[Result], entries: Iterable[Entry]) -> PartState:
    """Return the state of a part, given the results and the entries of its puzzle."""
    measured = [entry for entry in entries if entry.record.part == part and not entry.stale]
    states = {of_verdict(result.verdict) for result in results if result.part in (part, None)}
    if not states - {State.UNWRITTEN}:
        states |= {of_verdict(entry.record.verdict) for entry in measured}
    if any(solution.part == part and solution.written for solution in puzzle.solutions):
        states.add(State.UNCHECKED)
    state = next((state for state in _ORDER if state in states), State.UNWRITTEN)
    return PartState(part, state, min((e.figures.median for e in measured if e.row.rank), default=None))


def described(parts: Sequence[PartState]) -> str:
    """Return the states of some parts in words: `1 of 2 right, part 2 failed`."""
    right = sum(part.state is State.RIGHT for part in parts)
    others = "".join(f", part {part.part} {part.state}" for part in parts if part.state is not State.RIGHT)
    return f"{right} of {len(parts)} right{others}"
