"""Modules of one's own: which there are, and the functions such as `part1` in their syntax trees.

Nothing here executes a puzzle.
"""

import ast
import os
import re
import warnings
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from puzzle_runner import files
from puzzle_runner.errors import reason
from puzzle_runner.layouts.discovery import Repository
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import DEFAULT, PART_NUMBER, Solution
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.storage import memo

# What is raised for a file that is not there, or whose syntax tree cannot be made.
UNREADABLE = (OSError, ValueError, SyntaxError, RecursionError, MemoryError)
# The function that judges answers, and its first argument.
CHECK, ANSWER = "check", "answer"
# The function that makes inputs.
GENERATE = "generate"
# Compiled when they are needed, which takes long.
_PART = rf"part({PART_NUMBER})(?:_(\w+))?"
_SOLVE = r"solve(?:_(\w+))?"
_YEAR, _DAY = r"20\d\d", r"(?:day|d)?[-_ ]?0*([1-9]\d?)"
# Annotations and names of an argument that is the input as it is, and annotations of one that is not.
_TEXTS, _TEXT_NAMES = ("str", "bytes"), ("text", "input", "raw", "puzzle_input", "string", "s")
_VALUES = r"int|float|bool|(?:[lL]ist|[tT]uple|set|dict|Sequence)\[.*\b(?:int|float|bool)\b.*\]"
_STEM = r"(?a:[^\W_][\w.-]*)"
_LINK = r"https?://[^\s<>]*[^\s<>.,;:!?)]"


def paths(repository: Repository) -> dict[str, Path]:
    """Return the module file of each puzzle by its stem; those in folders of years come last."""
    paths: dict[str, Path] = {}
    years: list[str] = []
    with os.scandir(repository.puzzles) as entries:
        for entry in entries:
            if entry.name.startswith(("_", ".")):
                continue
            if entry.name.endswith(".py"):
                paths.setdefault(entry.name.removesuffix(".py"), Path(entry.path))
            elif os.path.isfile(os.path.join(entry.path, "__init__.py")):
                paths[entry.name] = Path(entry.path, "__init__.py")
            elif re.fullmatch(_YEAR, entry.name) and files.is_folder(entry):
                years.append(entry.path)
    for year in sorted(years):
        for id, path in _of_year(Path(year)):
            paths.setdefault(id, path)
    return paths


def _of_year(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the modules in the folder of a year, whose names are ids or days."""
    # Imported here: most workspaces have no such folder.
    from puzzle_runner.layouts import origins
    from puzzle_runner.layouts.patterns import Place

    root = folder.parents[1]
    for path in sorted(folder.glob("*.py")):
        day = re.fullmatch(_DAY, path.stem, re.IGNORECASE)
        if day:
            place = Place(int(folder.name), int(day[1]))
            decided = origins.decide(root, path.relative_to(root).as_posix(), place)
            if decided.id:
                yield decided.id, path
        elif identify(path.stem).site.ADDRESS:
            yield path.stem, path


def path(folder: Path, stem: str) -> Path | None:
    """Return the module of a stem in a folder, without a look at all others; None if it may have another."""
    module, package = folder / f"{stem}.py", folder / stem / "__init__.py"
    # Where upper and lower case are the same, the name of the file may be another.
    if not re.fullmatch(_STEM, stem) or os.path.lexists(module.with_stem(stem.swapcase())):
        return None
    if package.is_file():
        return package
    return module if os.path.lexists(module) else None


def discover(repository: Repository, id: PuzzleId, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
    """Return the puzzle of a module, which may be laid out as other people's are."""
    if puzzle or path.suffix != ".py":
        return puzzle
    own = read(id, path)
    if own.solutions or own.error or not id.site.ADDRESS:
        return own
    # Imported here: most modules have functions such as `part1`.
    from puzzle_runner.layouts import puzzles

    return puzzles.read_own(own, repository.puzzles)


def read(id: PuzzleId, path: Path) -> Puzzle:
    """Return a puzzle from its syntax tree; a puzzle with an `error` if that cannot be read.

    Its URL is the link in the docstring, else the one that its site knows.
    """
    try:
        data = files.read(path, files.MODULE)
        title, url, idea, warning, parts, checkers = memo.of(
            partial(_read, data, path), data, __file__, id, path.name
        )
    except UNREADABLE as error:
        return Puzzle(id, path, error=why_unreadable(path, error))
    if url not in ("", id.url) and not warning:
        linked = identify(url).canonical
        meant = id.canonical
        if linked.site.ADDRESS and meant.site.ADDRESS and linked != meant:
            warning = f"the link in {path.name} is that of {linked}, not of {meant}. Change one of them."
    puzzle = Puzzle(id, path, title, url or id.url, idea=idea, warning=warning)
    for checker in checkers:
        puzzle = puzzle._replace(checker=Solution._make(checker))
    return puzzle._replace(solutions=tuple(map(Solution._make, parts)))


def why_unreadable(path: Path, error: Exception) -> str:
    """Return why a module cannot be read, for a syntax error with its line and a caret below."""
    if not isinstance(error, SyntaxError):
        return f"{path} cannot be read: {reason(error)}."
    import traceback

    line = f", line {error.lineno}" if error.lineno else ""
    # The first line is the name of the file, the last one the message of the error.
    source = "".join(traceback.format_exception_only(error)[1:-1])
    return f"{path}{line}: {error.msg}.\n{source}".rstrip()


# The fields of a solution, which are kept as they are.
_Fields = tuple[Any, ...]


def _read(data: bytes, path: Path) -> tuple[str, str, str, str, tuple[_Fields, ...], tuple[_Fields, ...]]:
    """Return a module's title, its link, the idea, a warning, its solutions, and its checker."""
    tree = parse(path, data)
    docstring = ast.get_docstring(tree, clean=False) or ""
    title, _, rest = docstring.strip().partition("\n")
    url = ""
    link = re.search(_LINK, rest)
    lines = rest.splitlines()
    if link:
        url = link[0]
        # A link on a line of its own is no part of the idea.
        lines = [line for line in lines if line.strip() != url]
    idea = "\n".join(lines).strip()
    parts = solutions(tree)
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    warning = ""
    if not parts or functions - {solution.function for solution in parts}:
        warning = _warning(path, functions, {solution.part for solution in parts})
    checkers: tuple[_Fields, ...] = ()
    checker = _helper(tree, CHECK)
    # Many a module has a `check` that is about something else.
    if checker and checker.parameters[:1] == (ANSWER,):
        checkers = (tuple(checker),)
    return title.strip(), url, idea, warning, tuple(map(tuple, parts)), checkers


def _warning(path: Path, functions: Collection[str], parts: Collection[int]) -> str:
    """Return a sentence about a part that is not run, if a function looks like it or there is no other."""
    # Imported here: a module that has its parts and nothing else needs no closer look.
    from puzzle_runner.engines.part_words import part_of

    module = f"{path.parent.name}/" if path.name == "__init__.py" else path.name
    for name in sorted(functions):
        part = part_of(name)
        if part not in (0, *parts):
            return f"part {part} is not run: part{part}(text) is not in {module} (it has {name}). Rename it."
    if parts:
        return ""
    return f"no part found: part1(text) is not in {module}. A helper's name begins with _: _{module}."


def parse(path: Path, data: bytes | None = None) -> ast.Module:
    """Return the syntax tree of a module, which may have been read. The compiler's warnings are not shown."""
    data = files.read(path, files.MODULE) if data is None else data
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(data, str(path))


def solutions(tree: ast.Module) -> list[Solution]:
    """Return the solutions that a module defines, by part, the default before its alternatives.

    `solve` is part 1 if the module has no `partN`; otherwise it is a helper. `solve_part_two` is none of its
    alternatives.
    """
    nodes: dict[str, ast.stmt] = {}
    for statement in tree.body:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                nodes[statement.name] = statement
            case ast.Assign():
                for target in statement.targets:
                    if isinstance(target, ast.Name):
                        nodes[target.id] = statement
            case ast.AnnAssign(target=ast.Name(id=name)):
                nodes[name] = statement
            case ast.ImportFrom():
                for alias in statement.names:
                    nodes[alias.asname or alias.name] = statement
    # The part and the name of each solution, by the function.
    named: dict[str, tuple[int, str]] = {}
    for function in nodes:
        match = re.fullmatch(_PART, function)
        if match:
            named[function] = int(match[1]), match[2] or DEFAULT
    if not named:
        from puzzle_runner.engines.part_words import part_of

        for function in nodes:
            match = re.fullmatch(_SOLVE, function)
            if match and not part_of(function):
                named[function] = 1, match[1] or DEFAULT
    if not named:
        return _only_method(tree)
    solutions: list[Solution] = []
    for function, (part, name) in named.items():
        parser = nodes.get("parse")
        if not isinstance(parser, ast.FunctionDef) or not _is_parsed(nodes[function], parser, nodes):
            parser = None
        solutions.append(_solution(part, name, function, nodes[function], parser))
    solutions.sort(key=lambda solution: (solution.part, solution.name != DEFAULT))
    return solutions


def _only_method(tree: ast.Module) -> list[Solution]:
    """Return the solution of a module like TopCoder's: a class with one public method, and no functions."""
    public = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    public = [node for node in public if not node.name.startswith("_")]
    if len(public) != 1 or not isinstance(public[0], ast.ClassDef):
        return []
    owner = public[0]
    methods = [node for node in owner.body if isinstance(node, ast.FunctionDef)]
    if owner.bases or any(method.name == "__init__" for method in methods):
        return []
    methods = [method for method in methods if not method.name.startswith("_")]
    if len(methods) != 1 or not methods[0].args.args:
        return []
    method = methods[0]
    # All but the object itself.
    del method.args.args[0]
    return [_solution(1, DEFAULT, f"{owner.name}.{method.name}", method)]


def _is_parsed(node: ast.stmt, parser: ast.FunctionDef, nodes: Mapping[str, ast.stmt]) -> bool:
    """Tell whether a part is to be given what the module's `parse` makes of the input.

    It is unless it calls `parse` itself, also through other functions, or says that it takes a text.
    """
    first = _first(node)
    if not first or not _first(parser):
        return False
    annotation = annotation_of(first)
    if annotation in _TEXTS or (not annotation and first.arg in _TEXT_NAMES):
        return False
    waiting = [node]
    seen = {node}
    while waiting:
        for inner in ast.walk(waiting.pop()):
            if not isinstance(inner, ast.Name) or inner.id not in nodes:
                continue
            called = nodes[inner.id]
            if called is parser:
                return False
            if called not in seen:
                seen.add(called)
                waiting.append(called)
    return True


def _solution(
    part: int, name: str, function: str, node: ast.stmt, parser: ast.FunctionDef | None = None
) -> Solution:
    """Return the solution that a function is; `parser` is the one that makes its argument of the input."""
    data = function
    if parser:
        data += " parse"
    if _gets_lines(parser or node):
        data += " lines"
    solution = Solution(part, name, "function", data, line=node.lineno, function=function)
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return solution
    arguments = node.args
    takes_input = parser is not None or _is_input(arguments)
    # A keyword can set those behind the input, which is the first argument.
    by_keyword = arguments.args + arguments.kwonlyargs
    if takes_input and not arguments.posonlyargs and arguments.args:
        del by_keyword[0]
    parameters = tuple(each.arg for each in by_keyword)
    docstring = ast.get_docstring(node, clean=False) or ""
    return solution._replace(
        summary=docstring.strip().partition("\n")[0],
        takes_input=takes_input,
        written=not all(map(_is_placeholder, node.body)),
        parameters=parameters,
        required=tuple(name for name in _required(arguments) if name in parameters),
    )


def helper(path: Path, name: str) -> Solution | None:
    """Return a function of a module that is no part; None if there is none. Raises OSError or SyntaxError."""
    return _helper(parse(path), name)


def _helper(tree: ast.Module, name: str) -> Solution | None:
    """Return a function of a module that is no part, with all of its arguments as its parameters."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            named = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            engine = "generator" if name == GENERATE else "function"
            helper = Solution(0, name, engine, name, line=node.lineno, function=name)
            parameters = tuple(argument.arg for argument in named)
            return helper._replace(parameters=parameters, required=_required(node.args))
    return None


def _is_input(arguments: ast.arguments) -> bool:
    """Tell whether the first of a part's arguments is the input, and not a parameter of the case."""
    named = arguments.posonlyargs + arguments.args
    if not named:
        return bool(arguments.vararg)
    annotation = annotation_of(named[0])
    if annotation in _TEXTS:
        return True
    if re.fullmatch(_VALUES, annotation):
        return False
    needed = len(positional(arguments))
    if not needed:
        default = arguments.defaults[0]
        return not isinstance(default, ast.Constant) or not isinstance(default.value, int | float)
    return needed == 1 or named[0].arg in _TEXT_NAMES


def _first(node: ast.stmt) -> ast.arg | None:
    """Return the first parameter of a function; None if it has none, or is something else."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for parameter in node.args.posonlyargs + node.args.args:
            return parameter
    return None


def annotation_of(parameter: ast.arg) -> str:
    """Return the annotation of a parameter as a text, which is empty without one."""
    if not parameter.annotation:
        return ""
    return ast.unparse(parameter.annotation).strip("'\"")


def positional(arguments: ast.arguments) -> list[ast.arg]:
    """Return the parameters by position that have no default."""
    named = arguments.posonlyargs + arguments.args
    return named[: len(named) - len(arguments.defaults)]


def _required(arguments: ast.arguments) -> tuple[str, ...]:
    names = [argument.arg for argument in positional(arguments)]
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is None:
            names.append(argument.arg)
    return tuple(names)


def _gets_lines(node: ast.stmt) -> bool:
    """Tell whether the first argument of a function is the lines of the input, as in a layout."""
    first = _first(node)
    if not first:
        return False
    if "lines" not in first.arg and annotation_of(first) in ("", *_TEXTS):
        return False
    # Imported here: most parts get a text.
    from puzzle_runner.layouts import detection

    return detection.kind_of(first) == "lines"


def _is_placeholder(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Pass)
