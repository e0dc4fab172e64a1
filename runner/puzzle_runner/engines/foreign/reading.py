"""From the syntax tree of a foreign module to its solutions: what to call, and with what."""

import ast
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.engines.foreign import arguments, scripts
from puzzle_runner.engines.foreign.arguments import Function
from puzzle_runner.engines.foreign.layout import Adapter, Layout
from puzzle_runner.engines.patterns import Place
from puzzle_runner.errors import UsageError
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.sites.site import identify

# The names that people give to the function of each part.
_ORDINALS = {"1": 1, "one": 1, "a": 1, "i": 1, "first": 1, "silver": 1}
_ORDINALS |= {"2": 2, "two": 2, "b": 2, "ii": 2, "second": 2, "gold": 2}
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_VERB = (
    r"(?:do|get|solve|run|calc|calculate|compute|answer|find|process|execute|day|d|aoc)(?:\d{1,4}|_[a-z]+)?_?"
)
_NOUN = (
    r"(?:part|pt|p|star|puzzle|task|solution|solve|solver|answer|question|step|challenge|problem|level|sol"
    r"|run|main|day\d+)"
)
_END = r"(?:_?(?:answer|solution|solve|result|value))?"
_NAMES = (
    # part1, part_one, solve_part_1, get_part1_answer, day01p1, solution_1, solve_a, partB
    re.compile(rf"(?:{_VERB})?(?:{_VERB})?{_NOUN}_?(?P<part>{_ORDINAL}){_END}"),
    # first_part, silver_star
    re.compile(
        rf"(?:{_VERB})?(?P<part>first|second|silver|gold)(?:_?(?:part|star|half|puzzle|answer|solution))?"
    ),
    # day1_1, day_1_a
    re.compile(rf"day_?\d{{1,2}}_(?P<part>{_ORDINAL})"),
)
# The names of one function for both parts, or for the part that the file is about; the likeliest first.
_WHOLE = re.compile(
    r"solve(?:_all|_both|_puzzle|r)?|solution|run|main|compute|process|answers?|both(?:_parts)?|parts|day_?\d*|puzzle|go|calculate|do_it|execute|result"
)
_WHOLE_ORDER = ("solve", "solution", "run", "compute", "answer", "main")


class Source(NamedTuple):
    """A file of a layout: its path relative to the repository `root`, and what that says."""

    root: Path
    path: str
    place: Place
    layout: Layout

    @property
    def file(self) -> Path:
        """The file."""
        return self.root / self.path

    def fill(self, pattern: str) -> str:
        """Return the path that a pattern of the layout has for the file. Raises UsageError."""
        folder, name = os.path.split(self.path)
        part, year = self.place.part, self.place.year
        values = {**self.place._asdict(), "folder": folder or ".", "stem": os.path.splitext(name)[0]}
        values |= {"ab": "ab"[max(0, part - 1) % 2], "yy": f"{year % 100:02}"}
        try:
            return os.path.normpath(pattern.format_map(values))
        except (KeyError, ValueError, IndexError, AttributeError):
            raise UsageError(f'The layout\'s "{pattern}" has a field that cannot be filled in.') from None


class Named(NamedTuple):
    """A function or method that answers a part; part 0 is both. `owner` is the class, if any."""

    part: int
    name: str
    node: Function
    owner: ast.ClassDef | None = None


def solutions(source: Source, tree: ast.Module, text: str) -> list[Solution]:
    """Return the solutions of a module, by part."""
    base = _adapter(source, tree, text)
    functions = _functions(source, tree)
    called = []
    if source.layout.command == "" and (source.layout.parts or not scripts.is_program(tree)):
        called = [solution for each in functions for solution in _calls(each, base, tree, source)]
    found = called or [*_program(functions, base, tree, source)] or [*_printing(base, tree, source)]
    return sorted({(each.part, each.name): each for each in found}.values(), key=lambda each: each.part)


def _adapter(source: Source, tree: ast.Module, text: str) -> Adapter:
    """Return what all solutions of a module have in common."""
    folder = os.path.dirname(source.path)
    is_relative = any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree))
    package = folder.replace("/", ".") if is_relative else ""
    argv = source.layout.arguments if source.layout.command else scripts.arguments(text)
    return Adapter(
        depth=source.path.count("/"),
        folder=_working_folder(source, tree),
        entries=(*source.layout.path_entries, *([""] if package else [])),
        package=package,
        places=tuple(map(source.fill, source.layout.input)),
        argv=argv,
        stdin=bool({"stdin", "fileinput"} & {*scripts.ways_in(text)}),
        # A problem has one part.
        alone=bool(source.place.part or source.place.number)
        or any("{part}" in word or "{ab}" in word for word in argv),
        year=source.place.year,
        day=source.place.day or source.place.number,
    )


def _working_folder(source: Source, tree: ast.Module) -> str:
    """Return the folder from which the paths in a module start: its own, else one above it."""
    folder = os.path.dirname(source.path)
    above = [str(each) for each in Path(folder).parents] if folder else []
    for text in scripts.literals(tree):
        first = text.removeprefix("./").split("/", 1)[0]
        if "/" not in text or first in ("", "..", "~"):
            continue
        for place in (folder, *above):
            if (source.root / place / first.split("{")[0]).is_dir() and first.split("{")[0]:
                return "" if place == "." else place
    return folder


def _functions(source: Source, tree: ast.Module) -> list[Named]:
    """Return the functions that answer parts: as the layout's `parts` say, else their names."""
    functions = [Named(0, node.name, node) for node in tree.body if isinstance(node, Function)]
    for owner in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        methods = (node for node in owner.body if isinstance(node, Function))
        functions += [Named(0, f"{owner.name}.{node.name}", node, owner) for node in methods]
    named = {each.name: each for each in functions}
    wanted = source.layout.parts
    parts = [source.place.part] if len(wanted) == 1 else range(1, len(wanted) + 1)
    pairs = zip(parts, wanted, strict=True)
    if configured := [named[name]._replace(part=part) for part, name in pairs if name in named]:
        return configured
    of_parts = [each._replace(part=part_of(each.node.name)) for each in functions]
    of_parts = [each for each in of_parts if each.part and arguments.returns(each.node)]
    if source.place.part and (own := [each for each in of_parts if each.part == source.place.part]):
        return own[:1]
    if of_parts and not source.place.part:
        # The style that names more parts counts: plain functions before methods.
        plain = [each for each in of_parts if not each.owner]
        of_classes = [each for each in of_parts if each.owner]
        best = max(plain, of_classes, key=lambda style: len({each.part for each in style}))
        # The first of several with the same part in its name: a helper comes after what it helps.
        return list({each.part: each for each in reversed(best)}.values())
    whole = [each for each in functions if _WHOLE.fullmatch(each.node.name.lower())]
    whole = [each for each in whole if arguments.returns(each.node) or arguments.gives_both(each.node)]
    return [each._replace(part=source.place.part) for each in sorted(whole, key=_rank)[:1]]


def _rank(named: Named) -> int:
    """Return the place of a function for both parts among the likeliest names."""
    return [*_WHOLE_ORDER, named.node.name].index(named.node.name)


def _calls(named: Named, base: Adapter, tree: ast.Module, source: Source) -> Iterator[Solution]:
    """Yield the solutions of a function that is called; nothing where it cannot be told with what."""
    # The module's own function that makes of the input what its parts want.
    parsers = (
        node
        for node in tree.body
        if isinstance(node, Function)
        and arguments.PARSERS.fullmatch(node.name)
        and not part_of(node.name)
        and arguments.returns(node)
        and len(arguments.required(node)) == 1
    )
    parser = next(parsers, None) if not named.owner else None
    wanted = arguments.kinds(named.node, parser)
    made = arguments.made(named.owner, tree, source.file, source.root) if named.owner else ()
    if source.layout.argument:
        wanted = _as_configured(wanted or ("",) * len(arguments.required(named.node)), source.layout.argument)
        made = _as_configured(made, source.layout.argument) if made else made
    if wanted is None or made is None:
        return
    parse, takes = "", wanted
    if "parsed" in wanted and parser:
        parse = parser.name
        of_parser = arguments.kinds(parser)
        if not of_parser or len(of_parser) != 1 or len(wanted) != 1:
            return
        takes = of_parser
    both = arguments.gives_both(named.node) and not named.part
    base = base._replace(is_guess=not source.layout.argument and arguments.is_guess(named.node, parser))
    gives = "both" if both else "answer"
    adapter = base._replace(call=named.name, arguments=takes, made=made, parse=parse, gives=gives)
    last = 2 if both or {"part", "second"} & {*wanted} else 1
    for part in [named.part] if named.part else range(1, last + 1):
        yield _solution(part, named, adapter, source)


def _as_configured(wanted: tuple[str, ...], argument: str) -> tuple[str, ...]:
    return tuple(each if each in ("part", "second", "year", "day") else argument for each in wanted)


def _program(
    functions: Sequence[Named], base: Adapter, tree: ast.Module, source: Source
) -> Iterator[Solution]:
    """Yield the solutions of a module that is run as a program, and prints or submits its answers."""
    if not (scripts.is_program(tree) or source.layout.command):
        return
    # The results of these are answers if they are printed, too.
    watch = tuple(
        (each.part, each.name)
        for each in functions
        if isinstance(each.node, ast.FunctionDef)
        and not any(isinstance(node, ast.Yield | ast.YieldFrom) for node in arguments.own(each.node))
        and (each.part or arguments.gives_both(each.node))
    )
    adapter = base._replace(watch=watch, gives="printed", stdin=True)
    for part in parts(functions, source):
        yield _solution(part, None, adapter, source)


def _printing(base: Adapter, tree: ast.Module, source: Source) -> Iterator[Solution]:
    """Yield the solutions of functions that are called, and print what they find out.

    They are named for a part, or for all of it. Nothing is yielded where it cannot be told with what to call
    them.
    """
    functions = [node for node in tree.body if isinstance(node, Function) and scripts.prints(node)]
    of_parts = [Named(part, node.name, node) for node in functions if (part := part_of(node.name))]
    whole = [Named(0, node.name, node) for node in functions if _WHOLE.fullmatch(node.name.lower())]
    # The order is reversed: a function such as `main` calls the others and prints all answers.
    for each in of_parts or sorted(whole, key=_rank, reverse=True)[:1]:
        wanted = arguments.kinds(each.node)
        if wanted is None:
            continue
        alone = bool(each.part) or base.alone
        adapter = base._replace(call=each.name, arguments=wanted, gives="printed", alone=alone)
        for part in [each.part] if each.part else parts((), source):
            yield _solution(part, each, adapter, source)


def parts(functions: Sequence[Named], source: Source) -> Sequence[int]:
    """Return the parts that a program answers, as far as its functions and its path tell."""
    if source.place.part:
        return [source.place.part]
    if source.place.number:
        return [1]
    named = sorted({each.part for each in functions if each.part})
    if named:
        return named
    site, id = identify(source.place.id)
    return range(1, site.questions(id) + 1)


def _solution(part: int, named: Named | None, adapter: Adapter, source: Source) -> Solution:
    docstring = (ast.get_docstring(named.node) if named else None) or ""
    summary, line = docstring.partition("\n")[0], named.node.lineno if named else 1
    solution = Solution(part, DEFAULT, "foreign", adapter._replace(part=part), summary, line=line)
    return solution._replace(path=source.file, function=adapter.call)


def part_of(name: str) -> int:
    """Return the part that a function answers by its name; 0 if the name does not tell."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_")
    for pattern in _NAMES:
        if named := pattern.fullmatch(snake):
            return _ORDINALS[named["part"]]
    return 0
