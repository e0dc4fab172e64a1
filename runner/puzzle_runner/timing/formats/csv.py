"""CSV: a line for each record, without its samples."""

import csv
import io
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from puzzle_runner.text import csv_cell
from puzzle_runner.timing.records import COLUMNS, PRIVATE, Record, cells

EVERY_RECORD = True
WITH_SAMPLES = False
# So many lines are written at once.
PIECE = 1000


def export(records: Iterable[Record], /) -> Iterator[str]:
    """Yield the head and a line for each record."""
    yield ",".join(name for name in COLUMNS if name != PRIVATE)
    rows = map(_row, records)
    while some := [*islice(rows, PIECE)]:
        piece = io.StringIO()
        csv.writer(piece, lineterminator="\n").writerows(some)
        yield piece.getvalue()[:-1]


def _row(record: Record) -> list[Any]:
    row = cells(record)
    del row[COLUMNS.index(PRIVATE)]
    return [_text(cell) if type(cell) in (str, tuple) else cell for cell in row]


# The same texts stand in many records.
@lru_cache(maxsize=4096)
def _text(value: str | tuple[str, ...]) -> Any:
    return csv_cell(" ".join(value) if isinstance(value, tuple) else value)
