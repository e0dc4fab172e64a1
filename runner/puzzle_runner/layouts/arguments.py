"""What functions and classes of foreign modules are given: their annotations tell, else the names."""

import ast
import re
from collections.abc import Mapping
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
_PART = re.compile(r"part(?:_?(?:no|num|number))?")
PLAIN = ("part", "year", "day")


class Arguments(NamedTuple):
    """The kind of each required argument of a function; `is_guess` if only names tell it."""

    kinds: tuple[str, ...]
    is_guess: bool = False


def of_function(function: Function, argument: str = "") -> Arguments | None:
    """Return the arguments that a function gets; None if that cannot be told.

    `argument` is what the layout says that the input is.
    """
    kinds: list[str] = []
    is_guess = False
    for parameter in required(function):
        name = parameter.arg.lower().strip("_")
        if name in PLAIN or _PART.fullmatch(name):
            kinds.append(name if name in PLAIN else "part")
        elif argument:
            kinds.append(argument)
        elif parameter.annotation:
            kinds.append(_kind(_ANNOTATIONS, ast.unparse(parameter.annotation).strip("'\"")))
        else:
            kinds.append(_kind(_NAMES, name))
            is_guess = True
    inputs = [kind for kind in kinds if kind not in PLAIN]
    return Arguments(tuple(kinds), is_guess) if all(kinds) and len(inputs) < 2 else None


def of_constructor(owner: ast.ClassDef, argument: str = "") -> Arguments | None:
    """Return the arguments that a class gets; one without a constructor of its own gets none."""
    for node in owner.body:
        if isinstance(node, Function) and node.name == "__init__":
            return of_function(node, argument)
    return Arguments(())


def required(function: Function) -> list[ast.arg]:
    """Return the parameters without a default, except `self`."""
    every = [*function.args.posonlyargs, *function.args.args]
    of_call = [each for each in every if each.arg not in ("self", "cls")]
    return of_call[: max(0, len(of_call) - len(function.args.defaults))]


def own_nodes(function: Function) -> list[ast.AST]:
    """Return the nodes of a function without those of functions inside it."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            found.append(node)
            waiting += ast.iter_child_nodes(node)
    return found


def returns(function: Function) -> bool:
    """Tell whether a function returns something other than None."""
    values = [node.value for node in own_nodes(function) if isinstance(node, ast.Return)]
    return any(value and not (isinstance(value, ast.Constant) and value.value is None) for value in values)


def gives_both(function: Function) -> bool:
    """Tell whether a function returns two answers at once, or yields twice."""
    nodes = own_nodes(function)
    number_of_yields = sum(isinstance(node, ast.Yield) for node in nodes)
    if number_of_yields:
        return number_of_yields == 2 or any(isinstance(node, ast.YieldFrom) for node in nodes)
    values = [node.value for node in nodes if isinstance(node, ast.Return) and node.value]
    return bool(values) and all(
        isinstance(value, ast.Tuple | ast.List) and len(value.elts) == 2 for value in values
    )


def _kind(patterns: Mapping[str, str], text: str) -> str:
    return next((kind for kind, pattern in patterns.items() if re.fullmatch(pattern, text)), "")
