"""The first view: what is solved and right, by kind and year, and what it takes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from puzzle_runner.model import Puzzle
from puzzle_runner.output.report.material import Material
from puzzle_runner.output.report.states import PartState, State, standing
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.sites.euler import ids as euler
from puzzle_runner.sites.site import identify
from puzzle_runner.text import duration

# Seconds: a year below one is fast, a puzzle above sixty breaks the one-minute rule.
FAST, SLOW = 1.0, 60.0
HUNDRED, ROWS = 100, 25


class Cell(NamedTuple):
    """A puzzle: its place in its group, its parts, the seconds of the fastest solution of each, together."""

    puzzle: str
    place: int
    title: str
    parts: Sequence[PartState]

    @property
    def seconds(self) -> float | None:
        """The seconds of all parts that were measured."""
        there = [part.seconds for part in self.parts if part.seconds is not None]
        return sum(there) if there else None

    @property
    def slow(self) -> bool:
        """Tell whether it breaks the one-minute rule."""
        return (self.seconds or 0.0) > SLOW

    @property
    def said(self) -> str:
        """The puzzle in a line."""
        time = f", {duration(self.seconds)}" if self.seconds is not None else ""
        slow = ", above one minute" if self.slow else ""
        return f"{self.puzzle} {self.title}: {standing(self.parts)}{time}{slow}"


class Group(NamedTuple):
    """Puzzles that are drawn together: a year, a hundred, some rows. `size` is how many there could be."""

    name: str
    kind: str
    title: str
    first: int
    size: int
    cells: Sequence[Cell]

    @property
    def parts(self) -> list[PartState]:
        """The parts of all its puzzles."""
        return [part for cell in self.cells for part in cell.parts]

    @property
    def right(self) -> int:
        """How many parts are right; of a hundred, how many puzzles are right in all parts."""
        if self.kind == euler.NAME:
            return sum(all(part.state is State.RIGHT for part in cell.parts) for cell in self.cells)
        return sum(part.state is State.RIGHT for part in self.parts)

    @property
    def total(self) -> int:
        """How many there could be."""
        match self.kind:
            case aoc.NAME:
                return 2 * self.size
            case euler.NAME:
                return self.size
        return len(self.parts)

    @property
    def seconds(self) -> float | None:
        """What the fastest solutions take together; None where none was measured."""
        there = [part.seconds for part in self.parts if part.seconds is not None]
        return sum(there) if there else None

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
        whole = self.kind == aoc.NAME and self.right >= self.total - 1
        return whole and self.measured and (self.seconds or 0.0) < FAST

    @property
    def said(self) -> str:
        """Its totals: `49 of 50, all answers in 1.7 s`."""
        if self.seconds is None:
            return f"{self.right} of {self.total}"
        of = "all answers in" if self.measured else "those measured in"
        return f"{self.right} of {self.total}, {of} {duration(self.seconds)}"


def groups(material: Material, states: Mapping[str, Sequence[PartState]]) -> list[Group]:
    """Return the puzzles by year, by hundred, and the rest in rows; years newest first."""
    by_group: dict[tuple[str, int], list[Cell]] = {}
    for puzzle in material.puzzles:
        cell = Cell(puzzle.id, _place(puzzle), puzzle.title or puzzle.id, states[puzzle.id])
        by_group.setdefault(_key(puzzle, by_group), []).append(cell)
    return [_group(*key, cells) for key, cells in sorted(by_group.items(), key=lambda item: _order(*item[0]))]


def _place(puzzle: Puzzle) -> int:
    id = identify(puzzle.id)[1]
    if puzzle.kind == aoc.NAME:
        return aoc.date(id)[1]
    return euler.number(id) if puzzle.kind == euler.NAME else 0


def _key(puzzle: Puzzle, there: Mapping[tuple[str, int], Sequence[Cell]]) -> tuple[str, int]:
    if puzzle.kind == aoc.NAME:
        return puzzle.kind, aoc.date(identify(puzzle.id)[1])[0]
    if puzzle.kind == euler.NAME:
        return puzzle.kind, (_place(puzzle) - 1) // HUNDRED
    block = 0
    while len(there.get((puzzle.kind, block), ())) >= ROWS:
        block += 1
    return puzzle.kind, block


def _order(kind: str, number: int) -> tuple[int, str, int]:
    """Years come first, the newest of them; then the hundreds; then the rest."""
    return (aoc.NAME, euler.NAME, kind).index(kind), kind, -number if kind == aoc.NAME else number


def _group(kind: str, number: int, cells: list[Cell]) -> Group:
    if kind == aoc.NAME:
        return Group(f"aoc{number}", kind, f"Advent of Code {number}", 1, aoc.days(number), cells)
    if kind == euler.NAME:
        first = number * HUNDRED + 1
        return Group(f"euler{first}", kind, f"Project Euler {first} to {first + 99}", first, HUNDRED, cells)
    name = f"{kind}{number + 1}" if number else kind
    title = {"srm": "TopCoder", "local": "Your own"}.get(kind, kind)
    ids = f", {cells[0].puzzle} to {cells[-1].puzzle}" if number or len(cells) == ROWS else ""
    return Group(name, kind, f"{title}{ids}", 0, len(cells), cells)


def totals(groups: Iterable[Group]) -> tuple[int, int, float]:
    """Return how many parts are right, how many there are, and the seconds of the fastest of each."""
    parts = [part for group in groups for part in group.parts if part.state is not State.UNWRITTEN]
    right = sum(part.state is State.RIGHT for part in parts)
    return right, len(parts), sum(part.seconds or 0.0 for part in parts)
