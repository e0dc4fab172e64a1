"""The record of a puzzle, as it is read from its files."""

from pathlib import Path
from typing import NamedTuple

from puzzle_runner.model import DEFAULT, Solution
from puzzle_runner.sites.site import PuzzleId


class Puzzle(NamedTuple):
    """One module of the workspace, read from its syntax tree. `error` says why it could not be read.

    `idea` is the docstring without title and link. `warning` says which part is missing although a function
    looks like it. `default` is the name of the solution that runs unless another one is asked for. `checker`
    is the function that judges answers. One `from_layout` was not written for this runner.
    """

    id: PuzzleId
    path: Path
    title: str = ""
    url: str = ""
    solutions: tuple[Solution, ...] = ()
    error: str = ""
    idea: str = ""
    warning: str = ""
    default: str = DEFAULT
    checker: Solution | None = None
    from_layout: bool = False

    @property
    def parts(self) -> set[int]:
        """The numbers of the parts that it answers."""
        return {solution.part for solution in self.solutions}

    @property
    def takes_input(self) -> bool:
        """Tell whether a part takes the input."""
        return any(solution.takes_input for solution in self.solutions)
