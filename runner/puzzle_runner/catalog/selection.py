"""Which puzzles the user means: forgiving ids, kinds, years, ranges, globs."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from puzzle_runner.catalog.kinds.kind import KINDS, identify
from puzzle_runner.errors import NoSuchPuzzle, UsageError

_RANGE = re.compile(r"(.*?)(\d+)-(\d+)")


def select(stems: Sequence[str], selectors: Iterable[str], folder: Path) -> dict[str, bool]:
    """Return the selected stems in the order of the selectors, with whether each was asked for by name.

    Without selectors: all of them. Raises NoSuchPuzzle for a selector that fits none.
    """
    chosen: dict[str, bool] = {}
    wanted = list(selectors)
    for selector in wanted:
        if named := find(stems, selector):
            chosen[named] = True
            continue
        fits = _group(selector)
        members = [stem for stem in stems if fits(stem)]
        if not members:
            raise NoSuchPuzzle(_nothing(stems, selector, folder))
        for stem in members:
            chosen.setdefault(stem, False)
    return chosen if wanted else dict.fromkeys(stems, False)


def find(stems: Sequence[str], text: str) -> str | None:
    """Return the stem that a text names: exactly, else in another spelling; None where there is none."""
    if text in stems:
        return text
    wanted = _canonical(text)
    return next((stem for stem in stems if _canonical(stem) == wanted), None)


def _canonical(text: str) -> str:
    return identify(text.strip())[1].lower()


def _group(selector: str) -> Callable[[str], bool]:
    """Return what tells whether a stem belongs to a kind, a year, a range or a glob."""
    text = selector.lower()
    if text in KINDS:
        return lambda stem: identify(stem)[0].NAME == text
    if any(sign in text for sign in "*?["):
        from fnmatch import fnmatchcase

        return lambda stem: fnmatchcase(stem.lower(), text)
    if bounds := _RANGE.fullmatch(text):
        return _range(bounds)
    return lambda stem: _year(stem) == text


def _year(stem: str) -> str:
    kind, id = identify(stem)
    return kind.group(id)


def _range(bounds: re.Match[str]) -> Callable[[str], bool]:
    head, first, last = bounds[1], int(bounds[2]), int(bounds[3])
    if first > last:
        raise UsageError(f'The range "{bounds[0]}" ends before it begins.')
    prefix = _canonical(f"{head}{first}").removesuffix(str(first))

    def inside(text: str) -> bool:
        digits = text.removeprefix(prefix)
        return text.startswith(prefix) and digits.isdecimal() and first <= int(digits) <= last

    return lambda stem: inside(_canonical(stem)) or inside(_year(stem))


def _nothing(stems: Sequence[str], selector: str, folder: Path) -> str:
    from difflib import get_close_matches

    near = get_close_matches(_canonical(selector), stems, n=3, cutoff=0.7)
    if near:
        return f'No puzzle "{selector}" in {folder}. Did you mean {" or ".join(near)}?'
    return f'No puzzle "{selector}" in {folder}. "puzzles list" shows what is there.'
