"""The ranges that constraints give in numbers, such as `n will be between 1 and 10^6, inclusive`.

A sentence is read as a whole or not at all: what it says beside a range may be a condition, or a unit.
"""

import re

# As a case file has it: `{from = 1, to = 50}`.
Range = dict[str, int]

# No type of the site has larger numbers.
LARGEST = 2**64
# Characters of a constraint that are read.
LONGEST = 500

# Minus, times and a space as pages have them.
_SIGNS = str.maketrans("\u2212\u2013\u00d7\u00a0", "--* ")
# Groups of three digits, with one sign between all of them.
_GROUPS = re.compile(r"(?<![\w.,])\d{1,3}([, ])\d{3}(?:\1\d{3})*(?![, ]?\d|\w)")
_OPERATOR = re.compile(r"(?<=\d) ?([-+*^]) ?(?=\d)")
# What does not change a range; `1,000,000 (10^6)` has the same number twice.
_NEEDLESS = re.compile(r",? \(?(?:both )?inclusive\)?|(?<=\d) \([-+*^\d ]+\)")
_ITEM = re.compile(r"^\s*[-•](?!\d)\s*", re.MULTILINE)

_TERM = r"\d{1,20}(?:\^\d{1,2})?"
_NUMBER = rf"(-?)({_TERM})(?:\*({_TERM}))?([-+]\d{{1,20}})?"
_LIMITS = rf"(?P<limits>(?:between|from) {_NUMBER} (?:and|to) {_NUMBER}|exactly {_NUMBER})"
_NAMES = r"(?P<names>\w+(?:(?:,? and |, )\w+)*)"
_WILL = r"(?:will|must|should)(?: each| both| all)?"
_THINGS = r"(?:elements?|integers?|numbers?|values?)"
_LENGTHS = re.compile(rf"{_NAMES} {_WILL} (?:contain|have) {_LIMITS} {_THINGS}")
_VALUES = re.compile(rf"(?:(?:(?:each|every|all) )?{_THINGS} (?:of|in) )?{_NAMES} {_WILL} be {_LIMITS}", re.I)


def read(text: str) -> tuple[dict[str, Range], dict[str, Range]]:
    """Return the ranges of values, and of the lengths of lists, by the names of their arguments."""
    values: dict[str, Range] = {}
    lengths: dict[str, Range] = {}
    text = text.translate(_SIGNS).replace("**", "^")
    items = _ITEM.split(text)
    if len(items) == 1:
        items = text.splitlines()
    for item in items:
        line = " ".join(item[:LONGEST].split())
        line = _GROUPS.sub(lambda group: re.sub(r"\D", "", group[0]), line)
        line = _OPERATOR.sub(r"\1", line)
        line = _NEEDLESS.sub("", line)
        for sentence in re.split(r"[.;](?:\s|$)", line):
            sentence = sentence.strip()
            ranges = lengths
            match = _LENGTHS.fullmatch(sentence)
            if not match:
                ranges = values
                match = _VALUES.fullmatch(sentence)
            if match:
                numbers = [_number(number) for number in re.finditer(_NUMBER, match["limits"])]
                least, greatest = numbers[0], numbers[-1]
                if -LARGEST <= least <= greatest <= LARGEST:
                    for name in re.findall(r"\b(?!and\b)\w+", match["names"]):
                        ranges[name] = {"from": least, "to": greatest}
    return values, lengths


def _number(match: re.Match[str]) -> int:
    sign, first, second, summand = match.groups()
    number = -1 if sign else 1
    for factor in (first, second):
        if factor:
            base, _, exponent = factor.partition("^")
            number *= int(base) ** int(exponent or 1)
    if summand:
        number += int(summand)
    return number
