"""What a syntax tree says of the functions in it: one reader of one's own modules and of other people's."""

import ast
import re
import warnings
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.errors import reason

Function = ast.FunctionDef | ast.AsyncFunctionDef
# What is raised for a file that is not there, or whose syntax tree cannot be made.
UNREADABLE = (OSError, ValueError, SyntaxError, RecursionError, MemoryError)
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


def parse(path: Path, data: bytes | None = None) -> ast.Module:
    """Return the syntax tree of a module, which may have been read. The compiler's warnings are not shown."""
    if data is None:
        data = files.read(path, files.MODULE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(data, str(path))


def why_unreadable(path: Path, error: Exception) -> str:
    """Return why a module cannot be read, for a syntax error with its line and a caret below."""
    if not isinstance(error, SyntaxError):
        return f"{path} cannot be read: {reason(error)}."
    import traceback

    line = f", line {error.lineno}" if error.lineno else ""
    # The first line is the name of the file, the last one the message of the error.
    source = "".join(traceback.format_exception_only(error)[1:-1])
    return f"{path}{line}: {error.msg}.\n{source}".rstrip()


def functions(tree: ast.Module) -> dict[str, Function]:
    """Return the functions by name; methods of classes that are made without arguments as `Class.method`."""
    functions: dict[str, Function] = {}
    for node in tree.body:
        if isinstance(node, Function):
            functions[node.name] = node
        elif isinstance(node, ast.ClassDef):
            methods = {method.name: method for method in node.body if isinstance(method, Function)}
            if "__init__" not in methods or not needed(methods["__init__"]):
                functions |= {f"{node.name}.{name}": method for name, method in methods.items()}
    return functions


def positional(function: Function) -> list[ast.arg]:
    """Return the parameters by position, without the object that a method belongs to."""
    named = function.args.posonlyargs + function.args.args
    if named and named[0].arg in ("self", "cls"):
        del named[0]
    return named


def needed(function: Function) -> list[ast.arg]:
    """Return the parameters by position that have no default."""
    named = positional(function)
    return named[: max(0, len(named) - len(function.args.defaults))]


def annotation_of(parameter: ast.arg) -> str:
    """Return the annotation of a parameter as a text, which is empty without one."""
    if not parameter.annotation:
        return ""
    return ast.unparse(parameter.annotation).strip("'\"")


def kind_of(parameter: ast.arg) -> str:
    """Return what kind of input a parameter gets by its annotation, else by its name; else nothing."""
    patterns, text = _NAMES, parameter.arg.lower().strip("_")
    if parameter.annotation:
        patterns, text = _ANNOTATIONS, annotation_of(parameter)
    for kind, pattern in patterns.items():
        if re.fullmatch(pattern, text):
            return kind
    return ""


def summary(function: Function) -> str:
    """Return the first line of a function's docstring."""
    docstring = ast.get_docstring(function, clean=False) or ""
    return docstring.strip().partition("\n")[0]


def is_written(function: Function) -> bool:
    """Tell whether the body of a function has more than a docstring, `...` or `pass`."""
    for statement in function.body:
        is_constant = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not is_constant and not isinstance(statement, ast.Pass):
            return True
    return False


def may_answer(function: Function) -> bool:
    """Tell whether a function returns something, or will once it is written."""
    returns = any(isinstance(node, ast.Return) and node.value for node in ast.walk(function))
    return returns or not is_written(function)
