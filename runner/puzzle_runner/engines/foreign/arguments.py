"""The arguments that functions and classes of foreign modules want, as far as their syntax trees tell."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

from puzzle_runner.engines import function as modules

Function = ast.FunctionDef | ast.AsyncFunctionDef

_ANNOTATIONS = (
    (re.compile(r"(?:str|AnyStr|bytes)"), "text"),
    (
        re.compile(
            r"(?:typing\.)?(?:[Ll]ist|Sequence|Iterable|Iterator|Collection|[Tt]uple)\[str(?:, ?\.\.\.)?\]"
        ),
        "lines",
    ),
    (re.compile(r"(?:pathlib\.)?(?:Path|PurePath|PosixPath)"), "Path"),
    (re.compile(r"(?:typing\.|io\.)?(?:TextIO|IO(?:\[str\])?|TextIOWrapper|TextIOBase|StringIO)"), "file"),
)
_NAMES = (
    (
        re.compile(
            r"(?:input_?|data_?)?(?:path|file_?name|file_?path|f_?name|in_?file)|(?:input|data)_?file"
        ),
        "path",
    ),
    (re.compile(r"(?:\w+_)?(?:lines|rows)|grid_?lines"), "lines"),
    (re.compile(r"f|fp|fh|fd|file|stream|handle|infile|fin"), "file"),
    (
        re.compile(
            r"(?:puzzle|raw|my|the)?_?(?:input|inp|data|text|txt|string|str|content|contents|raw|puzzle|s)"
            r"(?:_?(?:str|string|text|data|raw|txt))?"
        ),
        "text",
    ),
)
PARTS = re.compile(r"(?:which_?)?(?:part|p|star|task|part_?(?:no|num|number|nr)|level|question)")
SECOND = re.compile(r"(?:is_)?(?:part_?(?:2|two|b)|second(?:_part)?|p2)")
PARSERS = re.compile(
    r"_?(?:parse|read|load|prepare|process|get|format|transform)(?:_?\w*)?(?:input|data|text|lines|file|puzzle|raw)?"
)
# How far up its bases are looked for.
MOST_BASES = 4
_OF_TEXT = frozenset(
    {"splitlines", "split", "strip", "rstrip", "lstrip", "replace", "partition", "translate"}
)
_OF_FILES = frozenset({"read", "readlines", "readline"})
_OF_PATHS = frozenset({"read_text", "open", "read_bytes", "exists"})


def required(function: Function) -> list[ast.arg]:
    """Return the parameters without a default, but for `self`."""
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
        elif kind := kind_of(parameter, function, parser):
            given.append(kind)
        else:
            return None
    return tuple(given) if sum(kind not in ("part", "second", "year", "day") for kind in given) < 2 else None


def is_guess(function: Function, parser: Function | None = None) -> bool:
    """Tell whether it is only by their names that `kinds` knows what parameters are to be given."""
    return any(
        not parameter.annotation and not parser and not _used_as(parameter.arg, function)
        for parameter in required(function)
        if not PARTS.fullmatch(parameter.arg.lower()) and not SECOND.fullmatch(parameter.arg.lower())
    )


def kind_of(parameter: ast.arg, function: Function, parser: Function | None) -> str:
    """Return what a parameter is to be given; an empty text if that cannot be told."""
    if parameter.annotation:
        return of_annotation(parameter.annotation) or ("parsed" if parser else "")
    if kind := _used_as(parameter.arg, function):
        return kind
    if parser:
        return "parsed"
    return next((kind for pattern, kind in _NAMES if pattern.fullmatch(parameter.arg.lower())), "")


def of_annotation(annotation: ast.expr) -> str:
    """Return what a parameter with an annotation is to be given; an empty text if that cannot be told."""
    text = ast.unparse(annotation).strip("'\"")
    return next((kind for pattern, kind in _ANNOTATIONS if pattern.fullmatch(text)), "")


def _used_as(name: str, function: Function) -> str:
    """Return what a parameter is treated as; what cuts off the last line or sign wants the newline there."""
    kind = _treated_as(name, function)
    raw = {"text": "raw", "lines": "raw lines"}
    return raw[kind] if kind in raw and _cuts_the_end(function) else kind


def _cuts_the_end(function: Function) -> bool:
    """Tell whether a function leaves out the last line of a text, or the last sign of each line."""
    loops = {
        node.target.id
        for node in ast.walk(function)
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name)
    }
    for node in ast.walk(function):
        match node:
            case ast.Subscript(
                value=value, slice=ast.Slice(lower=None, upper=ast.UnaryOp(ast.USub(), ast.Constant(1)))
            ):
                if isinstance(value, ast.Name) and value.id in loops:
                    return True
                if isinstance(value, ast.Call) and ast.unparse(value).endswith(".split('\\n')"):
                    return True
    return False


def _treated_as(name: str, function: Function) -> str:
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method)) if owner == name:
                for methods, kind in ((_OF_TEXT, "text"), (_OF_FILES, "file"), (_OF_PATHS, "Path")):
                    if method in methods:
                        return kind
            case ast.Call(func=ast.Name(id="open" | "Path"), args=[ast.Name(id=given), *_]) if given == name:
                return "path"
            case (
                ast.For(target=ast.Name(id=item), iter=ast.Name(id=whole))
                | ast.comprehension(target=ast.Name(id=item), iter=ast.Name(id=whole))
            ) if whole == name and _is_text(item, node if isinstance(node, ast.For) else function):
                return "lines"
    return ""


def _is_text(name: str, scope: ast.AST) -> bool:
    """Tell whether a name is treated as a text."""
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and node.attr in _OF_TEXT
        for node in ast.walk(scope)
    )


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
    named = [
        base for base in owner.bases if ast.unparse(base) not in ("object", "ABC", "abc.ABC", "Protocol")
    ]
    if not named:
        return ()
    found = _base(ast.unparse(named[0]).partition("[")[0], tree, path, root) if depth else None
    return made(*found, root, depth - 1) if found else None


def _base(
    name: str, tree: ast.Module, path: Path, root: Path
) -> tuple[ast.ClassDef, ast.Module, Path] | None:
    """Return a class by the name that a module has for it, with the tree and the path of its file."""
    if own := _class(name, tree):
        return own, tree, path
    for module, wanted in _imports(name, tree):
        for file in _files(module, path, root):
            try:
                other = modules.parse(file)
            except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            if there := _class(wanted, other):
                return there, other, file
            # A package may only pass it on.
            return _base(wanted, other, file, root) if other is not tree else None
    return None


def _class(name: str, tree: ast.Module) -> ast.ClassDef | None:
    return next((node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name), None)


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
    folders = (
        [path.parents[level - 1]] if level else [folder for folder in path.parents if _is_in(folder, root)]
    )
    for folder in folders:
        place = folder.joinpath(*parts)
        for file in (place.with_suffix(".py") if parts else place, place / "__init__.py"):
            if file.is_file() and _is_in(file, root):
                yield file


def _is_in(path: Path, root: Path) -> bool:
    return os.path.normpath(path).startswith(str(root))
