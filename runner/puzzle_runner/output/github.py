"""A check in GitHub Actions: annotations in the sources, and a summary of the job.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from puzzle_runner.checking import wording
from puzzle_runner.checking.plan import Task
from puzzle_runner.model import Result
from puzzle_runner.output import terminal
from puzzle_runner.output.results_table import by_verdict
from puzzle_runner.text import printable, shortened

# GitHub refuses a summary of more than 1 MiB.
MOST_ROWS = 200
LONGEST_CELL, LONGEST_MESSAGE = 200, 4000


def tell(tasks: Sequence[Task], results: Sequence[Result], warning: str) -> None:
    """Print the annotations, and add to the summary where the environment names its file."""
    for line in annotations(tasks, results, Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd())):
        terminal.command_github(line)
    if warning:
        terminal.command_github(f"::warning title=puzzles check::{_escaped(warning)}")
    if path := os.environ.get("GITHUB_STEP_SUMMARY"):
        try:
            with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(summary(results, warning))
        except OSError as error:
            terminal.warn(f"The job's summary {path} cannot be written: {error.strerror}.")


def annotations(tasks: Sequence[Task], results: Sequence[Result], root: Path) -> Iterator[str]:
    """Yield a workflow command for each result that is not right: it is shown at the part's definition.

    An answer in doubt gets a warning, anything else an error.
    `root` is the folder of the checkout: GitHub needs the paths of files below it.
    """
    for task, result in zip(tasks, results, strict=True):
        if not _is_shown(result):
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


def summary(results: Sequence[Result], warning: str = "") -> str:
    """Return the job's summary as Markdown: the number of each verdict, and a row for each annotation."""
    lines = [f"### Puzzles: {by_verdict(results) or 'nothing to check'}", ""]
    if warning:
        lines += [f"**{_cell(warning)}**", ""]
    shown = [result for result in results if _is_shown(result)]
    if shown:
        lines += ["| puzzle | verdict | expected | got | |", "| --- | --- | --- | --- | --- |"]
    for result in shown[:MOST_ROWS]:
        name = f"{result.puzzle} {wording.name(result)}"
        expected = ""
        if result.expected:
            expected = result.expected + wording.expected_note(result)
        message, _, _ = result.message.partition("\n")
        cells = [name, result.verdict, expected, result.answer or "", message]
        row = " | ".join(map(_cell, cells))
        lines.append(f"| {row} |")
    more = len(shown) - MOST_ROWS
    if more > 0:
        lines += ["", f"... and {more} more."]
    return "\n".join([*lines, ""])


def _is_shown(result: Result) -> bool:
    return bool(result.exit or result.doubt)


def _cell(text: str) -> str:
    if len(text) > LONGEST_CELL:
        text = f"{text[:LONGEST_CELL]}..."
    return re.sub(r"([\\`*_{}\[\]<>()#|~])", r"\\\1", printable(text))


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
