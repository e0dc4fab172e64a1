"""From the syntax tree of a foreign module to its solutions: what to call, and with what."""

import ast
import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.engines.foreign.adapter import Adapter, Loading
from puzzle_runner.engines.part_words import part_of
from puzzle_runner.layouts import arguments, input_files, origins
from puzzle_runner.layouts.arguments import Function
from puzzle_runner.layouts.layout import Source
from puzzle_runner.model import DEFAULT, Solution

# The names of one function for both parts, or for the part that the file is about; the likeliest first.
_WHOLE = ("solve", "solution", "run", "compute", "answer", "main")
# Functions that may give an answer.
_ANSWERING = ("print", "pprint", "main", "submit", "solve", "run")
# How a program reads the file that its first argument names, and how it reads something else.
_ARGV = re.compile(r"argv\[(?:1:?|-1)\]|^\s*\w+\s*,\s*\w+\s*=\s*(?:sys\.)?argv\b", re.MULTILINE)
_NO_PATH = re.compile(
    r"int\(\s*(?:sys\.)?argv\[1\]|argv\[1\]\s*(?:==|!=|in\b|not in\b)"
    r"|[\"'][^\"']*[\"']\s+in\s+(?:sys\.)?argv\b|argv\[1\]\.(?:lower|isd|upper)"
)


class Named(NamedTuple):
    """A function or method with the part in its name; part 0 is both. `owner` is the class, if any."""

    part: int
    name: str
    node: Function
    owner: ast.ClassDef | None = None


def solutions(source: Source, tree: ast.Module) -> list[Solution]:
    """Return the solutions of a module, by part: a program is run, functions of other modules are called."""
    # A problem has one part, as has the last day of a year.
    base = Adapter(_loading(source), alone=len(parts(source)) == 1)
    if source.layout.command:
        return _of_command(source, base)
    if _is_program(tree) and not source.layout.parts:
        text = files.source(source.file)
        reads_argument = _ARGV.search(text) and not _NO_PATH.search(text)
        base = base._replace(argv=("{input}",) if reads_argument else (), gives="printed")
        return [_solution(part, None, base, source) for part in parts(source)]
    by_part, whole = _candidates(source, tree)
    of_parts, of_whole = (_of_functions(functions, base, tree, source) for functions in (by_part, whole))
    return sorted(of_whole if len(of_whole) > len(of_parts) else of_parts, key=lambda each: each.part)


def _of_command(source: Source, base: Adapter) -> list[Solution]:
    """Return the solutions of a file whose layout has a command: that runs it, or another Python file."""
    _, *words = source.words(source.layout.command)
    loading = base.loading._replace(folder="", package="")
    if "{file}" in words:
        loading = base.loading
        words = words[words.index("{file}") :]
        words[0] = source.path
    elif words[:1] == ["-m"]:
        module = words[1].replace(".", "/")
        is_package = (source.root / module / "__main__.py").is_file()
        loading = loading._replace(
            entries=(*loading.entries, ""), package=words[1] if is_package else words[1].rpartition(".")[0]
        )
        words[:2] = [f"{module}/__main__.py" if is_package else f"{module}.py"]
    script, *argv = words or [""]
    path = source.root / script
    if not path.is_file():
        return []
    base = base._replace(
        loading=loading._replace(depth=script.count("/")),
        argv=tuple(argv),
        gives="printed",
        alone=base.alone or part_words.asks(argv),
    )
    return [_solution(part, None, base, source)._replace(path=path) for part in parts(source)]


def _loading(source: Source) -> Loading:
    """Return how a module is loaded: from its own folder, under its dotted name."""
    folder = top = os.path.dirname(source.path)
    # The name of a package begins in the first folder above it that is none; others in the repository.
    while top and (source.root / top / "__init__.py").is_file():
        top = os.path.dirname(top)
    package = folder[len(top) :] if top != folder else folder
    return Loading(
        depth=source.path.count("/"),
        folder=folder,
        entries=source.layout.path_entries,
        package=package.strip("/").replace("/", "."),
        places=tuple(input_files.places(source)),
        year=source.place.year,
        day=source.place.day or source.place.number,
    )


def _candidates(source: Source, tree: ast.Module) -> tuple[list[Named], list[Named]]:
    """Return the functions that answer a part each, and the one that answers all parts of a file.

    They are those that the layout names; else those named after parts, or one for all, that return something.
    """
    functions: list[Named] = []
    for node in tree.body:
        if isinstance(node, Function):
            functions.append(Named(part_of(node.name), node.name, node))
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, Function):
                    name = f"{node.name}.{method.name}"
                    functions.append(Named(part_of(method.name), name, method, node))
    names = source.layout.parts
    if names:
        named = [each for each in functions if each.name in names]
        if len(names) == 1:
            return [], [each._replace(part=source.place.part) for each in named]
        return [each._replace(part=names.index(each.name) + 1) for each in named], []
    by_part: dict[int, Named] = {}
    whole: list[Named] = []
    # Of several for a part, the shortest name counts: `part1` before `score_part1`.
    for each in sorted(functions, key=lambda each: len(each.node.name)):
        if not arguments.answers(each.node):
            continue
        is_of_part = 0 < each.part <= origins.most_parts(source.id) and source.place.part in (0, each.part)
        # A problem has one part: a number is that of the problem, or of one of several ways.
        if is_of_part and not source.place.number:
            by_part.setdefault(each.part, each)
        if each.node.name in _WHOLE:
            whole.append(each._replace(part=source.place.part))
    whole.sort(key=lambda each: (bool(each.owner), _WHOLE.index(each.node.name)))
    return [*by_part.values()], whole[:1]


def _of_functions(
    functions: Sequence[Named], base: Adapter, tree: ast.Module, source: Source
) -> list[Solution]:
    """Return the solutions of functions, but for those whose arguments are not known."""
    found: list[Solution] = []
    for named in functions:
        adapter = _call(named, base, tree, source)
        if adapter is None:
            continue
        numbers: Sequence[int] = [named.part or 1]
        if not named.part and (adapter.gives != "answer" or "part" in adapter.arguments):
            numbers = parts(source)
        found += [_solution(part, named, adapter, source) for part in numbers]
    return found


def _call(named: Named, base: Adapter, tree: ast.Module, source: Source) -> Adapter | None:
    """Return how a function is called; None if that cannot be told."""
    function, argument, parse = named.node, source.layout.argument, ""
    if argument == "parsed":
        parsers = [node for node in tree.body if isinstance(node, Function) and node.name == "parse"]
        if not parsers or named.owner or len(arguments.required(function)) != 1:
            return None
        function, argument, parse = parsers[-1], "", "parse"
    of_function = arguments.of_function(function, argument)
    of_class: arguments.Arguments | None = arguments.Arguments(())
    if named.owner:
        of_class = arguments.of_constructor(named.owner, argument)
    if of_function is None or of_class is None:
        return None
    answers = arguments.answers(named.node)
    gives = "answer" if answers else "printed"
    if answers == 2 and not named.part and not source.place.number:
        gives = "both"
    return base._replace(
        call=named.name,
        arguments=of_function.kinds,
        constructor=of_class.kinds,
        parse=parse,
        gives=gives,
        alone=base.alone or bool(named.part),
        is_guess=of_function.is_guess or of_class.is_guess,
        shares_object=named.part > 1 and bool(of_class.kinds) and not of_function.kinds,
    )


def parts(source: Source) -> Sequence[int]:
    """Return the parts that a program answers, as far as its path tells."""
    if source.place.part:
        return [source.place.part]
    if source.id.site.ADDRESS:
        last = source.id.site.questions(source.id.canonical)
    else:
        last = max(1, origins.facts(source.file).last_part)
    return range(1, last + 1)


def _solution(part: int, named: Named | None, adapter: Adapter, source: Source) -> Solution:
    solution = Solution(part, DEFAULT, "foreign", adapter._replace(part=part), path=source.file, line=1)
    if not named:
        return solution
    docstring = ast.get_docstring(named.node) or ""
    return solution._replace(
        summary=docstring.partition("\n")[0], line=named.node.lineno, function=named.name
    )


def _is_program(tree: ast.Module) -> bool:
    """Tell whether a module does something when it is run, beyond defining names."""
    return any(map(_does_something, tree.body))


def _does_something(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call()):
            return True
        case ast.Assign(targets=[target]):
            # An answer is given to a puzzle of aocd.
            return ".answer" in ast.unparse(target)
        case ast.If(test=test, body=body) if "__name__" in ast.unparse(test):
            return not isinstance(body[0], ast.Pass)
        case ast.For() | ast.While() | ast.If() | ast.With() | ast.Try() | ast.Match():
            return any(map(_may_answer, ast.walk(statement)))
    return False


def _may_answer(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in _ANSWERING
    return False
