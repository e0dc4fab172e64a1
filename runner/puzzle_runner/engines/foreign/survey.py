"""A survey of the files of a layout: how each reads and answers, and where their input is."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.engines import modules
from puzzle_runner.engines.foreign import detection, puzzles, scripts, walking
from puzzle_runner.engines.foreign.layout import Adapter, Layout, Source
from puzzle_runner.settings import Settings

# A place for inputs is proposed if this share of the files names it.
SHARE = 0.25


class How(NamedTuple):
    """How a file is run: `calls` its functions with their arguments, or nothing for a program.

    `reads` are the ways by which it gets at its input, `answers` is return, both at once, print or submit.
    `language` is empty if it is Python: of others it is not known how they read.
    """

    calls: tuple[str, ...]
    reads: tuple[str, ...]
    answers: str
    language: str = ""


class Survey(NamedTuple):
    """The puzzles of the files that are run in each way, what is wrong with others, and where inputs are."""

    ways: Mapping[How, Sequence[str]]
    problems: tuple[str, ...]
    places: tuple[str, ...]


def survey(root: Path, layout: Layout, settings: Settings) -> Survey:
    """Return what the files of a layout have in common, those with most files first."""
    ways: dict[How, list[str]] = {}
    places: Counter[str] = Counter()
    problems: list[str] = []
    sources = [source for of_id in puzzles.find(root, [layout]).values() for source in of_id]
    for source in sources:
        if source.file.suffix != walking.PYTHON:
            of_file = puzzles.read(source.place.id, [source], settings)
            if not of_file.solutions:
                problems.append(of_file.warning.removeprefix(f"{root}/"))
                continue
            how = How((), (), "print", of_file.solutions[0].language)
            ways.setdefault(how, []).append(source.place.id)
            continue
        try:
            text = files.text(source.file, files.MODULE)
            tree = modules.parse(source.file, python=settings.python)
        except modules.UNREADABLE:
            problems.append(puzzles.read(source.place.id, [source], settings).error.removeprefix(f"{root}/"))
            continue
        solutions = detection.solutions(source, tree, text)
        if not solutions:
            problems.append(puzzles.no_part(source.path))
            continue
        adapter: Adapter = solutions[0].data
        reads = tuple(scripts.ways_in(text))
        if adapter.call:
            calls = tuple(dict.fromkeys(_call(solution.data) for solution in solutions))
            how = How(calls, reads, "both at once" if adapter.gives == "both" else "return")
        else:
            how = How((), reads, "submit" if scripts.submits(text) else "print")
        ways.setdefault(how, []).append(source.place.id)
        places.update({*_places(source, adapter.loading.folder, scripts.literals(tree))})
    often = [place for place, number in places.most_common(3) if number >= SHARE * len(sources)]
    by_number = sorted(ways.items(), key=lambda way: -len(way[1]))
    return Survey(dict(by_number), tuple(problems), tuple(often))


def _call(adapter: Adapter) -> str:
    """Return a call in words: `part1(text)`, `part1(parse(text))`, `DayN(text).part1()`."""
    given = ", ".join(adapter.arguments)
    given = f"{adapter.parse}({given})" if adapter.parse else given
    owner, _, method = adapter.call.rpartition(".")
    if not owner:
        return f"{adapter.call}({given})"
    # Its number is that of a day.
    return f"{re.sub(r'[0-9]+', 'N', owner)}({', '.join(adapter.made)}).{method}({given})"


def _places(source: Source, folder: str, literals: Iterator[str]) -> Iterator[str]:
    """Yield the patterns of the places where a file looks for its input."""
    field, number = ("day", source.place.day) if source.place.day else ("number", source.place.number)
    for text in filter(scripts.is_place, literals):
        path = os.path.normpath(os.path.join(folder, text))
        if path.startswith(".."):
            continue
        own = os.path.dirname(source.path)
        before = "{folder}/" if own and path.startswith(f"{own}/") else ""
        path = path.removeprefix(f"{own}/") if before else path
        if year := source.place.year:
            path = re.sub(rf"(?<!\d){year}(?!\d)", "{year}", path)
        path = re.sub(rf"(?<!\d){number}(?!\d)", f"{{{field}}}", path)
        yield before + re.sub(rf"(?<!\d)0+{number}(?!\d)", lambda each: f"{{{field}:0{len(each[0])}}}", path)
