"""From the syntax tree of a foreign module to its solutions: what to call, and with what."""

import ast
import os
import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from puzzle_runner.engines import modules, part_words
from puzzle_runner.engines.foreign import arguments, classes, definitions, origins, places, scripts
from puzzle_runner.engines.foreign.arguments import Wanted
from puzzle_runner.engines.foreign.definitions import Function, Module
from puzzle_runner.engines.foreign.layout import Adapter, Loading, Source
from puzzle_runner.engines.foreign.origins import Origin, origin
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
    """A function or method that answers a part; part 0 is both. `owner` is the class, if any."""

    part: int
    name: str
    node: Function
    owner: ast.ClassDef | None = None


def solutions(source: Source, tree: ast.Module, text: str) -> list[Solution]:
    """Return the solutions of a module, by part."""
    if source.layout.command and "{file}" not in source.layout.command:
        return [*_by_runner(source)]
    functions = _functions(source, tree)
    base = _adapter(source, tree, text)
    called = []
    if source.layout.command == "":
        called = [*_called(functions, base, Module(tree, source.file, source.root), source)]
    found = called
    if not called or (scripts.is_program(tree) and not source.layout.parts):
        found = [*_program(functions, base, tree, source)]
    return sorted({(each.part, each.name): each for each in found}.values(), key=lambda each: each.part)


def _by_runner(source: Source) -> Iterator[Solution]:
    """Yield the solutions of a file that is run by the repository's own runner."""
    from puzzle_runner.engines.foreign import runners

    runner = runners.of_command(source.root, source.command)
    if not runner:
        return
    tree = modules.parse(source.root / runner.path)
    # One that is installed as a script is started by its `main`, from the repository.
    is_script = not scripts.is_program(tree) and any(each.name == "main" for each in _defined(tree))
    folder = "" if is_script else os.path.dirname(runner.path)
    if runner.package is not None:
        folder = folder.removesuffix(runner.package.replace(".", "/")).rstrip("/")
    loading = Loading(
        depth=runner.path.count("/"),
        folder=folder,
        entries=(*source.layout.path_entries, *([] if runner.package is None else [folder])),
        package=runner.package or "",
        places=tuple(map(source.fill, source.layout.input)),
        year=source.place.year,
        day=source.place.day or source.place.number,
    )
    adapter = Adapter(
        loading,
        argv=runner.words,
        stdin=True,
        call="main" if is_script else "",
        gives="printed",
        alone=bool(source.place.number) or part_words.asks(runner.words),
    )
    for part in parts(source):
        yield _solution(part, None, adapter, source)._replace(path=source.root / runner.path)


def _adapter(source: Source, tree: ast.Module, text: str) -> Adapter:
    """Return what all solutions of a module have in common."""
    top = places.top(source)
    argv = source.arguments if source.layout.command else scripts.arguments(text)
    site, id = identify(source.place.id)
    loading = Loading(
        depth=source.path.count("/"),
        folder=places.working_folder(source, tree),
        entries=source.layout.path_entries,
        roots=tuple(dict.fromkeys([top, *places.installed(source), *places.of_names(source, tree)])),
        package=os.path.relpath(os.path.dirname(source.path) or ".", top or ".").strip(".").replace("/", "."),
        places=tuple(map(source.fill, source.layout.input)),
        year=source.place.year,
        day=source.place.day or source.place.number,
    )
    return Adapter(
        loading,
        argv=argv,
        stdin=bool({"stdin", "fileinput"} & {*scripts.ways_in(text)}),
        # A problem has one part, as has the last day of a year.
        alone=bool(source.place.part) or site.questions(id) == 1 or part_words.asks(argv),
    )


def _defined(tree: ast.Module) -> list[Named]:
    """Return the functions of a module, and the methods of its classes, each with the part in its name."""
    functions = [
        Named(part_of(node.name), node.name, node) for node in tree.body if isinstance(node, Function)
    ]
    for owner in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        methods = (node for node in owner.body if isinstance(node, Function))
        functions += [Named(part_of(node.name), f"{owner.name}.{node.name}", node, owner) for node in methods]
    return functions


def _functions(source: Source, tree: ast.Module) -> list[Named]:
    """Return the functions that answer parts: as the layout's `parts` say, else their names."""
    functions = _defined(tree)
    named = {each.name: each for each in functions}
    wanted = source.layout.parts
    parts = [source.place.part] if len(wanted) == 1 else range(1, len(wanted) + 1)
    pairs = zip(parts, wanted, strict=True)
    if configured := [named[name]._replace(part=part) for part, name in pairs if name in named]:
        return configured
    whole = [each._replace(part=source.place.part) for each in functions if _gives_all(each.node, source)]
    # A problem has one part: a number is that of the problem, or of one of several ways.
    of_parts = [each for each in functions if each.part and not source.place.number]
    return (
        _of_parts([each for each in of_parts if definitions.returns(each.node)], source)
        or sorted(whole, key=lambda each: (bool(each.owner), _rank(each.node)))[:1]
        or _of_parts([each for each in of_parts if scripts.prints(each.node)], source)
    )


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


def _gives_all(function: Function, source: Source) -> bool:
    """Tell whether a function returns the answers to all parts, by its name."""
    gives = definitions.returns(function) or definitions.gives_both(function)
    return gives and is_whole(function.name, source)


def _rank(function: Function) -> int:
    """Return the place of a function for both parts among the likeliest names."""
    return [*_WHOLE_ORDER, function.name].index(function.name)


def _called(functions: Sequence[Named], base: Adapter, module: Module, source: Source) -> Iterator[Solution]:
    """Yield the solutions of functions that are called: those of parts, and else one that runs these.

    One that is known to want the path, say, comes after those whose arguments are guesses, in their place.
    """
    plain = [each for each in _defined(module.tree) if not each.owner]
    parts_of = {each.name for each in plain if each.part}
    answered: set[int] = set()
    guessed: set[int] = set()
    for each in functions:
        adapter = _call(each, base, module, source, {*parts_of, each.node.name})
        if adapter:
            told = each.part or (source.place.part if adapter.gives == "printed" else 0)
            last = 2 if adapter.gives == "both" or {"part", "second"} & {*adapter.arguments} else 1
            numbers = [told] if told else range(1, last + 1)
            answered |= {*numbers}
            guessed |= {*numbers} if adapter.is_guess else set()
            yield from (_solution(part, each, adapter, source) for part in numbers)
    if functions and answered - guessed >= {each.part for each in functions}:
        return
    # A function such as `main` calls the others, and prints or returns all answers.
    others = [each.node for each in plain if not each.part and not origins.TEST.search(each.name)]
    runners = [node for node in others if {*definitions.names(node)} & parts_of or _prints_all(node)]
    for node in sorted(runners, key=_rank, reverse=True):
        runner = Named(0, node.name, node)
        if adapter := _call(runner, base, module, source, {*parts_of, node.name}):
            if adapter.gives != "both":
                adapter = adapter._replace(gives="printed", watch=_watched(functions, source))
            for part in parts(source):
                if part not in answered or (part in guessed and not adapter.is_guess):
                    yield _solution(part, runner, adapter, source)
            return


def _prints_all(function: Function) -> bool:
    return bool(_WHOLE.fullmatch(function.name.lower())) and scripts.prints(function)


def _call(
    named: Named, base: Adapter, module: Module, source: Source, parts: Collection[str]
) -> Adapter | None:
    """Return how a function is called; None if that cannot be told. `parts` are those that answer."""
    function, argument = named.node, source.layout.argument
    of_calls, parser = Origin(), None
    made: tuple[str, ...] | None = ()
    if named.owner:
        made = classes.made(named.owner, module)
    if definitions.required(function):
        tree = classes.as_module(named.owner, module) if named.owner else module.tree
        others = {node.name for node in tree.body if isinstance(node, Function) and part_of(node.name)}
        of_calls = origin(function.name, tree, {*parts, *others})
    if not of_calls.kind or of_calls.parse:
        parser = (
            classes.own_parser(named.owner, function, module, of_calls.parse)
            if named.owner
            else arguments.parser(of_calls.parse, module, parts)
        )
    if of_calls.is_made and not argument:
        return None
    given = "parsed" if of_calls.parse else of_calls.kind
    wanted = arguments.wanted(function, module, bool(parser), given)
    if argument:
        kinds = wanted.kinds if wanted else ("",) * len(definitions.required(function))
        wanted = Wanted(_as_configured(kinds, argument))
        made = _as_configured(made, argument) if made else made
    if wanted is None or made is None:
        return None
    takes, parse, is_guess = wanted.kinds, "", wanted.is_guess
    # A method without an argument works on what the other one has kept, and has not returned.
    keeps = named.owner and not takes and not made and parser and not definitions.returns(parser.node)
    if parser and ("parsed" in takes or keeps):
        of_parser = parser.wanted(of_calls.kind)
        if of_parser is None or len(takes) > 1:
            return None
        takes, parse, is_guess = of_parser.kinds, parser.name, of_parser.is_guess
    is_both = definitions.gives_both(function) and not named.part and not source.place.number
    gives = "both" if is_both else "answer"
    if not definitions.returns(function) and gives == "answer":
        base = base._replace(alone=bool(named.part) or base.alone)
        gives = "printed"
    return base._replace(
        call=named.name,
        arguments=takes,
        made=made,
        parse=parse,
        gives=gives,
        is_guess=is_guess,
        before="" if takes else _before(named),
    )


def _before(named: Named) -> str:
    """Return the method for part 1 that changes the object, which the one for part 2 may have to find so."""
    body = named.owner.body if named.owner and named.part == 2 else []
    methods = [node for node in body if isinstance(node, Function) and part_of(node.name) == 1]
    return next((node.name for node in methods if classes.changes(node)), "")


def _as_configured(wanted: tuple[str, ...], argument: str) -> tuple[str, ...]:
    return tuple(each if each in arguments.PLAIN else argument for each in wanted)


def _program(
    functions: Sequence[Named],
    base: Adapter,
    tree: ast.Module,
    source: Source,
) -> Iterator[Solution]:
    """Yield the solutions of a module that is run as a program, and prints or submits its answers."""
    names = [each.name for each in functions]
    own = (each for each in tree.body if not isinstance(each, Function | ast.ClassDef))
    is_program = scripts.is_program(tree) or any(scripts.calls(each, *names) for each in own)
    if not (is_program or source.layout.command):
        return
    adapter = base._replace(watch=_watched(functions, source), gives="printed", stdin=True)
    for part in parts(source):
        yield _solution(part, None, adapter, source)


def _watched(functions: Sequence[Named], source: Source) -> tuple[tuple[int, str], ...]:
    """Return the functions whose results are answers if they are printed, too, by part.

    A problem has one part: two values are not two answers.
    """
    return tuple(
        (each.part, each.name)
        for each in functions
        if isinstance(each.node, ast.FunctionDef)
        and not any(isinstance(node, ast.Yield | ast.YieldFrom) for node in definitions.own(each.node))
        and (each.part or (definitions.gives_both(each.node) and not source.place.number))
    )


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


def is_whole(name: str, source: Source) -> bool:
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
