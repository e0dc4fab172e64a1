"""`puzzles init` and `puzzles new`."""

import ast
from pathlib import Path

import pytest
from puzzle_runner.catalog import scaffold, workspaces
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.registry import identify

from tests.conftest import Workspace
from tests.sites.test_ranges import WITHOUT_PUZZLE
from tests.stand_in import Reply, Site


def test_a_workspace_ready_for_git(workspace: Workspace) -> None:
    """It is one: `new`, `run` and `check` work in it at once."""
    folder = workspace.root / "mine"
    assert 0 == workspace.run("init", "mine").code
    workspace.root = folder
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert {".gitignore", "pyproject.toml", *scaffold.FILES} == names
    assert 0 == workspace.run("new", "lamps").code
    assert (folder / "puzzles" / "lamps.py").read_text().startswith('"""lamps\n"""\n\n\ndef part1')
    # The template of a site goes before the one that `init` has made.
    assert 0 == workspace.run("new", "euler8").code
    assert "part2" not in (folder / "puzzles" / "euler8.py").read_text()
    assert [0, 0, 0] == [workspace.run(*command).code for command in (["run"], ["check"], ["list"])]


def test_init_leaves_what_is_there(tmp_path: Path, workspace: Workspace) -> None:
    """Files stay as they are; a pyproject.toml only gets the table that it lacks."""
    (workspace.root / ".gitignore").write_text("mine")
    (workspace.root / "pyproject.toml").write_text("# mine\n[project]\nname = 'x'\n")
    assert 0 == workspace.run("init").code
    assert "mine" == (workspace.root / ".gitignore").read_text()
    written = (workspace.root / "pyproject.toml").read_text()
    assert written.startswith("# mine\n[project]\nname = 'x'\n")
    assert "[tool.puzzles]" in written
    assert "nothing was changed" in workspace.run("init").out
    (workspace.root / "file").write_text("")
    assert 2 == workspace.run("init", "file").code


@pytest.mark.parametrize(("there", "made"), [
    (["2020/day01.py"], "2021/aoc2021d3.py"),
    (["2021/2.py", "aoc2021d1.py"], "aoc2021d3.py"), (["2021/aoc2021d2.py"], "2021/aoc2021d3.py"),
])  # fmt: skip
@pytest.mark.usefixtures("site", "account")
def test_a_module_lies_where_the_others_do(workspace: Workspace, there: list[str], made: str) -> None:
    """That is in folders by year if all are; one's own is none of a year."""
    for name in there:
        path = workspace.root / "puzzles" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("def part1(text): return 1\n")
    path = workspace.root / "puzzles" / made
    assert str(path) == workspace.run("new", "2021/3", "--json").document["path"]
    assert "aoc2021d3" == workspace.run("run", "2021/3", "--json").rows[0]["puzzle"]
    mine = workspace.root / "puzzles" / "mine.py"
    assert str(mine) == workspace.run("new", "mine", "--json").document["path"]


def test_right_after_new(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A part is skipped and no error: for each kind, and where the site cannot be reached."""
    monkeypatch.setenv("PUZZLES_MIN_INTERVAL", "0")
    for id, parts in {"aoc2021d3": 2, "euler8": 1, "srm465": 1, "lamps": 2}.items():
        assert 0 == workspace.run("new", id).code
        rows = [(row["verdict"], row["message"]) for row in workspace.run("run", id, "--json").rows]
        assert [("skipped", f"part {part} is not written yet") for part in range(1, parts + 1)] == rows
        ended = workspace.run("run")
        assert (0, True) == (ended.code, "skipped: part 1 is not written yet" in ended.out)
    assert 0 == workspace.run("check").code


def test_new_goes_on_where_the_site_fails(workspace: Workspace, site: Site, account: Account) -> None:
    """The reason is said, and the module made."""
    site.replies["/2021/day/3/input"] = Reply(500)
    ended = workspace.run("new", "2021/3")
    assert (0, True) == (ended.code, "answered 500" in ended.err)
    assert (workspace.root / "puzzles" / "aoc2021d3.py").exists()


def test_new_never_overwrites(workspace: Workspace, euler_site: Site) -> None:
    """It keeps also a module in another spelling, and takes no text that cannot be a name, and no site's."""
    assert [2] * 5 == [workspace.run("new", id).code for id in ("../x", "a b", "ec", "SRM", "local")]
    assert [] == list((workspace.root / "puzzles").iterdir())
    path, lamps = workspace.puzzle("euler08", "mine"), workspace.puzzle("lamps", "mine")
    assert [0, 0, 2] == [workspace.run("new", id).code for id in ("euler8", "euler08", "Lamps")]
    assert ("mine", "mine") == (path.read_text(), lamps.read_text())


def test_an_id_without_a_puzzle_is_refused(workspace: Workspace) -> None:
    """By every command, in the sentence of its site; nothing is made."""
    workspace.puzzle("mine", "def part1(): return 1\n")
    for id in ("aoc2021day26", "euler0", "srm0", "ec2025q21"):
        for command in (["new"], ["run"], ["fetch"], ["submit"], ["answer", "7"], ["open"]):
            ended = workspace.run(command[0], id, *command[1:])
            assert (3, True) == (ended.code, f"{WITHOUT_PUZZLE[id]} has no {id}" in ended.err), ended
    assert ["mine.py"] == [path.name for path in (workspace.root / "puzzles").glob("*.py")]


def test_the_workspaces_own_template(workspace: Workspace) -> None:
    """`[tool.puzzles]` names it; one that is not there is said; any title fits into its docstring."""
    (workspace.root / "pyproject.toml").write_text('[tool.puzzles]\ntemplate = "mine.txt"\n')
    ended = workspace.run("new", "lamps")
    assert (2, True) == (ended.code, "mine.txt" in ended.err)
    (workspace.root / "mine.txt").write_text('"""$title"""\nprice = "5$"\ndef part1(text): ...  # {x}\n')
    workspace.run("new", "lamps")
    written = (workspace.root / "puzzles" / "lamps.py").read_text()
    assert '"""lamps"""\nprice = "5$"\ndef part1(text): ...  # {x}\n' == written
    there = workspaces.Workspace(workspace.root)
    for number, title in enumerate(('Say "Oil"', "back\\", '"""', "plain")):
        path, _ = scaffold.write_module(there, identify(f"lamps{number}"), title, takes_input=True)
        assert ast.get_docstring(ast.parse(path.read_text()))


def test_edit_opens_the_editor(workspace: Workspace, tmp_path: Path) -> None:
    """VISUAL goes before EDITOR; what it opens is shown first, as it may take the terminal for long."""
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "editing $1"\n')
    editor.chmod(0o755)
    path = workspace.root / "puzzles" / "lamps.py"
    ended = workspace.in_terminal("new", "lamps", "--edit", VISUAL=str(editor), EDITOR="/nowhere")
    assert (0, f"{path}\nediting {path}\n", "") == ended
    assert 2 == workspace.run("new", "oil", "--edit", VISUAL="", EDITOR="").code
    assert 2 == workspace.run("new", "tea", "--edit", VISUAL="/nowhere/editor").code
