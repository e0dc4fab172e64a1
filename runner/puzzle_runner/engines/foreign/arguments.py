"""The arguments that functions and classes of foreign modules want, as far as their syntax trees tell."""

import ast
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from puzzle_runner.engines import function as modules

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
PARSERS = re.compile(
    r"_?(?:parse|read|load|prepare|process|get|format|transform)(?:_?\w*)?(?:input|data|text|lines|file|puzzle|raw)?"
)
# How many classes up a constructor is looked for.
MOST_BASES = 4
_METHODS = {
    "text": ("splitlines", "split", "strip", "rstrip", "lstrip", "replace", "partition", "translate"),
    "file": ("read", "readlines", "readline"),
    "Path": ("read_text", "open", "read_bytes", "exists"),
}


def required(function: Function) -> list[ast.arg]:
    """Return the parameters without a default, except `self`."""
    arguments = [*function.args.posonlyargs, *function.args.args]
    needed = arguments[: len(arguments) - len(function.args.defaults)]
    return [each for each in needed if each.arg not in ("self", "cls")]


def kinds(function: Function, parser: Function | None = None) -> tuple[str, ...] | None:
    """Return what each required parameter is to be given; None if that cannot be told.

    A single input is told by its annotation, else by what is done with it, else by its name. `parsed` stands
    for what the module's own `parser` makes of the input.
    """
    given: list[str] = []
    for parameter in required(function):
        name = parameter.arg.lower()
        if PARTS.fullmatch(name):
            given.append("part")
        elif SECOND.fullmatch(name):
            given.append("second")
        elif name in ("year", "day"):
            given.append(name)
        elif parameter.annotation:
            given.append(of_annotation(parameter.annotation) or ("parsed" if parser else ""))
        elif kind := _used_as(parameter.arg, function):
            given.append(kind)
        elif parser:
            given.append("parsed")
        else:
            given.append(_kind(_NAMES, name))
    inputs = [kind for kind in given if kind not in ("part", "second", "year", "day")]
    return tuple(given) if all(given) and len(inputs) < 2 else None


def is_guess(function: Function, parser: Function | None = None) -> bool:
    """Tell whether it is only by their names that `kinds` knows what parameters are to be given."""
    return any(
        not parameter.annotation and not parser and not _used_as(parameter.arg, function)
        for parameter in required(function)
        if not PARTS.fullmatch(parameter.arg.lower()) and not SECOND.fullmatch(parameter.arg.lower())
    )


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
            case (
                ast.For(target=ast.Name(id=item), iter=ast.Name(id=whole))
                | ast.comprehension(target=ast.Name(id=item), iter=ast.Name(id=whole))
            ) if whole == name:
                for inner in ast.walk(node if isinstance(node, ast.For) else function):
                    match inner:
                        case ast.Attribute(value=ast.Name(id=owner), attr=method):
                            if owner == item and method in _METHODS["text"]:
                                return "lines"
    return ""


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


def made(
    owner: ast.ClassDef, tree: ast.Module, path: Path, root: Path, depth: int = MOST_BASES
) -> tuple[str, ...] | None:
    """Return what the constructor of a class is to be given; None if that cannot be told.

    `tree` is that of the file at `path`, in the repository `root`.
    """
    for node in owner.body:
        if isinstance(node, Function) and node.name == "__init__":
            return kinds(node)
    if any("dataclass" in ast.unparse(decorator) for decorator in owner.decorator_list):
        fields = [each for each in owner.body if isinstance(each, ast.AnnAssign) and each.value is None]
        wanted = tuple(of_annotation(field.annotation) for field in fields)
        return wanted if all(wanted) and len(wanted) < 2 else None
    bases = [*map(ast.unparse, owner.bases)]
    named = [base for base in bases if base not in ("object", "ABC", "abc.ABC", "Protocol")]
    if not named:
        return ()
    found = _base(named[0].partition("[")[0], tree, path, root) if depth else None
    return made(*found, root, depth - 1) if found else None


def _base(
    name: str, tree: ast.Module, path: Path, root: Path
) -> tuple[ast.ClassDef, ast.Module, Path] | None:
    """Return a class by the name that a module has for it, with the tree and the path of its file."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return node, tree, path
    for module, wanted in _imports(name, tree):
        for file in _files(module, path, root):
            try:
                other = modules.parse(file)
            except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            # A package may only pass it on.
            return _base(wanted, other, file, root)
    return None


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
