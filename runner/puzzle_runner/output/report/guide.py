"""What the figures were made with: machines, interpreters, how fast they were, what disturbed them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzle_runner.output.report.material import Entry
from puzzle_runner.timing import stats


class Place(NamedTuple):
    """A machine with an interpreter: how many solutions were measured on it, its calibration in seconds."""

    machine: str
    python: str
    solutions: int
    calibration: float
    load: float | None


def places(entries: Iterable[Entry]) -> list[Place]:
    """Return where the entries were measured, the busiest place first."""
    by_place: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        by_place.setdefault((entry.record.machine, entry.record.python), []).append(entry)
    found = [_place(*key, measured) for key, measured in by_place.items()]
    return sorted(found, key=lambda place: -place.solutions)


def _place(machine: str, python: str, measured: Sequence[Entry]) -> Place:
    loads = [entry.record.load for entry in measured if entry.record.load is not None]
    calibration = stats.median([entry.record.calibration for entry in measured])
    return Place(machine, python, len(measured), calibration, stats.median(loads) if loads else None)


def notes(entries: Iterable[Entry]) -> list[tuple[str, int]]:
    """Return what disturbed the measurements, and how many of them."""
    return Counter(note for entry in entries for note in entry.record.notes).most_common()
