"""What `check` leaves for continuous integration: a file of JUnit XML, annotations, a summary of the job."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from puzzle_runner.checking.pipeline import Task
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Result
from puzzle_runner.output import terminal


def checked(junit: Path | None) -> None:
    """Raise UsageError, before anything is run, where the XML could not be written after it."""
    if junit and (junit.is_dir() or not junit.absolute().parent.is_dir()):
        raise UsageError(f"--junit {junit}: give the name of a file in a folder that is there.")


def leave(tasks: Sequence[Task], results: Sequence[Result], junit: Path | None, json: bool) -> None:
    """Write the XML where it was asked for, and what GitHub shows when run there."""
    if junit:
        from puzzle_runner.output.junit import document

        junit.write_bytes(document(results))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        _github(tasks, results, sys.stderr if json else sys.stdout)


def _github(tasks: Sequence[Task], results: Sequence[Result], stream: TextIO) -> None:
    from puzzle_runner.output import github

    root = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd())
    for line in github.annotations(tasks, results, root):
        terminal.say(line, stream)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with open(summary, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(github.summary(results))
