"""From the syntax tree of somebody's module to its solutions: what to call, and with what."""

import ast
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.engines.foreign import arguments, classes, names, scripts
from puzzle_runner.engines.foreign.arguments import Function
from puzzle_runner.engines.foreign.pattern import Place, fill
from puzzle_runner.engines.foreign.table import Layout
from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.programs import Adapter
from puzzle_runner.sites.site import identify


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


class Named(NamedTuple):
    """A function or method that answers a part; part 0 is both. `owner` is the class, if any."""

    part: int
    name: str
    node: Function
    owner: ast.ClassDef | None = None


def solutions(source: Source, tree: ast.Module, text: str) -> list[Solution]:
    """Return the solutions of a module, by part."""
    base = _adapter(source, tree, text)
    functions = [*_configured(source, tree)] or [*_by_name(source, tree)]
    called = []
    if source.layout.command == "" and (source.layout.parts or not scripts.is_program(tree)):
        called = [solution for each in functions for solution in _calls(each, base, tree, source)]
    found = called or [*_program(functions, base, tree, text, source)] or [*_printing(base, tree, source)]
    return sorted({(each.part, each.name): each for each in found}.values(), key=lambda each: each.part)


def _adapter(source: Source, tree: ast.Module, text: str) -> Adapter:
    """Return what all solutions of a module have in common."""
    folder = os.path.dirname(source.path)
    values = {**source.place._asdict(), "folder": folder, "stem": Path(source.path).stem}
    values |= {"ab": "ab"[max(0, source.place.part - 1) % 2], "yy": f"{source.place.year % 100:02}"}
    places = (os.path.normpath(fill(pattern, values)) for pattern in source.layout.input)
    package = folder.replace("/", ".") if scripts.relative_levels(tree) else ""
    argv = source.layout.arguments if source.layout.command else scripts.arguments(text)
    return Adapter(
        root=str(source.root),
        folder=_working_folder(source, tree),
        entries=(*source.layout.path_entries, *([""] if package else [])),
        package=package,
        places=tuple(places),
        argv=argv,
        stdin=bool({"stdin", "fileinput"} & {*scripts.ways_in(text)}),
        alone=bool(source.place.part) or any("{part}" in word or "{ab}" in word for word in argv),
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


def _configured(source: Source, tree: ast.Module) -> Iterator[Named]:
    """Yield the functions that the layout's `parts` name."""
    wanted = source.layout.parts
    own = {each.name: each for each in tree.body if isinstance(each, Function)}
    classes = {each.name: each for each in tree.body if isinstance(each, ast.ClassDef)}
    for position, name in enumerate(wanted, start=1):
        owner, _, method = name.rpartition(".")
        node: Function | None = own.get(name)
        if owner in classes:
            node = next((each for each in _methods(classes[owner]) if each.name == method), None)
        if node:
            part = source.place.part if len(wanted) == 1 else position
            yield Named(part, name, node, classes.get(owner))


def _by_name(source: Source, tree: ast.Module) -> Iterator[Named]:
    """Yield the functions that are named for a part, else one that answers all or the file's only part."""
    functions = [Named(0, node.name, node) for node in tree.body if isinstance(node, Function)]
    for owner in (each for each in tree.body if isinstance(each, ast.ClassDef)):
        functions += [Named(0, f"{owner.name}.{node.name}", node, owner) for node in _methods(owner)]
    of_parts = [each._replace(part=names.part_of(each.node.name)) for each in functions]
    of_parts = [each for each in of_parts if each.part and arguments.returns(each.node)]
    if source.place.part and (own := [each for each in of_parts if each.part == source.place.part]):
        yield from own[:1]
    elif of_parts and not source.place.part:
        # The first of several with the same part in its name: a helper comes after what it helps.
        yield from {each.part: each for each in reversed(_best(of_parts))}.values()
    else:
        whole = [each for each in functions if names.WHOLE.fullmatch(each.node.name.lower())]
        whole = [each for each in whole if arguments.returns(each.node) or arguments.gives_both(each.node)]
        whole.sort(key=lambda each: _rank(each.node.name))
        yield from (each._replace(part=source.place.part) for each in whole[:1])


def _best(named: Sequence[Named]) -> list[Named]:
    """Return the functions of the style that names both parts: plain ones before methods."""
    plain = [each for each in named if not each.owner]
    methods = [each for each in named if each.owner]
    by_style = sorted((plain, methods), key=lambda style: -len({each.part for each in style}))
    return by_style[0]


def _rank(name: str) -> int:
    order = names.WHOLE_ORDER
    return order.index(name) if name in order else len(order)


def _methods(owner: ast.ClassDef) -> list[Function]:
    return [each for each in owner.body if isinstance(each, Function)]


def _calls(named: Named, base: Adapter, tree: ast.Module, source: Source) -> Iterator[Solution]:
    """Yield the solutions of a function that is called; nothing where it cannot be told with what."""
    parser = _parser(tree) if not named.owner else None
    wanted = arguments.kinds(named.node, parser)
    made = classes.made(named.owner, tree, source.file, source.root) if named.owner else ()
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
    chooses = {"part", "second"} & {*wanted}
    last = 2 if both or chooses else 1
    for part in [named.part] if named.part else range(1, last + 1):
        adapter = base._replace(
            part=part,
            call=named.name,
            arguments=takes,
            made=made,
            parse=parse,
            gives="both" if both else "answer",
        )
        yield _solution(part, named, adapter, source)


def _as_configured(wanted: tuple[str, ...], argument: str) -> tuple[str, ...]:
    return tuple(each if each in ("part", "second", "year", "day") else argument for each in wanted)


def _parser(tree: ast.Module) -> Function | None:
    """Return the module's own function that makes of the input what its parts want."""
    for node in tree.body:
        if isinstance(node, Function) and _is_parser(node):
            return node
    return None


def _is_parser(node: Function) -> bool:
    named = arguments.PARSERS.fullmatch(node.name) and not names.part_of(node.name)
    return bool(named) and arguments.returns(node) and len(arguments.required(node)) == 1


def _program(
    functions: Sequence[Named], base: Adapter, tree: ast.Module, text: str, source: Source
) -> Iterator[Solution]:
    """Yield the solutions of a module that is run as a program, and prints or submits its answers."""
    if not (scripts.is_program(tree) or source.layout.command):
        return
    watch = tuple(_watched(functions))
    for part in parts(functions, source):
        yield _solution(
            part, None, base._replace(part=part, watch=watch, gives="printed", stdin=True), source
        )


def _printing(base: Adapter, tree: ast.Module, source: Source) -> Iterator[Solution]:
    """Yield the solutions of functions that are called, and print what they find out.

    They are named for a part, or for all of it. Nothing is yielded where it cannot be told with what to call
    them.
    """
    functions = [node for node in tree.body if isinstance(node, Function) and scripts.prints(node)]
    of_parts = [Named(part, node.name, node) for node in functions if (part := names.part_of(node.name))]
    whole = [Named(0, node.name, node) for node in functions if names.WHOLE.fullmatch(node.name.lower())]
    whole.sort(key=lambda each: -_rank(each.name))
    for each in of_parts or whole[:1]:
        wanted = arguments.kinds(each.node)
        if wanted is None:
            continue
        for part in [each.part] if each.part else parts((), source):
            alone = bool(each.part) or base.alone
            adapter = base._replace(part=part, call=each.name, arguments=wanted, gives="printed", alone=alone)
            yield _solution(part, each, adapter, source)


def _watched(functions: Sequence[Named]) -> Iterator[tuple[int, str]]:
    """Yield the functions whose results are answers if they are printed, too."""
    for each in functions:
        generates = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in arguments.own(each.node))
        plain = isinstance(each.node, ast.FunctionDef) and not generates
        if plain and (each.part or arguments.gives_both(each.node)):
            yield each.part, each.name


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
    return [part for part in range(1, site.PARTS + 1) if site.fixed_answer(id, part) is None]


def _solution(part: int, named: Named | None, adapter: Adapter, source: Source) -> Solution:
    docstring = ast.get_docstring(named.node) if named else None
    return Solution(
        part,
        DEFAULT,
        adapter.call,
        (docstring or "").partition("\n")[0],
        line=named.node.lineno if named else 1,
        path=source.file,
        adapter=adapter,
    )
