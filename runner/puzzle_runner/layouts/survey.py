"""A survey of the files of a layout: which of them cannot be run, and where their inputs are."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from puzzle_runner.layouts import input_places, puzzles
from puzzle_runner.layouts.layout import Layout
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
                places_of_inputs.update({*input_places.patterns(source)})
    least = SHARE * sum(len(sources) for sources in sources_by_id.values())
    often = [place for place, number in places_of_inputs.most_common(MOST_PLACES) if number >= least]
    return Survey(tuple(problems), tuple(often))
