"""Which parts take the time: the fastest solution of each, the slowest part first."""

from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from puzzle_runner.output.report.material import Entry

# Rows of the list; the rest is told in a sentence.
MOST_ROWS = 100


class Share(NamedTuple):
    """A part: what it takes, as a share of the whole, and the share of all parts up to it."""

    entry: Entry
    share: float
    together: float


def shares(entries: Iterable[Entry]) -> list[Share]:
    """Return the parts by what their fastest solutions take, the slowest first."""
    fastest = sorted(
        (entry for entry in entries if entry.row.rank == 1), key=lambda entry: -entry.row.figures.median
    )
    whole = sum(entry.row.figures.median for entry in fastest) or 1.0
    sums = accumulate(entry.row.figures.median for entry in fastest)
    return [
        Share(entry, entry.row.figures.median / whole, together / whole)
        for entry, together in zip(fastest, sums, strict=True)
    ]
