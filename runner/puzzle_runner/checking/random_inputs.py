"""Random inputs: from `generate` in the module or beside the cases of a puzzle, or from ranges."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import Unreadable, UsageError, reason
from puzzle_runner.inputs import case_file, cases
from puzzle_runner.layouts import modules
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Case, Limits, Parameters, Solution
from puzzle_runner.running import pool
from puzzle_runner.running.call import Failed, Job
from puzzle_runner.sites.site import PuzzleId

# The largest sizes that are asked for: of `generate`, and of ranges, which each size doubles.
LARGEST, WIDEST = 100, 64


class Drawn(NamedTuple):
    """An input that was made in a size."""

    size: int
    text: str
    parameters: Parameters


class Generated:
    """Inputs from `generate`, of sizes up to the `largest`."""

    def __init__(self, id: PuzzleId, generate: Solution, path: Path, limits: Limits) -> None:
        self.job = Job(id, path, engines.load(generate.engine), [], None, limits)
        self.largest = LARGEST

    def draw(self, size: int, seeds: Sequence[int]) -> list[Drawn]:
        """Make an input of a size from each seed, in one process. Raises Unreadable if one cannot be made."""
        outcome = pool.run(self.job._replace(data=[size, *seeds]))
        if isinstance(outcome, Failed) or outcome.answer is None:
            raise Unreadable(f"generate(random, {size}) in {self.job.path} failed: {outcome.message}")
        drawn = []
        for item in json.loads(outcome.answer):
            parameters = tuple(sorted(item["parameters"].items()))
            drawn.append(Drawn(size, cases.tidy(item["text"]), parameters))
        return drawn


class Ranges:
    """Inputs from the ranges of a case, of sizes up to the `largest`."""

    def __init__(self, template: Case) -> None:
        self.template = template
        self.input = cases.text(template) if template.inputs else ""
        self.largest = WIDEST

    def draw(self, size: int, seeds: Sequence[int]) -> list[Drawn]:
        """Make an input from each seed; each size doubles the numbers and the lengths to choose from."""
        return [self._one(size, random.Random(seed)) for seed in seeds]

    def _one(self, size: int, numbers: random.Random) -> Drawn:
        def number(bounds: Any) -> int:
            first, last = bounds["from"], bounds["to"]
            return int(first + numbers.randrange(min(last - first + 1, 2**size)))

        values: dict[str, Any] = {}
        for name, value in self.template.parameters:
            if not case_file.is_range(value):
                values[name] = value
            elif "length" in value:
                length = value["length"]
                length = number(length) if case_file.is_range(length) else length
                values[name] = [number(value) for _ in range(length)]
            else:
                values[name] = number(value)
        text = values.pop("input", self.input)
        text = " ".join(map(str, text)) if isinstance(text, list) else str(text)
        return Drawn(size, text, tuple(values.items()))


def source(workspace: Workspace, puzzle: Puzzle, limits: Limits) -> Generated | Ranges:
    """Return what makes the inputs of a puzzle. Raises UsageError if there is nothing, Unreadable."""
    folder = workspace.inputs(puzzle.id)
    beside = folder / "generate.py"
    for path in (puzzle.path, beside):
        if path.suffix != ".py" or not path.is_file():
            continue
        if limits.untrusted and path == beside:
            raise Unreadable(f"The sandbox does not show {path}: write generate() into {puzzle.path}.")
        try:
            generate = modules.helper(path, "generate")
        except (OSError, SyntaxError, ValueError) as error:
            raise Unreadable(f"{path} cannot be read: {reason(error)}.") from None
        if generate:
            return Generated(puzzle.id, generate, path, limits)
    ranges = case_file.load(folder).ranges
    if ranges:
        return Ranges(ranges[0])
    raise UsageError(
        f"There is no generator of inputs for {puzzle.id}. Write generate(random, size) into {puzzle.path} "
        f"or {beside}, or a case with a range, such as n = {{ from = 1, to = 200 }}, into "
        f"{folder / case_file.FILE}."
    )
