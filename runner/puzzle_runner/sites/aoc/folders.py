"""Inputs and pages in the folders of other runners, which do not say whose they are.

cargo-aoc     input/2021/day3.txt
fspoettel's   data/inputs/03.txt, data/puzzles/03.md; the year is in .cargo/config.toml
aoc-cli       input and puzzle.md, in a folder for each day
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Expected
from puzzle_runner.sites.values import Kept

_ANSWER = re.compile(r"Your puzzle answer was\s+[`*]*([^`*\s]+)[`*]*\s*\.")
_YEAR = re.compile(r"(?<!\d)20[1-9]\d(?!\d)")
_DAY = re.compile(r"(?:.*\D)?0*([1-9]\d?)")
# Folders from the given one down to that of a day.
DEEPEST = 4


class Day(NamedTuple):
    """The input of a day, and its page in Markdown if that is there; `year` is 0 if no path tells it."""

    year: int
    day: int
    input: Path
    page: Path


def read(folder: Path, year: int, parse: Callable[[str], str | None]) -> list[Kept] | None:
    """Return what a folder of another runner has; None if it is none. Raises OSError or UsageError.

    `year` is that of days whose paths do not tell it. `parse` makes an id of a text such as `2021/03`.
    """
    days = [*_cargo_aoc(folder), *_fspoettel(folder)] or [*_aoc_cli(folder)]
    if not days:
        return None
    found: dict[str, Kept] = {}
    for day in days:
        if not (day.year or year):
            raise UsageError(f"{day.input} does not tell its year: add --year, such as --year 2024.")
        if id := parse(f"{day.year or year}/{day.day}"):
            found.setdefault(id, Kept(id, files.read(day.input), _answers(day.page)))
    return list(found.values())


def _cargo_aoc(folder: Path) -> Iterator[Day]:
    for path in sorted(folder.glob("input/20[1-9][0-9]/day*.txt")):
        if number := re.fullmatch(r"0*([1-9]\d?)", path.stem.removeprefix("day")):
            yield Day(int(path.parent.name), int(number[1]), path, path.with_suffix(".md"))


def _fspoettel(folder: Path) -> Iterator[Day]:
    inputs = sorted(folder.glob("data/inputs/[0-2][0-9].txt"))
    config = folder / ".cargo" / "config.toml"
    text = files.text(config) if inputs and config.is_file() else ""
    told = re.search(r"""AOC_YEAR\s*=\s*["'](20\d\d)""", text)
    for path in inputs:
        page = folder / "data" / "puzzles" / f"{path.stem}.md"
        yield Day(int(told[1]) if told else 0, int(path.stem), path, page)


def _aoc_cli(folder: Path) -> Iterator[Day]:
    for depth in range(DEEPEST):
        for page in sorted(folder.glob("*/" * depth + "puzzle.md")):
            inputs = [path for name in ("input", "input.txt") if (path := page.with_name(name)).is_file()]
            # The given folder may be that of a year, or of a day.
            place = page.parent.absolute()
            number = _DAY.fullmatch(place.name)
            years = _YEAR.findall("/".join(place.parts[-3:]))
            if inputs and number:
                yield Day(int(years[-1]) if years else 0, int(number[1]), inputs[0], page)


def _answers(page: Path) -> dict[int, Expected]:
    """Return the accepted answers in a page."""
    text = files.text(page) if page.is_file() else ""
    return {part: Expected(answer) for part, answer in enumerate(_ANSWER.findall(text)[:2], 1)}
