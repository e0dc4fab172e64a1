"""Which puzzle a file solves: its site, year and day are decided here, by the first rule that applies.

1. An id is the name of the file, or of its folder.
2. The layout names the site.
3. A link at the top of the file leads to the puzzle of a site, with the same numbers as the path.
4. The name of the file or of a folder in the repository names a site or another event, else a link does.
5. It is of the first site that has such a year and day, or number, and so many parts.

A file of another event is a puzzle of one's own, such as `codyssi2025d3`: nothing is fetched or sent for it.
"""

import os
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.layouts.patterns import Place
from puzzle_runner.sites.registry import OWN, id_of, identify, site_named, sites
from puzzle_runner.sites.site import PuzzleId

YEAR = re.compile(r"(?<!\d)(20(?:1[5-9]|[2-9]\d))(?=(?:0[1-9]|1\d|2[0-5])?(?!\d))")
# The comments and the docstring before the first line of code, in any language.
_TOP = re.compile(
    r"""(?:\s+|[rRuU]?\"\"\".*?\"\"\"|'''.*?'''|/\*.*?\*/|\{-.*?-\}|\(\*.*?\*\)|(?:\#|//|--|;|%)[^\n]*)*""",
    re.DOTALL,
)
_LINK = re.compile(r"https?://[^\s<>\"']*[^\s<>\"'.,;:!?)]")
# A function of a part, or its label in what is printed.
_PARTS = re.compile(r"(?:def \w*|[\"'`])part[ _]?([1-9]|one|two|three|[abc]|ii?i?)\b", re.IGNORECASE)
# Other events that many solve.
_EVENTS = re.compile(
    r"codyssi|i18n|leetcode|hanukkah|flip_?flop|kattis|codeforces|rosalind|hacker_?rank|code_?wars|exercism"
    r"|at_?coder|advent_?js|advent_of_(?:sql|cyber|data|ai)|cses|spoj|usaco|code_?chef|code_?jam|synacor"
)
# The number at the end of a name.
_NUMBER = re.compile(r"(?:_|\d|day|part|(?<![a-z])[dqp](?=\d)|(?<=\d)[abc]$)*$")


class Facts(NamedTuple):
    """What a file says: the links at its top, and its last part, or 0."""

    links: Sequence[str] = ()
    last_part: int = 0


def facts(path: Path) -> Facts:
    """Return what a file says; nothing if it cannot be read."""
    try:
        return _facts(path, path.stat().st_mtime_ns)
    except OSError:
        return Facts()


@lru_cache(maxsize=20_000)
def _facts(path: Path, modified: int) -> Facts:
    text = files.source(path)
    top = _TOP.match(text)
    links = _LINK.findall(top[0]) if top else []
    last_part = 0
    for word in _PARTS.findall(text):
        part = int(word) if word.isdecimal() else part_words.EVERY[word.lower()]
        last_part = max(last_part, part)
    return Facts(links, last_part)


def decide(root: Path, path: str, place: Place, site: str = "", *, parts: int = 0) -> Place:
    """Return what a file says of its puzzle, with the id, unless it says too little.

    `path` is relative to the repository, `place` is what a pattern reads in it. `site` is the site or the
    event that the layout names. `parts` is the last part that another file of the puzzle is for.
    """
    if place.day and not place.year:
        place = place._replace(year=year_of(root.name))
    id = _decide(root, path, place, site, parts)
    return place.of(id) if id else place


def _decide(root: Path, path: str, place: Place, site: str, parts: int) -> PuzzleId | None:
    *folders, name = path.split("/")
    stem, _ = os.path.splitext(name)
    for word in (stem, *folders[-1:]):
        id = identify(word)
        if id.site is not OWN and re.match(id.site.SPELLED or id.site.NAME, word, re.IGNORECASE):
            return id.canonical
    is_numbered = bool(place.day or place.number)
    if site and is_numbered:
        return _id_at([site], place)
    known = facts(root / path)
    linked: list[str] = []
    for link in known.links:
        id = identify(link).canonical
        event = _EVENTS.search(link.split("/")[2])
        if event:
            linked.append(event[0])
        elif id.site is not OWN and _agrees(id, place, stem):
            return id
        elif id.site.id_of(place.fields):
            linked.append(id.site.NAME)
    if not is_numbered:
        # The layout is of this file alone.
        return None if place.title else identify(stem)
    names = _names(stem, is_file=True)
    for folder in (*reversed(folders), root.name):
        names = names or _names(folder, is_file=False)
    names = names or linked
    first = id_of(**place.fields)
    if names or not first:
        return _id_at(names, place) if names else None
    id = identify(first)
    if place.day and max(parts, known.last_part) > most_parts(id):
        return _id_at([OWN.NAME], place)
    return id


def most_parts(id: PuzzleId) -> int:
    """Return how many parts a puzzle can have; of one's own, as many as there are words for."""
    return id.site.PARTS if id.site.ADDRESS else len(part_words.NUMBERS)


def year_of(name: str) -> int:
    """Return the year in the name of a repository, such as aoc-2021 or aoc21; 0 without, or with several."""
    years = {*YEAR.findall(name)}
    short = re.search(r"(?:^|[^a-z])aoc[-_]?(1[5-9]|[2-9]\d)(?!\d)", name.lower())
    if short and not years:
        return 2000 + int(short[1])
    return int(years.pop()) if len(years) == 1 else 0


def _agrees(id: PuzzleId, place: Place, stem: str) -> bool:
    """Tell whether a puzzle has the numbers in a path, or the one in the name of a file alone, if any."""
    digits = re.fullmatch(r"(?:[a-z]+[-_ ]?)?0*(\d{1,4})", stem, re.IGNORECASE)
    if digits and not place.day and not place.number:
        return int(digits[1]) in id.fields.values()
    told = {field: number for field, number in place.fields.items() if number}
    return told.items() <= id.fields.items()


@lru_cache(maxsize=20_000)
def _names(name: str, *, is_file: bool) -> Sequence[str]:
    """Return the sites or the event that a name tells: a file's as a whole, as it may be any title."""
    name = _NUMBER.sub("", _words(name))
    if re.search(r"\d", name.replace("i18n", "")):
        # It is a title, such as 10_euler_tour.
        return ()
    named: list[str] = []
    for site in sites().values():
        words = f"{site.SPELLED or site.NAME}|{_words(site.TITLE).replace('_', '_?')}"
        is_named = re.search(rf"(?:^|_)(?:{words})(?![a-z\d])", name)
        if is_file:
            is_named = re.fullmatch(f"{words}|{site.PAGE}", name)
        if is_named and site is not OWN:
            named.append(site.NAME)
    event = _EVENTS.fullmatch(name) if is_file else _EVENTS.search(name)
    if event and not named:
        named.append(name)
    return named


def _words(name: str) -> str:
    return re.sub(r"[\W_]+", "_", part_words.snake(YEAR.sub("", name))).strip("_")


def _id_at(names: Sequence[str], place: Place) -> PuzzleId | None:
    """Return the id of a place at the first of some sites that has it, else as one of another event."""
    for name in names:
        site = site_named(name)
        if not site or site is OWN:
            continue
        text = site.id_of(place.fields)
        if text:
            # There is no day 31.
            return identify(text) if identify(text).site is site else None
        if place.day and not place.year:
            return None
    word = _words(names[0]) or OWN.NAME
    if place.number:
        return identify(f"{word}{place.number}")
    return identify(f"{word}{place.year or ''}d{place.day}")
