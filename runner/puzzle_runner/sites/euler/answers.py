"""Lists of answers as people keep them: lines, tables of Markdown, JSON objects."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzle_runner.errors import Unreadable
from puzzle_runner.model import Expected
from puzzle_runner.sites.values import AnswerList, Kept
from puzzle_runner.text import count

# No problem will have a greater number for decades.
LAST = 3000
# The share of the lines that have a number and an answer, in a list of answers.
SHARE = 0.9
# Lines of a list are shorter.
LONGEST = 2000

# `227`, `Problem 227`, `#227`, `p227`.
_NUMBER = r"(?P<word>(?:(?:project\s+)?(?:problem|euler|pe|p))[\s_-]*)?\#?0*(?P<number>[0-9]{1,9})"
# `227. 3780.6`, `Problem 227: 3780.6`, `- [x] **p227** = 3780.6`; `bare` are `227 3780.6` and `227,3780.6`.
_PAIR = re.compile(
    rf"""[\s>*+_`"'-]*(?:\[[ x]\]\s*)?[*_`"']*{_NUMBER}[*_`"']*\s*
    (?:(?:(?:[-=]+>|\u2192|\.(?=\s)|[:)=]|[-\u2013\u2014](?=\s))\s*)+|(?P<bare>[\s,;|])\s*)
    (?P<value>\S.*)""",
    re.IGNORECASE | re.VERBOSE,
)
_ID = re.compile(rf"\W*{_NUMBER}\W*", re.IGNORECASE)
# Lines that say nothing: rules, comments, headings of a few words, numbers without an answer.
_NOTHING = re.compile(
    rf"\W*|\s*(?:\#(?!\d+\s*[.:)=])|//|;|%|<!--).*|\W*(?:[^\W\d]+\W+){{0,2}}[^\W\d]+\W*"
    rf"|[\s*+-]*{_NUMBER}\s*[.:)=,;|]\s*",
    re.IGNORECASE,
)
# What the answers are called in the head of a table.
_HEAD = re.compile(r"\W*(?:\w+\s+)?(?:answer|solution|result|value)s?\W*", re.IGNORECASE)
_RULE = re.compile(r"[\s|:-]+")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
# What stands around an answer, and behind it.
_MARKS = " \t,;`*_\"'$"
_REMARK = re.compile(r"\s*(?:#|//|\(|<!--|[\u2713\u2714\u2705]|\s[-\u2013\u2014]+\s).*")
# What people write where there is no answer yet.
_NO_ANSWER = re.compile(
    r"\W*|(?:to-?do|tb[ad]|n\.?/?a|none|null|nil|nan|unknown|(?:un)?solved|not|no|yes|open|pending|missing"
    r"|skip(?:ped)?|wip|fixme|error|timeout|done|true|false|x)(?:\W.*)?",
    re.IGNORECASE,
)
_PLAIN = r"[-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
# A number, a fraction, several numbers with commas, capital letters with digits, a word.
_VALUE = re.compile(rf"{_PLAIN}(?:/{_PLAIN}|(?:,{_PLAIN})+)?|[0-9A-Z]+|[A-Za-z]+")


class Line(NamedTuple):
    """A line that says something. Without an answer it `is_open` if there may be one later."""

    number: int
    text: str
    problem: int = 0
    answer: str = ""
    is_open: bool = False

    @property
    def is_word(self) -> bool:
        """Tell whether the answer is a word as it stands in a text."""
        return self.answer.isalpha() and not self.answer.isupper()


def read(text: str, source: str) -> AnswerList | None:
    """Return the answers in a list, of two to one problem the last; None for a text without any.

    Raises Unreadable, with the name of its source, if too many lines have none, or there is no such problem.
    """
    lines = list(_of_json(text) if text.lstrip().startswith("{") else _of_lines(text))
    answered = {line.number: line for line in lines if line.answer}
    words = [line.number for line in answered.values() if line.is_word]
    if len(words) > max(1, len(answered) // 2):
        # Answers are numbers, now and then a word. These may be steps: `1. Install`.
        for number in words:
            del answered[number]
    if not answered:
        return None
    for line in answered.values():
        if not 1 <= line.problem <= LAST:
            problem = f"there is no problem {line.problem}, so nothing is taken"
            raise Unreadable(f"{source}, line {line.number}: {problem}.")
    wrong = [line for line in lines if line.number not in answered and not line.is_open]
    total = len(answered) + len(wrong)
    if len(answered) < SHARE * total:
        raise Unreadable(
            f'{source}, line {wrong[0].number}: write a number and an answer, such as "227. 3780.6". Only '
            f"{len(answered)} of {count(total, 'line')} have these, so nothing is taken."
        )
    left = {line.number: line.text.strip() for line in lines if line.number not in answered}
    answers = {line.problem: line.answer for line in answered.values()}
    kept = [Kept(f"euler{problem}", answers={1: Expected(answer)}) for problem, answer in answers.items()]
    return AnswerList(kept, left)


def _of_lines(text: str) -> Iterator[Line]:
    # Whether a line such as `problem,answer` came, and the greatest number of a bare pair so far.
    has_head, greatest = False, 0
    # The column of the answers in a table; None before its head, -1 if the head names none.
    column: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        other = Line(number, line)
        if line.lstrip().startswith("|"):
            cells = [_LINK.sub(r"\1", cell).strip(_MARKS) for cell in line.strip().strip("|").split("|")]
            problem = next(filter(None, map(_ID.fullmatch, cells)), None)
            if problem:
                yield _of_row(other._replace(problem=int(problem["number"])), cells, column)
            elif not _RULE.fullmatch(line):
                heads = [place for place, cell in enumerate(cells) if _HEAD.fullmatch(cell)]
                column = heads[-1] if heads else -1
            continue
        column = None
        if len(line) > LONGEST:
            yield other
        elif any(map(_HEAD.fullmatch, re.split("[,;\t]", line))):
            has_head = True
        elif not _NOTHING.fullmatch(line):
            pair = _PAIR.fullmatch(_LINK.sub(r"\1", line))
            if not pair:
                yield other
                continue
            problem_number, value = int(pair["number"]), pair["value"]
            if pair["bare"] and not pair["word"]:
                # Any two numbers are such a pair. In a list they have a head, or the first ones are in order.
                is_pair = has_head or problem_number > greatest
                greatest = max(greatest, problem_number)
                # Which column of more is the answer nobody knows.
                if not is_pair or (pair["bare"] == "," and "," in value):
                    yield other
                    continue
            yield _with_answer(other._replace(problem=problem_number), value)


def _of_row(row: Line, cells: Sequence[str], column: int | None) -> Line:
    """Return a row of a table with its answer. Without a head, only that of two columns is known."""
    if column is None and len(cells) == 2:
        column = 1
    if column is None or not 0 <= column < len(cells):
        return row
    return _with_answer(row, cells[column])


def _with_answer(line: Line, value: str) -> Line:
    """Return a line with what is the answer in the text behind its number."""
    answer = _REMARK.sub("", value).strip(_MARKS).removesuffix(".").strip(_MARKS)
    if _NO_ANSWER.fullmatch(answer):
        return line._replace(is_open=True)
    return line._replace(answer=answer) if _VALUE.fullmatch(answer) else line


def _of_json(text: str) -> Iterator[Line]:
    try:
        # Answers are text.
        content = json.loads(text, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        # These may be several documents, one in a line.
        return
    for number, (name, value) in enumerate(content.items(), 1):
        line = Line(number, f'"{name}": {value}')
        problem = _ID.fullmatch(name)
        if problem and isinstance(value, str | None):
            line = _with_answer(line._replace(problem=int(problem["number"])), value or "")
        yield line
