"""Lists of answers as people keep them: lines, tables of Markdown, JSON objects."""

import json
import re
from collections.abc import Iterator, Mapping

from puzzle_runner.errors import Unreadable

# `227. 3780.6`, `Problem 227: 3780.6`, `p227 = 3780.6`, `#227: 3780.6`, `227,3780.6`, with a tab between.
_NUMBER = r"(?:(?:project\s+)?(?:problem|euler|pe|p)[\s_-]*)?0*([1-9]\d{0,4})"
# After a comma or a semicolon that separates, no other one: which column of more is the answer nobody knows.
_PAIR = re.compile(
    rf"[\s*+-]*#?{_NUMBER}(?:\s*(?:[.:)=|]|[-=]>|→|-\s|,(?!.*,)|;(?!.*;))\s*|\s+(?![,;]))(\S.*?)\s*",
    re.IGNORECASE,
)
# Comments, headings without a number, and numbers without an answer.
_NOTHING = re.compile(rf"\s*(?:#(?!\d+\s*[.:)=]).*|\D*|[\s*+-]*{_NUMBER}\s*[.:)=,;|]?\s*)", re.IGNORECASE)
_ID = re.compile(rf"#?\s*{_NUMBER}\.?", re.IGNORECASE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_RULE = re.compile(r"[\s|:-]+")
# What the column of the answers is called; without such a head, it is the last.
_ANSWER = re.compile(r"\W*(?:answer|solution|result|value)s?\W*", re.IGNORECASE)


def read(text: str, source: str) -> dict[str, str]:
    """Return answers by the number of their problem, of two to one problem the last; none if it is no list.

    Raises Unreadable, with the name of its source, for a line in a list that cannot be read.
    """
    if text.lstrip().startswith("{"):
        return _of_json(text)
    answers: dict[str, str] = {}
    for number, line, pair in _lines(text):
        if pair:
            answers[pair[0]] = pair[1]
        elif answers and not _NOTHING.fullmatch(line):
            raise Unreadable(f'{source}, line {number}: write a number and an answer, such as "227. 3780.6".')
    return answers


def _lines(text: str) -> Iterator[tuple[int, str, tuple[str, str] | None]]:
    """Yield the number of each line, its text, and the problem and the answer in it if there are both."""
    column = -1
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith("|"):
            pair = None if _NOTHING.fullmatch(line) else _PAIR.fullmatch(line)
            yield number, line, (pair[1], pair[2]) if pair else None
            continue
        cells = [_LINK.sub(r"\1", cell).strip().strip("*`") for cell in line.strip().strip("|").split("|")]
        if heads := [place for place, cell in enumerate(cells) if _ANSWER.fullmatch(cell)]:
            column = heads[-1]
        problem = next(filter(None, map(_ID.fullmatch, cells)), None)
        answer = cells[column] if -1 <= column < len(cells) else ""
        is_row = problem and not heads and not _RULE.fullmatch(line)
        # A row of a problem that is not solved yet says nothing.
        yield number, "", (problem[1], answer) if is_row and problem and answer and len(cells) > 1 else None


def _of_json(text: str) -> dict[str, str]:
    try:
        # Answers are text.
        content = json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        # These may be several documents, one in a line.
        return {}
    if not isinstance(content, Mapping):
        return {}
    named = [(_ID.fullmatch(name), value) for name, value in content.items()]
    if not all(name and isinstance(value, str) for name, value in named):
        return {}
    return {name[1]: value for name, value in named if name}
