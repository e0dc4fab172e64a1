"""The arguments that functions and classes of foreign modules want, as far as their syntax trees tell."""

import ast
import os
import re
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.engines import modules

Function = ast.FunctionDef | ast.AsyncFunctionDef

# The annotations and the names of parameters for each kind of input.
_ANNOTATIONS = {
    "text": r"str|AnyStr|bytes",
    "lines": r"(?:typing\.)?(?:[Ll]ist|Sequence|Iterable|Iterator|Collection|[Tt]uple)\[str(?:, ?\.\.\.)?\]",
    "Path": r"(?:pathlib\.)?(?:Path|PurePath|PosixPath)",
    "file": r"(?:typing\.|io\.)?(?:TextIO|IO(?:\[str\])?|TextIOWrapper|TextIOBase|StringIO)",
}
_NAMES = {
    "path": r"(?:input_?|data_?)?(?:path|file_?name|file_?path|f_?name|in_?file)|(?:input|data)_?file",
    "lines": r"(?:\w+_)?(?:lines|rows)|grid_?lines",
    "file": r"f|fp|fh|fd|file|stream|handle|infile|fin",
    "text": r"(?:puzzle|raw|my|the)?_?(?:input|inp|data|text|txt|string|str|content|contents|raw|puzzle|s)"
    r"(?:_?(?:str|string|text|data|raw|txt))?",
}
PARTS = re.compile(r"(?:which_?)?(?:part|p|star|task|part_?(?:no|num|number|nr)|level|question)")
SECOND = re.compile(r"(?:is_)?(?:part_?(?:2|two|b)|second(?:_part)?|p2)")
# A function of such a name makes of the input what the parts want.
PARSERS = re.compile(
    r"_?(?:prepare|(?:\w+_)?parser|parse(?!_?(?:line|row|entry|item|one|int|num|rule)$)\w*"
    r"|(?:parse|read|load|get|prepare|process|format|transform|convert|clean)_?(?:(?:the|raw|puzzle)_?)?"
    r"(?:input|data|text|file|puzzle|lines|content)\w*)",
    re.IGNORECASE,
)
_BARE_LIST = re.compile(r"(?:typing\.)?(?:[Ll]ist|Sequence|Iterable)")
# How many classes up a constructor is looked for, and to how many functions an argument goes on.
MOST_BASES, MOST_CALLED = 4, 32
_CHANGING = (
    "add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "insert", "pop",
    "popitem", "popleft", "remove", "reverse", "rotate", "setdefault", "sort", "update",
)  # fmt: skip
_METHODS = {
    "text": ("splitlines", "split", "strip", "rstrip", "lstrip", "replace", "partition", "translate"),
    "file": ("read", "readlines", "readline"),
    "Path": ("read_text", "open", "read_bytes", "exists"),
}


def parameters(function: Function) -> list[ast.arg]:
    """Return the parameters, except `self`."""
    given = (*function.args.posonlyargs, *function.args.args)
    return [each for each in given if each.arg not in ("self", "cls")]


def required(function: Function) -> list[ast.arg]:
    """Return the parameters without a default, except `self`."""
    every = parameters(function)
    return every[: max(0, len(every) - len(function.args.defaults))]


class Module(NamedTuple):
    """The syntax tree of the file at `path`, in the repository `root`."""

    tree: ast.Module
    path: Path
    root: Path


class Wanted(NamedTuple):
    """What each required parameter of a function is to be given; `is_guess` if only names tell that."""

    kinds: tuple[str, ...]
    is_guess: bool = False

    @property
    def inputs(self) -> list[str]:
        """Those that are the input."""
        return [kind for kind in self.kinds if kind not in ("part", "second", "year", "day")]


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
        if PARTS.fullmatch(name):
            given.append("part")
        elif SECOND.fullmatch(name):
            given.append("second")
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


def as_module(owner: ast.ClassDef, module: Module) -> ast.Module:
    """Return a module in which the methods of a class and its bases are functions that call one another."""
    classes = [each for each, _ in lineage(owner, module)]
    # A class comes before its bases: what it has counts.
    methods = {
        node.name: node for each in reversed(classes) for node in each.body if isinstance(node, Function)
    }

    class Plain(ast.NodeTransformer):
        def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
            self.generic_visit(node)
            is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls", owner.name)
            return ast.copy_location(ast.Name(node.attr), node) if is_own and node.attr in methods else node

    return ast.Module([Plain().visit(deepcopy(node)) for node in methods.values()], [])


def own_parser(owner: ast.ClassDef, part: Function, module: Module, name: str = "") -> Parser | None:
    """Return the method of a class or its bases that parses: the one of a name, else the likely one.

    Only a method that calls the parts calls it.
    """
    classes = [*lineage(owner, module)]
    methods = [
        (node, of_module) for each, of_module in classes for node in each.body if isinstance(node, Function)
    ]
    for node, of_module in methods:
        if node.name == name:
            return Parser(f"{owner.name}.{name}", node, of_module)
        if name or not PARSERS.fullmatch(node.name) or len(required(node)) != 1 or node.name == part.name:
            continue
        others = (each for each, _ in methods if part.name not in names(each))
        if not any(node.name in names(each) for each in others if each.name != node.name):
            return Parser(f"{owner.name}.{node.name}", node, of_module)
    return None


def changes(method: Function) -> bool:
    """Tell whether a method without an argument changes its object, or what that has."""
    own = {"self"}
    nodes = [*ast.walk(method)]
    for node in nodes:
        if isinstance(node, ast.For) and _root(node.iter) in own and isinstance(node.target, ast.Name):
            own.add(node.target.id)
    for node in nodes:
        match node:
            case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
                if _root(node) in own:
                    return True
            case ast.Call(func=ast.Attribute(value=changed, attr=name)):
                if name in _CHANGING and not isinstance(changed, ast.Name) and _root(changed) in own:
                    return True
    return False


def _root(node: ast.expr) -> str:
    """Return the name at the beginning of `name.field[3].other`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def names(function: Function) -> Iterator[str]:
    """Yield the names, and those of attributes, in a function."""
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name | ast.Attribute):
                yield node.id if isinstance(node, ast.Name) else node.attr


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
    """Tell whether an item of an argument is treated as a text."""
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


def gives_both(function: Function) -> bool:
    """Tell whether a function returns two answers at once, or yields twice."""
    nodes = [*own(function)]
    yields = sum(isinstance(node, ast.Yield) for node in nodes)
    if yields:
        return yields == 2 or any(isinstance(node, ast.YieldFrom) for node in nodes)
    returned = [node.value for node in nodes if isinstance(node, ast.Return) and node.value]
    return bool(returned) and all(
        isinstance(value, ast.Tuple | ast.List) and len(value.elts) == 2 for value in returned
    )


def returns(function: Function) -> bool:
    """Tell whether a function returns something other than None."""
    return any(
        isinstance(node, ast.Return)
        and node.value is not None
        and not (isinstance(node.value, ast.Constant) and node.value.value is None)
        for node in own(function)
    )


def own(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            yield node
            waiting += ast.iter_child_nodes(node)


def made(owner: ast.ClassDef, module: Module) -> tuple[str, ...] | None:
    """Return what the constructor of a class is to be given; None if that cannot be told."""
    for each, of_module in lineage(owner, module):
        for node in each.body:
            if isinstance(node, Function) and node.name == "__init__":
                told = wanted(_with_attributes(node, each), of_module)
                return told and told.kinds
        if any("dataclass" in ast.unparse(decorator) for decorator in each.decorator_list):
            fields = [each for each in each.body if isinstance(each, ast.AnnAssign) and each.value is None]
            kinds = tuple(of_annotation(field.annotation) for field in fields)
            return kinds if all(kinds) and len(kinds) < 2 else None
        last = each
    return None if _bases(last) else ()


def _with_attributes(constructor: Function, owner: ast.ClassDef) -> Function:
    """Return a constructor that goes on with all methods of its class, where what it keeps is used."""
    kept = {
        node.targets[0].attr: node.value.id
        for node in constructor.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Attribute)
        and isinstance(node.value, ast.Name)
    }

    class Kept(ast.NodeTransformer):
        def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
            self.generic_visit(node)
            is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
            return ast.Name(kept[node.attr], node.ctx) if is_own and node.attr in kept else node

    methods = [node for node in owner.body if isinstance(node, Function) and node is not constructor]
    others = [Kept().visit(deepcopy(node)) for node in methods] if kept else []
    body = [*constructor.body, *others]
    return type(constructor)(constructor.name, constructor.args, body, [], lineno=constructor.lineno)


def _bases(owner: ast.ClassDef) -> list[str]:
    bases = [*map(ast.unparse, owner.bases)]
    return [base for base in bases if base not in ("object", "ABC", "abc.ABC", "Protocol")]


def lineage(
    owner: ast.ClassDef, module: Module, depth: int = MOST_BASES
) -> Iterator[tuple[ast.ClassDef, Module]]:
    """Yield a class and the first bases of it that are found, each with its module."""
    yield owner, module
    if depth and (bases := _bases(owner)):
        found = defined(bases[0].partition("[")[0], module)
        if found and isinstance(found[0], ast.ClassDef):
            yield from lineage(found[0], found[1], depth - 1)


def defined(name: str, module: Module) -> tuple[Function | ast.ClassDef, Module] | None:
    """Return a function or class by the name that a module has for it, with the module that defines it."""
    for node in module.tree.body:
        if isinstance(node, Function | ast.ClassDef) and node.name == name:
            return node, module
    for origin, wanted in _imports(name, module.tree):
        for file in _files(origin, module.path, module.root):
            try:
                other = _parsed(file, file.stat().st_mtime_ns)
            except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            # A package may only pass it on.
            return defined(wanted, Module(other, file, module.root))
    return None


_parsed = lru_cache(64)(lambda file, changed: modules.parse(file))


def _imports(name: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the modules, relative ones with their dots, that a name may come from, with its name there."""
    owner, _, attribute = name.rpartition(".")
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=module, names=names, level=level):
                for alias in names:
                    if (alias.asname or alias.name) == name:
                        yield "." * level + (module or ""), alias.name
                    elif (alias.asname or alias.name) == owner:
                        yield "." * level + (f"{module}." if module else "") + alias.name, attribute
            case ast.Import(names=names):
                for alias in names:
                    if (alias.asname or alias.name) == owner:
                        yield alias.name, attribute


def _files(module: str, path: Path, root: Path) -> Iterator[Path]:
    """Yield the files that a module may be, as it is imported from a path."""
    name = module.lstrip(".")
    level = len(module) - len(name)
    parts = name.split(".") if name else []
    folders = [path.parents[level - 1]] if level else path.parents
    for folder in folders:
        if os.path.normpath(folder).startswith(str(root)):
            place = folder.joinpath(*parts)
            files = (place.with_suffix(".py") if parts else place, place / "__init__.py")
            yield from (file for file in files if file.is_file())
