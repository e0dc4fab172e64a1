"""Lists of answers as people publish them: a number and an answer in each line, by ascending numbers."""

import re

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

# Lines that say nothing: rules, numbers alone, comments, headings of a few words.
_NOTHING = re.compile(r"\W*|\d+\.\s*|\s*(?:#(?!\d)|//|;|%|<!--).*|\W*(?:[^\W\d]+\W+){0,2}[^\W\d]+\W*")
# `227. 3780.6`, `Problem 227: 3780.6`, `- **p227** = 3780.6`, `227 3780.6`, `227,3780.6`.
_PAIR = re.compile(
    r"""[\s>*+_`"'-]*(?:(?:project\s+)?(?:problem|euler|pe|p)[\s_-]*)?\#?0*(?P<number>[0-9]{1,9})[*_`"']*
    (?:\s*(?:[-=]+>|\.(?=\s|$)|[:)=])|[\s;]|,(?=[^,]*$))(?P<answer>.*)""",
    re.IGNORECASE | re.VERBOSE,
)
# What stands around an answer, and behind it.
_MARKS = " \t,;`*_\"'"
_REMARK = re.compile(r"\s+(?:#|//|\().*")
# What people write where there is no answer yet.
_NO_ANSWER = re.compile(
    r"\W*|to-?do|tb[ad]|n/?a|none|null|unknown|(?:un|not )?solved|done|yes|no|open|skipped|x", re.IGNORECASE
)
_PLAIN = r"[-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
# A number, a fraction, several numbers with commas, capital letters with digits, a word.
_VALUE = re.compile(rf"{_PLAIN}(?:/{_PLAIN}|(?:,{_PLAIN})+)?|[0-9A-Z]+|[A-Za-z]+")


def read(text: str, source: str) -> AnswerList | None:
    """Return the answers in a list; None for a text without any.

    Raises Unreadable, with the name of its source, if too many lines have none, if there is no such problem,
    or if one has two answers.
    """
    answers: dict[int, str] = {}
    left: dict[int, str] = {}
    wrong: list[int] = []
    last = 0
    for place, line in enumerate(text.splitlines(), 1):
        if _NOTHING.fullmatch(line[:LONGEST]):
            continue
        left[place] = line.strip()
        pair = _PAIR.fullmatch(line[:LONGEST])
        if not pair:
            wrong.append(place)
            continue
        problem = int(pair["number"])
        answer = _bare(pair["answer"])
        if _NO_ANSWER.fullmatch(answer):
            continue
        # Any two numbers are a pair, but those of an input are in no order.
        if problem < last or not _VALUE.fullmatch(answer):
            wrong.append(place)
            continue
        known = answers.setdefault(problem, answer)
        reason = ""
        if not 1 <= problem <= LAST:
            reason = f"there is no problem {problem}"
        elif known != answer:
            reason = f"problem {problem} has two answers, {known} and {answer}"
        if reason:
            raise Unreadable(f"{source}, line {place}: {reason}, so nothing is taken.")
        last = problem
        del left[place]
    # Answers are numbers, now and then a word. Words may be steps: `1. Install`.
    words = [answer for answer in answers.values() if answer.isalpha() and not answer.isupper()]
    if not answers or len(words) > max(1, len(answers) // 2):
        return None
    fitting = len(answers)
    total = fitting + len(wrong)
    if fitting < SHARE * total:
        raise Unreadable(
            f'{source}, line {wrong[0]}: write a number and an answer, such as "227. 3780.6", by ascending '
            f"numbers. Only {fitting} of {count(total, 'line')} are so, so nothing is taken."
        )
    kept = []
    for problem, answer in answers.items():
        kept.append(Kept(f"euler{problem}", answers={1: Expected(answer)}))
    return AnswerList(kept, left)


def _bare(text: str) -> str:
    """Return an answer without a remark behind it, the full stop of a sentence and the marks around it."""
    text = _REMARK.sub("", text).strip(_MARKS)
    return text.removesuffix(".").strip(_MARKS)
