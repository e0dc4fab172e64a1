"""A survey of the files of a layout: which of them cannot be run, and where their inputs are."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.layouts import modules, puzzles, scripts
from puzzle_runner.layouts.layout import Layout, Source
from puzzle_runner.settings import Settings

# A place for inputs is proposed if this share of the files names it, and no more places than these are.
SHARE, MOST_PLACES = 0.25, 3


class Survey(NamedTuple):
    """What is wrong with puzzles, as `path: reason`, and the patterns of the places where inputs are."""

    problems: tuple[str, ...]
    places: tuple[str, ...]


def survey(root: Path, layout: Layout, settings: Settings) -> Survey:
    """Return what is to be known of the files of a layout before it is written."""
    problems = []
    places_of_inputs: Counter[str] = Counter()
    sources_by_id = puzzles.find(root, [layout])
    for id, sources in sources_by_id.items():
        puzzle = puzzles.read(id, sources, settings)
        if problem := puzzle.error or puzzle.warning:
            problems.append(problem.removeprefix(f"{root}/"))
            continue
        for source in sources:
            if source.is_python:
                places_of_inputs.update({*_places(source, settings)})
    number_of_files = sum(len(sources) for sources in sources_by_id.values())
    often = [
        place
        for place, number in places_of_inputs.most_common(MOST_PLACES)
        if number >= SHARE * number_of_files
    ]
    return Survey(tuple(problems), tuple(often))


def _places(source: Source, settings: Settings) -> Iterator[str]:
    """Yield the patterns of the places where a Python file looks for its input."""
    tree = modules.parse(source.file, python=settings.python)
    own = os.path.dirname(source.path)
    field, number = ("day", source.place.day) if source.place.day else ("number", source.place.number)
    for text in filter(scripts.is_place, scripts.literals(tree)):
        path = scripts.place(source.root, own, text)
        if path.startswith(".."):
            continue
        before = "{folder}/" if own and path.startswith(f"{own}/") else ""
        path = path.removeprefix(f"{own}/") if before else path
        if year := source.place.year:
            path = re.sub(rf"(?<!\d){year}(?!\d)", "{year}", path)
        path = re.sub(rf"(?<!\d){number}(?!\d)", f"{{{field}}}", path)
        yield before + re.sub(rf"(?<!\d)0+{number}(?!\d)", lambda each: f"{{{field}:0{len(each[0])}}}", path)
