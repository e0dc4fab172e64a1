"""What the layouts of a folder find, and what is wrong with it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import files
from puzzle_runner.inputs import flaws
from puzzle_runner.layouts import input_files, puzzles
from puzzle_runner.layouts.layout import Layout
from puzzle_runner.settings import Settings


class Survey(NamedTuple):
    """The layouts of a folder with their inputs, and what they find: puzzles by pattern, inputs, all ids.

    The problems are `path: reason`; so many puzzles are `broken`.
    """

    root: Path
    layouts: Sequence[Layout]
    puzzles: Mapping[str, int]
    inputs: int
    ids: Sequence[str]
    problems: Sequence[str]
    broken: int


def survey(root: Path, layouts: Sequence[Layout], settings: Settings) -> Survey:
    """Return what some layouts find in a folder."""
    problems: list[str] = []
    used: dict[Layout, None] = {}
    numbers: Counter[str] = Counter()
    with_input: set[str] = set()
    broken = 0
    sources_by_id = puzzles.find(root, layouts)
    for id, sources in sources_by_id.items():
        for source in sources:
            used[source.layout] = None
        numbers.update({source.pattern for source in sources})
        puzzle = puzzles.read(id, sources, settings)
        problem, _, _ = (puzzle.error or puzzle.warning).partition("\n")
        if problem:
            problems.append(problem)
            broken += 1
        for file in input_files.files_of(sources).values():
            flaw = flaws.of_input(files.read(file))
            if flaw:
                problems.append(f"{file}: it {flaw}")
            else:
                with_input.add(id)
    problems = [problem.removeprefix(f"{root}/") for problem in problems]
    return Survey(root, [*used] or layouts, numbers, len(with_input), [*sources_by_id], problems, broken)
