"""The import package has a name of its own: files in a user's folder do not hide it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Workspace

FOREIGN = "raise SystemExit('the user\\'s own program')\n"


@pytest.fixture
def crowded(workspace: Workspace) -> Workspace:
    """Return a workspace with a test and with files that are named as a runner of puzzles might be."""
    assert 0 == workspace.run("init", ".").code
    for name in ("runner.py", "puzzles.py", "cli.py", "model.py", "catalog.py"):
        (workspace.root / name).write_text(FOREIGN)
    workspace.puzzle("mine", "def part1(text): return 1", '[main]\ninput = "x"\npart1 = 1\n')
    return workspace


def test_the_test_of_a_workspace_checks_answers(crowded: Workspace, tmp_path: Path) -> None:
    """It runs the installed command and no file in the folder, beside which pytest finds the plugin."""
    wrong, clone = tmp_path / "wrong", tmp_path / "clone"
    for folder in (wrong, clone):
        shutil.copytree(crowded.root, folder)
        (folder / "tests" / "test_puzzles.py").rename(folder / "tests" / f"test_{folder.name}.py")
    (wrong / "inputs" / "mine" / "cases.toml").write_text('[main]\ninput = "x"\npart1 = 2\n')
    shutil.rmtree(clone / "inputs")
    # The plugins of others take a second.
    plugins = ["--disable-plugin-autoload", "-p", "puzzles", "-p", "no:cacheprovider"]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, ".", str(wrong), str(clone)],
        cwd=crowded.root,
        capture_output=True,
        text=True,
    )
    assert (1, True, True, True) == (
        ended.returncode,
        "test_wrong.py::test_every_stored_answer_is_right - " in ended.stdout,
        "Nothing was checked" in ended.stdout,
        "2 failed, 1 passed" in ended.stdout,
    ), ended.stdout + ended.stderr


def test_the_folder_on_the_path_changes_nothing(crowded: Workspace) -> None:
    """With the workspace on PYTHONPATH the command is still the installed one."""
    ended = crowded.process("check", "--json", PYTHONPATH=".")
    assert (0, ["right"]) == (ended.code, [row["verdict"] for row in ended.rows])
    assert crowded.process("--version", PYTHONPATH=".").out.startswith("puzzles ")
