"""Modules of one's own: which there are, and the functions such as `part1` in their syntax trees.

Nothing here executes a puzzle.
"""

import ast
import os
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.layouts import syntax
from puzzle_runner.layouts.discovery import Repository
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.layouts.syntax import Function
from puzzle_runner.model import DEFAULT, PART_NUMBER, Solution
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.storage import memo

# The function that judges answers, its first argument, and the function that makes inputs.
CHECK, ANSWER, GENERATE = "check", "answer", "generate"
_NAMED = rf"(?:part({PART_NUMBER})|solve)(?:_(\w+))?"
_DAY = r"(?:day|d)?[-_ ]?0*([1-9]\d?)"
# Annotations and names of an argument that is the input as it is, although there is a `parse`.
_TEXTS, _TEXT_NAMES = ("str", "bytes"), ("text", "input", "raw", "puzzle_input", "string", "s")
_STEM = r"(?a:[^\W_][\w.-]*)"
_LINK = r"https?://[^\s<>]*[^\s<>.,;:!?)]"
# The fields of a solution, which are kept as they are.
_Fields = tuple[Any, ...]


def paths(repository: Repository) -> dict[str, Path]:
    """Return the module file of each puzzle by its stem: of two, a package, else the one in no folder."""
    modules: dict[str, Path] = {}
    packages: dict[str, Path] = {}
    with os.scandir(repository.puzzles) as entries:
        for entry in entries:
            if entry.name.startswith(("_", ".")):
                continue
            if entry.name.endswith(".py"):
                modules[entry.name.removesuffix(".py")] = Path(entry.path)
            elif os.path.isfile(os.path.join(entry.path, "__init__.py")):
                packages[entry.name] = Path(entry.path, "__init__.py")
    years: dict[str, Path] = {}
    for path in sorted(repository.puzzles.glob("20[0-9][0-9]/*.py")):
        id = _id_in_year(repository.root, path)
        if id:
            years.setdefault(id, path)
    return years | modules | packages


def _id_in_year(root: Path, path: Path) -> str | None:
    """Return the id of a module in the folder of a year, whose name is an id or a day."""
    if identify(path.stem).site.ADDRESS:
        return path.stem
    day = re.fullmatch(_DAY, path.stem, re.IGNORECASE)
    if not day:
        return None
    # Imported here: most workspaces have no such folder.
    from puzzle_runner.layouts import origins, patterns

    place = patterns.Place(int(path.parent.name), int(day[1]))
    return origins.decide(root, path.relative_to(root).as_posix(), place).id


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
        make = partial(_read, data, path)
        title, url, idea, parts, checkers = memo.of(make, data, __file__, id, path.name)
    except syntax.UNREADABLE as error:
        return Puzzle(id, path, error=syntax.why_unreadable(path, error))
    warning = ""
    if not parts:
        module = f"{path.parent.name}/" if path.name == "__init__.py" else path.name
        warning = f"no part found: part1(text) is not in {module}. A helper's name begins with _: _{module}."
    return Puzzle(
        id,
        path,
        title,
        url or id.url,
        solutions=tuple(map(Solution._make, parts)),
        idea=idea,
        warning=warning,
        checker=Solution._make(checkers[0]) if checkers else None,
    )


def _read(data: bytes, path: Path) -> tuple[str, str, str, list[_Fields], list[_Fields]]:
    """Return a module's title, its link, the idea, its solutions, and its checker, if it has one."""
    tree = syntax.parse(path, data)
    docstring = ast.get_docstring(tree, clean=False) or ""
    title, _, rest = docstring.strip().partition("\n")
    link = re.search(_LINK, rest)
    url = link[0] if link else ""
    idea = ""
    for line in rest.splitlines():
        # A link on a line of its own is no part of the idea.
        if not url or line.strip() != url:
            idea += f"{line}\n"
    parts = [tuple(solution) for solution in solutions(tree)]
    checker = helper(tree, CHECK)
    checkers: list[_Fields] = []
    # Many a module has a `check` that is about something else.
    if checker and checker.parameters[:1] == (ANSWER,):
        checkers.append(tuple(checker))
    return title.strip(), url, idea.strip(), parts, checkers


def solutions(tree: ast.Module) -> list[Solution]:
    """Return the solutions that a module defines, by part, the default before its alternatives.

    `solve` is part 1 if the module has no `partN`; else the only public function is a method, as at TopCoder.
    """
    functions = syntax.functions(tree)
    numbered: list[Solution] = []
    whole: list[Solution] = []
    public: list[str] = []
    for function in functions:
        match = re.fullmatch(_NAMED, function)
        if match and match[1]:
            numbered.append(_solution(int(match[1]), match[2] or DEFAULT, function, functions))
        elif match and not part_words.part_of(function):
            whole.append(_solution(1, match[2] or DEFAULT, function, functions))
        elif not re.search(r"\b_", function):
            public.append(function)
    found = numbered or whole
    if not found and len(public) == 1 and "." in public[0]:
        found.append(_solution(1, DEFAULT, public[0], functions))
    found.sort(key=lambda solution: (solution.part, solution.name != DEFAULT))
    return found


def _solution(part: int, name: str, function: str, functions: Mapping[str, Function]) -> Solution:
    """Return the solution that a function is."""
    node = reader = functions[function]
    parser = functions.get("parse")
    data = function
    takes_input = _takes_input(node)
    if parser and _is_parsed(node, parser, functions):
        data, reader, takes_input = f"{data} parse", parser, True
    first = syntax.positional(reader)[:1]
    if first and syntax.kind_of(first[0]) == "lines":
        data += " lines"
    # A keyword can set those behind the input, which is the first argument.
    by_position = syntax.positional(node)[takes_input:]
    by_keyword = [argument for argument in by_position if argument not in node.args.posonlyargs]
    parameters = tuple(argument.arg for argument in by_keyword + node.args.kwonlyargs)
    return Solution(
        part,
        name,
        "function",
        data,
        syntax.summary(node),
        takes_input,
        node.lineno,
        syntax.is_written(node),
        parameters,
        function=function,
        required=tuple(name for name in _required(node) if name in parameters),
    )


def _takes_input(function: Function) -> bool:
    """Tell whether the first of a part's arguments is the input, and not a parameter of the case."""
    named, needed = syntax.positional(function), syntax.needed(function)
    if not named:
        return bool(function.args.vararg)
    kind = syntax.kind_of(named[0])
    if len(needed) == 1:
        return bool(kind) or not named[0].annotation
    return kind == "text"


def _is_parsed(function: Function, parser: Function, functions: Mapping[str, Function]) -> bool:
    """Tell whether a part is to be given what the module's `parse` makes of the input.

    It is unless it calls `parse` itself, or a function that does, or says that it takes a text.
    """
    first = syntax.positional(function)[:1]
    if not first or not syntax.positional(parser):
        return False
    annotation = syntax.annotation_of(first[0])
    if annotation in _TEXTS or (not annotation and first[0].arg in _TEXT_NAMES):
        return False
    callers = {"parse"}
    for name, node in functions.items():
        if "parse" in _names_in(node):
            callers.add(name)
    return callers.isdisjoint(_names_in(function))


def _names_in(function: Function) -> set[str]:
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}


def helper(tree: ast.Module, name: str) -> Solution | None:
    """Return a function of a module that is no part, with all of its arguments as its parameters."""
    node = syntax.functions(tree).get(name)
    if not node:
        return None
    engine = "generator" if name == GENERATE else "function"
    named = tuple(argument.arg for argument in syntax.positional(node) + node.args.kwonlyargs)
    required = _required(node)
    return Solution(
        0, name, engine, name, line=node.lineno, parameters=named, function=name, required=required
    )


def _required(function: Function) -> tuple[str, ...]:
    names = [argument.arg for argument in syntax.needed(function)]
    for argument, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True):
        if default is None:
            names.append(argument.arg)
    return tuple(names)
