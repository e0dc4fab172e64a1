"""What all measurements tell together: lasting changes, the slowest parts, the machines, disturbances."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from puzzle_runner.model import DEFAULT
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.timing import stats
from puzzle_runner.timing.history import Point, Series


class Change(NamedTuple):
    """A lasting change of a time: its first point, the seconds before and after it.

    `ratio` is that of the times after and before it; `low` and `high` are its interval.
    """

    series: Series
    point: Point
    before: float
    after: float
    ratio: float
    low: float
    high: float

    @property
    def cause(self) -> str:
        """The commit that made it, or what else did."""
        return self.point.step.partition(": ")[2]


def changes(histories: Iterable[Sequence[Series]]) -> list[Change]:
    """Return the lasting changes of all histories: slower ones first, the newest of them first."""
    found = [change for of_puzzle in histories for series in of_puzzle for change in _changes(series)]
    return sorted(found, key=lambda change: (change.ratio <= 1, -change.point.moment))


def _changes(series: Series) -> Iterator[Change]:
    points = series.points
    starts = [at for at, point in enumerate(points) if point.ratio is not None]
    levels = [points[start:end] for start, end in pairwise([0, *starts, len(points)])]
    for before, after in pairwise(levels):
        old, new = (
            (
                stats.median([point.median for point in level]),
                stats.median([point.low for point in level]),
                stats.median([point.high for point in level]),
            )
            for level in (before, after)
        )
        if min(*old, *new) > 0:
            ratio = stats.compare_intervals(new, old, enough=True)
            yield Change(series, after[0], old[0], new[0], ratio.ratio, ratio.low, ratio.high)


def series_name(series: Series) -> str:
    """Return which solution of its puzzle a history is of: `part 1 linear`."""
    solution = "" if series.solution == DEFAULT else f" {series.solution}"
    case = "" if series.case == "main" else f", {series.case}"
    return f"part {series.part}{solution}{case}"


class Share(NamedTuple):
    """A part: its share of the time of all parts, and the share of all parts up to it."""

    entry: Entry
    share: float
    together: float


def shares(entries: Iterable[Entry]) -> list[Share]:
    """Return the parts by what their fastest solutions take, the slowest first."""
    fastest = sorted((entry for entry in entries if entry.row.rank == 1), key=lambda entry: -entry.row.median)
    whole = sum(entry.row.median for entry in fastest) or 1.0
    sums = accumulate(entry.row.median for entry in fastest)
    return [
        Share(entry, entry.row.median / whole, together / whole)
        for entry, together in zip(fastest, sums, strict=True)
    ]


class Place(NamedTuple):
    """A machine with an interpreter: how many solutions were measured on it, its calibration in seconds."""

    machine: str
    python: str
    solutions: int
    calibration: float
    load: float | None


def places(entries: Iterable[Entry]) -> list[Place]:
    """Return where the entries were measured, the place with the most of them first."""
    by_place: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        by_place.setdefault((entry.record.machine, entry.record.python), []).append(entry)
    found = []
    for key, measured in by_place.items():
        loads = [entry.record.load for entry in measured if entry.record.load is not None]
        calibration = stats.median([entry.record.calibration for entry in measured])
        found.append(Place(*key, len(measured), calibration, stats.median(loads) if loads else None))
    return sorted(found, key=lambda place: -place.solutions)


def notes(entries: Iterable[Entry]) -> list[tuple[str, int]]:
    """Return what disturbed the measurements, and how many of them."""
    return Counter(note for entry in entries for note in entry.record.notes).most_common()
