"""A problem of TopCoder in its page, saved or pasted as text: signature, constraints, examples."""

import keyword
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from puzzle_runner.errors import Unreadable
from puzzle_runner.sites import pages
from puzzle_runner.sites.values import Problem

# After these, a page goes on in a new line.
_BLOCK_ENDS = re.compile(r"(?i)<br\s*/?>|</?(?:p|pre|td|th|tr|li|div|h\d|title)\b[^>]*>")
# In C++, types have other names.
_VECTOR, _LONG = re.compile(r"\bvector\s*<\s*(\w+)\s*>"), re.compile(r"\blong\s+long\b")
_SIGNATURE = re.compile(r"\bsignature:\s*([\w\[\]]+)\s+(\w+)\s*\(([^()]*)\)")
_CLASS = re.compile(r"\bClass:\s*(\w+)")
_PARAMETER = re.compile(r"\s*([\w\[\] ]*[\w\]])\s+(\w+)\s*")
_MATCH = re.compile(r"\b(?:SRM|Single Round Match)\s*#?\s*0*([1-9]\d{0,3})\b")
_ADDRESS = re.compile(r"https?://[\w.]*topcoder\.com/[^\s\"'<>]*(?:ProblemStatement/pm/|pm=)\d+")
# Headings, each alone on its line.
_EXAMPLES = re.compile(r"^\s*Examples:?\s*$", re.MULTILINE | re.IGNORECASE)
_TESTS = re.compile(r"^\s*System Tests?(?: Results)?\s*$", re.MULTILINE | re.IGNORECASE)
_NUMBERED = re.compile(r"^\s*(\d{1,4})\)", re.MULTILINE)
_RETURNS = re.compile(r"\bReturns\s*:")
_TYPES = {"int": "int", "long": "int", "double": "float", "float": "float", "boolean": "bool"}
_TYPES |= {"bool": "bool", "String": "str", "string": "str", "char": "str"}
_LIST_END = re.compile(r"[\s,]*[}\]]")
# How values are written, by the name of their type, and what is made of them.
_LITERALS: dict[str, tuple[re.Pattern[str], Callable[[re.Match[str]], Any]]] = {
    "int": (re.compile(r"-?\d{1,40}(?![\d.])"), lambda found: int(found[0])),
    "float": (
        re.compile(r"-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"),
        lambda found: float(found[0]),
    ),
    "bool": (re.compile(r"(?i)(?:true|false)\b"), lambda found: found[0].lower() == "true"),
    "str": (
        re.compile(r'"((?:[^"\\]|\\.)*)"|\'(\\?.)\'', re.DOTALL),
        lambda found: re.sub(r'\\(["\'\\])', r"\1", found[1] if found[1] is not None else found[2]),
    ),
}
_SPACE = re.compile(r"[\s,]*(?:\w+\s*[=:]\s*)?")
_LIMIT = r"(-?\d[\d,]{0,24}(?:\^\d{1,2})?)"
_BETWEEN = rf"between {_LIMIT} and {_LIMIT}\b(?!\s*[-+*/^])"
_LENGTH = re.compile(rf"\b(\w+) will (?:each )?contain (?:{_BETWEEN}|exactly {_LIMIT}) (?:element|integer)")
_ELEMENT = re.compile(rf"\b[Ee](?:ach|very) (?:element|integer) (?:of|in) (\w+) will be {_BETWEEN}")
_SCALAR = re.compile(rf"^\W*((?:\w+(?:, | and |, and ))*\w+) will (?:each )?be {_BETWEEN}")
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


class Kind(NamedTuple):
    """A type: the name of it, or of the elements of a list, in Python. The site has no lists of lists."""

    name: str
    is_list: bool

    def __str__(self) -> str:
        """Return it as Python annotates it."""
        return f"list[{self.name}]" if self.is_list else self.name


def read(page: str, source: str) -> Problem | None:
    """Return the problem of a page or a text; None if it is none. Raises Unreadable, with the `source`."""
    text = _VECTOR.sub(r"\1[]", _LONG.sub("long", _text(page)))
    definition, named = _SIGNATURE.search(text), _CLASS.search(text)
    if not definition:
        return None
    if not named:
        raise Unreadable(f'{source} has a signature, but no "Class:": copy all of the page.')
    try:
        returns, parameters = _kind(definition[1]), _parameters(definition[3])
    except ValueError as error:
        raise Unreadable(f"{source}: {definition[2]} has {error}, which is no type.") from None
    body = _TESTS.split(text[definition.end() :])[0]
    statement, *examples = _EXAMPLES.split(body, maxsplit=1)
    cases: dict[str, Any] = {}
    for number, block in _numbered("".join(examples)):
        try:
            cases[f"example{number}"] = _case(block, parameters, returns)
        except ValueError as error:
            raise Unreadable(
                f"{source}: example {number}: {error}. Mend or remove that, and import it once more."
            ) from None
    if not cases:
        raise Unreadable(f"{source} has no examples below the signature: copy all of the page.")
    match, address = _MATCH.search(text), _ADDRESS.search(page)
    return Problem(
        id=f"srm{match[1]}" if match else "",
        title=named[1],
        module=_module(
            _name(named[1]), _name(definition[2]), parameters, returns, address[0] if address else ""
        ),
        cases=cases,
        ranges=_ranges(statement, parameters),
        tolerance=TOLERANCE if returns == Kind("float", is_list=False) else None,
        checker=CHECK if returns == Kind("float", is_list=True) else "",
    )


def _text(page: str) -> str:
    """Return a page as text, in which what stands apart has lines of its own."""
    if not page.lstrip("\ufeff \r\n\t").startswith("<"):
        return page
    tree, _ = pages.parsed(_BLOCK_ENDS.sub(lambda end: f"\n{end[0]}\n", page))
    return tree.root.text() if tree.root else ""


def _kind(name: str) -> Kind:
    """Return the type of a name such as `int[]`. Raises ValueError."""
    element = name.removesuffix("[]").strip()
    if element not in _TYPES:
        raise ValueError(f'"{name}"')
    return Kind(_TYPES[element], name.endswith("[]"))


def _parameters(text: str) -> dict[str, Kind]:
    """Return the types of parameters by name. Raises ValueError."""
    found = [(_PARAMETER.fullmatch(part), part) for part in text.split(",") if part.strip()]
    if wrong := next((part for match, part in found if not match), None):
        raise ValueError(f'"{wrong.strip()}"')
    return {_name(match[2]): _kind(match[1]) for match, _ in found if match}


def _name(word: str) -> str:
    return f"{word}_" if keyword.iskeyword(word) or word == "self" else word


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield number and text of what begins with `0)`, `1)`, ... in this order."""
    wanted: list[re.Match[str]] = []
    for found in _NUMBERED.finditer(text):
        wanted += [found] if int(found[1]) == len(wanted) else []
    ends = [found.start() for found in wanted[1:]] + [len(text)]
    for number, (found, end) in enumerate(zip(wanted, ends, strict=False)):
        yield number, text[found.end() : end]


Values = Mapping[str, Any]


def _case(block: str, parameters: Mapping[str, Kind], returns: Kind) -> tuple[Values, Any]:
    """Return the arguments and the result of an example. Raises ValueError."""
    found = _RETURNS.search(block)
    if not found:
        raise ValueError('it has no "Returns:", as if the page was cut off')
    reader = Reader(block[: found.start()])
    arguments = {name: reader.next(kind) for name, kind in parameters.items()}
    if rest := reader.rest():
        raise ValueError(f'it has more than {len(parameters)} arguments, "{rest}"')
    return arguments, Reader(block[found.end() :]).next(returns)


class Reader:
    """Reads literals of Java from a text, one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def rest(self) -> str:
        """Return the beginning of what is left, for people."""
        return " ".join(self.text[self.place : self.place + 80].split())[:40].strip(" ,")

    def next(self, kind: Kind) -> Any:
        """Return the next value, which is of a type. Raises ValueError if it is not."""
        if space := _SPACE.match(self.text, self.place):
            self.place = space.end()
        if kind.is_list and self.text[self.place : self.place + 1] in ("{", "["):
            self.place += 1
            values = []
            while not (end := _LIST_END.match(self.text, self.place)):
                values.append(self.next(Kind(kind.name, is_list=False)))
            self.place = end.end()
            return values
        pattern, made = _LITERALS[kind.name]
        if kind.is_list or not (found := pattern.match(self.text, self.place)):
            raise ValueError(f'"{self.rest()}" begins with no {kind}')
        self.place = found.end()
        return made(found)


def _ranges(text: str, parameters: Mapping[str, Kind]) -> dict[str, Any]:
    """Return the ranges of all parameters, as far as constraints give them in numbers; none if one lacks."""
    scalars: dict[str, dict[str, Any]] = {}
    lengths: dict[str, Any] = {}
    for line in text.splitlines():
        for found in _LENGTH.finditer(line):
            first, last = found[2] or found[4], found[3] or found[4]
            lengths[_name(found[1])] = {"from": _limit(first), "to": _limit(last)}
        for found in _ELEMENT.finditer(line):
            scalars[_name(found[1])] = {"from": _limit(found[2]), "to": _limit(found[3])}
        if named := _SCALAR.match(line):
            limits = {"from": _limit(named[2]), "to": _limit(named[3])}
            scalars |= {_name(word): limits for word in re.split(r", and |, | and ", named[1])}
    for name, kind in parameters.items():
        if kind.is_list and name in scalars and name in lengths:
            scalars[name] = {**scalars[name], "length": lengths[name]}
        elif kind.is_list:
            scalars.pop(name, None)
    whole = all(
        kind.name == "int" and name in scalars and scalars[name]["from"] <= scalars[name]["to"]
        for name, kind in parameters.items()
    )
    return {name: scalars[name] for name in parameters} if whole else {}


def _limit(text: str) -> int:
    base, _, power = text.replace(",", "").partition("^")
    return int(int(base) ** int(power or 1))


def _module(owner: str, method: str, parameters: Mapping[str, Kind], returns: Kind, address: str) -> str:
    """Return the text of a module: the class with its method, not written yet."""
    arguments = [f"{name}: {kind}" for name, kind in parameters.items()]
    # A first argument that is no number would be taken for an input.
    if parameters and next(iter(parameters.values())).name == "str":
        arguments.insert(0, "*")
    link = f"\n\n{address}\n" if address else ""
    return (
        f'"""{owner}{link}"""\n\n\nclass {owner}:\n    """The class that the problem names."""\n\n'
        f"    def {method}({', '.join(['self', *arguments])}) -> {returns} | None:\n"
        '        """What it asks, in a line; its arguments are keys of a case."""\n'
    )
