"""What is solved and right, by year, by hundred or in rows, and what it takes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Result
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.output.report.states import PartState, State, described, part_state
from puzzle_runner.sites.site import identify, sites
from puzzle_runner.sites.values import Block, Shape
from puzzle_runner.text import duration

# Seconds: a year below one is fast, a puzzle above sixty breaks the one-minute rule.
FAST, SLOW = 1.0, 60.0
ROWS = 25


def _sum(parts: Iterable[PartState]) -> float | None:
    """Return the seconds of the parts that were measured; None where none was."""
    there = [part.seconds for part in parts if part.seconds is not None]
    return sum(there) if there else None


class Cell(NamedTuple):
    """A puzzle: its place in its calendar, and its parts."""

    puzzle: str
    place: int
    title: str
    parts: Sequence[PartState]

    @property
    def seconds(self) -> float | None:
        """The seconds of the fastest solution of each part, together."""
        return _sum(self.parts)

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
    def name(self) -> str:
        """Its name in files: `aoc2021`."""
        return self.block.name

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.block.title

    @property
    def parts(self) -> list[PartState]:
        """The parts of all its puzzles."""
        return [part for cell in self.cells for part in cell.parts]

    @property
    def right(self) -> int:
        """How many parts are right; of a grid, how many puzzles are right in all parts."""
        if self.block.shape is Shape.GRID:
            return sum(all(part.state is State.RIGHT for part in cell.parts) for cell in self.cells)
        return sum(part.state is State.RIGHT for part in self.parts)

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
        """What the fastest solutions take together; None where none was measured."""
        return _sum(self.parts)

    @property
    def failing(self) -> int:
        """How many of its parts fail."""
        return sum(part.state is State.FAILED for part in self.parts)

    @property
    def measured(self) -> bool:
        """Tell whether every part that is right was measured."""
        return all(part.seconds is not None for part in self.parts if part.state is State.RIGHT)

    @property
    def fast(self) -> bool:
        """Tell whether it is a whole year, save a star that asks nothing, below one second."""
        whole = self.block.shape is Shape.DAYS and self.right >= self.total - 1
        return whole and self.measured and (self.seconds or 0.0) < FAST

    @property
    def summary(self) -> str:
        """Its totals: `49 of 50, all answers in 1.7 s`."""
        if self.seconds is None:
            return f"{self.right} of {self.total}"
        of = "all answers in" if self.measured else "those measured in"
        return f"{self.right} of {self.total}, {of} {duration(self.seconds)}"


def states(
    puzzles: Iterable[Puzzle], results: Mapping[str, Sequence[Result]], entries: Iterable[Entry]
) -> dict[str, list[PartState]]:
    """Return the states of the parts of each puzzle, given its results and what was measured."""
    measured: dict[str, list[Entry]] = {}
    for entry in entries:
        measured.setdefault(entry.record.puzzle, []).append(entry)
    found = {}
    for puzzle in puzzles:
        site, _ = identify(puzzle.id)
        parts = {each.part for each in puzzle.solutions}
        if site.PARTS > 1:
            parts.update(range(1, site.PARTS + 1))
        found[puzzle.id] = (
            [PartState(1, State.FAILED, None)]
            if puzzle.error
            else [
                part_state(puzzle, part, results.get(puzzle.id, ()), measured.get(puzzle.id, ()))
                for part in sorted(parts)
            ]
        )
    return found


def calendars(puzzles: Iterable[Puzzle], states: Mapping[str, Sequence[PartState]]) -> list[Calendar]:
    """Return the puzzles as their sites draw them, and the rest in rows; years newest first."""
    by_block: dict[tuple[str, int], list[Cell]] = {}
    for puzzle in puzzles:
        site, id = identify(puzzle.id)
        fields, block = site.fields(id), site.block(id)
        place = fields.get("day") or fields.get("number") or 0
        number = block.number if block else 0
        while not block and len(by_block.get((site.NAME, number), ())) >= ROWS:
            number += 1
        cell = Cell(puzzle.id, place, puzzle.title or puzzle.id, states[puzzle.id])
        by_block.setdefault((site.NAME, number), []).append(cell)
    found = [Calendar(kind, _block(number, cells), cells) for (kind, number), cells in by_block.items()]
    return sorted(found, key=_order)


def _block(number: int, cells: Sequence[Cell]) -> Block:
    """Return the block of some cells; of those that their site does not draw, rows."""
    site, id = identify(cells[0].puzzle)
    if block := site.block(id):
        return block
    name = f"{site.NAME}{number + 1}" if number else site.NAME
    ids = f", {cells[0].puzzle} to {cells[-1].puzzle}" if number or len(cells) == ROWS else ""
    return Block(number, name, f"{site.TITLE}{ids}", 0, len(cells), Shape.ROWS)


def _order(calendar: Calendar) -> tuple[int, str, int]:
    """Years come first, the newest of them; then the grids; then the rest."""
    block = calendar.block
    number = -block.number if block.shape is Shape.DAYS else block.number
    return [*Shape].index(block.shape), calendar.kind, number


def totals(calendars: Iterable[Calendar]) -> tuple[int, int, float]:
    """Return how many parts are right, how many there are, and the seconds of the fastest of each."""
    parts = [part for each in calendars for part in each.parts if part.state is not State.UNWRITTEN]
    right = sum(part.state is State.RIGHT for part in parts)
    return right, len(parts), _sum(parts) or 0.0
