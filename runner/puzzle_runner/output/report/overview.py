"""The overview: which parts are solved and right, by year, by hundred or in rows, and their times."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from puzzle_runner.model import Puzzle, Result, Verdict
from puzzle_runner.output.report.entries import Entry, language
from puzzle_runner.sites.registry import identify, sites
from puzzle_runner.sites.values import Block, Shape
from puzzle_runner.text import duration, since_unlock
from puzzle_runner.timing.ranking import OTHER_INPUT

# In seconds: a year below one is fast, a puzzle above sixty breaks the one-minute rule.
FAST, SLOW = 1.0, 60.0
# The colour of a cell changes at these.
LIMITS = (0.01, 0.1, 1.0, 10.0)
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
    """A part, its state, and the median of its fastest solution in seconds.

    `took` are the seconds from the unlocking to the right answer.
    """

    part: int
    state: PartState
    seconds: float | None
    took: float | None = None


def of_verdict(verdict: str) -> PartState:
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


def _sum(parts: Iterable[PartSummary]) -> float | None:
    """Return the seconds of the parts that were measured; None where none was."""
    there = [part.seconds for part in parts if part.seconds is not None]
    return sum(there) if there else None


class Cell(NamedTuple):
    """A puzzle: its place in its calendar, its parts, its languages, that of the fastest first."""

    puzzle: str
    place: int
    title: str
    parts: Sequence[PartSummary]
    languages: Sequence[str] = ()

    @property
    def seconds(self) -> float | None:
        """The seconds of the fastest solution of each part, together."""
        return _sum(self.parts)

    @property
    def took(self) -> str:
        """From the unlocking to the right answer of each part; an empty text where none is known."""
        times = ["-" if part.took is None else since_unlock(part.took) for part in self.parts]
        return ", ".join(times) if {*times} - {"-"} else ""

    @property
    def slow(self) -> bool:
        """Tell whether it breaks the one-minute rule."""
        return (self.seconds or 0.0) > SLOW

    @property
    def summary(self) -> str:
        """The puzzle in a line."""
        time = f", {duration(self.seconds)}" if self.seconds is not None else ""
        slow = ", above one minute" if self.slow else ""
        took = f", took {self.took}" if self.took else ""
        return f"{self.puzzle} {self.title}: {described(self.parts)}{time}{slow}{took}"


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
        return _sum(self.parts)

    @property
    def measured(self) -> bool:
        """Tell whether every part that is right was measured."""
        return all(part.seconds is not None for part in self.parts if part.state is PartState.RIGHT)

    @property
    def fast(self) -> bool:
        """Tell whether it is a whole year, except a star that asks nothing, in less than one second."""
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
    puzzles: Iterable[Puzzle],
    results: Mapping[str, Sequence[Result]],
    entries: Iterable[Entry],
    took: Mapping[str, Mapping[int, float]],
) -> dict[str, list[PartSummary]]:
    """Return the states of the parts of each puzzle, given its results, what was measured, what it took."""
    measured: dict[tuple[str, int], list[Entry]] = {}
    for entry in entries:
        if not entry.stale:
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
            there = measured.get((puzzle.id, part), ())
            verdicts = [each.verdict for each in results.get(puzzle.id, ()) if each.part in (part, None)]
            states = {of_verdict(verdict) for verdict in verdicts}
            if states <= {PartState.UNWRITTEN}:
                states |= {of_verdict(entry.record.verdict) for entry in there}
            if part in written:
                states.add(PartState.UNCHECKED)
            state = next((state for state in PartState if state in states), PartState.UNWRITTEN)
            seconds = min((each.figures.median for each in there if each.row.rank), default=None)
            found[puzzle.id].append(PartSummary(part, state, seconds, took[puzzle.id].get(part)))
    return found


def calendars(
    puzzles: Iterable[Puzzle],
    states: Mapping[str, Sequence[PartSummary]],
    entries: Iterable[Entry],
    days: Mapping[str, int],
) -> list[Calendar]:
    """Return the puzzles as their sites draw them, and the rest in rows.

    A year is at least as long as its site says, as its calendar was seen to be, which `days` have by name,
    and as its puzzles show.
    Years come first, the newest of them; then the grids; then the rows.
    """
    fastest: dict[str, list[str]] = {}
    for entry in sorted(entries, key=lambda entry: -entry.figures.median):
        if entry.row.rank == 1:
            fastest.setdefault(entry.record.puzzle, []).append(entry.language)
    by_block: dict[tuple[str, int], tuple[Block | None, list[Cell]]] = {}
    for puzzle in puzzles:
        site, id = identify(puzzle.id)
        fields, block = site.fields(id), site.block(id)
        place = fields.get("day") or fields.get("number") or 0
        number = block.number if block else 0
        while not block and len(by_block.get((site.NAME, number), (None, ()))[1]) >= ROWS:
            number += 1
        written = [language(each) for each in puzzle.solutions if each.written]
        languages = list(dict.fromkeys([*fastest.get(puzzle.id, ()), *written]))
        cell = Cell(puzzle.id, place, puzzle.title or puzzle.id, states[puzzle.id], languages)
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


def totals(calendars: Iterable[Calendar]) -> tuple[int, int, float]:
    """Return how many parts are right, how many there are, and the seconds of the fastest of each."""
    parts = [part for each in calendars for part in each.parts if part.state is not PartState.UNWRITTEN]
    right = sum(part.state is PartState.RIGHT for part in parts)
    return right, len(parts), _sum(parts) or 0.0
