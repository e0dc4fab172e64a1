"""How a module behaves when it is run: whether it is a program, how it reads, how it answers."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from puzzle_runner import files

_SETTING_UP = re.compile(
    r"sys\.(?:path\.\w+|setrecursionlimit|set_int_max_str_digits|stdout\.reconfigure)|(?:logging|random|os|np|warnings|locale)\.\w+"
    r"|load_dotenv|install"
)
_STDIN = re.compile(r"\bstdin\b|(?<![\w.])input\(\)|open\(0\b|\bfileinput\b")
_ARGV = re.compile(r"argv\[(?:1:?|-1)\]|^\s*\w+\s*,\s*\w+\s*=\s*(?:sys\.)?argv\b", re.MULTILINE)
_NO_PATH = re.compile(
    r"int\(\s*(?:sys\.)?argv\[1\]|argv\[1\]\s*(?:==|!=|in\b|not in\b)"
    r"|[\"'][^\"']*[\"']\s+in\s+(?:sys\.)?argv\b|argv\[1\]\.(?:lower|isd|upper)"
)
_POSITIONAL = re.compile(r"add_argument\(\s*[\"']([A-Za-z]\w*)[\"']")
# How a text speaks of the path of an input, and of another one or none.
_PLACE = re.compile(r"input|\.(?:txt|in|dat)$", re.IGNORECASE)
_NO_PLACE = re.compile(
    r"[{}\s%$*?:#<>|~]|^[/-]|/$|(?:^|/)\.[^./]|\.py$"
    r"|ex[ae]mpl|beispiel|voorbeeld|ejemplo|sample|test|demo|small|(?<![a-z])(?:eg|ex)\d*(?![a-z])",
    re.IGNORECASE,
)
_FILES = re.compile(r"\w*(?:input|file|path)\w*|data|puzzle")


def is_program(tree: ast.Module) -> bool:
    """Tell whether a module does something when it is run, beyond defining names."""
    return any(map(_does_something, tree.body))


def _does_something(statement: ast.stmt) -> bool:
    match statement:
        case ast.If(test=test, body=body) if any(
            isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(test)
        ):
            return not all(map(_is_test, body))
        case ast.Expr(value=ast.Call(func=function)):
            return not _SETTING_UP.fullmatch(ast.unparse(function))
        case ast.Assign(targets=[target]):
            set_at_once = target.elts if isinstance(target, ast.Tuple) else [target]
            return any(
                isinstance(each, ast.Attribute) and each.attr.startswith("answer") for each in set_at_once
            )
        case ast.For() | ast.While() | ast.If() | ast.With() | ast.Try() | ast.Match():
            return calls(statement, "print", "pprint", "main", "submit", "solve", "run")
    return False


def _is_test(statement: ast.stmt) -> bool:
    """Tell whether a statement only runs tests, or changes nothing."""
    match statement:
        case ast.Expr(value=ast.Call(func=function)):
            return ast.unparse(function) in ("unittest.main", "pytest.main", "doctest.testmod", "exit")
        case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
    return False


def calls(tree: ast.AST, *names: str) -> bool:
    """Tell whether a function or method of these names is called below a node."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in names:
                return True
    return False


def prints(tree: ast.AST) -> bool:
    """Tell whether anything is printed below a node."""
    return calls(tree, "print", "pprint", "write")


def reads_stdin(source: str) -> bool:
    """Tell whether a module reads standard input."""
    return bool(_STDIN.search(source))


def arguments(source: str) -> tuple[str, ...]:
    """Return the arguments that a program gets: the path of its input, if it takes that first."""
    if "argparse" in source:
        positional = _POSITIONAL.search(source)
        takes_path = bool(positional and _FILES.fullmatch(positional[1].lower()))
    else:
        takes_path = bool(_ARGV.search(source)) and not _NO_PATH.search(source)
    return ("{input}",) if takes_path else ()


def text_of(path: Path) -> str:
    """Return the text of a file; nothing if it cannot be read."""
    try:
        return files.text(path, files.MODULE)
    except (OSError, ValueError):
        return ""


def is_place(text: str) -> bool:
    """Tell whether a text in a source may be the path of its input."""
    return bool(_PLACE.search(text)) and not _NO_PLACE.search(text)


def literals(tree: ast.Module) -> Iterator[str]:
    """Yield the texts that may be paths of files that it reads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if 0 < len(text) < 200 and "\n" not in text and re.search(r"[\w)]\.\w+$|input|/", text):
                yield text
