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
    inputs = broken = 0
    sources_by_id = puzzles.find(root, layouts)
    for id, sources in sources_by_id.items():
        used |= dict.fromkeys(source.layout for source in sources)
        numbers.update({source.pattern for source in sources})
        puzzle = puzzles.read(id, sources, settings)
        problem, _, _ = (puzzle.error or puzzle.warning).partition("\n")
        if problem:
            problems.append(problem)
            broken += 1
        flaw = ""
        of_parts = input_files.files_of(sources).values()
        for file in of_parts:
            flaw = flaws.of_input(files.read(file))
            if flaw:
                problems.append(f"{file}: it {flaw}")
        inputs += bool(of_parts and not flaw)
    problems = [problem.removeprefix(f"{root}/") for problem in problems]
    return Survey(root, [*used] or layouts, numbers, inputs, [*sources_by_id], problems, broken)
