"""How it stands with a part: from the verdicts that hold, else from what was measured."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Result, Verdict
from puzzle_runner.output.report.material import Entry, Material
from puzzle_runner.sites.site import identify


class State(StrEnum):
    """What is known of a part."""

    RIGHT = "right"
    FAILED = "failed"
    UNKNOWN = "unknown"
    UNCHECKED = "not checked"
    UNWRITTEN = "not written"


SIGNS = {
    State.RIGHT: "✓",
    State.FAILED: "✗",
    State.UNKNOWN: "?",
    State.UNCHECKED: "·",
    State.UNWRITTEN: "-",
}
_OF_VERDICT = {
    Verdict.RIGHT: State.RIGHT,
    Verdict.UNKNOWN: State.UNKNOWN,
    Verdict.SKIPPED: State.UNWRITTEN,
}
# What is known of a part is the first of these that holds for one of its solutions.
_ORDER = (State.FAILED, State.RIGHT, State.UNKNOWN, State.UNCHECKED, State.UNWRITTEN)


class PartState(NamedTuple):
    """A part, how it stands with it, and the median of its fastest solution in seconds."""

    part: int
    state: State
    seconds: float | None


def of_verdict(verdict: str) -> State:
    """Return what a verdict says of a part."""
    return _OF_VERDICT.get(Verdict(verdict), State.FAILED)


def of_puzzles(material: Material) -> dict[str, list[PartState]]:
    """Return how it stands with the parts of each puzzle."""
    entries: dict[tuple[str, int], list[Entry]] = {}
    for entry in material.entries:
        if not entry.stale:
            entries.setdefault((entry.row.puzzle, entry.row.part), []).append(entry)
    return {puzzle.id: _of_puzzle(puzzle, material, entries) for puzzle in material.puzzles}


def _of_puzzle(
    puzzle: Puzzle, material: Material, entries: Mapping[tuple[str, int], Sequence[Entry]]
) -> list[PartState]:
    results = material.results.get(puzzle.id, ())
    if puzzle.error:
        return [PartState(1, State.FAILED, None)]
    site, _ = identify(puzzle.id)
    parts = {solution.part for solution in puzzle.solutions}
    if site.PARTS > 1:
        parts.update(range(1, site.PARTS + 1))
    return [
        PartState(part, _state(puzzle, part, of_part, measured), _fastest(measured))
        for part in sorted(parts)
        for of_part in ([result for result in results if result.part in (part, None)],)
        for measured in (entries.get((puzzle.id, part), ()),)
    ]


def _state(puzzle: Puzzle, part: int, results: Sequence[Result], measured: Sequence[Entry]) -> State:
    states = {of_verdict(result.verdict) for result in results}
    if not states - {State.UNWRITTEN}:
        states |= {of_verdict(entry.row.verdict) for entry in measured}
    if any(solution.part == part and solution.written for solution in puzzle.solutions):
        states.add(State.UNCHECKED)
    return next((state for state in _ORDER if state in states), State.UNWRITTEN)


def _fastest(measured: Iterable[Entry]) -> float | None:
    return min((entry.row.median for entry in measured if entry.row.rank), default=None)


def standing(parts: Sequence[PartState]) -> str:
    """Return how it stands with some parts: `1 of 2 right, part 2 failed`."""
    right = sum(part.state is State.RIGHT for part in parts)
    others = "".join(f", part {part.part} {part.state}" for part in parts if part.state is not State.RIGHT)
    return f"{right} of {len(parts)} right{others}"
