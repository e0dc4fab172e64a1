"""Another person's repository runs unchanged, whatever its convention."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.selection import Selection
from puzzle_runner.layouts import proposals
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running import pool

from tests.layouts.conventions import CONVENTIONS, Convention

YEAR, DAYS = 2021, {1: "apples", 2: "pears_and_plums", 10: "figs"}
LIMITS = Limits(timeout=10, memory=2**31)
CASES = '[main]\ninput = "3\\n5\\n7\\n"\npart1 = 15\npart2 = 105\n'


@pytest.fixture(scope="module", autouse=True)
def _workers() -> Iterator[None]:
    """End the worker that all of these share."""
    yield
    pool.stop()


def make(folder: Path, convention: Convention) -> Path:
    """Write a repository of some days, and a case for each; return its root."""
    root = folder / convention.folder
    for day in DAYS:
        for name, text in convention.files.items():
            write(root / filled(name, day), filled(text, day))
        write(root / "inputs" / f"aoc{YEAR}d{day}" / "cases.toml", CASES)
    for name, text in convention.once.items():
        write(root / filled(name, 0), text)
    return root


def filled(text: str, day: int) -> str:
    """Return a text with year and day."""
    return (
        text.replace("{y}", str(YEAR))
        .replace("{d:02}", f"{day:02}")
        .replace("{d}", str(day))
        .replace("{title}", DAYS.get(day, ""))
    )


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def contents(root: Path) -> dict[str, bytes]:
    """Return all files below a folder."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def checked(root: Path) -> list[tuple[str, int | None, str | None, str]]:
    """Return the rows of all days of a repository."""
    tasks = plan.tasks(Workspace(root, whole=True), ["aoc2021"], Selection(), LIMITS)
    return [
        (row.puzzle, row.part, row.answer, row.verdict)
        for row in judge.run_and_judge(root, preparing.prepare(tasks))
    ]


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda each: each.name)
def test_a_convention_is_recognised_and_runs_unchanged(convention: Convention, tmp_path: Path) -> None:
    """Each answer is right, the pattern is the one that a person would write, and no file is changed.

    If more than the pattern is needed, nothing is wrong until one line of the table says it.
    """
    root = make(tmp_path, convention)
    assert (convention.pattern,) == proposals.of_folder(root).path
    if convention.table:
        verdicts = {row[3] for row in checked(root)}
        assert verdicts != {Verdict.RIGHT} and Verdict.WRONG not in verdicts
        path = f"path = '{convention.pattern}'"
        write(root / "pyproject.toml", f"[[tool.puzzles.layout]]\n{path}\n{convention.table}\n")
    before = contents(root)
    answers = ((1, "15"), (2, "105"))
    expected = [(f"aoc{YEAR}d{day}", part, answer, Verdict.RIGHT) for day in DAYS for part, answer in answers]
    assert expected == checked(root)
    assert before == contents(root)
