"""Sums of all measurements: lasting changes, the slowest parts, the machines, disturbances."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from puzzle_runner.model import DEFAULT, MAIN
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.timing import stats
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.machine import gravest


class Change(NamedTuple):
    """A speed change, the keys of its JSON in order: its first moment, the seconds around it.

    `ratio` is that of the times after and before it; `low` and `high` are its interval. With the
    `same_sources`, it was the machine, the interpreter or the input.
    """

    puzzle: str
    part: int
    solution: str
    case: str
    moment: float
    before: float
    after: float
    ratio: float
    low: float
    high: float
    cause: str
    commits: Sequence[str]
    same_sources: bool


def changes(histories: Iterable[Sequence[Series]]) -> list[Change]:
    """Return the speed changes of all histories: slower ones first, the newest of them first.

    One whose interval does not tell slower from faster is none.
    """
    found = []
    for series in chain.from_iterable(histories):
        states = series.states
        pieces = [states[start:end] for start, end in pairwise([0, *series.steps, len(states)])]
        # Each level is the median of the times of a piece, with the medians of the ends of their intervals.
        levels = [
            (
                stats.median([state.median for state in piece]),
                stats.median([state.low for state in piece]),
                stats.median([state.high for state in piece]),
            )
            for piece in pieces
        ]
        sides = pairwise(zip(pieces, levels, strict=True))
        for step, ((before, old), (after, new)) in zip(series.steps.values(), sides, strict=True):
            if min(*old, *new) > 0:
                ratio, low, high, _ = stats.compare_intervals(new, old, enough=True)
                if low <= 1 <= high:
                    continue
                same = before[-1].source_hash == after[0].source_hash
                times = (after[0].moment, old[0], new[0], ratio, low, high)
                found.append(Change(*series[:4], *times, step.cause, step.commits, same))
    return sorted(found, key=lambda change: (change.ratio <= 1, -change.moment))


def solution_name(solution: Change | Series) -> str:
    """Return which solution of its puzzle something is about: `part 1 linear`."""
    name = "" if solution.solution == DEFAULT else f" {solution.solution}"
    case = "" if solution.case == MAIN else f", {solution.case}"
    return f"part {solution.part}{name}{case}"


class Share(NamedTuple):
    """The fastest solution of a part, the keys of its JSON in order.

    `share` is that of the time of all parts, `together` that of all parts up to it.
    """

    puzzle: str
    part: int
    solution: str
    seconds: float
    share: float
    together: float


def shares(entries: Iterable[Entry]) -> list[Share]:
    """Return the parts by what their fastest solutions take, the slowest first."""
    fastest = [entry.record for entry in entries if entry.row.rank == 1]
    fastest.sort(key=lambda record: -record.figures.median)
    sums = [*accumulate(record.figures.median for record in fastest)]
    whole = sums[-1] if sums and sums[-1] else 1.0
    return [
        Share(*record.key[:3], record.figures.median, record.figures.median / whole, together / whole)
        for record, together in zip(fastest, sums, strict=True)
    ]


class Machine(NamedTuple):
    """A machine with an interpreter: how many solutions were measured on it, its calibration in seconds."""

    machine: str
    python: str
    solutions: int
    calibration: float
    load: float | None


def machines(entries: Iterable[Entry]) -> list[Machine]:
    """Return where the entries were measured, the machine with the most of them first."""
    by_machine: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        by_machine.setdefault((entry.record.machine, entry.record.python), []).append(entry)
    found = []
    for key, measured in by_machine.items():
        loads = [entry.record.load for entry in measured if entry.record.load is not None]
        calibration = stats.median([entry.record.calibration for entry in measured])
        found.append(Machine(*key, len(measured), calibration, stats.median(loads) if loads else None))
    return sorted(found, key=lambda machine: -machine.solutions)


def notes(entries: Iterable[Entry]) -> list[tuple[str, int]]:
    """Return what disturbed the measurements, and how many of them."""
    return Counter(gravest(note for entry in entries for note in entry.record.notes)).most_common()
