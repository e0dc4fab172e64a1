"""The view of the puzzles: what their cases say, their idea, how their solutions compare."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Result, Verdict
from puzzle_runner.output import measurements
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.overview import PartSummary
from puzzle_runner.text import case_label
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.stats import Difference

# Cases that are named; of more, those that are right are counted.
MOST_CASES = 6


class SolutionResults(NamedTuple):
    """A solution with its results; `more` is how many are right and not named."""

    part: int | None
    solution: str
    results: Sequence[Result]
    more: int


class Section(NamedTuple):
    """All that is shown of a puzzle beside its charts."""

    puzzle: Puzzle
    parts: Sequence[PartSummary]
    comparisons: Sequence[str]
    checked: Sequence[SolutionResults]
    idea: Sequence[str]
    all_right: str


def sections(data: Data, answers: bool) -> list[Section]:
    """Return the sections of all puzzles; with `answers`, all cases are named."""
    compared: dict[str, list[str]] = {}
    for entry in data.entries:
        comparison = data.comparisons.get(entry.record.key)
        if comparison and not entry.stale:
            compared.setdefault(entry.record.puzzle, []).append(_difference(comparison))
    return [
        Section(
            puzzle,
            data.states[puzzle.id],
            compared.get(puzzle.id, ()),
            _checked(results, MOST_CASES if not answers else len(results)),
            [" ".join(paragraph.split()) for paragraph in puzzle.idea.split("\n\n") if paragraph.strip()],
            "" if answers else _all_right(results),
        )
        for puzzle in data.puzzles
        for results in (data.results.get(puzzle.id, ()),)
    ]


def _difference(comparison: Comparison) -> str:
    verb = ":" if comparison.verdict is Difference.UNCLEAR else " is"
    difference = measurements.difference(comparison)
    return f"Part {comparison.part}: {comparison.solution}{verb} {difference}."


def _checked(results: Iterable[Result], most: int) -> list[SolutionResults]:
    """Return the results by solution; of one with more than `most`, those that are right are counted."""
    solutions: dict[tuple[int | None, str], list[Result]] = {}
    for result in results:
        solutions.setdefault((result.part, result.solution or ""), []).append(result)
    found = []
    for (part, solution), every in solutions.items():
        telling = [result for result in every if result.verdict is not Verdict.RIGHT]
        named = every if len(every) <= most else telling
        found.append(SolutionResults(part, solution, named, len(every) - len(named)))
    return found


def _all_right(results: Sequence[Result]) -> str:
    """Return in a sentence that all results are right; nothing where one is not."""
    if not results or any(result.verdict is not Verdict.RIGHT for result in results):
        return ""
    labels = list(dict.fromkeys(case_label(result.case, result.account) for result in results))
    cases = ", ".join(labels) if len(labels) <= MOST_CASES else f"{len(labels)} cases"
    return f"Right on {cases}."
