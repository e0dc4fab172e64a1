"""Answers of Project Euler in lines such as `227. 3780.618622`."""

import re
from collections.abc import Iterator

from puzzle_runner.errors import Unreadable
from puzzle_runner.model import Expected
from puzzle_runner.sites.values import Kept

_LINE = re.compile(r"\s*(?:problem\s+)?0*([1-9]\d{0,4})\s*[.:)]?\s+(\S.*?)\s*", re.IGNORECASE)
# Lines that say nothing.
_EMPTY = re.compile(r"\s*(?:#.*|0*[1-9]\d{0,4}\s*[.:)]?\s*)?")


def is_list(text: str) -> bool:
    """Tell whether the first line that says something has a number and an answer."""
    first = next((line for line in text.splitlines() if not _EMPTY.fullmatch(line)), "")
    return bool(_LINE.fullmatch(first))


def read(text: str, source: str) -> list[Kept]:
    """Return the answers, of two to one problem the last. Raises Unreadable, with the number of the line."""
    answers = dict(_pairs(text, source))
    return [Kept(id, answers={1: Expected(answer)}) for id, answer in answers.items()]


def _pairs(text: str, source: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if _EMPTY.fullmatch(line):
            continue
        if not (pair := _LINE.fullmatch(line)):
            raise Unreadable(f'{source}, line {number}: write a number and an answer, such as "227. 3780.6".')
        yield f"euler{pair[1]}", pair[2]
