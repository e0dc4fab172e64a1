"""From the syntax tree of a foreign module to its solutions: what to call, and with what."""

import ast
import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines import part_words
from puzzle_runner.engines.foreign.adapter import Adapter, Loading
from puzzle_runner.engines.part_words import part_of
from puzzle_runner.layouts import arguments, origins
from puzzle_runner.layouts.arguments import Function
from puzzle_runner.layouts.layout import Source
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.sites.registry import identify

# The names of one function for both parts, or for the part that the file is about; the likeliest first.
_WHOLE = ("solve", "solution", "run", "compute", "answer", "main")
# Functions that may give an answer.
_ANSWERING = ("print", "pprint", "main", "submit", "solve", "run")
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
    command = source.layout.command
    if command and "{file}" not in command:
        return [*_by_runner(source)]
    base = _adapter(source)
    if command or (_is_program(tree) and not source.layout.parts):
        program = base._replace(gives="printed")
        return [_solution(part, None, program, source) for part in parts(source)]
    called = [_of_functions(functions, base, tree, source) for functions in _candidates(source, tree)]
    most: list[Solution] = max(called, key=len)
    return sorted(most, key=lambda each: each.part)


def _by_runner(source: Source) -> Iterator[Solution]:
    """Yield the solutions of a file that is run by the repository's own runner, as `main.py -y 2021 -d 3`."""
    name, *words = source.command[1:] or [""]
    package = None
    if name == "-m" and words:
        module, *words = words
        name = module.replace(".", "/")
        is_package = (source.root / name / "__main__.py").is_file()
        name = f"{name}/__main__.py" if is_package else f"{name}.py"
        package = module if is_package else module.rpartition(".")[0]
    if not (source.root / name).is_file():
        return
    loading = _loading(source)._replace(
        depth=name.count("/"),
        folder=os.path.dirname(name) if package is None else "",
        entries=(*source.layout.path_entries, *([] if package is None else [""])),
        package=package or "",
    )
    asks = bool(source.place.number) or part_words.asks(words)
    adapter = Adapter(loading, argv=tuple(words), gives="printed", alone=asks)
    for part in parts(source):
        yield _solution(part, None, adapter, source)._replace(path=source.root / name)


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
        places=tuple(map(source.fill, source.layout.input)),
        year=source.place.year,
        day=source.place.day or source.place.number,
    )


def _adapter(source: Source) -> Adapter:
    """Return what all solutions of a module have in common."""
    argv = source.arguments if source.layout.command else _argv(files.source(source.file))
    return Adapter(
        _loading(source),
        argv=argv,
        # A problem has one part, as has the last day of a year.
        alone=len(parts(source)) == 1 or part_words.asks(argv),
    )


def _functions(tree: ast.Module) -> list[Named]:
    """Return the functions of a module, and the methods of its classes, each with the part in its name."""
    found = [Named(part_of(node.name), node.name, node) for node in tree.body if isinstance(node, Function)]
    for owner in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        methods = (node for node in owner.body if isinstance(node, Function))
        found += [Named(part_of(node.name), f"{owner.name}.{node.name}", node, owner) for node in methods]
    return found


def _candidates(source: Source, tree: ast.Module) -> list[list[Named]]:
    """Return the functions that answer the parts of a file.

    They are those that the layout names; else those named after parts, or one for all, that return something.
    """
    functions = _functions(tree)
    names = source.layout.parts
    if names:
        numbers = [source.place.part] if len(names) == 1 else range(1, len(names) + 1)
        part_by_name = dict(zip(names, numbers, strict=True))
        return [[each._replace(part=part_by_name[each.name]) for each in functions if each.name in names]]
    most_parts = origins.most_parts(source.place.id)
    by_part: dict[int, Named] = {}
    whole: list[Named] = []
    # Of several for a part, the shortest name counts: `part1` before `score_part1`.
    for each in sorted(functions, key=lambda each: len(each.node.name)):
        returns = arguments.returns(each.node)
        is_of_part = 0 < each.part <= most_parts and source.place.part in (0, each.part)
        # A problem has one part: a number is that of the problem, or of one of several ways.
        if returns and is_of_part and not source.place.number:
            by_part.setdefault(each.part, each)
        if each.node.name in _WHOLE and (returns or arguments.gives_both(each.node)):
            whole.append(each._replace(part=source.place.part))
    whole.sort(key=lambda each: (bool(each.owner), _WHOLE.index(each.node.name)))
    return [[*by_part.values()], whole[:1]]


def _of_functions(
    functions: Sequence[Named], base: Adapter, tree: ast.Module, source: Source
) -> list[Solution]:
    """Return the solutions of functions, but for those whose arguments are not known."""
    found: list[Solution] = []
    for named in functions:
        adapter = _call(named, base, tree, source)
        if adapter is None:
            continue
        of_all = adapter.gives in ("both", "printed") or "part" in adapter.arguments
        numbers = parts(source) if of_all else [source.place.part or 1]
        found += [
            _solution(part, named, adapter, source) for part in ([named.part] if named.part else numbers)
        ]
    return found


def _call(named: Named, base: Adapter, tree: ast.Module, source: Source) -> Adapter | None:
    """Return how a function is called; None if that cannot be told."""
    function, argument = named.node, source.layout.argument
    parser: Function | None = None
    if argument == "parsed":
        parsers = [node for node in tree.body if isinstance(node, Function) and node.name == "parse"]
        if not parsers or named.owner or len(arguments.required(function)) != 1:
            return None
        parser, argument = parsers[-1], ""
    of_function = arguments.of_function(parser or function, argument)
    constructor: arguments.Arguments | None = arguments.Arguments(())
    if named.owner:
        constructor = arguments.of_constructor(named.owner, argument)
    if of_function is None or constructor is None:
        return None
    gives = "answer" if arguments.returns(function) else "printed"
    if arguments.gives_both(function) and not named.part and not source.place.number:
        gives = "both"
    return base._replace(
        call=named.name,
        arguments=of_function.kinds,
        constructor=constructor.kinds,
        parse=parser.name if parser else "",
        gives=gives,
        alone=base.alone or bool(named.part),
        is_guess=of_function.is_guess or constructor.is_guess,
        before="" if of_function.kinds else _before(named),
    )


def _before(named: Named) -> str:
    """Return the method for part 1, which may change the object that the one for part 2 works with."""
    body = named.owner.body if named.owner and named.part > 1 else []
    before = named.part - 1
    methods = [node.name for node in body if isinstance(node, Function) and part_of(node.name) == before]
    return next(iter(methods), "")


def parts(source: Source) -> Sequence[int]:
    """Return the parts that a program answers, as far as its path tells."""
    if source.place.part:
        return [source.place.part]
    id = identify(source.place.id)
    if id.site.ADDRESS:
        last = id.site.questions(id.canonical)
    else:
        last = max(1, origins.facts(source.file).last_part)
    return range(1, last + 1)


def _solution(part: int, named: Named | None, adapter: Adapter, source: Source) -> Solution:
    docstring = (ast.get_docstring(named.node) if named else None) or ""
    summary, line = docstring.partition("\n")[0], named.node.lineno if named else 1
    solution = Solution(part, DEFAULT, "foreign", adapter._replace(part=part), summary, line=line)
    return solution._replace(path=source.file, function=adapter.call)


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
        case ast.If(test=test) if "__name__" in ast.unparse(test):
            return True
        case ast.For() | ast.While() | ast.If() | ast.With() | ast.Try() | ast.Match():
            return _calls(statement)
    return False


def _calls(tree: ast.AST) -> bool:
    """Tell whether a function or method that may give an answer is called below a node."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _ANSWERING:
                return True
    return False


def _argv(source: str) -> tuple[str, ...]:
    """Return the arguments that a program gets: the path of its input, if it takes that first."""
    return ("{input}",) if _ARGV.search(source) and not _NO_PATH.search(source) else ()
