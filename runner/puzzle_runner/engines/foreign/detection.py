"""From the syntax tree of a foreign module to its solutions: what to call, and with what."""

import ast
import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzle_runner.engines import modules, part_words
from puzzle_runner.engines.foreign import arguments, scripts
from puzzle_runner.engines.foreign.arguments import Function
from puzzle_runner.engines.foreign.layout import Adapter, Loading, Source
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.sites.registry import identify

# The names that people give to the function of each part.
_PARTS = {"1": 1, "2": 2} | {word: part for word, part in part_words.EVERY.items() if part <= 2}
_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
_VERB = (
    r"(?:do|get|solve|run|calc|calculate|compute|answer|find|process|execute|day|d|aoc)(?:\d{1,4}|_[a-z]+)?_?"
)
_NOUN = (
    r"(?:part|pt|p|star|puzzle|task|solution|solve|solver|answer|question|step|challenge|problem|level|sol"
    r"|run|main|day\d+(?!\d))"
)
_END = r"(?:_?(?:answer|solution|solver?|result|value))?"
_NAMES = (
    # part1, part_one, solve_part_1, get_part1_answer, day01p1, solution_1, solve_a, partB
    re.compile(rf"(?:{_VERB})?(?:{_VERB})?{_NOUN}_?(?P<part>{_PART}){_END}"),
    # first_part, silver_star
    re.compile(
        rf"(?:{_VERB})?(?P<part>first|second|silver|gold)"
        r"(?:_?(?:part|star|half|puzzle|answer|solution|task|question|problem))?"
    ),
    # day1_1, day_1_a
    re.compile(rf"day_?\d{{1,2}}_(?P<part>{_PART})"),
)
# The names of one function for both parts, or for the part that the file is about; the likeliest first.
_WHOLE = re.compile(
    r"(?:solve|run)(?:_all|_both|_puzzle|r)?|solution|main|compute|process|answers?|both(?:_parts)?|parts"
    r"|(?:(?:solve|run)_?)?(?:y(?:ear)?_?\d+_?|aoc_?(?:\d{4}_?)?)?(?:d|day|dec)_?\d+|day|puzzle|go|calculate|do_it|execute|result|default"
)
_WHOLE_ORDER = ("solve", "solution", "run", "compute", "answer", "main")


class Named(NamedTuple):
    """A function or method with the part in its name; part 0 is both. `owner` is the class, if any."""

    part: int
    name: str
    node: Function
    owner: ast.ClassDef | None = None


def solutions(source: Source, tree: ast.Module, text: str) -> list[Solution]:
    """Return the solutions of a module, by part: a program is run, functions of other modules are called."""
    command = source.layout.command
    if command and "{file}" not in command:
        return [*_by_runner(source)]
    base = _adapter(source, text)
    if command or (scripts.is_program(tree) and not source.layout.parts):
        program = base._replace(gives="printed", stdin=True)
        return [_solution(part, None, program, source) for part in parts(source)]
    return sorted(_called(base, tree, source), key=lambda each: each.part)


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
    adapter = Adapter(loading, argv=tuple(words), stdin=True, gives="printed", alone=asks)
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


def _adapter(source: Source, text: str) -> Adapter:
    """Return what all solutions of a module have in common."""
    argv = source.arguments if source.layout.command else scripts.arguments(text)
    site, id = identify(source.place.id)
    return Adapter(
        _loading(source),
        argv=argv,
        stdin=scripts.reads_stdin(text),
        # A problem has one part, as has the last day of a year.
        alone=bool(source.place.part) or site.questions(id) == 1 or part_words.asks(argv),
    )


def _functions(tree: ast.Module) -> list[Named]:
    """Return the functions of a module, and the methods of its classes, each with the part in its name."""
    found = [Named(part_of(node.name), node.name, node) for node in tree.body if isinstance(node, Function)]
    for owner in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        methods = (node for node in owner.body if isinstance(node, Function))
        found += [Named(part_of(node.name), f"{owner.name}.{node.name}", node, owner) for node in methods]
    return found


def _candidates(source: Source, tree: ast.Module) -> Iterator[list[Named]]:
    """Yield functions that answer the parts of a file, the likeliest first.

    They are those that the layout names; else those named after parts that return something, one for all
    parts that returns something, and both kinds again if they print.
    """
    functions = _functions(tree)
    if wanted := source.layout.parts:
        named = {each.name: each for each in functions}
        of_names = [source.place.part] if len(wanted) == 1 else range(1, len(wanted) + 1)
        pairs = zip(of_names, wanted, strict=True)
        yield [named[name]._replace(part=part) for part, name in pairs if name in named]
        return
    # A problem has one part: a number is that of the problem, or of one of several ways.
    of_parts = [each for each in functions if each.part and not source.place.number]
    whole = [each._replace(part=source.place.part) for each in functions if _is_whole(each.node.name, source)]
    whole.sort(key=lambda each: (bool(each.owner), _rank(each.node)))
    yield _of_parts([each for each in of_parts if arguments.returns(each.node)], source)
    yield [each for each in whole if arguments.returns(each.node) or arguments.gives_both(each.node)][:1]
    yield _of_parts([each for each in of_parts if scripts.prints(each.node)], source)
    yield [each for each in whole if scripts.prints(each.node)][:1]


def _of_parts(functions: Sequence[Named], source: Source) -> list[Named]:
    """Return one function for each part; for one part, if that is what the file is about."""
    if own := [each for each in functions if source.place.part == each.part]:
        return own[:1]
    if source.place.part or not functions:
        return []
    # The style that names more parts counts: plain functions before methods.
    plain = [each for each in functions if not each.owner]
    of_classes = [each for each in functions if each.owner]
    best = max(plain, of_classes, key=lambda style: len({each.part for each in style}))
    # The first of several with the same part in its name: a helper comes after what it helps.
    return list({each.part: each for each in reversed(best)}.values())


def _rank(function: Function) -> int:
    """Return the place of a function for both parts among the likeliest names."""
    return [*_WHOLE_ORDER, function.name].index(function.name)


def _called(base: Adapter, tree: ast.Module, source: Source) -> list[Solution]:
    """Return the solutions of the functions of a module: those that answer most parts."""
    found = [_of_functions(functions, base, tree, source) for functions in _candidates(source, tree)]
    return max(found, key=len, default=[])


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
    parser = _parser(named, tree, argument)
    if argument == "parsed":
        if not parser:
            return None
        argument = ""
    takes = arguments.wanted(parser or function, argument)
    made = arguments.made(named.owner, argument) if named.owner else arguments.Wanted(())
    if takes is None or made is None:
        return None
    gives = "printed"
    if arguments.gives_both(function) and not named.part and not source.place.number:
        gives = "both"
    elif arguments.returns(function):
        gives = "answer"
    return base._replace(
        call=named.name,
        arguments=takes.kinds,
        made=made.kinds,
        parse=parser.name if parser else "",
        gives=gives,
        alone=base.alone or bool(named.part),
        # What another function does with the parsed input before it is not known.
        is_guess=takes.is_guess or made.is_guess or bool(parser and source.layout.argument != "parsed"),
        before="" if takes.kinds else _before(named),
    )


def _parser(named: Named, tree: ast.Module, argument: str) -> Function | None:
    """Return the module's `parse` if a function is to get what it makes of the input."""
    functions = {each.name: each.node for each in _functions(tree) if not each.owner}
    parser = functions.get("parse")
    if parser is None or named.owner or len(arguments.required(named.node)) != 1:
        return None
    if argument == "parsed":
        return parser
    return parser if not argument and modules.parses(named.node, parser, functions) else None


def _before(named: Named) -> str:
    """Return the method for part 1 that changes the object, which the one for part 2 may have to find so."""
    body = named.owner.body if named.owner and named.part == 2 else []
    methods = [node for node in body if isinstance(node, Function) and part_of(node.name) == 1]
    return next((node.name for node in methods if arguments.changes(node)), "")


def parts(source: Source) -> Sequence[int]:
    """Return the parts that a program answers, as far as its path tells."""
    if source.place.part:
        return [source.place.part]
    site, id = identify(source.place.id)
    return range(1, site.questions(id) + 1)


def _solution(part: int, named: Named | None, adapter: Adapter, source: Source) -> Solution:
    docstring = (ast.get_docstring(named.node) if named else None) or ""
    summary, line = docstring.partition("\n")[0], named.node.lineno if named else 1
    solution = Solution(part, DEFAULT, "foreign", adapter._replace(part=part), summary, line=line)
    return solution._replace(path=source.file, function=adapter.call)


def _is_whole(name: str, source: Source) -> bool:
    """Tell whether a function answers all that its file is about, by its name."""
    if _WHOLE.fullmatch(name.lower()):
        return True
    number = source.place.number
    of_number = (
        rf"(?:project_?)?(?:euler|problem|prob|pe|p|e|q|ex|no|solve|solution|answer|run|main)_?0*{number}"
    )
    return bool(number) and (
        name.lower() == source.file.stem.lower()
        or bool(re.fullmatch(of_number, name.lower()))
        or bool(part_of(name))
    )


def part_of(name: str) -> int:
    """Return the part that a function answers by its name; 0 if the name does not tell."""
    spelt = part_words.snake(name).strip("_")
    for pattern in _NAMES:
        if named := pattern.fullmatch(spelt):
            return _PARTS[named["part"]]
    return 0
