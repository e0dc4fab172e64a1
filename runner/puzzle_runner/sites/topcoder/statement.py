"""A problem of TopCoder in its page, saved or pasted as text: signature, constraints, examples."""

import keyword
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from selectolax.lexbor import LexborHTMLParser

from puzzle_runner.errors import Unreadable
from puzzle_runner.sites import pages
from puzzle_runner.sites.topcoder import constraints
from puzzle_runner.sites.values import Problem

# After these, a page goes on in a new line.
_POWER = re.compile(r"(?i)<sup>\s*(\d{1,2})\s*</sup>")
_BLOCK_ENDS = re.compile(r"(?i)<br\s*/?>|</?(?:p|pre|td|th|tr|li|div|h\d|title)\b[^>]*>")
# In C++, types have other names.
_VECTOR, _LONG = re.compile(r"\bvector\s*<\s*(\w+)\s*>"), re.compile(r"\blong\s+long\b")
_SIGNATURE = re.compile(r"\bsignature:\s*([\w\[\]]+)\s+(\w+)\s*\(([^()]*)\)")
_CLASS = re.compile(r"\bClass:\s*(\w+)")
_PARAMETER = re.compile(r"\s*([\w\[\] ]*[\w\]])\s+(\w+)\s*")
_MATCH = re.compile(r"\b(?:SRM|Single Round Match)\s*#?\s*0*([1-9]\d{0,3})\b")
_ADDRESS = re.compile(r"https?://[\w.]*topcoder\.com/[^\s\"'<>]*(?:ProblemStatement/pm/|pm=)\d+")
# Headings, each alone on its line.
_EXAMPLES = re.compile(r"^\s*(?:Examples|Test cases):?\s*$", re.MULTILINE | re.IGNORECASE)
_TESTS = re.compile(r"^\s*System Tests?(?: Results)?\s*$", re.MULTILINE | re.IGNORECASE)
_NUMBERED = re.compile(r"^\s*(?:(\d{1,4})\)|Example #?(\d{1,4}):?[ \t]*$)", re.MULTILINE)
_RETURNS = re.compile(r"\s*Returns\s*:")
_CONSTRAINTS = re.compile(r"^\s*Constraints:?\s*$", re.MULTILINE | re.IGNORECASE)
# A statement in comments: what each of its lines begins with.
_COMMENT = re.compile(r"^[ \t]*(//+|#+|--|\*)[^\n]*\bsignature:", re.MULTILINE)
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
    try:
        cases = _cases("".join(examples), parameters, returns)
    except ValueError as error:
        raise Unreadable(f"{source}: {error}. Mend or remove that, and import it once more.") from None
    if not cases:
        raise Unreadable(f"{source} has no examples below the signature: copy all of the page.")
    ranges, doubt = _ranges(_CONSTRAINTS.split(statement)[-1], parameters, cases)
    match, address = _MATCH.search(text), _ADDRESS.search(page)
    return Problem(
        id=f"srm{match[1]}" if match else "",
        title=named[1],
        module=_module(
            _name(named[1]), _name(definition[2]), parameters, returns, address[0] if address else ""
        ),
        cases=cases,
        ranges=ranges,
        doubt=doubt,
        tolerance=TOLERANCE if returns == Kind("float", is_list=False) else None,
        checker=CHECK if returns == Kind("float", is_list=True) else "",
    )


def _text(page: str) -> str:
    """Return a page as text, in which what stands apart has lines of its own, without marks of comments."""
    page = _POWER.sub(r"^\1", page)
    if page.lstrip("\ufeff \r\n\t").startswith("<"):
        tree, _ = pages.parsed(_BLOCK_ENDS.sub(lambda end: f"\n{end[0]}\n", page))
        _spell_out(tree)
        return tree.root.text() if tree.root else ""
    if comment := _COMMENT.search(page):
        line = re.compile(rf"^[ \t]*{re.escape(comment[1])}[ \t]?(.*)$", re.MULTILINE)
        text = "\n".join(line.findall(page))
        return text if _CLASS.search(text) else page
    return page


def _spell_out(tree: LexborHTMLParser) -> None:
    """Write into a page what only its style shows: in those that Greed saves, colons, and the numbers."""
    for node in tree.css(".definition-name, .testcase-output .prefix"):
        node.insert_after(":")
    for node in tree.css(".variable .name"):
        node.insert_after(" = ")
    for node in tree.css(".testcase .tag"):
        node.decompose()
    for number, node in enumerate(tree.css("li.testcase")):
        node.insert_before(f"{number})\n")


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


Values = Mapping[str, Any]


def _cases(text: str, parameters: Mapping[str, Kind], returns: Kind) -> dict[str, tuple[Values, Any]]:
    """Return the cases of the examples `0)`, `1)`, ... Raises ValueError for one that cannot be read.

    An explanation may have a numbered list, too: its items have no "Returns:" behind arguments.
    """
    cases: dict[str, tuple[Values, Any]] = {}
    headings = [(int(found[1] or found[2]), found) for found in _NUMBERED.finditer(text)]
    wanted = 1 if headings and headings[0][0] == 1 else 0
    problem = ""
    for place, (number, heading) in enumerate(headings):
        if number != wanted:
            continue
        ends = (later.start() for other, later in headings[place + 1 :] if other in (number, number + 1))
        end = next(ends, len(text))
        block = text[heading.end() : end]
        try:
            cases[f"example{number}"] = _case(block, parameters, returns)
            wanted += 1
            problem = ""
        except CutOff as error:
            # A list in an explanation goes on, or ends with words.
            if end == len(text):
                problem = f"example {number}: {error}"
        except ValueError as error:
            if _RETURNS.search(block):
                problem = f"example {number}: {error}"
    if problem:
        raise ValueError(problem)
    return cases


class CutOff(ValueError):
    """An example that ends behind its arguments."""


def _case(block: str, parameters: Mapping[str, Kind], returns: Kind) -> tuple[Values, Any]:
    """Return the arguments and the result of an example. Raises ValueError."""
    found = _RETURNS.search(block)
    reader = Reader(block[: found.start()] if found else block)
    arguments = {name: reader.next(kind) for name, kind in parameters.items()}
    if rest := reader.rest():
        raise ValueError(f'it has more than {len(parameters)} arguments, "{rest}"')
    if not found:
        raise CutOff('it has no "Returns:", as if the page was cut off')
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


def _ranges(
    text: str, parameters: Mapping[str, Kind], cases: Mapping[str, tuple[Values, Any]]
) -> tuple[dict[str, Any], str]:
    """Return the ranges of all parameters, and why they are left out although constraints give them.

    There are none if that of a parameter is not given in numbers.
    """
    known = constraints.read(text)
    values = {_name(word): limits for word, limits in known.values.items()}
    lengths = {_name(word): limits for word, limits in known.lengths.items()}
    ranges: dict[str, Any] = {}
    for name, kind in parameters.items():
        if kind.name != "int" or name not in values or (kind.is_list and name not in lengths):
            return {}, ""
        ranges[name] = _range(values[name])
        if kind.is_list:
            ranges[name]["length"] = _range(lengths[name])
    for case, (arguments, _) in cases.items():
        for name, value in arguments.items():
            numbers = value if parameters[name].is_list else [value]
            sizes = [len(value)] if parameters[name].is_list else []
            wrong = _outside(numbers, values[name], name) or _outside(
                sizes, lengths.get(name), f"the length of {name}"
            )
            if wrong:
                return {}, f"in {case}, {wrong}"
    return ranges, ""


def _range(limits: constraints.Limits) -> dict[str, Any]:
    return {"from": limits.least, "to": limits.greatest}


def _outside(numbers: Iterable[int], limits: constraints.Limits | None, what: str) -> str:
    """Return which of the numbers lies outside its limits; an empty text if none does."""
    for number in numbers:
        if limits and not limits.least <= number <= limits.greatest:
            return f"{what} is {number}, but the constraints are read as {limits.least} to {limits.greatest}"
    return ""


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
