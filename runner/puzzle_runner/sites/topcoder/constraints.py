"""The ranges of arguments that constraints give in numbers: `between 1 and 10^6, inclusive`.

Each way to write a range is first replaced by `<1:1000000>`; then a sentence says whose range it is.
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
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
# Groups of three digits, with one sign between all of them. `[1,500]` is a range.
_GROUPS = re.compile(r"(?<![\w.,\[(])\d{1,3}([,_' ])\d{3}(?:\1\d{3})*(?![,_' ]?\d|\w)")

_POWER = r"\d{1,20}(?: ?\^ ?\(?\d{1,2}\)?|[eE]\d{1,2})?"
_NUMBER = (
    rf"((?:- ?)?\(?{_POWER}(?: ?\* ?{_POWER})?\)?(?: ?[-+] ?\d{{1,20}})?(?: (?:thousand|million|billion))?)"
    r"(?![\w^(])"
)
# What goes on with a sign is a term with a variable, or another number.
_LIMIT = _NUMBER + r"(?![.,_' ]\d| ?[-+*/^] ?[\w(])"
_PARTS_OF_NUMBER = re.compile(r"(-?)(\d[\d^e*]*)([-+]\d+)?(thousand|million|billion)?")
_WORDS = {"thousand": 10**3, "million": 10**6, "billion": 10**9, None: 1}
# The same number once more, as in `1,000,000 (10^6)`, and whether it belongs to the range.
_OPEN = r"(?: \([-+*^,\d ]+\))?(?:,? \(?(?:both )?(inclusive|exclusive)\b\)?)?"
_BETWEEN = re.compile(
    rf"\b(?:between|from|in the range(?: from| of)?) {_LIMIT}{_OPEN},? (?:and|to|through) {_LIMIT}{_OPEN}"
)
_AT_LEAST = re.compile(rf"\bat least {_LIMIT},? and (?:at most|no more than|not more than) {_LIMIT}")
_MORE_THAN = re.compile(rf"\b(?:greater|more|larger) than {_LIMIT},? and (?:less|smaller) than {_LIMIT}")
_INTERVAL = re.compile(
    rf"\b(?:in|within) (?:the )?(?:range |interval )?([\[(]){_NUMBER} ?, ?{_NUMBER}([\])])"
)
_CHAIN = re.compile(rf"{_LIMIT} ?(<=?) ?([A-Za-z][\w, \[\]]*?) ?(<=?) ?{_LIMIT}")
_EXACTLY = re.compile(rf"\bexactly {_LIMIT}")
_EITHER = re.compile(rf"\b(?:either )?{_LIMIT} or {_LIMIT}")

_NAME = r"\w+(?:\[\w+\])?"
_NAMES = rf"{_NAME}(?:(?:,? and |, ){_NAME})*"
_RANGE = r"(?:an integer |integers )?<(-?\d+):(-?\d+)>"
_BE = r"(?:(?:will|must|should|has to|have to)(?: each| both| all)? (?:be|lie)|is|are|lies?)"
_HAVE = r"(?:(?:(?:will|must|should)(?: each| both| all)? )?(?:contain|have)|contains|has)"
_THINGS = r"(?:elements?|integers?|numbers?|values?|entry|entries)"
_NO_UNIT = r"(?! (?:digit|character|letter|element|word|bit)s?\b)"
_LENGTHS = (
    re.compile(rf"\b({_NAMES}) {_HAVE} {_RANGE} {_THINGS}"),
    re.compile(rf"\b({_NAMES}) {_BE} {_RANGE} elements long"),
    re.compile(rf"(?i)^the (?:number of {_THINGS}|length|size) (?:of|in) ({_NAMES}) {_BE} {_RANGE}"),
)
_VALUES = (
    re.compile(
        rf"(?i)^(?:(?:each|every|all|the|of) )*{_THINGS} (?:of|in) ({_NAMES}) {_BE} {_RANGE}{_NO_UNIT}"
    ),
    re.compile(rf"(?i)^(?:for each \w+, |the value of |both |all of )?({_NAMES}) {_BE} {_RANGE}{_NO_UNIT}"),
)
_ARGUMENT = re.compile(r"\b(?!and\b)\w+\b(?!\])")
# What holds under a condition is no range.
_CONDITION = re.compile(r"\b(?:if|when|unless)\b", re.IGNORECASE)
_ITEM = re.compile(r"^\s*[-*•](?!\d)\s*", re.MULTILINE)
# A line goes on in the next one, unless that begins a sentence.
_LINE = re.compile(rf"\n\s*(?:\n\s*|(?=[A-Z]|{_NAMES} (?:will|must|is|are|has|have|contains?)\b))")
_SENTENCE_ENDS = re.compile(r"[.;](?=\s|$)|(?<=>),? and (?=[a-z]\w* will\b)|, and (?=(?:each|every|all) )")


class Limits(NamedTuple):
    """The least and the greatest number of a range."""

    least: int
    greatest: int


class Constraints(NamedTuple):
    """The ranges of values, and of the lengths of lists, by the names of their arguments."""

    values: dict[str, Limits]
    lengths: dict[str, Limits]


def read(text: str) -> Constraints:
    """Return what the constraints of a problem say in numbers; of two ranges of one name the last."""
    values: dict[str, Limits] = {}
    lengths: dict[str, Limits] = {}
    for sentence in _sentences(text):
        for ranges, patterns in ((lengths, _LENGTHS), (values, _VALUES)):
            for pattern in patterns:
                if match := pattern.search(sentence):
                    limits = Limits(int(match[2]), int(match[3]))
                    ranges.update(dict.fromkeys(_ARGUMENT.findall(match[1]), limits))
    return Constraints(values, lengths)


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences of constraints, each in a line, with `<1:50>` in the place of a range."""
    plain = text.translate(_SIGNS).replace("**", "^").replace("≤", "<=")
    plain = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda raised: f"^{raised[0].translate(_RAISED)}", plain)
    items = _ITEM if _ITEM.search(plain) else _LINE
    for item in items.split(plain):
        line = " ".join(item[:LONGEST].split())
        line = _GROUPS.sub(lambda group: re.sub(r"\D", "", group[0]), line)
        for sentence in _SENTENCE_ENDS.split(_with_ranges(line)):
            if not _CONDITION.search(sentence):
                yield sentence.strip()


def _with_ranges(line: str) -> str:
    # A word behind the second limit is for both, unless the first has its own.
    line = _BETWEEN.sub(
        lambda m: _range(m, m[1], m[3], (m[2] or m[4]) == "exclusive", m[4] == "exclusive"), line
    )
    line = _AT_LEAST.sub(lambda m: _range(m, m[1], m[2]), line)
    line = _MORE_THAN.sub(lambda m: _range(m, m[1], m[2], True, True), line)
    line = _INTERVAL.sub(lambda m: _range(m, m[2], m[3], m[1] == "(", m[4] == ")"), line)
    line = _CHAIN.sub(lambda m: f"{m[3]} will be {_range(m, m[1], m[5], m[2] == '<', m[4] == '<')}", line)
    line = _EXACTLY.sub(lambda m: _range(m, m[1], m[1]), line)
    return _EITHER.sub(lambda m: _range(m, m[1], m[2]) if _number(m[2]) == _number(m[1]) + 1 else m[0], line)


def _range(match: re.Match[str], least: str, greatest: str, above: bool = False, below: bool = False) -> str:
    """Return a range as it is marked, `above` or `below` its limits; what was matched if that is none."""
    first, last = _number(least) + above, _number(greatest) - below
    is_sound = -LARGEST <= first <= last <= LARGEST
    return f"<{first}:{last}>" if is_sound else match[0]


def _number(text: str) -> int:
    """Return the value of a limit, such as `-10^6`, `2*10^9`, `2^31-1`, `1e9` or `2 million`."""
    parts = _PARTS_OF_NUMBER.fullmatch(re.sub("[() ]", "", text.lower()))
    assert parts
    product = 1
    for factor in parts[2].split("*"):
        base, _, zeros = factor.partition("e")
        base, _, power = base.partition("^")
        product *= int(int(base) ** int(power or 1)) * 10 ** int(zeros or 0)
    signed = -product if parts[1] else product
    return (signed + int(parts[3] or 0)) * _WORDS[parts[4]]
