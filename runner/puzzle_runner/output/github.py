"""A check in GitHub Actions: annotations in the sources.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from puzzle_runner.checking import wording
from puzzle_runner.checking.plan import Task
from puzzle_runner.model import Result
from puzzle_runner.output import terminal
from puzzle_runner.text import printable, shortened

LONGEST_MESSAGE = 4000


def tell(tasks: Sequence[Task], results: Sequence[Result], warning: str) -> None:
    """Print the annotations, and a warning."""
    for line in annotations(tasks, results, Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd())):
        terminal.command_github(line)
    if warning:
        terminal.command_github(f"::warning title=puzzles check::{_escaped(warning)}")


def annotations(tasks: Sequence[Task], results: Sequence[Result], root: Path) -> Iterator[str]:
    """Yield a workflow command for each result that is not right: it is shown at the part's definition.

    An answer in doubt gets a warning, anything else an error.
    `root` is the folder of the checkout: GitHub needs the paths of files below it.
    """
    for task, result in zip(tasks, results, strict=True):
        if not result.exit and not result.doubt:
            continue
        path, number = wording.place(task.puzzle, task.solution)
        if path.is_relative_to(root):
            path = path.relative_to(root)
        properties = {"file": str(path)}
        if number:
            properties["line"] = str(number)
        properties["title"] = f"{result.puzzle} {wording.name(result)}: {result.verdict}"
        place = []
        for name, value in properties.items():
            # Colons and commas are signs here, too.
            escaped = _escaped(value).replace(":", "%3A").replace(",", "%2C")
            place.append(f"{name}={escaped}")
        lines = shortened(wording.explain(result), LONGEST_MESSAGE).split("\n")
        message = _escaped("\n".join(map(printable, lines)))
        level = "error" if result.exit else "warning"
        yield f"::{level} {','.join(place)}::{message}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
