"""The collection that comes with the package is right, and is found from anywhere."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import Ended, Workspace

ROOT = Path(__file__).parents[2]
IDS = ["aoc2021d21", "euler227", "euler232", "srm465"]


def test_every_stored_answer_is_right(tmp_path: Path) -> None:
    """Outside any workspace, `check` checks the bundled collection: all right but what needs a compiler.

    `.ci/smoke-test` has one.
    """
    ended = run_in(tmp_path, "check", "--json", PATH="")
    assert {"right"} == {r["verdict"] for r in ended.rows if not r["message"].endswith("is not installed")}
    assert {(id, part) for id in IDS for part in (1, 2)} == {(r["puzzle"], r["part"]) for r in ended.rows}


def test_every_puzzle_says_what_it_is(tmp_path: Path) -> None:
    """Each has a title and a link, and each of its solutions tells its method."""
    listed = run_in(tmp_path, "list", "--json").document["puzzles"]
    assert IDS == [puzzle["id"] for puzzle in listed]
    assert all(puzzle["title"] and puzzle["url"] for puzzle in listed)
    assert all(part["summary"] for puzzle in listed for part in puzzle["parts"])


def test_a_workspace_goes_before_the_collection(workspace: Workspace) -> None:
    """Inside a workspace, the collection is not there."""
    assert 3 == workspace.run("run", "euler227").code


def run_in(folder: Path, *arguments: str, **environment: str) -> Ended:
    """Run `puzzles` in a folder."""
    ended = subprocess.run(
        [sys.executable, "-m", "puzzle_runner", *arguments],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)
