"""The arguments that functions and classes of foreign modules want, as far as their syntax trees tell."""

import ast
import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from puzzle_runner.engines.foreign.definitions import (
    Function,
    Module,
    defined,
    names,
    parameters,
    required,
    returns,
)

# The annotations and the names of parameters for each kind of input.
_ANNOTATIONS = {
    "text": r"str|AnyStr|bytes",
    "lines": r"(?:typing\.)?(?:[Ll]ist|Sequence|Iterable|Iterator|Collection|[Tt]uple)\[str(?:, ?\.\.\.)?\]",
    "Path": r"(?:pathlib\.)?(?:Path|PurePath|PosixPath)",
    "file": r"(?:typing\.|io\.)?(?:TextIO|IO(?:\[str\])?|TextIOWrapper|TextIOBase|StringIO)",
}
_NAMES = {
    "path": r"(?:input_?|data_?)?(?:path|file_?name|file_?path|f_?name|in_?file)|(?:input|data)_?file",
    "lines": r"(?:\w+_)?(?:lines|rows)|grid_?lines"
    r"|(?:str(?:ing)?|line|row|input|data|text)s?_?(?:list|array)",
    "file": r"f|fp|fh|fd|file|stream|handle|infile|fin",
    "text": r"(?:puzzle|raw|my|the)?_?(?:input|inp|data|text|txt|string|str|content|contents|raw|puzzle|s)"
    r"(?:_?(?:str|string|text|data|raw|txt))?",
}
PARTS = re.compile(r"(?:which_?)?(?:part|p|star|task|part_?(?:no|num|number|nr)|level|question)")
SECOND = re.compile(r"(?:is_)?(?:part_?(?:2|two|b)|second(?:_part)?|p2)")
# Whether it is the real input, or an example.
REAL = re.compile(r"(?:is_|use_|with_)?(?:real|actual|full|live|prod)(?:_?(?:data|input|run))?")
EXAMPLE = re.compile(
    r"(?:is_|use_|with_|run_)?(?:tests?|testing|examples?|samples?|demo|debug|verbose)(?:_?(?:data|input|run|mode))?"
)
_FLAG = re.compile(r"(?:is|use|with|run)_.*")
# A function of such a name makes of the input what the parts want.
PARSERS = re.compile(
    r"_?(?:prepare|(?:\w+_)?parser|parse(?!_?(?:line|row|entry|item|one|int|num|rule)$)\w*"
    r"|(?:parse|read|load|get|prepare|process|format|transform|convert|clean)_?(?:(?:the|raw|puzzle)_?)?"
    r"(?:input|data|text|file|puzzle|lines|content)\w*)",
    re.IGNORECASE,
)
_BARE_LIST = re.compile(r"(?:typing\.)?(?:[Ll]ist|Sequence|Iterable)")
# Arguments that are no input.
PLAIN = ("part", "second", "year", "day", "yes", "no")
# To how many functions an argument goes on.
MOST_CALLED = 32
_METHODS = {
    "text": ("splitlines", "split", "strip", "rstrip", "lstrip", "replace", "partition", "translate"),
    "file": ("read", "readlines", "readline"),
    "Path": ("read_text", "open", "read_bytes", "exists"),
}


class Wanted(NamedTuple):
    """What each required parameter of a function is to be given; `is_guess` if only names tell that."""

    kinds: tuple[str, ...]
    is_guess: bool = False

    @property
    def inputs(self) -> list[str]:
        """Those that are the input."""
        return [kind for kind in self.kinds if kind not in PLAIN]


def wanted(
    function: Function,
    module: Module,
    parser: bool = False,
    given_by_calls: str = "",
    seen: set[tuple[Function, int]] | None = None,
) -> Wanted | None:
    """Return what a function is to be given; None if that cannot be told.

    An input is told by what its calls give, else by its annotation, else by what is done with it, also in
    functions that it goes on to, else by its name. `parsed` stands for what the module's own parser, if
    it has one, makes of the input. `seen` are the functions that it goes on to, each with its place there.
    """
    seen = set() if seen is None else seen
    given: list[str] = []
    is_guess = False
    for parameter in required(function):
        name = parameter.arg.lower().strip("_")
        annotation = parameter.annotation
        if PARTS.fullmatch(name) and not (
            (annotation and of_annotation(annotation)) or _used_as(parameter.arg, function)
        ):
            given.append("part")
        elif SECOND.fullmatch(name):
            given.append("second")
        elif flag := _flag(name, annotation):
            given.append(flag)
        elif name in ("year", "day"):
            given.append(name)
        elif given_by_calls:
            given.append(given_by_calls)
        elif annotation and (kind := of_annotation(annotation)):
            given.append(kind)
        elif annotation and parser:
            given.append("parsed")
        elif kind := _used_as(parameter.arg, function) or _goes_on(parameter.arg, function, module, seen):
            given.append(kind)
        elif parser:
            given.append("parsed")
        else:
            is_list = (
                bool(_BARE_LIST.fullmatch(ast.unparse(annotation)))
                if annotation
                else _has_rows(parameter.arg, function)
            )
            given.append("lines" if is_list else "" if annotation else _kind(_NAMES, name))
            is_guess = True
    found = Wanted(tuple(given), is_guess)
    return found if all(given) and len(found.inputs) < 2 else None


class Parser(NamedTuple):
    """A function or method that makes of the input what the parts want, with its module."""

    name: str
    node: Function
    module: Module

    def wanted(self, given_by_calls: str) -> Wanted | None:
        """Return what it is to be given; None if that cannot be told."""
        found = wanted(self.node, self.module, given_by_calls=given_by_calls)
        return found if found and len(found.kinds) < 2 else None


def parser(name: str, module: Module, parts: Collection[str]) -> Parser | None:
    """Return the function that parses for the parts: the one of a name, else the only one that looks like it.

    Somebody's runner applies none that another function of the module calls, unless that calls parts.
    """
    functions = [node for node in module.tree.body if isinstance(node, Function)]
    if name:
        return next((Parser(name, node, module) for node in functions if node.name == name), None)
    others = [each for each in functions if each.name in parts or not {*parts} & {*names(each)}]
    for node in functions:
        is_one = PARSERS.fullmatch(node.name) and node.name not in parts and returns(node)
        if is_one and len(required(node)) == 1 and not any(node.name in names(each) for each in others):
            return Parser(node.name, node, module)
    return None


def _goes_on(name: str, function: Function, module: Module, seen: set[tuple[Function, int]]) -> str:
    """Return what a parameter is treated as where it is an argument; nothing if that cannot be told."""
    for node in ast.walk(function):
        if not isinstance(node, ast.Call):
            continue
        place = next(
            (n for n, each in enumerate(node.args) if isinstance(each, ast.Name) and each.id == name), None
        )
        if place is None or not (called := _called(node.func, module)):
            continue
        callee, of_module = called
        named = parameters(callee)
        if place >= len(named) or (callee, place) in seen or len(seen) > MOST_CALLED:
            continue
        seen.add((callee, place))
        alone = ast.arguments([], [named[place]], None, [], [], None, [])
        inner = type(callee)(callee.name, alone, callee.body, [], lineno=callee.lineno)
        told = wanted(inner, of_module, seen=seen)
        if told and not told.is_guess and told.inputs:
            return told.inputs[0]
    return ""


def _called(function: ast.expr, module: Module) -> tuple[Function, Module] | None:
    """Return what a call runs, with its module: a function, a constructor, or a method of a class."""
    owner, method = function, "__init__"
    if isinstance(function, ast.Attribute):
        owner, method = function.value, function.attr
    if not isinstance(owner, ast.Name):
        return None
    found = defined(owner.id, module)
    if not found and owner is not function:
        found = defined(ast.unparse(function), module)
    if not found:
        return None
    node, of_module = found
    if isinstance(node, Function):
        return node, of_module
    methods = (each for each in node.body if isinstance(each, Function) and each.name == method)
    return next(((each, of_module) for each in methods), None)


def of_annotation(annotation: ast.expr) -> str:
    """Return what a parameter with an annotation is to be given; an empty text if that cannot be told."""
    return _kind(_ANNOTATIONS, ast.unparse(annotation).strip("'\""))


def _flag(name: str, annotation: ast.expr | None) -> str:
    """Return what a parameter is to be that chooses the real input, or an example; empty if it is no flag."""
    is_flag = bool(_FLAG.fullmatch(name)) if annotation is None else ast.unparse(annotation) == "bool"
    if not is_flag:
        return ""
    return "yes" if REAL.fullmatch(name) else "no" if EXAMPLE.fullmatch(name) else ""


def _kind(patterns: Mapping[str, str], text: str) -> str:
    return next((kind for kind, pattern in patterns.items() if re.fullmatch(pattern, text)), "")


def _used_as(name: str, function: Function) -> str:
    """Return what a parameter is treated as; an empty text if that cannot be told.

    A function that cuts off the last line of a text, or the last sign of each line, wants the newline there.
    """
    kind = _treated_as(name, function)
    raw = {"text": "raw", "lines": "raw lines"}
    if kind not in raw:
        return kind
    nodes = [*ast.walk(function)]
    loops = {
        node.target.id
        for node in nodes
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name)
    }
    for node in nodes:
        match node:
            case ast.Subscript(value=cut, slice=ast.Slice(None, ast.UnaryOp(ast.USub(), ast.Constant(1)))):
                if isinstance(cut, ast.Name) and cut.id in loops:
                    return raw[kind]
                if isinstance(cut, ast.Call) and ast.unparse(cut).endswith(".split('\\n')"):
                    return raw[kind]
    return kind


def _treated_as(name: str, function: Function) -> str:
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method)) if owner == name:
                for kind, methods in _METHODS.items():
                    if method in methods:
                        return kind
            case ast.Call(func=ast.Name(id="open" | "Path"), args=[ast.Name(id=given), *_]) if given == name:
                return "path"
            case ast.For() | ast.comprehension() if (item := _item(name, node)) and _is_line(
                item, node if isinstance(node, ast.For) else function
            ):
                return "lines"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[_, *rest]):
                if any(isinstance(each, ast.Name) and each.id == name for each in rest):
                    return "text"
    return ""


def _item(name: str, loop: ast.For | ast.comprehension) -> str:
    """Return the name of each item in a loop over a name; empty if it is one over something else."""
    match loop.target, loop.iter:
        case ast.Name(id=item), ast.Name(id=whole) if whole == name:
            return item
        case ast.Tuple(elts=[_, ast.Name(id=item)]), ast.Call(
            func=ast.Name(id="enumerate"), args=[ast.Name(id=whole), *_]
        ) if whole == name:
            return item
    return ""


def _is_line(item: str, scope: ast.AST) -> bool:
    """Tell whether an item of an argument is treated as a text, or called a line."""
    if item == "line":
        return True
    for node in ast.walk(scope):
        match node:
            case ast.Attribute(value=ast.Name(id=owner), attr=method):
                if owner == item and method in _METHODS["text"]:
                    return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[_, *rest]):
                if any(isinstance(each, ast.Name) and each.id == item for each in rest):
                    return True
    return False


def _has_rows(name: str, function: Function) -> bool:
    """Tell whether the items of an argument have a length or items themselves."""
    nodes = [*ast.walk(function)]
    items = {_item(name, node) for node in nodes if isinstance(node, ast.For | ast.comprehension)}
    for node in nodes:
        match node:
            case (
                ast.For(iter=ast.Name(id=item))
                | ast.comprehension(iter=ast.Name(id=item))
                | ast.Subscript(value=ast.Name(id=item))
                | ast.Call(func=ast.Name(id="len" | "enumerate"), args=[ast.Name(id=item), *_])
            ) if item in items:
                return True
    return False
