"""Random inputs of a puzzle: from `generate` in its module or beside its cases, or from the ranges of a case.

The same seed makes the same inputs everywhere.
"""

import json
import random
from collections.abc import Sequence
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking.shrinking import Choices
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import Unreadable, UsageError, reason
from puzzle_runner.inputs import case_file, cases
from puzzle_runner.model import Case, Limits, Parameters, Puzzle, Solution
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job

WORKERS = 2
# The largest size that is asked for, and how many inputs of a size come one after the other.
LARGEST, EACH = 100, 3
# A size at which every number of bits is chosen from.
WIDEST = 64
# So many combinations of the values of ranges are all tried, the smallest first.
ALL = 10_000


class Wanted(NamedTuple):
    """An input to make: the run it is for, its size, and the choices if they are not to be drawn."""

    run: int
    size: int
    choices: Choices | None = None


class Drawn(NamedTuple):
    """An input that was made; `equivalent` has the same answers. Choices are noted up to size LARGEST."""

    wanted: Wanted
    text: str
    parameters: Parameters = ()
    choices: Choices = ()
    equivalent: tuple[str, Parameters] | None = None


class Source(Protocol):
    """Makes inputs, of sizes up to the `largest`; in `pairs` if each comes with one of the same answers."""

    largest: int
    pairs: bool

    def wanted(self, run: int) -> Wanted | None:
        """Return what to make for a run; None if there is nothing left."""
        return Wanted(run, 1 + run // EACH % self.largest)

    def draw(self, wanted: Sequence[Wanted]) -> list[Drawn | None]:
        """Make inputs. Raises Unreadable if one cannot be made; it is None if its choices were made up."""
        ...


class Generated(Source):
    """Inputs from `generate`."""

    def __init__(self, id: str, found: Solution, path: Path, limits: Limits, seed: int) -> None:
        self.job = Job(id, path, engines.load(found.engine), [], None, limits)
        self.seed, self.largest = seed, LARGEST
        self.pairs = engines.helper(path, "equivalent") is not None

    def draw(self, wanted: Sequence[Wanted]) -> list[Drawn | None]:
        """Make inputs in one process; if that fails, each half of them in one."""
        orders = [(self.seed + each.run, each.size, each.choices, each.size <= LARGEST) for each in wanted]
        outcome = pool.run(self.job._replace(data=orders))
        if outcome.answer is not None and not outcome.failure:
            return [*map(_drawn, wanted, json.loads(outcome.answer))]
        if half := len(wanted) // 2:
            return [*self.draw(wanted[:half]), *self.draw(wanted[half:])]
        if wanted[0].choices is not None:
            return [None]
        raise Unreadable(
            f"generate(random, {wanted[0].size}) in {self.job.path} failed, with the seed "
            f"{self.seed + wanted[0].run}: {outcome.message}"
        )


def _drawn(wanted: Wanted, content: dict[str, Any]) -> Drawn:
    texts = [
        (cases.tidy(each["text"]), tuple(sorted(each["parameters"].items()))) for each in content["inputs"]
    ]
    choices = tuple(int(word, 16) for word in content["choices"].split())
    return Drawn(wanted, *texts[0], choices, texts[1] if len(texts) > 1 else None)


class Ranges(Source):
    """Inputs from the ranges of a case; all of them, the smallest first, where these are not many."""

    pairs = False

    def __init__(self, template: Case, seed: int) -> None:
        self.template, self.seed = template, seed
        is_there = template.inline is not None or template.path.exists()
        self.given = cases.text(template) if is_there else ""
        self.all: list[Choices] = []
        self.largest = WIDEST
        bounds = [value for _, value in template.parameters if case_file.is_range(value)]
        numbers = [value["to"] - value["from"] + 1 for value in bounds]
        if prod(numbers) <= ALL and not any("length" in value for value in bounds):
            self.largest = max(numbers)
            self.all = sorted(product(*map(range, numbers)), key=lambda each: (max(each), sum(each), each))

    def wanted(self, run: int) -> Wanted | None:
        """Return the next of all there are, or what has the size of a run."""
        if not self.all:
            return super().wanted(run)
        choices = self.all[run] if run < len(self.all) else None
        size = choices and max(choices) + 1
        return Wanted(run, size, choices) if size and size <= self.largest else None

    def draw(self, wanted: Sequence[Wanted]) -> list[Drawn | None]:
        """Make inputs."""
        return [self._drawn(each) for each in wanted]

    def _drawn(self, wanted: Wanted) -> Drawn:
        numbers = random.Random(self.seed + wanted.run)
        given, chosen = wanted.choices, list[int]()

        def choose(bound: int) -> int:
            value = numbers.randrange(bound)
            if given is not None:
                value = min(given[len(chosen)], bound - 1) if len(chosen) < len(given) else 0
            chosen.append(value)
            return value

        def number(value: Any) -> int:
            first, span = value["from"], value["to"] - value["from"] + 1
            # Each size doubles what is chosen from.
            return int(first + choose(span if given is not None else min(span, 2**wanted.size)))

        def one(value: Any) -> Any:
            if not case_file.is_range(value):
                return value
            if "length" not in value:
                return number(value)
            length = value["length"]
            return [number(value) for _ in range(number(length) if case_file.is_range(length) else length)]

        values = {name: one(value) for name, value in self.template.parameters}
        text = values.pop("input", self.given)
        text = " ".join(map(str, text)) if isinstance(text, list) else str(text)
        return Drawn(wanted, text, tuple(values.items()), tuple(chosen))


def source(workspace: Workspace, puzzle: Puzzle, limits: Limits, seed: int) -> Source:
    """Return what makes the inputs of a puzzle. Raises UsageError if there is nothing, Unreadable."""
    folder = workspace.inputs(puzzle.id)
    files = [
        path for path in (puzzle.path, folder / "generate.py") if path.suffix == ".py" and path.is_file()
    ]
    for path in files:
        if limits.untrusted and path.parent == folder:
            raise Unreadable(f"The sandbox does not show {path}: write generate() into {puzzle.path}.")
        try:
            if found := engines.helper(path, "generate"):
                return Generated(puzzle.id, found, path, limits, seed)
        except (OSError, SyntaxError, ValueError) as error:
            raise Unreadable(f"{path} cannot be read: {reason(error)}.") from None
    if ranges := case_file.whole(folder).ranges:
        return Ranges(ranges[0], seed)
    raise UsageError(
        f"There is no generator of inputs for {puzzle.id}. Write generate(random, size) into {puzzle.path} "
        f"or {folder / 'generate.py'}, or a case with a range, such as n = {{ from = 1, to = 200 }}, into "
        f"{folder / case_file.FILE}."
    )
