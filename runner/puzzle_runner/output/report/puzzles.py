"""The view of the puzzles: what their cases say, their idea, how their solutions compare."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Result
from puzzle_runner.output import measurements
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.output.report.states import PartState, State, of_verdict
from puzzle_runner.text import case_label
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.stats import Difference

# Cases that are named; of more, those that are right are counted.
MOST_CASES = 6


class CaseVerdict(NamedTuple):
    """The verdict of a solution on a case; `answer` only where answers are to be shown."""

    case: str
    state: State
    verdict: str
    answer: str | None


class Checked(NamedTuple):
    """A solution with its verdicts; `more` are the cases that are right and not named."""

    part: int | None
    solution: str
    cases: Sequence[CaseVerdict]
    more: int


class Section(NamedTuple):
    """All that is shown of a puzzle beside its charts."""

    puzzle: Puzzle
    parts: Sequence[PartState]
    comparisons: Sequence[str]
    checked: Sequence[Checked]
    idea: Sequence[str]
    all_right: str
    summaries: Sequence[tuple[int, str, str]]


def sections(data: Data, answers: bool) -> list[Section]:
    """Return the sections of all puzzles; with `answers`, those that were given."""
    entries: dict[str, list[Entry]] = {}
    for entry in data.entries:
        entries.setdefault(entry.row.puzzle, []).append(entry)
    found = []
    for puzzle in data.puzzles:
        results = data.results.get(puzzle.id, ())
        measured = [entry for entry in entries.get(puzzle.id, ()) if not entry.stale]
        compared = [data.comparisons.get(entry.record.key) for entry in measured]
        paragraphs = [" ".join(paragraph.split()) for paragraph in puzzle.idea.split("\n\n")]
        found.append(
            Section(
                puzzle,
                data.states[puzzle.id],
                [_difference(comparison) for comparison in compared if comparison],
                _checked(results, answers),
                [paragraph for paragraph in paragraphs if paragraph],
                "" if answers else _all_right(results),
                [(each.part, each.name, each.summary) for each in puzzle.solutions if each.summary],
            )
        )
    return found


def _difference(comparison: Comparison) -> str:
    verb = ":" if comparison.verdict is Difference.UNCLEAR else " is"
    said = measurements.difference(comparison)
    return f"Part {comparison.part}: {comparison.solution}{verb} {said}."


def _checked(results: Iterable[Result], answers: bool) -> list[Checked]:
    solutions: dict[tuple[int | None, str], list[CaseVerdict]] = {}
    for result in results:
        verdict = CaseVerdict(
            case_label(result.case, result.account),
            of_verdict(result.verdict),
            str(result.verdict),
            result.answer if answers else None,
        )
        solutions.setdefault((result.part, result.solution or ""), []).append(verdict)
    found = []
    for (part, solution), verdicts in solutions.items():
        named = verdicts
        if not answers and len(verdicts) > MOST_CASES:
            named = [verdict for verdict in verdicts if verdict.state is not State.RIGHT]
        found.append(Checked(part, solution, named, len(verdicts) - len(named)))
    return found


def _all_right(results: Sequence[Result]) -> str:
    """Return in a sentence that all results are right; nothing where one is not."""
    if not results or any(of_verdict(result.verdict) is not State.RIGHT for result in results):
        return ""
    labels = list(dict.fromkeys(case_label(result.case, result.account) for result in results))
    cases = ", ".join(labels) if len(labels) <= MOST_CASES else f"{len(labels)} cases"
    return f"Right on {cases}."
