"""The view of the puzzles: what their cases say, their idea, how their solutions compare."""

from collections.abc import Sequence
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Result, Verdict
from puzzle_runner.output import measurements
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.overview import PartSummary
from puzzle_runner.text import case_label
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
            verb = ":" if comparison.verdict is Difference.UNCLEAR else " is"
            sentence = f"{comparison.solution}{verb} {measurements.difference(comparison)}"
            compared.setdefault(comparison.puzzle, []).append(f"Part {comparison.part}: {sentence}.")
    found = []
    for puzzle in data.puzzles:
        results = data.results.get(puzzle.id, ())
        by_solution: dict[tuple[int | None, str], list[Result]] = {}
        for result in results:
            by_solution.setdefault((result.part, result.solution or ""), []).append(result)
        checked = []
        for (part, solution), every in by_solution.items():
            not_right = [result for result in every if result.verdict is not Verdict.RIGHT]
            named = every if answers or len(every) <= MOST_CASES else not_right
            checked.append(SolutionResults(part, solution, named, len(every) - len(named)))
        all_right = ""
        if results and not answers and all(result.verdict is Verdict.RIGHT for result in results):
            labels = list(dict.fromkeys(case_label(result.case, result.account) for result in results))
            cases = ", ".join(labels) if len(labels) <= MOST_CASES else f"{len(labels)} cases"
            all_right = f"Right on {cases}."
        idea = [" ".join(each.split()) for each in puzzle.idea.split("\n\n") if each.strip()]
        parts = data.states[puzzle.id]
        found.append(Section(puzzle, parts, compared.get(puzzle.id, ()), checked, idea, all_right))
    return found
