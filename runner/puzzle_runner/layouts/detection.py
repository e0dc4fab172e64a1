"""From the syntax tree of a foreign module to its solutions: what to call, and with what."""

import ast
import os
import re
from collections.abc import Mapping, Sequence

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.engines.foreign.adapter import Adapter
from puzzle_runner.layouts import input_files, origins, syntax
from puzzle_runner.layouts.layout import Source
from puzzle_runner.layouts.syntax import Function
from puzzle_runner.model import DEFAULT, Solution

# The names of one function for both parts, or for the part that the file is about; the likeliest first.
_WHOLE = ("solve", "solution", "run", "compute", "answer", "main")
# Functions that may give an answer.
_ANSWERING = ("print", "pprint", "main", "submit", "solve", "run")
# The parameter that is the part.
_PART = re.compile(r"part(?:_?(?:no|num|number))?")
# What names the words behind a program, and what says near by that one is a file.
_WORDS = (
    r"(?:\bargv\b|\bARGV\b|os\.Args|env::args|Deno\.args|Bun\.argv|getArgs|commandArgs|\$\{?1\b"
    r"|\bargs\s*\[|\bargs\.(?:nth|get|first|next))"
)
_FILE = r"(?i:file|path|input|open|read|<\s*\"?(?=\$))"
_TAKES_PATH = re.compile(rf"{_FILE}.{{0,25}}{_WORDS}|{_WORDS}.{{0,25}}{_FILE}")


def solutions(source: Source, tree: ast.Module) -> list[Solution]:
    """Return the solutions of a module, by part: a program is run, functions of other modules are called."""
    parts = parts_of(source)
    # A problem has one part, as has the last day of a year.
    adapter = _adapter(source)._replace(alone=len(parts) == 1)
    is_program = any(_does_something(statement) for statement in tree.body)
    if is_program and not source.layout.parts:
        adapter = adapter._replace(takes_path=takes_path(files.source(source.file)))
        return _for_parts(Solution(0, DEFAULT, "foreign", adapter, path=source.file, line=1), parts)
    functions = syntax.functions(tree)
    found: list[Solution] = []
    for part, name in _likely(source, functions):
        if part:
            found += _called(source, functions, name, adapter._replace(alone=True), [part])
        elif not found:
            found += _called(source, functions, name, adapter, parts)
    return found


def _likely(source: Source, functions: Mapping[str, Function]) -> list[tuple[int, str]]:
    """Return the names of functions for the parts, of several the shortest, and then those for all, part 0.

    A problem has one part: a number is that of the problem, or of one of several ways.
    """
    names = source.layout.parts
    if len(names) == 1:
        return [(0, names[0])]
    if names:
        return [*enumerate(names, 1)]
    most = 0 if source.place.number else origins.most_parts(source.id)
    by_part: dict[int, str] = {}
    by_word: dict[str, str] = {}
    for function in sorted(functions, key=lambda function: len(functions[function].name)):
        node = functions[function]
        if not syntax.may_answer(node):
            continue
        part = part_words.part_of(node.name)
        if 0 < part <= most and source.place.part in (0, part):
            by_part.setdefault(part, function)
        by_word.setdefault(node.name, function)
    likely = sorted(by_part.items())
    for word in _WHOLE:
        if word in by_word:
            likely.append((0, by_word[word]))
    return likely


def parts_of(source: Source) -> Sequence[int]:
    """Return the parts that a program answers, as far as its path tells."""
    if source.place.part:
        return [source.place.part]
    last = origins.facts(source.file).last_part
    if source.id.site.ADDRESS:
        last = source.id.site.questions(source.id.canonical)
    return range(1, max(1, last) + 1)


def takes_path(text: str) -> bool:
    """Tell whether a program reads the file that its first word names."""
    return _TAKES_PATH.search(text) is not None


def _adapter(source: Source) -> Adapter:
    """Return how a module is loaded: from its own folder, under its dotted name."""
    folder = top = os.path.dirname(source.path)
    # The name of a package begins in the first folder above it that is none; others in the repository.
    while top and (source.root / top / "__init__.py").is_file():
        top = os.path.dirname(top)
    package = folder
    if top != folder:
        package = folder.removeprefix(top).strip("/")
    return Adapter(
        depth=source.path.count("/"),
        folder=folder,
        entries=source.layout.path_entries,
        package=package.replace("/", "."),
        places=tuple(input_files.places(source)),
        year=source.place.year,
        day=source.place.day or source.place.number,
    )


def _called(
    source: Source, functions: Mapping[str, Function], name: str, adapter: Adapter, parts: Sequence[int]
) -> list[Solution]:
    """Return the solutions that a function is: of the first of some parts, or of each, if it is told which.

    There is none if it is not known what it gets.
    """
    node = functions.get(name)
    if not node:
        return []
    kinds: list[str] = []
    is_guess = False
    for parameter in syntax.needed(node):
        if _PART.fullmatch(parameter.arg.lower().strip("_")):
            kinds.append("part")
            continue
        is_guess = not source.layout.argument and not parameter.annotation
        kinds.append(source.layout.argument or syntax.kind_of(parameter))
    if len(kinds) - kinds.count("part") > 1 or "" in kinds:
        return []
    solution = Solution(
        0,
        DEFAULT,
        "foreign",
        adapter._replace(call=name, arguments=tuple(kinds), is_guess=is_guess),
        syntax.summary(node),
        line=node.lineno,
        written=syntax.is_written(node),
        path=source.file,
        function=name,
    )
    return _for_parts(solution, parts if "part" in kinds else parts[:1])


def _does_something(statement: ast.stmt) -> bool:
    """Tell whether a statement of a module makes it a program: it does more than to define names."""
    match statement:
        case ast.Expr(value=value):
            return isinstance(value, ast.Call)
        case ast.Assign(targets=[target, *_]):
            # An answer is given to a puzzle of aocd.
            return ".answer" in ast.unparse(target)
        case ast.If(test=test, body=[first, *_]) if "__name__" in ast.unparse(test):
            return not isinstance(first, ast.Pass)
        case ast.For() | ast.While() | ast.If() | ast.With() | ast.Try() | ast.Match():
            for node in ast.walk(statement):
                if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in _ANSWERING:
                    return True
    return False


def _for_parts(solution: Solution, parts: Sequence[int]) -> list[Solution]:
    """Return a solution for each of some parts; its data have the part, too."""
    solutions: list[Solution] = []
    for part in parts:
        data = solution.data._replace(part=part)
        solutions.append(solution._replace(part=part, data=data))
    return solutions
