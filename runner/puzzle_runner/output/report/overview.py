"""The overview: which parts are solved and right, by year or by site, and their times."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Result, Verdict
from puzzle_runner.sites.registry import sites
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import duration
from puzzle_runner.timing.ranking import Row


class PartState(StrEnum):
    """The state of a part: by the verdicts that hold, else by what was measured.

    A part is in the first of these states that one of its solutions is in.
    """

    FAILED = "failed"
    RIGHT = "right"
    UNKNOWN = "unknown"
    UNCHECKED = "not checked"
    UNWRITTEN = "not written"


class PartSummary(NamedTuple):
    """A part, its state, and the median of its fastest solution in seconds."""

    part: int
    state: PartState
    seconds: float | None


def state_of(verdict: str) -> PartState:
    """Return what a verdict says of a part."""
    states: dict[str, PartState] = {
        Verdict.RIGHT: PartState.RIGHT,
        Verdict.UNKNOWN: PartState.UNKNOWN,
        Verdict.SKIPPED: PartState.UNWRITTEN,
    }
    return states.get(verdict, PartState.FAILED)


def described(parts: Sequence[PartSummary]) -> str:
    """Return the states of some parts in words: `1 of 2 right, part 2 failed`."""
    right = 0
    others = ""
    for part in parts:
        if part.state is PartState.RIGHT:
            right += 1
        else:
            others += f", part {part.part} {part.state}"
    return f"{right} of {len(parts)} right{others}"


def total_seconds(parts: Iterable[PartSummary]) -> float | None:
    """Return the seconds of the parts that were measured; None where none was."""
    measured = [part.seconds for part in parts if part.seconds is not None]
    return sum(measured) if measured else None


class Cell(NamedTuple):
    """A puzzle: its day, where its calendar has days, and its parts."""

    puzzle: str
    day: int
    title: str
    parts: Sequence[PartSummary]

    @property
    def seconds(self) -> float | None:
        """The seconds of the fastest solution of each part, together."""
        return total_seconds(self.parts)


class Calendar(NamedTuple):
    """Puzzles that are drawn together: a year of so many `days`, or the list of a site, which has none.

    `number` is that of the year; of a list it is 0.
    """

    site: str
    name: str
    title: str
    number: int
    days: int
    cells: Sequence[Cell]

    @property
    def written(self) -> list[PartSummary]:
        """The parts that have a solution."""
        written = []
        for cell in self.cells:
            written += [part for part in cell.parts if part.state is not PartState.UNWRITTEN]
        return written

    @property
    def right(self) -> int:
        """How many parts are right."""
        states = [part.state for part in self.written]
        return states.count(PartState.RIGHT)

    @property
    def total(self) -> int:
        """How many parts there are: in a year, also of the days for which there is no puzzle yet."""
        if self.days:
            return sites()[self.site].PARTS * self.days
        return sum(len(cell.parts) for cell in self.cells)

    @property
    def summary(self) -> str:
        """Its totals: `47 of 48 right, 2 not written, 1.7 s`."""
        written = len(self.written)
        summary = f"{self.right} of {written} right"
        unwritten = self.total - written
        if unwritten > 0:
            summary += f", {unwritten} not written"
        seconds = total_seconds(self.written)
        if seconds is not None:
            summary += f", {duration(seconds)}"
        return summary


def states(
    puzzles: Iterable[Puzzle], results: Mapping[str, Sequence[Result]], rows: Iterable[Row]
) -> dict[str, list[PartSummary]]:
    """Return the states of the parts of each puzzle, given its results and what was measured."""
    measured: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        measured.setdefault(row.record.part_key, []).append(row)
    states: dict[str, list[PartSummary]] = {}
    for puzzle in puzzles:
        if puzzle.error:
            states[puzzle.id] = [PartSummary(1, PartState.FAILED, None)]
            continue
        parts = puzzle.parts
        parts_of_site = puzzle.id.site.PARTS
        if parts_of_site > 1:
            parts.update(range(1, parts_of_site + 1))
        summaries = []
        known = results.get(puzzle.id, ())
        for part in sorted(parts):
            of_part = [result for result in known if result.part in (part, None)]
            rows_of_part = measured.get((puzzle.id, part), [])
            summaries.append(_summary(puzzle, part, of_part, rows_of_part))
        states[puzzle.id] = summaries
    return states


def _summary(puzzle: Puzzle, part: int, results: Iterable[Result], rows: Sequence[Row]) -> PartSummary:
    states = {state_of(result.verdict) for result in results}
    if states <= {PartState.UNWRITTEN}:
        states.update(state_of(row.record.verdict) for row in rows)
    states.add(PartState.UNWRITTEN)
    for solution in puzzle.solutions:
        if solution.part == part and solution.written:
            states.add(PartState.UNCHECKED)
    medians = [row.record.median for row in rows if row.rank]
    fastest = min(medians, default=None)
    # A member of the enumeration comes before those that matter less.
    order = list(PartState)
    state = min(states, key=order.index)
    return PartSummary(part, state, fastest)


def calendars(puzzles: Iterable[Puzzle], states: Mapping[str, Sequence[PartSummary]]) -> list[Calendar]:
    """Return the years, of each site the newest first, and then the lists of sites that have none.

    A year is as long as its site says, or longer, if its puzzles show that.
    """
    cells_of: dict[str, list[Cell]] = {}
    ids: dict[str, PuzzleId] = {}
    for puzzle in puzzles:
        id = puzzle.id
        group = id.group
        ids[group] = id
        day = id.fields.get("day", 0)
        title = puzzle.title or id
        cell = Cell(id, day, title, states[id])
        cells_of.setdefault(group, []).append(cell)
    calendars = []
    for group, cells in cells_of.items():
        site, fields = ids[group].site, ids[group].fields
        year = fields.get("year", 0)
        days = 0
        title = site.TITLE
        if "day" in fields:
            last_day = max(cell.day for cell in cells)
            days = max(site.days(year), last_day)
            title += f" {year or group}"
        calendars.append(Calendar(site.NAME, group, title, year, days, cells))
    calendars.sort(key=lambda calendar: (not calendar.days, calendar.site, -calendar.number))
    return calendars
