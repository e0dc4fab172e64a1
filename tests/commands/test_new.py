"""`puzzles new` and `puzzles init`: their JSON."""

from pathlib import Path

import pytest
from puzzle_runner.catalog import workspace as workspaces
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace
from tests.stand_in import Site


def test_a_new_puzzle_with_what_was_fetched(workspace: Workspace, site: Site, account: Account) -> None:
    """The document names the module, and what came of the site."""
    ended = workspace.run("new", "2021/3", "--json")
    path = workspace.root / "puzzles" / "aoc2021d3.py"
    fetched = {
        "puzzle": "aoc2021d3",
        "title": "Lamp & Oil",
        "account": "default",
        "new": ["input", "page", "1 example"],
    }
    expected = {"schema": 1, "puzzle": "aoc2021d3", "path": str(path), "fetched": fetched}
    assert (0, expected, "") == (ended.code, ended.document, ended.err)
    assert path.is_file()


@pytest.mark.parametrize("command", [("new", "aoc2020d1"), ("answer", "euler227", "--part", "1", "5")])
def test_the_bundled_collection_is_read_only(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Outside a workspace nothing is written into the checkout of an editable install."""
    outside = Workspace(tmp_path / "outside")
    (outside.root / "inputs").rmdir()
    collection = workspaces.bundled().root
    before = {path: path.read_bytes() for path in collection.glob("[pi]*/**/*") if path.is_file()}
    ended = outside.run(*command)
    assert (2, "") == (ended.code, ended.out)
    assert '"puzzles init"' in ended.err
    assert before == {path: path.read_bytes() for path in collection.glob("[pi]*/**/*") if path.is_file()}


def test_a_new_puzzle_of_ones_own(workspace: Workspace) -> None:
    """Nothing is fetched, which is null."""
    assert workspace.run("new", "mine", "--json").document["fetched"] is None


def test_the_editor_opens_what_is_shown(workspace: Workspace, tmp_path: Path) -> None:
    """The path is printed first: an editor may take the terminal for long."""
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "editing $1"\n')
    editor.chmod(0o755)
    path = workspace.root / "puzzles" / "mine.py"
    ended = workspace.process("new", "mine", "--edit", VISUAL=str(editor), PYTHONUNBUFFERED="1")
    assert (0, f"{path}\nediting {path}\n", "") == ended


def test_a_new_workspace(workspace: Workspace, tmp_path: Path) -> None:
    """The document has the files that were made: none where all are there."""
    folder = tmp_path / "mine"
    document = workspace.run("init", str(folder), "--json").document
    assert str(folder) == document["workspace"]
    assert sorted(str(path) for path in folder.rglob("*") if path.is_file()) == sorted(document["created"])
    assert [] == workspace.run("init", str(folder), "--json").document["created"]
