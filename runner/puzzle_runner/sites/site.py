"""The protocol of a kind of puzzle, and the list of kinds. A new kind is a module and its name in KINDS."""

from functools import cache
from typing import Protocol

from puzzle_runner.sites import own as local
from puzzle_runner.sites.aoc import ids as aoc
from puzzle_runner.sites.euler import ids as euler
from puzzle_runner.sites.topcoder import ids as srm


class Kind(Protocol):
    """What each module in this folder offers.

    `SITE` is the URL of the kind's site, or empty; `PERSONAL` tells whether inputs there differ by account,
    `INPUT_OPTIONAL` whether most of its puzzles have none: then a part that takes one gets an empty text.
    `PARTS` is how many parts a puzzle has, where no module says so.
    """

    NAME: str
    SITE: str
    PERSONAL: bool
    PARTS: int
    INPUT_OPTIONAL: bool

    def parse(self, text: str, /) -> str | None:
        """Return the canonical id that a text means in this kind; None if it means none."""

    def group(self, id: str, /) -> str:
        """Return the selector of the group that an id belongs to: its year, else its kind."""

    def url(self, id: str, /) -> str:
        """Return the URL of the puzzle's page; an empty text if it has none."""


KINDS: dict[str, Kind] = {module.NAME: module for module in (aoc, euler, srm, local)}


# A command asks again and again for the same puzzles.
@cache
def identify(text: str) -> tuple[Kind, str]:
    """Return the kind of an id or a stem, and its canonical spelling: `euler022` is `euler22`."""
    for kind in KINDS.values():
        if id := kind.parse(text):
            return kind, id
    return KINDS["local"], text


def group_of(stem: str) -> str:
    """Return the selector of the group that a stem belongs to: its year, else its kind."""
    kind, id = identify(stem)
    return kind.group(id)
