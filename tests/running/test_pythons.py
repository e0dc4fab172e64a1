"""Parts in another interpreter than that of the runner."""

import os
import sys
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import RunnerFailed, UsageError
from puzzle_runner.model import Limits
from puzzle_runner.running import fingerprint, pool
from puzzle_runner.running.call import Job
from puzzle_runner.settings import Settings

from tests.conftest import Workspace


@pytest.fixture
def venv(workspace: Workspace) -> Path:
    """Return the interpreter of a `.venv` in the workspace, which has a package `bulb`."""
    folder = workspace.root / ".venv"
    python = workspace.root / settings.VENV
    python.parent.mkdir(parents=True)
    python.symlink_to(os.path.realpath(sys.executable))
    home = os.path.dirname(os.path.realpath(sys.executable))
    (folder / "pyvenv.cfg").write_text(f"home = {home}\nversion = {sys.version.split()[0]}\n")
    packages = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    (packages / "bulb-1.dist-info").mkdir(parents=True)
    (packages / "bulb.py").write_text("watts = 60\n")
    return python


@pytest.mark.usefixtures("alone")
def test_an_editable_package_is_read_where_it_is(workspace: Workspace, venv: Path) -> None:
    """A `.pth` of the `.venv` names its folder: `check` notices what changes there."""
    (packages,) = venv.parents[1].glob("lib/*/site-packages")
    (packages / "editable.pth").write_text(f"{workspace.root / 'library'}\n")
    library = workspace.root / "library" / "editable.py"
    library.parent.mkdir()
    workspace.puzzle("lamps", "import editable\ndef part1(): return editable.X\n", "[main]\npart1 = 1\n")
    for number, seen in ((1, ["right", False]), (1, ["right", True]), (2, ["wrong", False])):
        library.write_text(f"X = {number}\n")
        (row,) = workspace.run("check", "--json").rows
        assert seen == [row["verdict"], row["cached"]]


def test_the_workspaces_interpreter_runs_parts(workspace: Workspace, venv: Path) -> None:
    """Where there is a `.venv`, its packages can be imported; `run -v` and `doctor` say so, `check` too."""
    workspace.puzzle("lamps", "import bulb\ndef part1(): return bulb.watts\n", "[main]\npart1 = 60\n")
    ended = workspace.run("run", "lamps", "-v")
    assert (0, f"Interpreter: {venv}\n") == (ended.code, ended.err)
    assert f"{venv} runs the puzzles; it was not started here" in workspace.run("doctor").out
    assert [False, True] == [workspace.run("check", "--json").rows[0]["cached"] for _ in range(2)]


def test_a_setting_names_the_interpreter(workspace: Workspace, venv: Path) -> None:
    """By its path in the workspace, or by a name that is found; one that is not there is an error."""
    venv.parents[1].rename(workspace.root / "own")
    assert "" == settings.read(workspace.root).python
    named = settings.VENV.replace(".venv", "own")
    (workspace.root / "pyproject.toml").write_text(f'[tool.puzzles]\npython = "{named}"\n')
    assert str(workspace.root / named) == settings.read(workspace.root).python
    workspace.puzzle("lamps", "import bulb\ndef part1(): return bulb.watts\n")
    assert 0 == workspace.run("run", "lamps").code
    (workspace.root / "pyproject.toml").write_text('[tool.puzzles]\npython = "no-such-python"\n')
    ended = workspace.run("run", "lamps")
    assert (2, "puzzles: The interpreter no-such-python cannot be run") == (ended.code, ended.err[:53])


def test_who_gets_the_own_interpreter(tmp_path: Path) -> None:
    """It is not started as another one, and a workspace must not choose what runs outside of a sandbox."""
    assert "" == settings.interpreter(tmp_path, sys.executable)
    chosen = Settings(python="/there/python")
    assert "/there/python" == chosen.limits(None, "/here").python
    assert "" == chosen._replace(untrusted=True).limits(None, "/here").python


def test_the_packages_of_the_workspace_count(venv: Path) -> None:
    """A verdict is remembered for the packages of the interpreter that gave it."""
    before = fingerprint.of_installation(str(venv))
    assert before != fingerprint.of_installation()
    next(venv.parents[1].glob("lib/*/site-packages")).joinpath("wire-2.dist-info").mkdir()
    fingerprint.of_installation.cache_clear()
    fingerprint.installation.cache_clear()
    assert before != fingerprint.of_installation(str(venv))


@pytest.mark.usefixtures("alone")
def test_what_is_no_python_is_said(tmp_path: Path) -> None:
    """Neither a measurement nor a run ends in a fault."""
    other = tmp_path / "python"
    other.write_text("#!/bin/sh\nexit 3\n")
    other.chmod(0o755)
    with pytest.raises(UsageError, match="does not answer: is it Python"):
        fingerprint.installation(str(other))
    (tmp_path / "p.py").write_text("def part1(): return 1\n")
    limits = Limits(20, 2**32, python=str(other))
    with pytest.raises(RunnerFailed, match="which has to be CPython"):
        pool.run(Job("p", tmp_path / "p.py", engines.load("function"), "part1", "in", limits))
    for asked in ('"pypy", [3, 11, 13]', '"cpython", [3, 10, 1]'):
        other.write_text(f"#!/bin/sh\necho '[{asked}, \"\", []]'\n")
        with pytest.raises(UsageError, match="puzzles run in CPython"):
            fingerprint.installation(str(other))


def test_interpreters_side_by_side_have_different_names() -> None:
    """Two of the same version may differ in their threads."""
    for version, free in (("3.14.0 (main)", ""), ("3.14.0 free-threading build (main)", " free-threaded")):
        assert f"CPython 3.14.0{free}" == fingerprint.Installation((3, 14, 0), version, ()).name
