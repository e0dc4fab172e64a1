"""The functions of foreign modules: what they are given, and how many answers they return."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef

# The annotations and the names of parameters for each kind of input.
_ANNOTATIONS = {
    "text": r"str|AnyStr|bytes",
    "lines": r"(?:typing\.)?(?:[Ll]ist|Sequence|Iterable|Iterator|Collection|[Tt]uple)\[str(?:, ?\.\.\.)?\]",
    "Path": r"(?:pathlib\.)?(?:Path|PurePath|PosixPath)",
    "file": r"(?:typing\.|io\.)?(?:TextIO|IO(?:\[str\])?|TextIOWrapper|TextIOBase|StringIO)",
}
_NAMES = {
    "path": r"path|file_?name|file_?path|input_?file",
    "lines": r"(?:\w+_)?lines",
    "file": r"f|file",
    "text": r"(?:(?:puzzle|raw)_?)?(?:input|data|text|string|contents?|raw|puzzle)(?:_?(?:str|text|data))?|s",
}
# Parameters that are no input.
_PLAIN = re.compile(r"(part)(?:_?(?:no|num|number))?|(year|day)")


class Arguments(NamedTuple):
    """The kind of each required argument of a function; `is_guess` if only names tell it."""

    kinds: tuple[str, ...]
    is_guess: bool = False


def of_function(function: Function, argument: str = "") -> Arguments | None:
    """Return the arguments that a function gets; None if that cannot be told.

    `argument` is what the layout says that the input is.
    """
    kinds: list[str] = []
    inputs = 0
    is_guess = False
    for parameter in required(function):
        plain = _PLAIN.fullmatch(parameter.arg.lower().strip("_"))
        if plain:
            kinds.append(plain[1] or plain[2])
            continue
        inputs += 1
        is_guess = not argument and not parameter.annotation
        kinds.append(argument or kind_of(parameter))
    return Arguments(tuple(kinds), is_guess) if all(kinds) and inputs < 2 else None


def kind_of(parameter: ast.arg) -> str:
    """Return what kind of input a parameter gets by its annotation, else by its name; else nothing."""
    patterns, text = _NAMES, parameter.arg.lower().strip("_")
    if parameter.annotation:
        patterns, text = _ANNOTATIONS, ast.unparse(parameter.annotation).strip("'\"")
    for kind, pattern in patterns.items():
        if re.fullmatch(pattern, text):
            return kind
    return ""


def of_constructor(owner: ast.ClassDef, argument: str = "") -> Arguments | None:
    """Return the arguments that a class gets; one without a constructor of its own gets none."""
    for node in owner.body:
        if isinstance(node, Function) and node.name == "__init__":
            return of_function(node, argument)
    return Arguments(())


def required(function: Function) -> list[ast.arg]:
    """Return the parameters without a default, except `self`."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    without_default = positional[: len(positional) - len(arguments.defaults)]
    return [each for each in without_default if each.arg not in ("self", "cls")]


def answers(function: Function) -> int:
    """Return how many answers a function gives: 0 if it returns nothing, 2 if it returns a pair or yields."""
    yields = 0
    counts: set[int] = set()
    for node in _own_nodes(function):
        match node:
            case ast.YieldFrom():
                return 2
            case ast.Yield():
                yields += 1
            case ast.Return(value=ast.Tuple(elts=[_, _]) | ast.List(elts=[_, _])):
                counts.add(2)
            case ast.Return(value=None | ast.Constant(value=None)):
                pass
            case ast.Return():
                counts.add(1)
    if yields:
        return 2 if yields == 2 else 0
    return min(counts, default=0)


def _own_nodes(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            yield node
            waiting += ast.iter_child_nodes(node)
