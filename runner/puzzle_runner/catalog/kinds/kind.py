"""What a kind of puzzle is, and the kinds there are. A new one is one more module and one more line here."""

from typing import Protocol

from puzzle_runner.catalog.kinds import aoc, euler, local, srm


class Kind(Protocol):
    """What a module in this folder offers."""

    NAME: str
    # The address of its site, or nothing, and whether the inputs there differ by account.
    SITE: str
    PERSONAL: bool

    def parse(self, text: str, /) -> str | None:
        """Return the id that a text means in this kind, forgiving its spelling; None where it means none."""

    def group(self, id: str, /) -> str:
        """Return the selector of the group an id belongs to: its year, else its kind."""

    def url(self, id: str, /) -> str:
        """Return the address of the puzzle's page, or nothing."""


KINDS: dict[str, Kind] = {module.NAME: module for module in (aoc, euler, srm, local)}


def identify(text: str) -> tuple[Kind, str]:
    """Return the kind of an id or a stem and its canonical spelling: `euler022` is `euler22`."""
    for kind in KINDS.values():
        if id := kind.parse(text):
            return kind, id
    return KINDS["local"], text
