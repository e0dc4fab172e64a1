"""From the syntax tree of a foreign module to its solutions: what to call, and with what."""

import ast
import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.engines.foreign.adapter import Adapter, Loading
from puzzle_runner.layouts import input_files, modules, origins
from puzzle_runner.layouts.layout import Source
from puzzle_runner.layouts.puzzle import for_parts
from puzzle_runner.model import DEFAULT, Solution

Function = ast.FunctionDef | ast.AsyncFunctionDef
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
# The parameter that is the part.
_PART = re.compile(r"part(?:_?(?:no|num|number))?")


class Named(NamedTuple):
    """A function, or a method by its class, with the part in its name; part 0 is all of them."""

    part: int
    name: str
    node: Function


def solutions(source: Source, tree: ast.Module) -> list[Solution]:
    """Return the solutions of a module, by part: a program is run, functions of other modules are called."""
    parts = parts_of(source)
    # A problem has one part, as has the last day of a year.
    adapter = Adapter(_loading(source), alone=len(parts) == 1)
    if source.layout.command:
        return _of_command(source, adapter)
    if not source.layout.parts and any(map(_does_something, tree.body)):
        text = files.source(source.file)
        if _ARGV.search(text) and not _NO_PATH.search(text):
            adapter = adapter._replace(argv=("{input}",))
        return for_parts(Solution(0, DEFAULT, "foreign", adapter, path=source.file, line=1), parts)
    of_parts: list[Solution] = []
    of_whole: list[Solution] = []
    for named in _candidates(source, tree):
        call = _call(named, adapter, source.layout.argument)
        if not call:
            continue
        summary = (ast.get_docstring(named.node) or "").partition("\n")[0]
        line = named.node.lineno
        solution = Solution(
            0, DEFAULT, "foreign", call, summary, path=source.file, line=line, function=named.name
        )
        if named.part:
            of_parts += for_parts(solution, [named.part])
        elif "part" in call.arguments:
            of_whole += for_parts(solution, parts)
        else:
            of_whole += for_parts(solution, parts[:1])
    return of_whole if len(of_whole) > len(of_parts) else of_parts


def parts_of(source: Source) -> Sequence[int]:
    """Return the parts that a program answers, as far as its path tells."""
    if source.place.part:
        return [source.place.part]
    last = origins.facts(source.file).last_part
    if source.id.site.ADDRESS:
        last = source.id.site.questions(source.id.canonical)
    return range(1, max(1, last) + 1)


def _loading(source: Source) -> Loading:
    """Return how a module is loaded: from its own folder, under its dotted name."""
    folder = top = os.path.dirname(source.path)
    # The name of a package begins in the first folder above it that is none; others in the repository.
    while top and (source.root / top / "__init__.py").is_file():
        top = os.path.dirname(top)
    package = folder
    if top != folder:
        package = folder.removeprefix(top).strip("/")
    return Loading(
        depth=source.path.count("/"),
        folder=folder,
        entries=source.layout.path_entries,
        package=package.replace("/", "."),
        places=tuple(input_files.places(source)),
        year=source.place.year,
        day=source.place.day or source.place.number,
    )


def _of_command(source: Source, adapter: Adapter) -> list[Solution]:
    """Return the solutions of a file whose layout has a command: that runs it, or another Python file."""
    _, *words = source.words(source.layout.command)
    loading = adapter.loading
    if "{file}" in words:
        words = [source.path, *words[words.index("{file}") + 1 :]]
    else:
        loading = loading._replace(folder="", package="")
    path = source.root.joinpath(*words[:1])
    if not path.is_file():
        return []
    adapter = adapter._replace(loading=loading._replace(depth=words[0].count("/")), argv=tuple(words[1:]))
    if part_words.asks(words):
        adapter = adapter._replace(alone=True)
    return for_parts(Solution(0, DEFAULT, "foreign", adapter, path=path, line=1), parts_of(source))


def _candidates(source: Source, tree: ast.Module) -> list[Named]:
    """Return the functions that answer the parts of a file, each one or, if its part is 0, all of them.

    They are those that the layout names; else those that return something and are named after parts, or one.
    """
    functions: list[Named] = []
    for node in tree.body:
        if isinstance(node, Function):
            functions.append(Named(0, node.name, node))
        elif isinstance(node, ast.ClassDef):
            methods = [method for method in node.body if isinstance(method, Function)]
            if not any(method.name == "__init__" and _required(method) for method in methods):
                functions += [Named(0, f"{node.name}.{method.name}", method) for method in methods]
    names = source.layout.parts
    if names:
        by_name = {function.name: function for function in functions if function.name in names}
        if len(names) == 1:
            return [function._replace(part=source.place.part) for function in by_name.values()]
        return [by_name[name]._replace(part=part) for part, name in enumerate(names, 1) if name in by_name]
    by_part: dict[int, Named] = {}
    whole: list[Named] = []
    # Of several for a part, the shortest name counts: `part1` before `score_part1`.
    functions.sort(key=lambda function: len(function.node.name))
    for function in functions:
        if not _returns(function.node):
            continue
        part = part_words.part_of(function.node.name)
        is_of_part = 0 < part <= origins.most_parts(source.id) and source.place.part in (0, part)
        # A problem has one part: a number is that of the problem, or of one of several ways.
        if is_of_part and not source.place.number:
            by_part.setdefault(part, function._replace(part=part))
        if function.node.name in _WHOLE:
            whole.append(function._replace(part=source.place.part))
    whole.sort(key=lambda function: ("." in function.name, _WHOLE.index(function.node.name)))
    return [*(by_part[part] for part in sorted(by_part)), *whole[:1]]


def _returns(function: Function) -> bool:
    """Tell whether a function returns something."""
    return any(isinstance(node, ast.Return) and node.value for node in ast.walk(function))


def _call(named: Named, adapter: Adapter, argument: str) -> Adapter | None:
    """Return how a function is called; None if that cannot be told.

    `argument` is what the layout says that the input is.
    """
    kinds: list[str] = []
    inputs = 0
    is_guess = False
    for parameter in _required(named.node):
        if _PART.fullmatch(parameter.arg.lower().strip("_")):
            kinds.append("part")
            continue
        inputs += 1
        is_guess = not argument and not parameter.annotation
        kinds.append(argument or kind_of(parameter))
    if inputs > 1 or not all(kinds):
        return None
    adapter = adapter._replace(call=named.name, arguments=tuple(kinds), is_guess=is_guess)
    if named.part:
        adapter = adapter._replace(alone=True)
    return adapter


def _required(function: Function) -> list[ast.arg]:
    """Return the parameters of a function or a method that have no default."""
    required = modules.positional(function.args)
    if required and required[0].arg in ("self", "cls"):
        del required[0]
    return required


def kind_of(parameter: ast.arg) -> str:
    """Return what kind of input a parameter gets by its annotation, else by its name; else nothing."""
    patterns, text = _NAMES, parameter.arg.lower().strip("_")
    if parameter.annotation:
        patterns, text = _ANNOTATIONS, modules.annotation_of(parameter)
    for kind, pattern in patterns.items():
        if re.fullmatch(pattern, text):
            return kind
    return ""


def _does_something(statement: ast.stmt) -> bool:
    """Tell whether a statement of a module makes it a program: it does more than to define names."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.Assign):
        # An answer is given to a puzzle of aocd.
        return ".answer" in ast.unparse(statement.targets[0])
    if isinstance(statement, ast.If) and "__name__" in ast.unparse(statement.test):
        return not isinstance(statement.body[0], ast.Pass)
    if not isinstance(statement, ast.For | ast.While | ast.If | ast.With | ast.Try | ast.Match):
        return False
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            if name in _ANSWERING:
                return True
    return False
