"""Which puzzle a file solves: its site, year and day are decided here, once.

In this order they come from an id in its path, from the layout, from the link at its top, from the names of
its folders within the repository, and from the number of its parts. A file of another event than the sites
have is a puzzle of one's own, such as `codyssi2025d3`, for which nothing is fetched or sent.
"""

import os
import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.layouts.patterns import Place
from puzzle_runner.sites.registry import OWN, identify, site_named, sites
from puzzle_runner.sites.registry import id_of as id_of_any_site
from puzzle_runner.sites.site import Site

YEAR = re.compile(r"(?<!\d)(20(?:1[5-9]|[2-9]\d))(?=(?:0[1-9]|1\d|2[0-5])?(?!\d))")
# The comments and the docstring before the first line of code, in any language.
_TOP = re.compile(
    r"""(?:\s+|[rRuU]?\"\"\".*?\"\"\"|'''.*?'''|/\*.*?\*/|\{-.*?-\}|\(\*.*?\*\)|(?:\#|//|--|;|%)[^\n]*)*""",
    re.DOTALL,
)
_LINK = re.compile(r"https?://[^\s<>\"']*[^\s<>\"'.,;:!?)]")
_ALONE = re.compile(rf"^(?:[A-Za-z ]{{1,12}}:[ \t]*)?({_LINK.pattern})$")
# A function of a part, or its label in what is printed.
_PARTS = re.compile(r"(?:def \w*|[\"'`])part[ _]?([1-9]|one|two|three|[abc]|ii?i?)\b", re.IGNORECASE)
# Other events that many solve. Names of this kind mean one, too, where they name a folder in a repository.
_EVENTS = re.compile(
    r"codyssi|i18n|leetcode|neetcode|hanukkah|flip_?flop|kattis|codeforces|rosalind|hacker_?rank|hacker_?cup"
    r"|code_?wars|exercism|at_?coder|advent_?js|advent_of_(?:sql|cyber|data|ai)|coding_?game?|coding_?quest|cses"
    r"|spoj|usaco|code_?chef|code_?jam|kick_?start|cryptopals|synacor|aquaq|weekly_challenge|python_challenge"
    r"|check_?io|hash_?code"
)
_KINDS = re.compile(
    r"advent_of_(?!code)[a-z]+|[a-z\d_]*[a-z]_?(?:contests?|challenges?|quests?|puzzles|jam|cup|hunt|olympiad)"
    r"|quest_of_[a-z_]+|[a-z]+_of_data"
)
# Words of which a folder's name says nothing about an event.
_PLAIN = set(
    """
    my old new src lib source sources main code coding programming program solution solutions solved solve
    solver puzzle puzzles day days year years event events archive scripts misc test tests app apps package
    packages crate crates bin cmd internal pkg common contest contests challenge challenges jam cup hunt
    python python3 py pypy java javascript js typescript ts kotlin kt scala rust rs go golang c cpp csharp cs
    fsharp dotnet haskell hs ruby rb perl php lua julia elixir clojure swift ocaml r nim zig dart bash shell
    sql notebooks jupyter
    """.split()  # noqa: SIM905
)
# Many a solution names a page about its idea.
_REFERENCES = re.compile(
    r"^docs\.|wikipedia|github|gitlab|reddit|youtu|stackoverflow|python\.org|rosettacode|mathworld|oeis"
)
_NUMBERED = re.compile(r"([A-Za-z]+)[-_ ]?(\d{1,9})(?!\d)")


class Clues(NamedTuple):
    """What stands at the top of a file: all links, and those alone in a line."""

    links: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()

    @property
    def below_title(self) -> str:
        """The link that stands where a page of the puzzle does; an empty text without one."""
        return self.alone[0] if self.alone else ""


def clues(path: Path) -> Clues:
    """Return what stands at the top of a file; nothing if it cannot be read."""
    return _clues(path, *_state(path))


def last_part(path: Path) -> int:
    """Return the last part that a file has a function or a label for; 0 if there is none."""
    return _last_part(path, *_state(path))


@lru_cache(maxsize=20_000)
def _clues(path: Path, modified: int, size: int) -> Clues:
    top = _TOP.match(files.source(path))
    lines = [line.strip(" \t#/*;%-\"'") for line in top[0].splitlines()] if top else []
    links = tuple(link for line in lines for link in _LINK.findall(line))
    alone = tuple(link for line in lines for link in _ALONE.findall(line))
    return Clues(links, alone)


@lru_cache(maxsize=20_000)
def _last_part(path: Path, modified: int, size: int) -> int:
    words = [word.lower() for word in _PARTS.findall(files.source(path))]
    numbers = [int(word) if word.isdecimal() else part_words.EVERY[word] for word in words]
    return max(numbers, default=0)


def _state(path: Path) -> tuple[int, int]:
    """Return when a file was changed, and its size; zeros if it is not there."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def decide(
    root: Path,
    path: str,
    place: Place,
    event: str = "",
    *,
    seen: Clues | None = None,
    parts: int = 0,
    beside: str = "",
) -> Place:
    """Return what a file says of its puzzle, with the id, which is empty if it says too little.

    `path` is relative to the repository, `place` is what a pattern reads in it. `event` is the site or the
    event that the layout names, `seen` what the file says, unless that is to be read. `parts` is the last
    part that a file of the puzzle is for, `beside` the event that the folders beside it suggest.
    """
    if id := _id_in(path):
        is_own_name = identify(place.id) == identify(id)
        return _at(place, place.id if is_own_name else id)
    seen = clues(root / path) if seen is None else seen
    if place.day and not place.year:
        place = place._replace(year=year_of(root.name))
    linked = [(site, id) for site, id in map(identify, seen.links) if site is not OWN]
    agreeing = [(site, id) for site, id in linked if _agrees(site, id, place)]
    if place.id:
        # The layout is of this file alone.
        return _at(place, agreeing[0][1]) if agreeing and not event else place
    if agreeing and not event:
        site, id = agreeing[0]
        if not place.year:
            return _at(place, id)
        event = site.NAME
    names = [event] if event else _named(root, path)
    if not names and (other := _by_word(path, place) or _event_of_link(seen, place) or beside):
        names = [other]
    if not names:
        names = [site.NAME for site, _ in linked if site.id_of(_fields(place))]
    if not names:
        return _by_default(place, max(parts, last_part(root / path)))
    return _by_names(place, names)


def _by_names(place: Place, names: Sequence[str]) -> Place:
    """Return a place at the first of some sites that has such a puzzle, else as one of another event."""
    for name in names:
        site = site_named(name)
        if site and place.day and not place.year and _has_years(site):
            return _at(place, "")
        id = site.id_of(_fields(place)) if site else None
        if id:
            # There is no day 31.
            return _at(place, id if identify(id)[0] is site else "")
    return _at(place, _own_id(names[0], place))


def _has_years(site: Site) -> bool:
    """Tell whether the ids of a site begin with a year."""
    return site.id_of({"year": 2021, "day": 1}) is not None


def most_parts(id: str) -> int:
    """Return how many parts a puzzle can have; of one's own, as many as there are words for."""
    site, _ = identify(id)
    return site.PARTS if site.ADDRESS else len(part_words.NUMBERS)


def year_of(name: str) -> int:
    """Return the year in the name of a repository; 0 without, or with several."""
    years = {int(year) for year in YEAR.findall(name)}
    return years.pop() if len(years) == 1 else 0


def _by_default(place: Place, parts: int) -> Place:
    """Return a place at the first site that has such years and days, or numbers, if it has so many parts."""
    id = id_of_any_site(**_fields(place))
    site, _ = identify(id)
    if site is OWN:
        return _at(place, "")
    return _at(place, id if parts <= site.PARTS or place.number else _own_id(OWN.NAME, place))


def _fields(place: Place) -> dict[str, int]:
    return {"year": place.year, "day": place.day, "number": place.number}


def _at(place: Place, id: str) -> Place:
    """Return a place with an id, and with the year and the day of that."""
    site, canonical = identify(id)
    known = site.fields(canonical)
    year, day = place.year or known.get("year", 0), place.day or known.get("day", 0)
    number = place.number or known.get("number", 0)
    return place._replace(id=id, year=year, day=day, number=number)


def _id_in(path: str) -> str:
    """Return the id that is the name of a file, or of its folder; an empty text without."""
    folder, name = os.path.split(path)
    for word in (os.path.splitext(name)[0], os.path.basename(folder)):
        site, id = identify(word)
        if site is not OWN and re.match(site.SPELLED or site.NAME, word, re.IGNORECASE):
            return id
    return ""


def _agrees(site: Site, id: str, place: Place) -> bool:
    """Tell whether a puzzle has the year, the day and the number that a path tells."""
    known = site.fields(id)
    if place.id:
        # The number in the name of the file counts, if it has one.
        digits = re.fullmatch(r"(?:[a-z]+[-_ ]?)?0*(\d{1,4})", place.id, re.IGNORECASE)
        return not digits or int(digits[1]) in (known.get("day"), known.get("number"))
    return all(not number or known.get(field) == number for field, number in _fields(place).items())


def _own_id(event: str, place: Place) -> str:
    """Return the id of a puzzle of another event; an empty text if its path has no number."""
    word = _words(YEAR.sub("", event)) or OWN.NAME
    if place.number:
        return f"{word}{place.number}"
    if not place.day:
        return ""
    return f"{word}{place.year or ''}d{place.day}"


def _words(name: str) -> str:
    """Return the words of a name in small letters, with `_` between."""
    return re.sub(r"[\W_]+", "_", part_words.snake(name)).strip("_")


def _named(root: Path, path: str) -> Sequence[str]:
    """Return the sites or the event that a file's name tells, else the nearest folder in the repository."""
    names = os.path.splitext(path)[0].split("/")
    if found := _told_by_title(names.pop()):
        return found
    for name in reversed(names):
        if found := _told(name):
            return found
    above = [root.name, root.parent.name] if YEAR.fullmatch(root.name) else [root.name]
    for name in above:
        if found := _told(name, is_root=True):
            return found
    return ()


@lru_cache(maxsize=20_000)
def _told(name: str, *, is_root: bool = False) -> Sequence[str]:
    """Return the sites or the event that the name of a folder tells."""
    # The two digits may be those of a year.
    name = re.sub(r"(?<=[a-z])_?\d\d$", "", _words(YEAR.sub("", name)))
    is_title = bool(re.search(r"\d", name.replace("i18n", "")))
    squeezed = name.replace("_", "")
    found = []
    for site in sites().values():
        title = re.sub(r"\W", "", site.TITLE.lower())
        word = rf"(?:^|_)(?:{site.SPELLED or site.NAME})(?![a-z\d])"
        if site is not OWN and (title in squeezed or (not is_title and re.search(word, name))):
            found.append(site.NAME)
    if found or is_title:
        return found
    says_something = not {*name.split("_")} <= _PLAIN
    is_event = _EVENTS.search(name) or (says_something and not is_root and _KINDS.fullmatch(name))
    return (name,) if is_event else ()


@lru_cache(maxsize=20_000)
def _told_by_title(name: str) -> Sequence[str]:
    """Return the site or the event that the name of a file tells, which may be any title."""
    name = _words(YEAR.sub("", name))
    for site in sites().values():
        word = rf"(?:{site.SPELLED or site.NAME})(?:\d|_|day|d|quest|q|part|p|[abc]$)*"
        if site is not OWN and re.fullmatch(word, name):
            return (site.NAME,)
    event = re.fullmatch(rf"({_EVENTS.pattern})[\d_]*", name)
    return (event[1],) if event else ()


def _by_word(path: str, place: Place) -> str:
    """Return the site whose word for a puzzle stands before the number, as in `quest3`; else nothing."""
    for word, number in _NUMBERED.findall(path):
        for site in sites().values():
            if word.lower() == site.PAGE and int(number) == (place.day or place.number):
                return site.NAME
    return ""


def _event_of_link(seen: Clues, place: Place) -> str:
    """Return the event that a link tells: it stands below the title, or ends in the number."""
    number = place.day or place.number
    known_hosts = {_host(site.ADDRESS) for site in sites().values()}
    for link in seen.alone:
        host = _host(link)
        if host in known_hosts:
            continue
        rest = link.partition("://")[2].removeprefix(host)
        has_number = number and re.search(rf"(?<!\d)0*{number}/?$", rest)
        if (link == seen.below_title or has_number) and not _REFERENCES.search(host):
            return max(host.split(".")[:-1] or [host], key=len)
    return ""


def _host(link: str) -> str:
    return link.partition("://")[2].partition("/")[0].removeprefix("www.")


def beside(paths: Collection[str]) -> dict[str, str]:
    """Return the events of paths that name none: of folders that lie beside one of a site or an event."""
    # A folder of helpers has no numbers.
    depths = {path: _depth(path) for path in paths if re.search(r"\d", path)}
    parents = {_head(path, depth) for path, depth in depths.items() if depth >= 0}
    events = {}
    for path, depth_of_name in depths.items():
        folders = path.split("/")[:-1] if parents and depth_of_name < 0 else []
        for depth, folder in enumerate(folders):
            words = _words(folder)
            says_something = not re.search(r"\d", words) and not {*words.split("_")} <= _PLAIN
            if says_something and _head(path, depth) in parents:
                events[path] = words
    return events


def _depth(path: str) -> int:
    """Return how many folders are above the first one that names a site or an event; -1 without one."""
    folders = path.split("/")[:-1]
    return next((depth for depth, name in enumerate(folders) if _told(name)), -1)


def _head(path: str, depth: int) -> str:
    return "/".join(path.split("/")[:depth])
