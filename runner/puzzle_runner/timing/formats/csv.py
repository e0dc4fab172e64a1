"""CSV: a line for each record, without its samples."""

import csv
import io
from collections.abc import Iterable, Iterator

from puzzle_runner.text import csv_cell
from puzzle_runner.timing.records import COLUMNS, PRIVATE, Record, flat

EVERY_RECORD = True


def export(records: Iterable[Record], /) -> Iterator[str]:
    """Yield the head and a line for each record."""
    names = [name for name in COLUMNS if name != PRIVATE]
    yield _line(names)
    for record in records:
        fields = flat(record)
        cells = (fields[name] for name in names)
        yield _line(csv_cell(" ".join(cell) if isinstance(cell, tuple) else cell) for cell in cells)


def _line(cells: Iterable[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(cells)
    return text.getvalue()
