"""The workflows in docs/ are run on a fresh clone; the project's own is compared with its documents."""

import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from puzzle_runner import settings
from puzzle_runner.inputs.cached import Account

from tests.conftest import Ended, Workspace
from tests.repository import commit

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
OWN = ROOT / ".github" / "workflows" / "ci.yml"


@pytest.fixture
def cloned(workspace: Workspace) -> Workspace:
    """Return a workspace with one puzzle, ready to be cloned."""
    workspace.puzzle("aoc2021d3", "def part1(text): return 7\n")
    workspace.run("init")
    return workspace


def workflow(name: str) -> Any:
    """Return a workflow as GitHub reads it."""
    return yaml.safe_load((DOCS / name).read_text("utf-8"))


def clone(folder: Path, to: Path) -> None:
    """Commit all files of a folder, and clone it."""
    commit(folder, "As it is")
    subprocess.run(["git", "clone", "-q", str(folder), str(to)], check=True)


def carry_out(workflow: Any, clone: Path) -> list[Ended]:
    """Run the steps of a workflow that are commands of ours, in a clone."""
    there = Workspace.__new__(Workspace)
    there.root = clone
    environment = {
        name: text.replace("${{ github.workspace }}", str(clone))
        for name, text in workflow.get("env", {}).items()
    }
    commands = [shlex.split(step.get("run", "")) for step in workflow["jobs"]["check"]["steps"]]
    own = [command[1:] for command in commands if command[:1] == ["puzzles"]]
    assert [["doctor"], ["check", "--strict", "--junit", "puzzles.xml"]] == own
    return [
        there.run(*arguments, **{"PUZZLES_DATA_DIR": str(clone / "none")} | environment) for arguments in own
    ]


def test_a_clone_checks_the_cases_of_the_workspace(cloned: Workspace, tmp_path: Path) -> None:
    """Examples that are committed are checked; without any, the job fails and says why."""
    clone(cloned.root, tmp_path / "bare")
    _, check = carry_out(workflow("github-workflow.yml"), tmp_path / "bare")
    assert (1, True) == (check.code, "! Nothing was checked: no answer could be compared" in check.out)
    cloned.input("aoc2021d3", "cases.toml", '[example]\ninput = "a b"\npart1 = 7\n')
    clone(cloned.root, tmp_path / "clone")
    doctor, check = carry_out(workflow("github-workflow.yml"), tmp_path / "clone")
    assert [0, 0] == [doctor.code, check.code], check.out
    assert "1 result: 1 right" in check.out
    assert (tmp_path / "clone" / "puzzles.xml").exists()


def test_a_clone_with_the_inputs_of_a_private_repository(
    cloned: Workspace, account: Account, tmp_path: Path
) -> None:
    """The data folder, committed as it is and cloned beside, gives the inputs and answers, and no more."""
    assert 0 == cloned.run("fetch", "aoc2021d3").code
    assert 0 == cloned.run("answer", "aoc2021d3", "--part", "1", "7").code
    data = settings.data_folder()
    clone(cloned.root, tmp_path / "clone")
    clone(data, tmp_path / "clone" / "data")
    assert {"locks", "anonymous", "accounts", ".gitignore"} <= {path.name for path in data.iterdir()}
    cloned_names = {path.name for path in (tmp_path / "clone" / "data").iterdir()}
    assert {".git", ".gitignore", "accounts", "anonymous"} == cloned_names
    steps = workflow("github-workflow-private-inputs.yml")
    (private,) = (
        step["with"] for step in steps["jobs"]["check"]["steps"] if "repository" in step.get("with", {})
    )
    assert "data" == private["path"]
    doctor, check = carry_out(steps, tmp_path / "clone")
    assert [0, 0] == [doctor.code, check.code], doctor.out + check.out
    assert "2 results: 2 right" in check.out
    assert "  main  " in check.out
