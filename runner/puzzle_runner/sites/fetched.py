"""What a fetch brings, whatever the site."""

from pathlib import Path
from typing import NamedTuple

from puzzle_runner.errors import Unreadable
from puzzle_runner.inputs import cases


class Fetched(NamedTuple):
    """What there is of a puzzle after a fetch: `new` are the things that came over the network."""

    id: str
    title: str
    new: tuple[str, ...]
    account: str | None = None


def is_here(path: Path, id: str, refresh: bool) -> bool:
    """Tell whether an input is cached and sound. Raises Unreadable for a damaged one, save on a refresh."""
    try:
        damage = cases.damaged(path.read_text("utf-8", "replace"))
    except FileNotFoundError:
        return False
    if damage and not refresh:
        raise Unreadable(f'{path} {damage}. Fetch it once more with "puzzles fetch {id} --refresh".')
    return not damage
