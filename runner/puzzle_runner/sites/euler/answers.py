"""Lists of answers as people keep them: lines, tables with a column of answers, JSON objects."""

import json
import re
from collections.abc import Iterator

from puzzle_runner.errors import Unreadable
from puzzle_runner.model import Expected
from puzzle_runner.sites.values import AnswerList, Kept
from puzzle_runner.text import count

# No problem will have a greater number for decades.
LAST = 3000
# The least share of lines with a number and an answer.
SHARE = 0.9
# Lines of a list are shorter.
LONGEST = 2000

# `227. 3780.6`, `Problem 227: 3780.6`, `- [x] **p227** = 3780.6`; `bare` are `227 3780.6` and `227,3780.6`.
_PAIR = re.compile(
    r"""[\s>*+_`"'-]*(?:\[[ x]\]\s*)?[*_`"']*
    (?:(?P<word>(?:project\s+)?(?:problem|euler|pe|p))[\s_-]*)?\#?0*(?P<number>[0-9]{1,9})[*_`"']*\s*
    (?:(?:(?:[-=]+>|\u2192|\.(?=\s|$)|[:)=]|[-\u2013\u2014](?=\s))\s*)+|(?P<bare>[\s,;|])\s*)
    (?P<value>.*)""",
    re.IGNORECASE | re.VERBOSE,
)
# Lines that say nothing: rules, comments, headings of a few words.
_NOTHING = re.compile(r"\W*|\s*(?:#|//|;|%|<!--).*|\W*(?:[^\W\d]+\W+){0,2}[^\W\d]+\W*")
# How the column of the answers is called.
_HEAD = re.compile(r"\W*(?:\w+\s+)?(?:answer|solution|result|value)s?\W*", re.IGNORECASE)
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


def read(text: str, source: str) -> AnswerList | None:
    """Return the answers in a list, of two that differ neither; None for a text without any.

    Raises Unreadable, with the name of its source, if too many lines have none, or there is no such problem.
    """
    answers: dict[int, str] = {}
    places: dict[int, int] = {}
    left: dict[int, str] = {}
    # The lines of problems with several answers.
    several: dict[int, str] = {}
    doubtful: set[int] = set()
    wrong: list[int] = []
    # How many lines have an answer, and how many of these a word.
    fitting = words = 0
    greatest = 0
    lines = list(_lines(text))
    for place, line in enumerate(lines, 1):
        pair = _PAIR.fullmatch(line) if len(line) <= LONGEST else None
        if pair is None:
            if not _NOTHING.fullmatch(line[:LONGEST]):
                left[place] = line.strip()
                wrong.append(place)
            continue
        problem = int(pair["number"])
        answer = _REMARK.sub("", pair["value"]).strip(_MARKS)
        answer = answer.removesuffix(".").strip(_MARKS)
        is_open = _NO_ANSWER.fullmatch(answer)
        fits = _VALUE.fullmatch(answer) and not is_open
        if fits and answers.get(problem, answer) != answer:
            first = places[problem]
            several |= {first: lines[first - 1].strip(), place: line.strip()}
            doubtful.add(problem)
            if pair["bare"] and not pair["word"]:
                wrong.append(place)
            else:
                fitting += 1
            continue
        # Any two numbers are a pair without a sign between them. Those of a list are in order.
        if pair["bare"] and not pair["word"]:
            fits = fits and "," not in answer and problem > greatest
        greatest = max(greatest, problem)
        if fits:
            answers[problem] = answer
            places[problem] = place
            fitting += 1
            words += answer.isalpha() and not answer.isupper()
            continue
        if pair["value"]:
            left[place] = line.strip()
        if not is_open:
            wrong.append(place)
    # Answers are numbers, now and then a word. Words may be steps: `1. Install`.
    if not fitting or words > max(1, fitting // 2):
        return None
    for problem in answers:
        if not 1 <= problem <= LAST:
            reason = f"there is no problem {problem}, so nothing is taken"
            raise Unreadable(f"{source}, line {places[problem]}: {reason}.")
    total = fitting + len(wrong)
    if fitting < SHARE * total:
        raise Unreadable(
            f'{source}, line {wrong[0]}: write a number and an answer, such as "227. 3780.6". Only '
            f"{fitting} of {count(total, 'line')} have these, so nothing is taken."
        )
    kept = [
        Kept(f"euler{problem}", answers={1: Expected(answer)})
        for problem, answer in answers.items()
        if problem not in doubtful
    ]
    return AnswerList(kept, left, several)


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a text; entries of a JSON object and rows of a table as `12: 0.250`."""
    try:
        # Answers are text.
        content = json.loads(text, parse_int=str, parse_float=str, object_pairs_hook=tuple)
    except (ValueError, RecursionError):
        content = None
    # An object is its pairs, as it may have a name twice.
    if isinstance(content, tuple):
        for name, value in content:
            yield f"{name}: {value}"
        return
    columns = column = 0
    for line in text.splitlines():
        plain = _LINK.sub(r"\1", line)
        separator = next((sign for sign in "|\t;," if sign in plain), None)
        cells = plain.strip().strip("|").split(separator)
        heads = [place for place, cell in enumerate(cells) if _HEAD.fullmatch(cell)]
        if separator and heads:
            columns, column = len(cells), heads[-1]
            yield ""
        elif separator and len(cells) == columns:
            yield f"{cells[0]}: {cells[column]}"
        else:
            # A table ends.
            columns = columns if plain.strip() else 0
            yield plain
