"""The view of one puzzle: its solutions, what its cases say, its idea and its history."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Result
from puzzle_runner.output import measurements
from puzzle_runner.output.report.charts import history, times
from puzzle_runner.output.report.material import Entry, Material
from puzzle_runner.output.report.states import PartState, State, of_verdict
from puzzle_runner.output.report.svg import Chart
from puzzle_runner.text import case_label
from puzzle_runner.timing.comparison import Comparison
from puzzle_runner.timing.stats import Difference

# Points that have a mark and a row of their own, in all histories together.
MOST_POINTS = 3000
# Cases that are named; of more, those that are right are counted.
MOST_CASES = 6


class CaseVerdict(NamedTuple):
    """What a solution said of a case; `answer` only where answers are to be shown."""

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
    """All that is shown of a puzzle."""

    puzzle: Puzzle
    parts: Sequence[PartState]
    chart: Chart | None
    comparisons: Sequence[str]
    checked: Sequence[Checked]
    idea: Sequence[str]
    all_right: str
    summaries: Sequence[tuple[int, str, str]]
    history: Chart | None


def sections(material: Material, states: dict[str, list[PartState]], answers: bool) -> list[Section]:
    """Return the sections of all puzzles."""
    entries: dict[str, list[Entry]] = {}
    for entry in material.entries:
        entries.setdefault(entry.row.puzzle, []).append(entry)
    series = sum(len(of_puzzle) for of_puzzle in material.histories.values())
    most = MOST_POINTS // max(1, series)
    return [
        _section(puzzle, states[puzzle.id], entries.get(puzzle.id, ()), material, most, answers)
        for puzzle in material.puzzles
    ]


def _section(
    puzzle: Puzzle,
    parts: Sequence[PartState],
    entries: Sequence[Entry],
    material: Material,
    most: int,
    answers: bool,
) -> Section:
    histories = [each for each in material.histories.get(puzzle.id, ()) if len(each.points) > 1]
    return Section(
        puzzle,
        parts,
        times.chart(puzzle.id, entries) if entries else None,
        _comparisons(entries, material),
        _checked(material.results.get(puzzle.id, ()), answers),
        _paragraphs(puzzle.idea),
        "" if answers else _all_right(material.results.get(puzzle.id, ())),
        [(each.part, each.name, each.summary) for each in puzzle.solutions if each.summary],
        history.chart(puzzle.id, histories, most) if histories else None,
    )


def _comparisons(entries: Iterable[Entry], material: Material) -> list[str]:
    """Return how the solutions compare, in words."""
    pairs = ((entry, material.comparisons.get(entry.record.key)) for entry in entries)
    return [
        f"Part {entry.row.part}: {_difference(comparison)}."
        for entry, comparison in pairs
        if comparison and not entry.stale
    ]


def _difference(comparison: Comparison) -> str:
    said = measurements.difference(comparison)
    if comparison.verdict is Difference.UNCLEAR:
        return f"{comparison.solution}: {said}"
    return f"{comparison.solution} is {said}"


def _checked(results: Iterable[Result], answers: bool) -> list[Checked]:
    solutions: dict[tuple[int | None, str], list[CaseVerdict]] = {}
    for result in results:
        label = case_label(result.case, result.account)
        verdict = CaseVerdict(
            label, of_verdict(result.verdict), str(result.verdict), result.answer if answers else None
        )
        solutions.setdefault((result.part, result.solution or ""), []).append(verdict)
    return [_of_solution(*key, verdicts, answers) for key, verdicts in solutions.items()]


def _of_solution(part: int | None, solution: str, verdicts: Sequence[CaseVerdict], answers: bool) -> Checked:
    if answers or len(verdicts) <= MOST_CASES:
        return Checked(part, solution, verdicts, 0)
    telling = [verdict for verdict in verdicts if verdict.state is not State.RIGHT]
    return Checked(part, solution, telling, len(verdicts) - len(telling))


def _paragraphs(idea: str) -> list[str]:
    return [" ".join(paragraph.split()) for paragraph in idea.split("\n\n") if paragraph.strip()]


def _all_right(results: Sequence[Result]) -> str:
    """Return in a sentence that all results are right; nothing where one is not."""
    if not results or any(of_verdict(result.verdict) is not State.RIGHT for result in results):
        return ""
    labels = list(dict.fromkeys(case_label(result.case, result.account) for result in results))
    cases = ", ".join(labels) if len(labels) <= MOST_CASES else f"{len(labels)} cases"
    return f"Right on {cases}."
