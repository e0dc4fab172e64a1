"""Installed packages with the entry point group `adventofcode.user`."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner.engines import plugin as plugins
from puzzle_runner.running import fingerprint

from tests.conftest import Workspace

MODULE = '''"""Foreign solutions, installed."""
from .tools import numbers


def solve(year, day, data):
    return f"{year}/{day}", sum(numbers(data))
'''
CASES = '[main]\ninput = "1 2 3"\npart1 = "2021/3"\npart2 = 6\n'


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of an installed plugin called `somebody`."""
    site = tmp_path / "lib" / "site-packages"
    (site / "theirs").mkdir(parents=True)
    (site / "theirs" / "__init__.py").write_text(MODULE)
    (site / "theirs" / "tools.py").write_text("def numbers(data):\n    return map(int, data.split())\n")
    (site / "theirs-1.dist-info").mkdir()
    entries = "[console_scripts]\na = b:c\n\n[adventofcode.user]\nsomebody = theirs:solve\ngone = nowhere:f\n"
    (site / "theirs-1.dist-info" / "entry_points.txt").write_text(entries)
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", str(site))
    plugins.installed.cache_clear()
    yield site
    plugins.installed.cache_clear()


def test_the_name_of_a_plugin_moves_no_cursor(plugin: Path, workspace: Workspace) -> None:
    """Whoever wrote the package has chosen it; neither run nor list shows it as it came."""
    (plugin / "theirs-1.dist-info" / "entry_points.txt").write_text(
        "[adventofcode.user]\n\x1b[2J = theirs:solve\n"
    )
    workspace.puzzle("aoc2021d3", "def part1(text): return 1\n", CASES)
    for command in (("run", "aoc2021d3", "--solution", "all"), ("list",)):
        out = workspace.run(*command).out
        assert ("\x1b" in out, "\\x1b[2J" in out) == (False, True)


@pytest.mark.usefixtures("plugin")
def test_a_plugin_is_a_solution_of_its_name(workspace: Workspace) -> None:
    """It is listed, run and checked like any other; its relative imports work."""
    workspace.puzzle("aoc2021d3", "def part2(text):\n    return 6\n", CASES)
    (listed,) = workspace.run("list", "--json").document["puzzles"]
    assert [(1, "somebody"), (2, "default"), (2, "somebody")] == [
        (part["part"], part["solution"]) for part in listed["parts"]
    ]
    rows = workspace.run("check", "--json").rows
    assert [("somebody", "2021/3"), ("default", "6"), ("somebody", "6")] == [
        (row["solution"], row["answer"]) for row in rows
    ]
    assert ["right"] * 3 == [row["verdict"] for row in rows]
    assert ["6"] == [row["answer"] for row in workspace.run("run", "2021/3", "--json").rows]


def test_a_plugin_is_remembered_until_another_version_is_installed(
    plugin: Path, workspace: Workspace
) -> None:
    """What its package is, its record says; the input that a version reads in another way is a new answer."""
    workspace.puzzle("aoc2021d3", "", '[main]\ninput = "1 2 3"\npart2 = 6\n')

    def seen() -> list[object]:
        fingerprint.of_installation.cache_clear()
        return [(row["verdict"], row["cached"]) for row in workspace.run("check", "2021/3", "--json").rows]

    assert ("right", False) in seen()
    # Python may have written bytecode there.
    seen()
    assert ("right", True) in seen()
    (plugin / "theirs" / "tools.py").write_text("def numbers(data):\n    return [1]\n")
    (plugin / "theirs-1.dist-info" / "RECORD").write_text("theirs/tools.py,sha256=other,1\n")
    assert [("wrong", False)] == [row for row in seen() if row != ("unknown", False)]
    fingerprint.of_installation.cache_clear()


@pytest.mark.usefixtures("plugin")
def test_other_kinds_have_no_such_solutions(workspace: Workspace) -> None:
    """The group is of Advent of Code."""
    workspace.puzzle("euler1", "def solve(text):\n    return 6\n", CASES)
    assert ["default"] == [row["solution"] for row in workspace.run("check", "--json").rows]


def test_a_plugin_is_found_without_being_imported(plugin: Path) -> None:
    """Its file is found by its name; what is not there is left out."""
    assert [("somebody", "theirs:solve", plugin / "theirs" / "__init__.py")] == [
        *plugins.installed("adventofcode.user")
    ]
    assert "theirs" not in sys.modules
