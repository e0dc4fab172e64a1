"""The formats in which records are exported: the modules of `formats/`, each named after its format."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from typing import Protocol, cast

from puzzle_runner.timing import formats
from puzzle_runner.timing.records import Record


class Format(Protocol):
    """Writes records in one format.

    `EVERY_RECORD` tells that it is for all records, else for those that the leaderboard ranks,
    `WITH_SAMPLES` that it has their samples, too.
    """

    EVERY_RECORD: bool
    WITH_SAMPLES: bool

    def export(self, records: Iterable[Record], /) -> Iterator[str]:
        """Yield the text in pieces, each of which ends before a newline."""


def names() -> list[str]:
    """Return the names of all formats, as they are typed."""
    return [module.name.replace("_", "-") for module in pkgutil.iter_modules(formats.__path__)]


def load(name: str) -> Format:
    """Return the format of that name, which must be one of `names`."""
    return cast(Format, importlib.import_module(f"{formats.__name__}.{name.replace('-', '_')}"))
