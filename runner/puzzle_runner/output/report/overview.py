"""The overview: which parts are solved and right, by year, by hundred or in rows, and their times."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Result, Verdict
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.sites.registry import identify, sites
from puzzle_runner.sites.values import Block, Shape
from puzzle_runner.text import duration
from puzzle_runner.timing.ranking import OTHER_INPUT

# A puzzle above so many seconds breaks the one-minute rule.
SLOW = 60.0
# The most puzzles without a calendar that are drawn in one block.
ROWS = 25


class PartState(StrEnum):
    """The state of a part: by the verdicts that hold, else by what was measured.

    A part is in the first of these states that one of its solutions is in.
    """

    FAILED = "failed"
    RIGHT = "right"
    UNKNOWN = "unknown"
    UNCHECKED = "not checked"
    UNWRITTEN = "not written"

    @property
    def symbol(self) -> str:
        """The id of its sign in a picture."""
        return self.name.lower()


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
        OTHER_INPUT: PartState.UNCHECKED,
    }
    return states.get(verdict, PartState.FAILED)


def described(parts: Sequence[PartSummary]) -> str:
    """Return the states of some parts in words: `1 of 2 right, part 2 failed`, or `not checked` of all."""
    states = {part.state for part in parts}
    if len(states) == 1 and states != {PartState.RIGHT}:
        return states.pop()
    others = [part for part in parts if part.state is not PartState.RIGHT]
    words = "".join(f", part {part.part} {part.state}" for part in others)
    return f"{len(parts) - len(others)} of {len(parts)} right{words}"


def total_seconds(parts: Iterable[PartSummary]) -> float | None:
    """Return the seconds of the parts that were measured; None where none was."""
    measured = [part.seconds for part in parts if part.seconds is not None]
    return sum(measured) if measured else None


class Cell(NamedTuple):
    """A puzzle: its place in its calendar, and its parts."""

    puzzle: str
    place: int
    title: str
    parts: Sequence[PartSummary]

    @property
    def seconds(self) -> float | None:
        """The seconds of the fastest solution of each part, together."""
        return total_seconds(self.parts)

    @property
    def slow(self) -> bool:
        """Tell whether it breaks the one-minute rule."""
        return (self.seconds or 0.0) > SLOW

    @property
    def summary(self) -> str:
        """The puzzle in a line."""
        time = f", {duration(self.seconds)}" if self.seconds is not None else ""
        slow = ", above one minute" if self.slow else ""
        return f"{self.puzzle} {self.title}: {described(self.parts)}{time}{slow}"


class Calendar(NamedTuple):
    """Puzzles that are drawn together, and how: a year, a grid, some rows."""

    kind: str
    block: Block
    cells: Sequence[Cell]

    @property
    def parts(self) -> list[PartSummary]:
        """The parts of all its puzzles."""
        return [part for cell in self.cells for part in cell.parts]

    @property
    def right(self) -> int:
        """How many parts are right; of a grid, how many puzzles are right in all parts."""
        if self.block.shape is Shape.GRID:
            return sum(all(part.state is PartState.RIGHT for part in cell.parts) for cell in self.cells)
        return sum(part.state is PartState.RIGHT for part in self.parts)

    @property
    def total(self) -> int:
        """How many there could be."""
        match self.block.shape:
            case Shape.DAYS:
                return sites()[self.kind].PARTS * self.block.size
            case Shape.GRID:
                return self.block.size
        return len(self.parts)

    @property
    def seconds(self) -> float | None:
        """The seconds of the fastest solutions together; None where none was measured."""
        return total_seconds(self.parts)

    @property
    def measured(self) -> bool:
        """Tell whether every part that is right was measured."""
        return all(part.seconds is not None for part in self.parts if part.state is PartState.RIGHT)

    @property
    def summary(self) -> str:
        """Its totals: `48 of 50, all answers in 1.7 s, 1 failing`."""
        summary = f"{self.right} of {self.total}"
        if self.seconds is not None:
            of = "all answers in" if self.measured else "those measured in"
            summary += f", {of} {duration(self.seconds)}"
        failing = sum(part.state is PartState.FAILED for part in self.parts)
        return f"{summary}, {failing} failing" if failing else summary


def states(
    puzzles: Iterable[Puzzle], results: Mapping[str, Sequence[Result]], entries: Iterable[Entry]
) -> dict[str, list[PartSummary]]:
    """Return the states of the parts of each puzzle, given its results and what was measured."""
    measured: dict[tuple[str, int], list[Entry]] = {}
    for entry in entries:
        measured.setdefault(entry.record.key[:2], []).append(entry)
    found: dict[str, list[PartSummary]] = {}
    for puzzle in puzzles:
        site, _ = identify(puzzle.id)
        written = {each.part for each in puzzle.solutions if each.written}
        parts = {each.part for each in puzzle.solutions}
        if site.PARTS > 1:
            parts.update(range(1, site.PARTS + 1))
        if puzzle.error:
            found[puzzle.id] = [PartSummary(1, PartState.FAILED, None)]
            continue
        found[puzzle.id] = []
        for part in sorted(parts):
            of_part = measured.get((puzzle.id, part), ())
            verdicts = [each.verdict for each in results.get(puzzle.id, ()) if each.part in (part, None)]
            states = {state_of(verdict) for verdict in verdicts}
            if states <= {PartState.UNWRITTEN}:
                states |= {state_of(entry.record.verdict) for entry in of_part}
            if part in written:
                states.add(PartState.UNCHECKED)
            state = next((state for state in PartState if state in states), PartState.UNWRITTEN)
            seconds = min((each.figures.median for each in of_part if each.row.rank), default=None)
            found[puzzle.id].append(PartSummary(part, state, seconds))
    return found


def calendars(
    puzzles: Iterable[Puzzle], states: Mapping[str, Sequence[PartSummary]], days: Mapping[str, int]
) -> list[Calendar]:
    """Return the puzzles as their sites draw them, and the rest in rows.

    A year is at least as long as its site says, as its calendar was seen to be, which `days` have by name,
    and as its puzzles show.
    Years come first, the newest of them; then the grids; then the rows.
    """
    by_block: dict[tuple[str, int], tuple[Block | None, list[Cell]]] = {}
    for puzzle in puzzles:
        site, id = identify(puzzle.id)
        fields, block = site.fields(id), site.block(id)
        place = fields.get("day") or fields.get("number") or 0
        number = block.number if block else 0
        while not block and len(by_block.get((site.NAME, number), (None, ()))[1]) >= ROWS:
            number += 1
        cell = Cell(puzzle.id, place, puzzle.title or puzzle.id, states[puzzle.id])
        by_block.setdefault((site.NAME, number), (block, []))[1].append(cell)
    found = []
    for (kind, number), (block, cells) in by_block.items():
        if not block:
            name = f"{kind}{number + 1}" if number else kind
            ids = f", {cells[0].puzzle} to {cells[-1].puzzle}" if number or len(cells) == ROWS else ""
            block = Block(number, name, f"{sites()[kind].TITLE}{ids}", 0, len(cells), Shape.ROWS)
        elif block.shape is Shape.DAYS:
            longest = max(block.size, days.get(block.name, 0), *(cell.place for cell in cells))
            block = block._replace(size=longest)
        found.append(Calendar(kind, block, cells))

    def order(calendar: Calendar) -> tuple[int, str, int]:
        block = calendar.block
        number = -block.number if block.shape is Shape.DAYS else block.number
        return [*Shape].index(block.shape), calendar.kind, number

    return sorted(found, key=order)
