"""A problem of TopCoder in its page, saved or pasted as text: signature, constraints, examples."""

import keyword
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from selectolax.lexbor import LexborHTMLParser

from puzzle_runner.errors import Unreadable
from puzzle_runner.sites.topcoder import constraints
from puzzle_runner.sites.values import Problem

_POWER = re.compile(r"(?i)<sup>\s*(\d{1,2})\s*</sup>")
# Behind these, a page goes on in a new line.
_BLOCK_ENDS = re.compile(r"(?i)<br\s*/?>|</?(?:p|pre|td|th|tr|li|div|h\d|title)\b[^>]*>")
_COMMENT_MARKS = re.compile(r"^[ \t]*(?://+|#+|--|\*)", re.MULTILINE)
# In C++, types have other names.
_VECTOR, _LONG = re.compile(r"\bvector\s*<\s*(\w+)\s*>"), re.compile(r"\blong\s+long\b")
_SIGNATURE = re.compile(r"\bsignature:\s*([\w\[\]]+)\s+(\w+)\s*\(([^()]*)\)")
_CLASS = re.compile(r"\bClass:\s*(\w+)")
_PARAMETER = re.compile(r"\s*([\w\[\] ]*[\w\]])\s+(\w+)\s*")
_MATCH = re.compile(r"\b(?:SRM|Single Round Match)\s*#?\s*0*([1-9]\d{0,3})\b")
_ADDRESS = re.compile(r"https?://[\w.]*topcoder\.com/[^\s\"'<>]*(?:ProblemStatement/pm/|pm=)\d+")
# Headings, each alone on its line.
_EXAMPLES = re.compile(r"^\s*(?:Examples|Test cases):?\s*$", re.MULTILINE | re.IGNORECASE)
_CONSTRAINTS = re.compile(r"^\s*Constraints:?\s*$", re.MULTILINE | re.IGNORECASE)
_RETURNS = re.compile(r"^\s*Returns\s*:", re.MULTILINE)
_TYPES = {"int": "int", "long": "int", "double": "float", "float": "float", "boolean": "bool"}
_TYPES |= {"bool": "bool", "String": "str", "string": "str", "char": "str"}
# How values are written, by the names of their types in Python.
_LITERALS = {
    "int": re.compile(r"-?\d{1,40}"),
    "float": re.compile(r"-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"),
    "bool": re.compile(r"(?i)true|false"),
    "str": re.compile(r'"(?:[^"\\]|\\.)*"|\'\\?.\'', re.DOTALL),
}
_TOKEN = re.compile(rf"{_LITERALS['str'].pattern}|[{{}}\[\]]|[^\s,{{}}\[\]]+", re.DOTALL)
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
        if self.is_list:
            return f"list[{self.name}]"
        return self.name


def read(page: str, source: str) -> Problem | None:
    """Return the problem of a page or a text; None if it is none. Raises Unreadable, with the `source`."""
    text = _VECTOR.sub(r"\1[]", _LONG.sub("long", _text(page)))
    definition, owner = _SIGNATURE.search(text), _CLASS.search(text)
    if not definition:
        return None
    if not owner:
        raise Unreadable(f'{source} has a signature, but no "Class:": copy all of the page.')
    result, method, arguments = definition.groups()
    try:
        returns, parameters = _kind(result), _parameters(arguments)
    except ValueError as error:
        raise Unreadable(f"{source}: {method} has {error}, which is no type.") from None
    statement, *examples = _EXAMPLES.split(text[definition.end() :], maxsplit=1)
    try:
        cases = _cases("".join(examples), parameters, returns)
    except ValueError as error:
        raise Unreadable(f"{source}: {error}. Mend or remove that, and import it once more.") from None
    if not cases:
        raise Unreadable(f"{source} has no examples below the signature: copy all of the page.")
    match, address = _MATCH.search(text), _ADDRESS.search(page)
    module = _module(_name(owner[1]), _name(method), parameters, returns, address[0] if address else "")
    _, *constraints_texts = _CONSTRAINTS.split(statement)
    ranges: dict[str, Any] = {}
    doubt = ""
    if constraints_texts:
        ranges, doubt = _ranges(constraints_texts[-1], parameters, cases)
    return Problem(
        id=f"srm{match[1]}" if match else "",
        title=owner[1],
        module=module,
        cases=cases,
        ranges=ranges,
        doubt=doubt,
        tolerance=TOLERANCE if returns == Kind("float", is_list=False) else None,
        checker=CHECK if returns == Kind("float", is_list=True) else "",
    )


def _text(page: str) -> str:
    """Return a page as text, in which what stands apart has lines of its own, without marks of comments."""
    page = _POWER.sub(r"^\1", page)
    if not page.lstrip("\ufeff \r\n\t").startswith("<"):
        return _COMMENT_MARKS.sub("", page)
    tree = LexborHTMLParser(_BLOCK_ENDS.sub(lambda end: f"\n{end[0]}\n", page))
    _spell_out(tree)
    return tree.root.text() if tree.root else ""


def _spell_out(tree: LexborHTMLParser) -> None:
    """Write into a page that Greed has saved what only its style shows: colons, and the numbers."""
    for node in tree.css(".definition-name, .testcase-output .prefix"):
        node.insert_after(":")
    for node in tree.css(".testcase .tag, .variable .name"):
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
    parameters = {}
    for part in text.split(",") if text.strip() else ():
        match = _PARAMETER.fullmatch(part)
        if not match:
            raise ValueError(f'"{part.strip()}"')
        parameters[_name(match[2])] = _kind(match[1])
    return parameters


def _name(word: str) -> str:
    if keyword.iskeyword(word) or word == "self":
        return f"{word}_"
    return word


Values = Mapping[str, Any]


def _cases(text: str, parameters: Mapping[str, Kind], returns: Kind) -> dict[str, tuple[Values, Any]]:
    """Return the cases of the examples `0)`, `1)`, ... Raises ValueError for one that cannot be read.

    An explanation may have a numbered list, too: the last number before "Returns:" is that of the example.
    """
    cases: dict[str, tuple[Values, Any]] = {}
    number = 0 if re.search(r"^\s*(?:0\)|Example #?0\b)", text, re.MULTILINE) else 1
    start = 0
    for result in _RETURNS.finditer(text):
        heading = rf"^\s*(?:{number}\)|Example #?{number}:?[ \t]*$)"
        blocks = re.split(heading, text[start : result.start()], flags=re.MULTILINE)
        if len(blocks) == 1:
            continue
        try:
            arguments = Reader(blocks[-1]).all(parameters)
            cases[f"example{number}"] = (arguments, Reader(text[result.end() :]).next(returns))
        except ValueError as error:
            raise ValueError(f"example {number}: {error}") from None
        start = result.end()
        number += 1
    if re.search(rf"^\s*(?:{number}\)|Example #?{number}:?)[ \t]*$", text[start:], re.MULTILINE):
        raise ValueError(f'example {number}: it has no "Returns:", as if the page was cut off')
    return cases


class Reader:
    """Reads literals of Java from a text, one after the other."""

    def __init__(self, text: str) -> None:
        # An empty text ends them.
        self.tokens = [*_TOKEN.findall(text), ""]
        self.place = 0

    def all(self, parameters: Mapping[str, Kind]) -> dict[str, Any]:
        """Return the values of all parameters. Raises ValueError if there are others."""
        values = {}
        for name, kind in parameters.items():
            values[name] = self.next(kind)
        if self.tokens[self.place]:
            raise ValueError(f'it has more than {len(parameters)} arguments, "{self._rest()}"')
        return values

    def next(self, kind: Kind) -> Any:
        """Return the next value, which is of a type. Raises ValueError if it is not."""
        token = self.tokens[self.place]
        if kind.is_list and token in ("{", "["):
            self.place += 1
            values = []
            while self.tokens[self.place] not in ("}", "]"):
                values.append(self.next(Kind(kind.name, is_list=False)))
            self.place += 1
            return values
        if kind.is_list or not _LITERALS[kind.name].fullmatch(token):
            raise ValueError(f'"{self._rest()}" begins with no {kind}')
        self.place += 1
        match kind.name:
            case "int":
                return int(token)
            case "float":
                return float(token)
            case "bool":
                return token.lower() == "true"
        return re.sub(r'\\(["\'\\])', r"\1", token[1:-1])

    def _rest(self) -> str:
        tokens = self.tokens[self.place :]
        return " ".join(tokens)[:40].strip()


def _ranges(
    text: str, parameters: Mapping[str, Kind], cases: Mapping[str, tuple[Values, Any]]
) -> tuple[dict[str, Any], str]:
    """Return the ranges of all parameters, and why they are left out although there are constraints.

    There are none, and no reason is told, if not all parameters are numbers.
    """
    if any(kind.name != "int" for kind in parameters.values()):
        return {}, ""
    known = constraints.read(text)
    ranges: dict[str, Any] = {}
    for name, kind in parameters.items():
        word = name.removesuffix("_")
        values, lengths = known.values.get(word), known.lengths.get(word)
        if not values or (kind.is_list and not lengths):
            return {}, f"the range of {name} cannot be read with certainty"
        ranges[name] = dict(values)
        for case, (arguments, _) in cases.items():
            value = arguments[name]
            doubt = _outside(values, name, value if kind.is_list else [value])
            if kind.is_list and lengths:
                ranges[name]["length"] = lengths
                doubt = _outside(lengths, f"the length of {name}", [len(value)]) or doubt
            if doubt:
                return {}, f"in {case}, {doubt}"
    return ranges, ""


def _outside(limits: constraints.Range, what: str, numbers: list[int]) -> str:
    """Return which number of an example lies outside its limits; an empty text if none does."""
    least, greatest = limits["from"], limits["to"]
    for number in numbers:
        if not least <= number <= greatest:
            return f"{what} is {number}, but the constraints are read as {least} to {greatest}"
    return ""


def _module(owner: str, method: str, parameters: Mapping[str, Kind], returns: Kind, address: str) -> str:
    """Return the text of a module: the class with its method, not written yet."""
    arguments = [f"{name}: {kind}" for name, kind in parameters.items()]
    # A first argument that is no number would be taken for an input.
    if parameters and next(iter(parameters.values())).name == "str":
        arguments.insert(0, "*")
    lines = [f'"""{owner}', "", address, '"""'] if address else [f'"""{owner}"""']
    lines += [
        "",
        "",
        f"class {owner}:",
        '    """The class that the problem names."""',
        "",
        f"    def {method}({', '.join(['self', *arguments])}) -> {returns} | None:",
        '        """What it asks, in a line; its arguments are keys of a case."""',
    ]
    return "\n".join(lines) + "\n"
