"""Answers of Project Euler in lines such as `227. 3780.618622`."""

import re

from puzzle_runner.errors import Unreadable
from puzzle_runner.model import Expected
from puzzle_runner.sites.values import Kept

_LINE = re.compile(r"\s*(?:problem\s+)?0*([1-9]\d{0,4})\s*[.:)]?\s+(\S.*?)\s*", re.IGNORECASE)
# Lines that say nothing.
_EMPTY = re.compile(r"\s*(?:#.*|0*[1-9]\d{0,4}\s*[.:)]?\s*)?")


def read(text: str, source: str) -> list[Kept] | None:
    """Return the answers, of two to one problem the last; None if the first line has none.

    Raises Unreadable, with the number of the line.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not _EMPTY.fullmatch(line)]
    if not lines or not _LINE.fullmatch(lines[0][1]):
        return None
    answers = {}
    for number, line in lines:
        if not (pair := _LINE.fullmatch(line)):
            raise Unreadable(f'{source}, line {number}: write a number and an answer, such as "227. 3780.6".')
        answers[f"euler{pair[1]}"] = pair[2]
    return [Kept(id, answers={1: Expected(answer)}) for id, answer in answers.items()]
