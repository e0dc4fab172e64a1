"""Puzzles that misbehave: each gets one verdict, the batch goes on, nothing is left running."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from puzzle_runner.running import pool, process

from tests.conftest import Ended, Workspace
from tests.needs import needs
from tests.zoo import ANIMALS, HANGING, IMPATIENT, MEMORY, PATIENT, Animal


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Return a workspace with all that come to an end, under a memory limit."""
    return inhabited(tmp_path_factory.mktemp("zoo"), [name for name in ANIMALS if name not in HANGING])


def inhabited(root: Path, names: Iterable[str]) -> Workspace:
    """Return a workspace with some of them."""
    workspace = Workspace(root)
    (root / "pyproject.toml").write_text(f"[tool.puzzles]\nmemory = {MEMORY}\n")
    for name in names:
        animal = ANIMALS[name]
        stored = f"part1 = {animal.stored}\n" if animal.stored else ""
        workspace.puzzle(name, animal.module(), f"[main]\n{stored}")
        workspace.input(name, "main.txt", animal.input)
    return workspace


def fully_checked(run: Callable[..., Ended], root: Path, timeout: float, *options: str) -> Ended:
    """Return how `check` of all in a workspace ended; what it starts bears the workspace's mark."""
    try:
        return run(
            *("check", "--fresh", "--json", "--timeout", str(timeout), *options),
            PUZZLES_DATA_DIR=str(root / "data"),
            PUZZLES_CONFIG_DIR=str(root / "config"),
            PYTHON_MARK=str(root),
        )
    finally:
        pool.stop()


@pytest.fixture(scope="module")
def checked(zoo: Workspace) -> Ended:
    """Return how `check` of the zoo ended, as a process."""
    return fully_checked(zoo.process, zoo.root, PATIENT)


@pytest.fixture(scope="module")
def hanging(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """Return how `check` of those ended that never end by themselves."""
    zoo = inhabited(tmp_path_factory.mktemp("hanging"), HANGING)
    return fully_checked(zoo.run, zoo.root, IMPATIENT)


def looked_at(checked: Ended, name: str, animal: Animal) -> None:
    """See that a puzzle has one row with the verdict and the text that it is to have."""
    rows = [row for row in checked.rows if row["puzzle"] == name]
    shown = [(row["verdict"], f"{row['answer']}\n{row['message']}") for row in rows]
    assert 1 == len(shown)
    assert animal.verdict == shown[0][0], shown
    assert animal.says in shown[0][1]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=needs("/dev/shm") if name == "pool_at_import" else ()) for name in ANIMALS],
)
def test_each_gets_one_right_verdict(checked: Ended, hanging: Ended, name: str) -> None:
    """A puzzle that misbehaves has one row, with the right verdict and a text that says why."""
    looked_at(hanging if name in HANGING else checked, name, ANIMALS[name])


def test_the_batch_goes_on(checked: Ended, hanging: Ended) -> None:
    """The exit code tells that something is not right, and there is no word of ours on stderr."""
    assert [(1, "")] * 2 == [(ended.code, ended.err) for ended in (checked, hanging)]


def test_nothing_is_left_running(zoo: Workspace, checked: Ended) -> None:
    """When the command has ended, no process that it or a puzzle has started is there."""
    assert checked.code == 1
    assert [] == zoo.left()


def test_what_is_shown_of_them(checked: Ended) -> None:
    """Of much output and of a long text, beginning and end; no line of a file outside the workspace.

    Python's worry about a fork of a process with threads is not shown.
    """
    rows = {row["puzzle"]: row for row in checked.rows}
    output = rows["prints_10_mb"]["output"]
    assert len(output) < 200_000
    assert "bytes left out" in output
    message = rows["long_exception"]["message"]
    assert len(message) < 12_000
    assert "19990000 characters left out" in message
    message = rows["names_a_foreign_file"]["message"]
    assert "/etc/passwd, line 1" in message
    assert "root:" not in message
    assert "" == rows["threads_at_import"]["output"]


@pytest.mark.skipif("COVERAGE_PROCESS_CONFIG" in os.environ, reason="coverage imports them first")
def test_a_sibling_may_bear_the_name_of_a_standard_module(workspace: Workspace) -> None:
    """A sibling goes before the standard library, as in `python file.py`, and does the runner no harm."""
    library = ("_ctypes", "json", "mmap", "resource", "select", "statistics", "traceback")
    own = [path.stem for path in Path(process.PROGRAM).parent.glob("*.py")]
    siblings = [name for name in (*library, *own) if name not in sys.builtin_module_names]
    for sibling in siblings:
        workspace.puzzle(sibling, f"NAME = '{sibling}'\n")
    source = f"import {', '.join(siblings)}\ndef part1(): return [m.NAME for m in ({', '.join(siblings)})]\n"
    source += "def part2(): raise ValueError('no')\nif __name__ == '__main__': print(part1())\n"
    path = workspace.puzzle("older", source)
    assert f"{siblings}\n" == subprocess.check_output([sys.executable, path], text=True)
    ended = workspace.run("run", "older", "--json")
    assert [("unknown", str(siblings)), ("error", None)] == [(r["verdict"], r["answer"]) for r in ended.rows]
    assert "ValueError: no (older.py, line 3, in part2)" in ended.rows[1]["message"]


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("replaces_modules", 0),
        ("patches_the_clock", 0.1),
        ("puts_its_work_off", 0.1),
        ("forges_its_time", 1.3),
    ],
)
def test_the_figures_are_not_the_puzzles_to_tell(checked: Ended, name: str, least: float) -> None:
    """A replaced clock does not reach the runner's, and a time that is told too short is not believed."""
    seconds = next(row["seconds"] for row in checked.rows if row["puzzle"] == name)
    assert least < seconds < 10


@pytest.mark.skipif("COVERAGE_PROCESS_CONFIG" in os.environ, reason="coverage imports more")
def test_a_puzzle_finds_no_module_that_it_did_not_import(workspace: Workspace) -> None:
    """Its interpreter holds those of `python file.py`, and beside these its own and built-in ones."""
    source = (
        "import sys\ndef part1(): return ' '.join(sys.modules)\nif __name__ == '__main__': print(part1())\n"
    )
    path = workspace.puzzle("modules", source)
    plain = subprocess.check_output([sys.executable, path], text=True).split()
    (row,) = workspace.run("run", "modules", "--json").rows
    assert {"modules"} == {*row["answer"].split()} - {*plain} - {*sys.builtin_module_names}


def test_the_limits_of_a_program(workspace: Workspace) -> None:
    """It leaves no core file, and has room for deep recursion, as a part has."""
    program = workspace.root / "puzzles" / "limits" / "solution.sh"
    program.parent.mkdir()
    program.write_text('cat > /dev/null; [ "$(ulimit -S -c) $(ulimit -S -s)" = "0 65536" ] && echo 17\n')
    workspace.input("limits", "cases.toml", '[main]\ninput = "7"\npart1 = 17\n')
    (row,) = workspace.run("run", "limits", "--part", "1", "--json").rows
    assert ("right", "17") == (row["verdict"], row["answer"])
