"""The ranges that constraints give in numbers, such as `n will be between 1 and 10^6, inclusive`.

A sentence is read as a whole or not at all: what it says beside a range may be a condition, or a unit.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

# No type of the site has larger numbers.
LARGEST = 2**64
# Characters of a constraint that are read.
LONGEST = 500

# Other signs for minus, times, an apostrophe and a space.
_SIGNS = str.maketrans("\u2212\u2013\u2014\u00d7\u00b7\u22c5\u2019\u00a0\u2009\u202f", "---***'   ")
_POWER = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
# Groups of three digits, with one sign between all of them.
_GROUPS = re.compile(r"(?<![\w.,])\d{1,3}([,_' ])\d{3}(?:\1\d{3})*(?![,_' ]?\d|\w)")
# What does not change a range, which is inclusive anyway; `1,000,000 (10^6)` has the same number twice.
_NEEDLESS = re.compile(r",? \(?(?:both )?inclusive\)?|(?<=\d) \([-+*^\d ]+\)")

_TERM = r"\d{1,20}(?:\^\d{1,2})?"
_NUMBER = rf"(-?)({_TERM})(?:\*({_TERM}))?([-+]\d{{1,20}})?"
_LIMITS = rf"(?P<limits>(?:between|from) {_NUMBER} (?:and|to) {_NUMBER}|exactly {_NUMBER})"
_NAMES = r"(?P<names>\w+(?:(?:,? and |, )\w+)*)"
_WILL = r"(?:will|must|should)(?: each| both| all)?"
_THINGS = r"(?:elements?|integers?|numbers?|values?)"
_LENGTHS = re.compile(rf"{_NAMES} {_WILL} (?:contain|have) {_LIMITS} {_THINGS}")
_VALUES = re.compile(rf"(?:(?:(?:each|every|all) )?{_THINGS} (?:of|in) )?{_NAMES} {_WILL} be {_LIMITS}", re.I)
_ITEM = re.compile(r"^\s*[-•](?!\d)\s*", re.MULTILINE)
_SIGN = re.compile(r"(?<=\d) ?([-+*^]) ?(?=\d)")
_SENTENCE_ENDS = re.compile(r"[.;](?:\s|$)")


# As a case file has it: `{from = 1, to = 50}`.
Range = dict[str, int]


class Constraints(NamedTuple):
    """The ranges of values, and of the lengths of lists, by the names of their arguments."""

    values: dict[str, Range]
    lengths: dict[str, Range]


def read(text: str) -> Constraints:
    """Return what the constraints of a problem say in numbers; of two ranges of one name the last."""
    constraints = Constraints({}, {})
    for sentence in _sentences(text):
        for pattern, ranges in ((_LENGTHS, constraints.lengths), (_VALUES, constraints.values)):
            match = pattern.fullmatch(sentence)
            limits = _range(match["limits"]) if match else None
            if match and limits:
                for name in re.findall(r"\b(?!and\b)\w+", match["names"]):
                    ranges[name] = limits
    return constraints


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences of constraints, each in a line, with numbers such as `-2*10^9`."""
    text = text.translate(_SIGNS).replace("**", "^")
    text = _POWER.sub(lambda power: f"^{power[0].translate(_RAISED)}", text)
    items = _ITEM.split(text)
    if len(items) == 1:
        items = text.splitlines()
    for item in items:
        line = " ".join(item[:LONGEST].split())
        line = _GROUPS.sub(lambda group: re.sub(r"\D", "", group[0]), line)
        line = _SIGN.sub(r"\1", line)
        line = _NEEDLESS.sub("", line)
        for sentence in _SENTENCE_ENDS.split(line):
            yield sentence.strip()


def _range(text: str) -> Range | None:
    """Return the range `between 1 and 2*10^9` or `exactly 5`; None if there is no such range."""
    numbers = [_number(match) for match in re.finditer(_NUMBER, text)]
    limits = {"from": numbers[0], "to": numbers[-1]}
    is_sound = -LARGEST <= limits["from"] <= limits["to"] <= LARGEST
    return limits if is_sound else None


def _number(match: re.Match[str]) -> int:
    sign, first, second, summand = match.groups()
    number = -1 if sign else 1
    for factor in (first, second or "1"):
        base, _, exponent = factor.partition("^")
        number *= int(base) ** int(exponent or 1)
    return number + int(summand or 0)
