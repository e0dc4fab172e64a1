"""Which stems a selector means: an id in any spelling, a site, a year, a range or a glob."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.sites.site import group_of, identify, sites

_RANGE = r"(.*?)(\d{1,9})-(\d{1,9})"


def select(stems: Sequence[str], selectors: Iterable[str], folder: Path) -> dict[str, bool]:
    """Return the selected stems in the order of the selectors, each with whether it was asked for by name.

    Without selectors: all stems. Raises NoSuchPuzzle for a selector that matches none. `folder` is named in
    the message.
    """
    selectors = list(selectors)
    if not selectors:
        return dict.fromkeys(stems, False)
    chosen: dict[str, bool] = {}
    for selector in selectors:
        if stem := find(stems, selector):
            chosen[stem] = True
            continue
        is_member = _group(selector)
        members = [stem for stem in stems if is_member(stem)]
        if not members:
            raise NoSuchPuzzle(_no_match(stems, selector, folder))
        for stem in members:
            chosen.setdefault(stem, False)
    return chosen


def find(stems: Sequence[str], text: str) -> str | None:
    """Return the stem that a text names: exactly, else in another spelling; None if there is none."""
    if text in stems:
        return text
    canonical = _canonical(text)
    return next((stem for stem in stems if _canonical(stem) == canonical), None)


def _canonical(text: str) -> str:
    _, id = identify(text.strip())
    return id.lower()


def _group(selector: str) -> Callable[[str], bool]:
    """Return a function that tells whether a stem belongs to a site, a year, a range or a glob."""
    text = selector.lower()
    if text.isidentifier() and text in sites():
        return lambda stem: identify(stem)[0].NAME == text
    if any(sign in text for sign in "*?["):
        from fnmatch import fnmatchcase

        return lambda stem: fnmatchcase(stem.lower(), text)
    if bounds := re.fullmatch(_RANGE, text):
        return _range(bounds)
    return lambda stem: group_of(stem) == text


def _range(bounds: re.Match[str]) -> Callable[[str], bool]:
    head, first, last = bounds[1], int(bounds[2]), int(bounds[3])
    if first > last:
        raise UsageError(f'The range "{bounds[0]}" ends before it begins.')
    prefix = _canonical(f"{head}{first}").removesuffix(str(first))

    def inside(text: str) -> bool:
        digits = text.removeprefix(prefix)
        return text.startswith(prefix) and digits.isdecimal() and first <= int(digits) <= last

    # The range may be of days or problems, as in aoc2021d1-5, or of years, as in aoc2019-2021.
    return lambda stem: inside(_canonical(stem)) or inside(group_of(stem))


def _no_match(stems: Sequence[str], selector: str, folder: Path) -> str:
    from difflib import get_close_matches

    near = get_close_matches(_canonical(selector), stems, n=3, cutoff=0.7)
    if near:
        return f'No puzzle "{selector}" in {folder}. Did you mean {" or ".join(near)}?'
    return f'No puzzle "{selector}" in {folder}. "puzzles list" shows what is there.'
