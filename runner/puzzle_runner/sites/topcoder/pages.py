"""A problem of TopCoder in its page, saved or pasted as text: signature, constraints, examples."""

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from puzzle_runner.errors import Unreadable
from puzzle_runner.sites import pages
from puzzle_runner.sites.values import Problem
from puzzle_runner.text import count

# Behind these, a page goes on in a new line.
_BLOCK_ENDS = re.compile(r"(?i)<br\s*/?>|</?(?:p|pre|td|th|tr|li|div|h\d|title)\b[^>]*>")
_COMMENT_MARKS = re.compile(r"^[ \t]*(?://+|#+|--|\*)", re.MULTILINE)
_SIGNATURE = re.compile(r"\bsignature:\s*([\w\[\]]+)\s+(\w+)\s*\(([^()]*)\)")
_CLASS = re.compile(r"\bClass:\s*(\w+)")
_MATCH = re.compile(r"\b(?:SRM|Single Round Match)\s*#?\s*0*([1-9]\d{0,3})\b")
_ADDRESS = re.compile(r"https?://[\w.]*topcoder\.com/[^\s\"'<>]*(?:ProblemStatement/pm/|pm=)\d+")
# Headings, each alone on its line.
_EXAMPLES = re.compile(r"^\s*(?:Examples|Test cases):?\s*$", re.MULTILINE | re.IGNORECASE)
_CONSTRAINTS = re.compile(r"^\s*Constraints:?\s*$", re.MULTILINE | re.IGNORECASE)
_RETURNS = re.compile(r"^\s*Returns\s*:", re.MULTILINE)
_NUMBER = re.compile(r"^\s*(?:(\d{1,3})\)|Example #?(\d{1,3}):?[ \t]*$)", re.MULTILINE)

# The names of types in Python, and how their values are written. The site has no lists of lists.
_TYPES = {"int": "int", "long": "int", "double": "float", "float": "float", "boolean": "bool"}
_TYPES |= {"bool": "bool", "String": "str", "string": "str", "char": "str"}
_TEXT = r"""\"(?:[^"\\]|\\.)*"|'\\?.'"""
_WRITTEN = {"int": r"-?\d{1,40}", "bool": "true|false", "str": _TEXT}
_WRITTEN["float"] = r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TOKEN = re.compile(rf"{_TEXT}|[{{}}]|[^\s,{{}}]+", re.DOTALL)
# Characters of a sentence that are read, and the largest number of any type of the site.
LONGEST, LARGEST = 500, 2**64
# Minus and a space as pages have them.
_SIGNS = str.maketrans("\u2212\u2013\u00a0", "-- ")
_INTEGER = r"(-?)(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d{1,20})(?:\^(\d{1,2}))?(?: ?([-+]) ?(\d{1,20}))?"
_RANGE = re.compile(
    rf"(?:each element of )?(?P<names>\w+(?:(?:,? and |, )\w+)*) will (?:each )?(?P<verb>be|contain) between "
    rf"(?P<least>{_INTEGER}) and (?P<most>{_INTEGER})(?P<unit> elements)?(?:,? \(?inclusive\)?)?",
    re.IGNORECASE,
)

TOLERANCE = 1e-9
# A range as a case file has it: `{from = 1, to = 50}`; that of a list has one for its `length`, too.
Range = dict[str, Any]
# The arguments of each example, and what it returns.
Cases = dict[str, tuple[Mapping[str, Any], Any]]
MODULE = '''"""{head}"""


class {owner}:
    """The class that the problem names."""

    def {method}({arguments}) -> {returns} | None:
        """What it asks, in a line; its arguments are keys of a case."""
'''


class Pages(pages.Pages):
    """Nothing is asked of the site: a person saves a page of the archive or of Greed, or copies its text."""

    def read_problem(self, text: str, source: str) -> Problem | None:
        plain = _text(text)
        definition = _SIGNATURE.search(plain)
        owner = _CLASS.search(plain)
        if not definition:
            return None
        result, method, arguments = definition.groups()
        statement, *examples = _EXAMPLES.split(plain[definition.end() :], maxsplit=1)
        try:
            returns = _type(result)
            parameters = {}
            for argument in arguments.split(",") if arguments.strip() else ():
                *words, name = argument.split() or [""]
                parameters[_name(name)] = _type("".join(words))
            cases = _cases("".join(examples), parameters, returns)
        except ValueError as error:
            raise Unreadable(f"{source}: {error}. Mend or remove that, and import it once more.") from None
        if not owner or not cases:
            raise Unreadable(f'{source} has no "Class:", or no examples: copy all of the page.')
        ranges, doubt = _ranges(statement, parameters, cases)
        match = _MATCH.search(plain)
        address = _ADDRESS.search(text)
        module = MODULE.format(
            head=f"{owner[1]}\n\n{address[0]}\n" if address else owner[1],
            owner=_name(owner[1]),
            method=_name(method),
            arguments=_arguments(parameters),
            returns=returns,
        )
        return Problem(
            id=f"srm{match[1]}" if match else "",
            title=owner[1],
            module=module,
            cases=cases,
            ranges=ranges,
            doubt=doubt,
            tolerance=TOLERANCE if "float" in returns else None,
        )


def _text(page: str) -> str:
    """Return a page as text, in which what stands apart has lines of its own, without marks of comments."""
    page = re.sub(r"(?i)<sup>\s*(\d{1,2})\s*</sup>", r"^\1", page)
    if page.lstrip("\ufeff \r\n\t").startswith("<"):
        tree = LexborHTMLParser(_BLOCK_ENDS.sub(lambda end: f"\n{end[0]}\n", page))
        # A page that Greed has saved: its style shows the colons, and the numbers.
        for node in tree.css(".definition-name, .testcase-output .prefix"):
            node.insert_after(":")
        for node in tree.css(".testcase .tag, .variable .name"):
            node.decompose()
        for number, node in enumerate(tree.css("li.testcase")):
            node.insert_before(f"{number})\n")
        page = tree.root.text() if tree.root else ""
    else:
        page = _COMMENT_MARKS.sub("", page)
    # In C++, types have other names.
    page = re.sub(r"\blong\s+long\b", "long", page.replace("\xa0", " "))
    return re.sub(r"\bvector\s*<\s*(\w+)\s*>", r"\1[]", page)


def _type(name: str) -> str:
    """Return how Python annotates a type such as `int[]`. Raises ValueError."""
    element = _TYPES.get(name.removesuffix("[]"))
    if not element:
        raise ValueError(f'the signature has "{name}", which is no type')
    return f"list[{element}]" if name.endswith("[]") else element


def _name(word: str) -> str:
    return f"{word}_" if keyword.iskeyword(word) or word == "self" else word


def _arguments(parameters: Mapping[str, str]) -> str:
    arguments = ["self"]
    # A first argument that is no number would be taken for an input.
    if "str" in next(iter(parameters.values()), ""):
        arguments.append("*")
    for name, type_name in parameters.items():
        arguments.append(f"{name}: {type_name}")
    return ", ".join(arguments)


def _cases(text: str, parameters: Mapping[str, str], returns: str) -> Cases:
    """Return the cases of the examples `0)`, `1)`, ... Raises ValueError for one that cannot be read.

    An explanation may have a numbered list, too: the last number before "Returns:" is that of the example.
    """
    cases: Cases = {}
    start = 0
    for result in _RETURNS.finditer(text):
        headings = list(_NUMBER.finditer(text, start, result.start()))
        if not headings:
            continue
        name = f"example{int(headings[-1][1] or headings[-1][2])}"
        between = text[headings[-1].end() : result.start()]
        start = result.end()
        try:
            tokens = _tokens(between)
            arguments = {key: _value(tokens, parameters[key]) for key in parameters}
            if next(tokens, ""):
                raise ValueError(f"it has more than {count(len(parameters), 'argument')}")
            cases[name] = (arguments, _value(_tokens(text[start:]), returns))
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return cases


def _ranges(statement: str, parameters: Mapping[str, str], cases: Cases) -> tuple[dict[str, Any], str]:
    """Return the ranges of all arguments, and why they are left out although there are constraints.

    There are none, and no reason is told, if not all arguments are numbers.
    """
    text = _CONSTRAINTS.split(statement)[1:]
    if not text or not {*parameters.values()} <= {"int", "list[int]"}:
        return {}, ""
    values, lengths = _limits(text[-1])
    ranges: dict[str, Any] = {}
    for name, type_name in parameters.items():
        word = name.removesuffix("_")
        examples = [arguments[name] for arguments, _ in cases.values()]
        is_certain = True
        if type_name == "list[int]":
            is_certain = _are_inside(map(len, examples), lengths.get(word))
            examples = list(chain.from_iterable(examples))
        if not is_certain or not _are_inside(examples, values.get(word)):
            return {}, f"the range of {name} cannot be read with certainty, or excludes an example"
        ranges[name] = values[word]
        if type_name == "list[int]":
            ranges[name] = {**values[word], "length": lengths[word]}
    return ranges, ""


def _limits(text: str) -> tuple[dict[str, Range], dict[str, Range]]:
    """Return the ranges of values, and of the lengths of lists, by the names of their arguments.

    A sentence is read as a whole or not at all: what it says beside a range may be a condition, or a unit.
    """
    values: dict[str, Range] = {}
    lengths: dict[str, Range] = {}
    for sentence in re.split(
        r"[.;](?=\s|$)|^\s*[-•](?!\d)|\n\s*\n", text.translate(_SIGNS), flags=re.MULTILINE
    ):
        match = _RANGE.fullmatch(" ".join(sentence[:LONGEST].split()))
        if not match:
            continue
        is_length = match["verb"].lower() == "contain"
        least = _integer(match["least"])
        most = _integer(match["most"])
        if is_length != bool(match["unit"]) or not -LARGEST <= least <= most <= LARGEST:
            continue
        ranges = lengths if is_length else values
        for name in re.findall(r"\b(?!and\b)\w+", match["names"]):
            ranges[name] = {"from": least, "to": most}
    return values, lengths


def _integer(text: str) -> int:
    match = re.fullmatch(_INTEGER, text)
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


def _are_inside(numbers: Iterable[int], limits: Mapping[str, int] | None) -> bool:
    if not limits:
        return False
    outside = [number for number in numbers if not limits["from"] <= number <= limits["to"]]
    return not outside


def _value(tokens: Iterator[str], type_name: str) -> Any:
    """Return the next value. Raises ValueError if it is of another type."""
    token = next(tokens, "")
    if type_name.startswith("list[") and token == "{":
        element = type_name.removeprefix("list[").removesuffix("]")
        values = []
        while (token := next(tokens, "")) != "}":
            values.append(_literal(token, element))
        return values
    return _literal(token, type_name)


def _literal(token: str, type_name: str) -> int | float | bool | str:
    if not re.fullmatch(_WRITTEN.get(type_name, "(?!)"), token, re.DOTALL):
        raise ValueError(f'"{token[:40]}" is no {type_name}')
    if type_name == "str":
        return re.sub(r"\\(.)", r"\1", token[1:-1])
    if type_name == "bool":
        return token == "true"
    return float(token) if type_name == "float" else int(token)


def _tokens(text: str) -> Iterator[str]:
    return map(str, _TOKEN.findall(text))
