"""What is solved and right, by year, by hundred or in rows, and what it takes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Result
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.output.report.states import PartState, State, described, part_state
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.sites.euler import ids as euler
from puzzle_runner.sites.site import identify
from puzzle_runner.text import duration

# Seconds: a year below one is fast, a puzzle above sixty breaks the one-minute rule.
FAST, SLOW = 1.0, 60.0
HUNDRED, ROWS = 100, 25


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
        whole = self.kind == aoc.NAME and self.right >= self.total - 1
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
        measured.setdefault(entry.row.puzzle, []).append(entry)
    found = {}
    for puzzle in puzzles:
        parts = {each.part for each in puzzle.solutions} | ({1, 2} if puzzle.kind == aoc.NAME else set())
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
    """Return the puzzles by year, by hundred, and the rest in rows; years newest first."""
    by_key: dict[tuple[str, int], list[Cell]] = {}
    for puzzle in puzzles:
        cell = Cell(puzzle.id, _place(puzzle), puzzle.title or puzzle.id, states[puzzle.id])
        by_key.setdefault(_key(puzzle, by_key), []).append(cell)
    return [_calendar(*key, by_key[key]) for key in sorted(by_key, key=lambda key: _order(*key))]


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


def _calendar(kind: str, number: int, cells: list[Cell]) -> Calendar:
    if kind == aoc.NAME:
        return Calendar(f"aoc{number}", kind, f"Advent of Code {number}", 1, aoc.days(number), cells)
    if kind == euler.NAME:
        first = number * HUNDRED + 1
        title = f"Project Euler {first} to {first + 99}"
        return Calendar(f"euler{first}", kind, title, first, HUNDRED, cells)
    name = f"{kind}{number + 1}" if number else kind
    title = {"srm": "TopCoder", "local": "Your own"}.get(kind, kind)
    ids = f", {cells[0].puzzle} to {cells[-1].puzzle}" if number or len(cells) == ROWS else ""
    return Calendar(name, kind, f"{title}{ids}", 0, len(cells), cells)


def totals(calendars: Iterable[Calendar]) -> tuple[int, int, float]:
    """Return how many parts are right, how many there are, and the seconds of the fastest of each."""
    parts = [part for each in calendars for part in each.parts if part.state is not State.UNWRITTEN]
    right = sum(part.state is State.RIGHT for part in parts)
    return right, len(parts), _sum(parts) or 0.0
