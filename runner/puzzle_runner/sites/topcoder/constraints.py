"""The ranges that constraints give in numbers, such as `n will be between 1 and 10^6, inclusive`.

A sentence is read as a whole or not at all: what it says beside a range may be a condition, or a unit.
"""

import re
from typing import Any

# As a case file has it: `{from = 1, to = 50}`; that of a list has one for its `length`, too.
Range = dict[str, Any]

# Characters of a sentence that are read, and the largest number of any type of the site.
LONGEST, LARGEST = 500, 2**64
# Minus and a space as pages have them.
_SIGNS = str.maketrans("\u2212\u2013\u00a0", "-- ")
_NUMBER = r"(-?)(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d{1,20})(?:\^(\d{1,2}))?(?: ?([-+]) ?(\d{1,20}))?"
_SENTENCE = re.compile(
    rf"(?:each element of )?(?P<names>\w+(?:(?:,? and |, )\w+)*) will (?:each )?(?P<verb>be|contain) between "
    rf"(?P<least>{_NUMBER}) and (?P<most>{_NUMBER})(?P<unit> elements)?(?:,? \(?inclusive\)?)?",
    re.IGNORECASE,
)


def read(text: str) -> tuple[dict[str, Range], dict[str, Range]]:
    """Return the ranges of values, and of the lengths of lists, by the names of their arguments."""
    values: dict[str, Range] = {}
    lengths: dict[str, Range] = {}
    for sentence in re.split(
        r"[.;](?=\s|$)|^\s*[-•](?!\d)|\n\s*\n", text.translate(_SIGNS), flags=re.MULTILINE
    ):
        match = _SENTENCE.fullmatch(" ".join(sentence[:LONGEST].split()))
        if not match:
            continue
        is_length = match["verb"].lower() == "contain"
        least = _number(match["least"])
        most = _number(match["most"])
        if is_length != bool(match["unit"]) or not -LARGEST <= least <= most <= LARGEST:
            continue
        ranges = lengths if is_length else values
        for name in re.findall(r"\b(?!and\b)\w+", match["names"]):
            ranges[name] = {"from": least, "to": most}
    return values, lengths


def _number(text: str) -> int:
    match = re.fullmatch(_NUMBER, text)
    assert match
    sign, digits, exponent, operator, summand = match.groups()
    number = int(re.sub("[ ,]", "", digits))
    if exponent:
        number = number ** int(exponent)
    if sign:
        number = -number
    if summand:
        number += int(operator + summand)
    return number
