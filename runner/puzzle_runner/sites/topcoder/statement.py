"""A problem of TopCoder in its page, saved or pasted as text: signature, constraints, examples."""

import keyword
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from puzzle_runner.errors import Unreadable
from puzzle_runner.sites.topcoder import constraints
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

# The names of types in Python. The site has no lists of lists.
_TYPES = {"int": "int", "long": "int", "double": "float", "float": "float", "boolean": "bool"}
_TYPES |= {"bool": "bool", "String": "str", "string": "str", "char": "str"}
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|\'\\?.\'', re.DOTALL)
_TOKEN = re.compile(rf"{_TEXT.pattern}|[{{}}\[\]]|[^\s,{{}}\[\]]+", re.DOTALL)
# How values are written, and what reads them.
_LITERALS: dict[str, tuple[re.Pattern[str], Callable[[str], object]]] = {
    "int": (re.compile(r"-?\d{1,40}"), int),
    "float": (re.compile(r"-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"), float),
    "bool": (re.compile(r"(?i)true|false"), lambda token: token.lower() == "true"),
    "str": (_TEXT, lambda token: re.sub(r'\\(["\'\\])', r"\1", token[1:-1])),
}
TOLERANCE = 1e-9
CHECK = '''"""Each number of a list may be off by 1e-9, absolute or relative."""

import ast
from math import isclose


def check(answer: str, text: str, *, expected: str | None) -> bool | str:
    """Compare two lists, number by number."""
    if expected is None:
        return "no answer is stored to compare it with"
    got, wanted = ast.literal_eval(answer), ast.literal_eval(expected)
    if len(got) != len(wanted):
        return f"it has {len(got)} numbers, not {len(wanted)}"
    return all(isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) for a, b in zip(got, wanted, strict=True))
'''
MODULE = '''"""{head}"""


class {owner}:
    """The class that the problem names."""

    def {signature}:
        """What it asks, in a line; its arguments are keys of a case."""
'''

Ranges = dict[str, dict[str, Any]]
# The arguments of each example, and what it returns.
Cases = dict[str, tuple[Mapping[str, Any], Any]]


def read(page: str, source: str) -> Problem | None:
    """Return the problem of a page or a text; None if it is none. Raises Unreadable, with the `source`."""
    text = _text(page)
    definition, owner = _SIGNATURE.search(text), _CLASS.search(text)
    if not definition:
        return None
    if not owner:
        raise Unreadable(f'{source} has a signature, but no "Class:": copy all of the page.')
    result, method, arguments = definition.groups()
    statement, *examples = _EXAMPLES.split(text[definition.end() :], maxsplit=1)
    try:
        returns = _kind(result)
        parameters = {}
        for argument in arguments.split(",") if arguments.strip() else ():
            parameter = re.fullmatch(r"\s*(\S.*)\s(\w+)\s*", argument, re.DOTALL)
            if not parameter:
                raise ValueError(f'the signature has "{argument}", which is no parameter')
            parameters[_name(parameter[2])] = _kind(parameter[1])
        cases = _cases("".join(examples), parameters, returns)
    except ValueError as error:
        raise Unreadable(f"{source}: {error}. Mend or remove that, and import it once more.") from None
    if not cases:
        raise Unreadable(f"{source} has no examples below the signature: copy all of the page.")
    match, address = _MATCH.search(text), _ADDRESS.search(page)
    ranges, doubt = _ranges(_CONSTRAINTS.split(statement)[1:], parameters, cases)
    return Problem(
        id=f"srm{match[1]}" if match else "",
        title=owner[1],
        module=_module(_name(owner[1]), _name(method), parameters, returns, address[0] if address else ""),
        cases=cases,
        ranges=ranges,
        doubt=doubt,
        tolerance=TOLERANCE if returns == "float" else None,
        checker=CHECK if returns == "list[float]" else "",
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
    page = re.sub(r"\blong\s+long\b", "long", page)
    return re.sub(r"\bvector\s*<\s*(\w+)\s*>", r"\1[]", page)


def _kind(name: str) -> str:
    """Return how Python annotates a type such as `int[]`. Raises ValueError."""
    name = name.strip()
    element = _TYPES.get(name.removesuffix("[]").strip())
    if not element:
        raise ValueError(f'the signature has "{name}", which is no type')
    return f"list[{element}]" if name.endswith("[]") else element


def _name(word: str) -> str:
    return f"{word}_" if keyword.iskeyword(word) or word == "self" else word


def _cases(text: str, parameters: Mapping[str, str], returns: str) -> Cases:
    """Return the cases of the examples `0)`, `1)`, ... Raises ValueError for one that cannot be read.

    An explanation may have a numbered list, too: the last number before "Returns:" is that of the example.
    """
    cases: Cases = {}
    start = number = 0
    for result in _RETURNS.finditer(text):
        headings = list(_NUMBER.finditer(text, start, result.start()))
        if not headings:
            continue
        heading = headings[-1]
        number = int(heading[1] or heading[2])
        between = text[heading.end() : result.start()]
        start = result.end()
        try:
            literals = list(_literals(between))
            if len(literals) != len(parameters):
                raise ValueError(f"it does not have {count(len(parameters), 'argument')}")
            arguments = {}
            for (name, kind), literal in zip(parameters.items(), literals, strict=True):
                arguments[name] = _value(literal, kind)
            answer = next(_literals(text[start:]), "")
            cases[f"example{number}"] = (arguments, _value(answer, returns))
        except ValueError as error:
            raise ValueError(f"example {number}: {error}") from None
        number += 1
    if re.search(rf"^\s*(?:{number}\)|Example #?{number}:?)[ \t]*$", text[start:], re.MULTILINE):
        raise ValueError(f'example {number}: it has no "Returns:", as if the page was cut off')
    return cases


def _literals(text: str) -> Iterator[str | list[Any]]:
    """Yield the literals of a text, those in braces as lists. Raises ValueError for a brace without end."""
    lists: list[list[Any]] = []
    for token in _TOKEN.findall(text):
        literal = token
        if token in ("{", "["):
            lists.append([])
            continue
        if token in ("}", "]") and lists:
            literal = lists.pop()
        if lists:
            lists[-1].append(literal)
        else:
            yield literal
    if lists:
        raise ValueError("a list does not end")


def _value(literal: str | list[Any], kind: str) -> Any:
    """Return the value of a literal. Raises ValueError if it is of another type."""
    is_list = kind.startswith("list[")
    if is_list and isinstance(literal, list):
        element = kind.removeprefix("list[").removesuffix("]")
        return [_value(each, element) for each in literal]
    if not is_list and isinstance(literal, str):
        pattern, convert = _LITERALS[kind]
        if pattern.fullmatch(literal):
            return convert(literal)
    raise ValueError(f'"{literal[:40]}" is no {kind}')


def _ranges(texts: Sequence[str], parameters: Mapping[str, str], cases: Cases) -> tuple[Ranges, str]:
    """Return the ranges of all parameters, and why they are left out although there are constraints.

    There are none, and no reason is told, if not all parameters are numbers.
    """
    if not texts or not {*parameters.values()} <= {"int", "list[int]"}:
        return {}, ""
    values, lengths = constraints.read(texts[-1])
    ranges: Ranges = {}
    for name, kind in parameters.items():
        word = name.removesuffix("_")
        limits, of_length = values.get(word), lengths.get(word)
        if kind == "int":
            of_length = {}
        if not limits or of_length is None:
            return {}, f"the range of {name} cannot be read with certainty"
        ranges[name] = {**limits, "length": of_length} if of_length else limits
        for case, (arguments, _) in cases.items():
            doubt = _outside(name, arguments[name], ranges[name])
            if doubt:
                return {}, f"in {case}, {doubt}"
    return ranges, ""


def _outside(what: str, value: Any, limits: Mapping[str, Any]) -> str:
    """Return which number of an example lies outside of its limits; an empty text if none does."""
    if isinstance(value, list):
        doubt = _outside(f"the length of {what}", len(value), limits["length"])
        for number in value:
            doubt = doubt or _outside(what, number, limits)
        return doubt
    least, greatest = limits["from"], limits["to"]
    if least <= value <= greatest:
        return ""
    return f"{what} is {value}, but the constraints are read as {least} to {greatest}"


def _module(owner: str, method: str, parameters: Mapping[str, str], returns: str, address: str) -> str:
    """Return the text of a module: the class with its method, not written yet."""
    arguments = ["self"]
    # A first argument that is no number would be taken for an input.
    if "str" in next(iter(parameters.values()), ""):
        arguments.append("*")
    arguments += [f"{name}: {kind}" for name, kind in parameters.items()]
    head = f"{owner}\n\n{address}\n" if address else owner
    signature = f"{method}({', '.join(arguments)}) -> {returns} | None"
    return MODULE.format(head=head, owner=owner, signature=signature)
