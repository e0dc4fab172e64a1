"""Errors that no command handles: the last gate of the command line."""

import os
import pwd
import subprocess
import sys
from pathlib import Path

import pytest
from puzzle_runner import sessions, settings
from puzzle_runner.catalog import workspaces
from puzzle_runner.flows import accounts
from puzzle_runner.running import sandbox
from puzzle_runner.sites.aoc.site import SITE as AOC

from tests.conftest import Workspace
from tests.stand_in import SESSION


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command end in an error that no command foresees."""

    def find() -> None:
        raise KeyError("oops\x1b[2J")

    monkeypatch.setattr(workspaces, "find", find)


def faults(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.txt"))


@pytest.mark.usefixtures("broken")
def test_a_fault_of_ours_is_a_sentence(workspace: Workspace) -> None:
    """It says where to report it, the traceback is in a file of the data folder, and the exit code is 70."""
    ended = workspace.run("list", "--json")
    (file,) = faults(settings.data_folder() / "faults")
    assert (70, "", 1) == (ended.code, ended.out, ended.err.count("\n"))
    assert ended.err.startswith("puzzles: This is a fault of puzzles (KeyError: 'oops\\x1b[2J').")
    assert f"Please report it where you got puzzles from, with the file {file}." in ended.err
    assert "in find\n    raise KeyError" in file.read_text()
    assert 0o600 == file.stat().st_mode & 0o777
    ended = workspace.run("list", PUZZLES_DATA_DIR=str(file))
    assert (70, True) == (ended.code, "no file could be written" in ended.err)


@pytest.mark.parametrize("stored", [True, False])
def test_no_message_or_file_of_a_fault_has_a_session(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    """Not even where the text of the exception has it, or whoever typed it: it is removed from both."""
    if stored:
        accounts.store(AOC, "default", SESSION, "1")
    else:
        monkeypatch.setenv("AOC_SESSION", f"session={SESSION}")

    def fail() -> None:
        raise KeyError(f"{'x' * 180} Cookie: session={SESSION}")

    mistyped = [workspace.run("run", SESSION), workspace.run(SESSION), workspace.run("list", f"--{SESSION}")]
    monkeypatch.setattr(workspaces, "find", fail)
    fault = workspace.run("list", "--json")
    (file,) = faults(settings.data_folder() / "faults")
    assert [3, 2, 2, 70] == [ended.code for ended in (*mistyped, fault)]
    shown = [ended.out + ended.err for ended in (*mistyped, fault)] + [file.read_text()]
    assert [] == [text for text in shown if SESSION[:16] in text]
    assert "Cookie: session=(a session)" in file.read_text()


@pytest.mark.parametrize(
    "body", ["raise ValueError(SESSION)", "return SESSION", "print('x' * 70, SESSION); sys.exit(SESSION)"]
)
def test_what_a_part_says_has_no_session(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    """A part can read what its user can. Its answer, its error and its output are shown without a session."""
    accounts.store(AOC, "default", SESSION, "1")
    workspace.puzzle("p", f"import sys\nSESSION = {SESSION!r}\ndef part1(): {body}\n")
    junit = tmp_path / "junit.xml"
    for line in (["run", "p"], ["run", "p", "--json"], ["check"], ["check", "--junit", str(junit)]):
        monkeypatch.setattr(sessions, "_known", set())
        ended = workspace.run(*line)
        assert SESSION[:20] not in ended.out + ended.err, line
    assert SESSION[:20] not in junit.read_text()


def test_few_files_may_be_open(workspace: Workspace) -> None:
    """A limit of eight descriptors ends in a sentence, or is enough; with four, Python does not start."""
    workspace.puzzle("one", "def part1(): return 1\n")
    for most, command in ((5, "list"), (5, "run one"), (8, "check"), (8, "run one")):
        line = f"ulimit -n {most}; exec {sys.executable} -m puzzle_runner {command}"
        ended = subprocess.run(["bash", "-c", line], cwd=workspace.root, capture_output=True, text=True)
        assert ("Traceback" in ended.stderr, ended.returncode in (0, 1, 7)) == (False, True), ended.stderr


def test_the_current_folder_is_gone(workspace: Workspace) -> None:
    """It was deleted meanwhile: a sentence says so."""
    line = f"mkdir gone && cd gone && rmdir ../gone && exec {sys.executable} -m puzzle_runner list"
    ended = subprocess.run(["bash", "-c", line], cwd=workspace.root, capture_output=True, text=True)
    expected = "puzzles: The current folder is gone: change into another one.\n"
    assert (2, expected) == (ended.returncode, ended.stderr[-len(expected) :])


def test_there_is_no_home_folder(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is unknown to the system, and has no HOME, needs folders of the program's own."""

    def unknown(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.delenv("HOME")
    workspace.puzzle("aoc2021d3", "def part1(text): return 1\n")
    assert 0 == workspace.run("list").code
    with monkeypatch.context() as patch:
        patch.setattr(sandbox, "check", lambda: None)
        words, refused = sandbox.command(str(workspace.root))
    os.close(refused)
    assert not any("~" in word for word in words)
    for name in ("PUZZLES_DATA_DIR", "PUZZLES_CONFIG_DIR"):
        monkeypatch.delenv(name)
    for command in ("check", "account list", "fetch"):
        ended = workspace.run(*command.split())
        assert (2, True) == (ended.code, "There is no home folder: set HOME" in ended.err), ended
    assert ["inputs", "puzzles"] == sorted(os.listdir(workspace.root))
