"""CSV: a line for each record, without its samples."""

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import chain

from puzzle_runner.text import csv_cell
from puzzle_runner.timing.records import COLUMNS, PRIVATE, Record, flat

EVERY_RECORD = True


def export(records: Iterable[Record], /) -> Iterator[str]:
    """Yield the head and a line for each record."""
    names = [name for name in COLUMNS if name != PRIVATE]
    rows = (flat(record) for record in records)
    for cells in chain([names], ([fields[name] for name in names] for fields in rows)):
        text = io.StringIO()
        plain = (csv_cell(" ".join(cell) if isinstance(cell, tuple) else cell) for cell in cells)
        csv.writer(text, lineterminator="").writerow(plain)
        yield text.getvalue()
