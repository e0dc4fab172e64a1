"""What is a workspace, and which one is meant."""

import re
from datetime import datetime
from pathlib import Path

import pytest
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.sites.aoc import site as aoc

from tests.conftest import Workspace

LENGTH = "def part1(text):\n    return len(text)\n"


@pytest.fixture
def folder(workspace: Workspace, tmp_path: Path) -> Workspace:
    """A folder of one's own, without `puzzles/` and `inputs/`."""
    workspace.root = tmp_path / "mine"
    workspace.root.mkdir()
    return workspace


def write(path: Path, text: str = LENGTH) -> Path:
    """Write a file and its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@pytest.mark.parametrize(("made", "found"), [
    (["puzzles/"], ""), (["puzzles/__init__.py"], None), (["puzzles/__init__.py", "inputs/"], ""),
    (["puzzles/puzzles/", "puzzles/inputs/"], None), (["pyproject.toml"], ""), (["a/2026/"], None),
])  # fmt: skip
def test_what_makes_a_workspace(tmp_path: Path, made: list[str], found: str | None) -> None:
    """It has `puzzles/` that is no package and no workspace, or a table in its settings."""
    for name in made:
        if name.endswith("/"):
            (tmp_path / name).mkdir(parents=True)
        else:
            write(tmp_path / name, "[tool.puzzles]\n" if name == "pyproject.toml" else "")
    there = workspaces.at(tmp_path)
    assert found == (there and str(there.root.relative_to(tmp_path)).removeprefix("."))


def test_the_home_folder_is_no_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have a folder `puzzles/` by chance, in which somebody keeps a workspace."""
    (tmp_path / "puzzles").mkdir()
    assert workspaces.at(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert None is workspaces.at(tmp_path)


TABLE = '{ path = "a{day}.py", year = 2021 }'


@pytest.mark.parametrize("settings", [
    '[[tool.puzzles.layout]]\npath = "a{day}.py"\nyear = 2021\n',
    '[[ tool . puzzles . layout ]]\npath = "a{day}.py"\nyear = 2021\n',
    f"[tool]\npuzzles = {{ layout = [{TABLE}] }}\n",
    f'[tool."\\u0070uzzle\\U00000073"]\nlayout = [{TABLE}]\n',
])  # fmt: skip
def test_settings_are_read_as_toml(tmp_path: Path, settings: str) -> None:
    """However a layout is written, it counts."""
    write(tmp_path / "pyproject.toml", settings)
    there = workspaces.at(tmp_path)
    assert there
    assert ["a{day}.py"] == [pattern for layout in there.layouts for pattern in layout.path]


def test_a_layout_beside_puzzles(folder: Workspace) -> None:
    """Files of both are found, also from a folder below; a stored answer leaves the input of the layout."""
    write(folder.root / "pyproject.toml", f"[tool.puzzles]\nlayout = [{TABLE}]\n")
    write(folder.root / "a5.py", f"{LENGTH}\ndef part2(text):\n    return text.upper()\n")
    write(folder.root / "a5.txt", "four")
    write(folder.root / "puzzles" / "mine.py", "def part1(): return 3\n")
    folder.root /= "puzzles"
    expected = [("aoc2021d5", "4", "unknown"), ("aoc2021d5", "FOUR", "unknown"), ("mine", "3", "unknown")]
    for _ in range(2):
        rows = folder.run("check", "--json").rows
        assert expected == sorted((row["puzzle"], row["answer"], row["verdict"]) for row in rows)
        for part, value in (("1", "4"), ("2", "FOUR")):
            assert 0 == folder.run("answer", "2021/5", "--part", part, value).code
        expected[:2] = [("aoc2021d5", "4", "right"), ("aoc2021d5", "FOUR", "right")]


def test_other_tables_are_no_settings(folder: Workspace) -> None:
    """What only looks like them makes no workspace; a file that is broken is named where it may have some."""
    text = '[tool]\nx = """\n[tool.puzzles]\n"""\n'
    for content in ('name = "puzzles"\n', "# [tool.puzzles]\n", "[tool.puzzles-other]\nx = 1\n", text):
        write(folder.root / "pyproject.toml", content)
        assert None is workspaces.at(folder.root)
        write(folder.root / "pyproject.toml", f"{content}\n[tool.puzzles\n")
        ended = folder.run("run")
        assert (4, True) == (ended.code, "pyproject.toml cannot be read" in ended.err)


def test_a_folder_above_a_workspace_is_none(folder: Workspace) -> None:
    """Where all solutions lie in a workspace below, they are not taken from above."""
    for day in range(1, 6):
        write(folder.root / "advent" / "puzzles" / f"aoc2026d{day}.py")
    for command in (["run"], ["run", "aoc2026d1"], ["new", "1"]):
        ended = folder.run(*command)
        assert ended.code and f"{folder.root} is not in a workspace." in ended.err


def test_outside_of_a_workspace(folder: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """No word means a puzzle of the bundled collection but its name; a day is of the latest year."""
    ended = folder.run("run")
    assert (2, "") == (ended.code, ended.out)
    assert f'{folder.root} is not in a workspace. "puzzles init" makes it one; if' in ended.err
    listed = folder.run("list", "srm465")
    assert (0, True) == (listed.code, "Here are the puzzles that come with the package." in listed.err)
    monkeypatch.setattr(aoc, "now", lambda: datetime(2023, 3, 4))
    assert "aoc2022d1" == folder.run("open", "day 1", "--json", BROWSER="true").document["puzzle"]
    lines = (["run", "day 21"], ["run", "day01"], ["open", "quest 21"], ["list", "7"], ["fetch", "1"])
    for line in (*lines, ["submit", "1", "5", "--part", "1", "--yes"]):
        ended = folder.run(*line)
        said = f'No puzzle "{line[1]}": {folder.root} is not in a workspace'
        assert (3, True) == (ended.code, said in ended.err), line


def test_a_file_that_is_named_runs(folder: Workspace) -> None:
    """One file is enough for its layout, wherever the user stands: from the top, too.

    If its path tells no day, it is a puzzle by its name.
    """
    write(folder.root / "odd {name}.py")
    (row,) = folder.run("run", "./odd {name}.py", "--input", "odd {name}.py", "--json").rows
    assert "odd {name}" == row["puzzle"]
    mine = folder.root
    file = write(mine / "2026" / "day01.py")
    write(mine / "2026" / "input.txt", "abc\n")
    for start, named in (
        (mine, "2026/day01.py"), (mine / "2026", "day01.py"), (mine / "2026", "../2026/day01.py"),
        (mine.parent, "mine/2026/day01.py"), (Path("/"), str(file)),
    ):  # fmt: skip
        folder.root = start
        (row,) = folder.run("run", named, "--input", str(mine / "2026/input.txt"), "--json").rows
        assert ("aoc2026d1", "3") == (row["puzzle"], row["answer"])
        if start != Path("/"):
            assert "3" == folder.run("run", named, "--json").rows[0]["answer"]


def test_a_file_that_is_not_there(workspace: Workspace, tmp_path: Path) -> None:
    """In a workspace and in any other folder it is named with its folder; `init` would not help."""
    workspace.puzzle("aoc2026d2", LENGTH)
    for folder in (workspace.root, tmp_path):
        workspace.root = folder
        for command in (["run"], ["check", "aoc2026d2"], ["submit"]):
            ended = workspace.run(*command, "2026/day01.py")
            said = f"There is no file {folder / '2026' / 'day01.py'}.\n"
            assert (3, True) == (ended.code, said in ended.err)


def test_other_commands_take_a_path(folder: Workspace, tmp_path: Path) -> None:
    """It may be that of another workspace; each says the same as there, of the id, and with its cases."""
    other = Workspace(tmp_path / "other")
    path = other.puzzle("aoc2026d1", LENGTH, '[example]\ninput = "abcde"\npart1 = 5\n')
    for line in ("run -q", "show --examples", "open", "history", "case example", "fetch"):
        name, *rest = line.split()
        there = other.run(name, "aoc2026d1", *rest, BROWSER="true")
        here = folder.run(name, str(path), *rest, BROWSER="true")
        assert there._replace(err="") == here._replace(err="")
        # The name of the workspace.
        assert re.sub(r", in [\w ]+;", "", there.err) == re.sub(r", in [\w ]+;", "", here.err)


def test_files_with_numbers_are_proposed_where_layouts_was_typed(folder: Workspace) -> None:
    """Other commands do not run them; one or two are no layout, as they may be there by chance."""
    for day in (1, 2):
        write(folder.root / "2026" / f"day{day:02}.py")
    for line in ("run", "2026/1"), ("run",), ("list",):
        assert 'see "puzzles layouts".' in folder.run(*line).err
    ended = folder.run("layouts", "--write")
    assert (3, True) == (ended.code, "fewer than 3 files" in ended.err)
    assert 0 == folder.run("init").code
    write(folder.root / "2026" / "day03.py")
    assert 'Start one with "puzzles new ID"' in folder.run("list").err
    assert 0 == folder.run("layouts", "--write").code
    assert "aoc2026d1" in folder.run("list").out


def test_folders_by_year(folder: Workspace) -> None:
    """Below `puzzles/`, modules lie in folders by year, named by day or id; helpers are none."""
    for name in ("2026/day01.py", "2026/2.py", "2025/aoc2025d7.py", "2025/shared.py", "aoc2024d3.py"):
        write(folder.root / "puzzles" / name)
    where = workspaces.around(folder.root)
    assert where
    names = {stem: path.name for stem, path in lookup.paths(where).items()}
    modules = {"aoc2024d3": "aoc2024d3.py", "aoc2025d7": "aoc2025d7.py"}
    assert modules | {"aoc2026d1": "day01.py", "aoc2026d2": "2.py"} == names
    (row,) = folder.run("run", "2026/1", "--input", "puzzles/2026/2.py", "--json").rows
    assert str(len(LENGTH.rstrip("\n"))) == row["answer"]
