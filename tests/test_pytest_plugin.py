"""`pytest --puzzles`: pytest itself, run in workspaces."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Workspace, streams

ONE = '[main]\ninput = "1"\npart1 = 2\n'


def run_pytest(workspace: Workspace, *arguments: str, code: int) -> str:
    """Return what pytest prints in a workspace, after a look at how it ended."""
    # A process of its own, with all the plugins of the environment, takes fifty times as long.
    with pytest.MonkeyPatch.context() as patch, streams("") as printed:
        patch.chdir(workspace.root)
        patch.setenv("PYTEST_ADDOPTS", "")
        patch.setenv("COLUMNS", "100")
        # To which pytest adds the folders of tests.
        patch.setattr(sys, "path", [*sys.path])
        # What looks for garbage after each run would look through all of this process.
        plugins = ["--disable-plugin-autoload", "-p", "no:unraisableexception", "-p", "puzzles"]
        ended = pytest.main([*plugins, *arguments])
    assert code == ended, printed
    return printed[0]


@pytest.fixture
def mixed(workspace: Workspace) -> Workspace:
    """Return a workspace with right and wrong parts, alternatives and two cases."""
    source = """
def part1(text):
    return int(text) + 1

def part1_slow(text):
    print("adding")
    return int(text) + 2

def part2(text):
    return None
"""
    workspace.puzzle("aoc2021d1", source, '[example]\ninput = "4"\npart1 = 5\n' + ONE)
    workspace.puzzle("euler7", "def solve(text): return 2\n", ONE)
    return workspace


def test_failures_read_well(workspace: Workspace) -> None:
    """Each says what happened, with the user's lines; a guess is called one, an odd answer spelt out."""
    workspace.puzzle("wrong", "def part1(text):\n    print('so far so good')\n    return 3\n", ONE)
    workspace.puzzle("crashing", "import os\n\ndef part1(text):\n    os.kill(os.getpid(), 11)\n", ONE)
    workspace.puzzle("hanging", "import time\n\ndef part1(text):\n    time.sleep(1000)\n", ONE)
    source = "def half(n):\n    raise ValueError(n)\n\ndef part1(text):\n    return half(3)\n"
    raising = workspace.puzzle("raising", source, ONE)
    workspace.puzzle("page", "def part1(text): return 3\n", f'{ONE}source = "page"\n')
    drawn = '[main]\ninput = "1"\nsource = "page"\npart1 = "2\\n2"\n'
    workspace.puzzle("drawn", "def part1(text): return 3\n", drawn)
    workspace.puzzle("rude", "def part1(text): return 'a\\x1b[2J\\r::error::b'\n", ONE)
    out = run_pytest(workspace, "--puzzles", "--puzzles-timeout=0.2", code=1)
    for said in (
        "7 failed in",
        "wrong: expected 2, got 3\n",
        "Captured stdout call",
        "so far so good",
        "crash: its process was killed by SIGSEGV before it returned\n",
        "timeout: it took longer than 0.2 s (hanging.py, line 4, in part1)\n",
        "FAILED puzzles/wrong.py::part1[main] - Failed: wrong: expected 2, got 3",
        "error: ValueError: 3 (raising.py, line 2, in half)",
        f"  {raising}, line 5, in part1\n    return half(3)\n  {raising}, line 2, in half\n",
        "got a\\x1b[2J\\r::error::b",
        "wrong: expected 2 (read from the page), got 3\n",
        "wrong: expected (read from the page):\n2\n2\ngot 3\n",
    ):
        assert said in out
    assert "pytest_items" not in out and "\x1b" not in out


def test_an_item_for_each_part_solution_and_case(mixed: Workspace) -> None:
    """The items are those that the syntax trees and the case files tell; no puzzle is executed for it."""
    mixed.puzzle("euler7", "def solve(text): return 2\nraise SystemExit('executed')\n")
    out = run_pytest(mixed, "--puzzles", "--collect-only", "-q", code=0)
    expected = [
        *("puzzles/aoc2021d1.py::part1[example]", "puzzles/aoc2021d1.py::part1_slow[example]"),
        *("puzzles/aoc2021d1.py::part2[example]", "puzzles/aoc2021d1.py::part1[main]"),
        *("puzzles/aoc2021d1.py::part1_slow[main]", "puzzles/aoc2021d1.py::part2[main]"),
        "puzzles/euler7.py::solve[main]",
    ]
    assert expected == [line for line in out.splitlines() if "::" in line]


@pytest.mark.parametrize(
    ("options", "outcome"),
    [
        ([], "2 failed, 3 passed, 2 skipped"),
        (["-k", "slow"], "2 failed, 5 deselected"),
        (["-k", "euler"], "1 passed, 6 deselected"),
        (["-p", "xdist", "-n", "1"], "2 failed, 3 passed, 2 skipped"),
        (["puzzles/aoc2021d1.py::part1[main]"], "1 passed"),
    ],
)
def test_the_usual_options_work(mixed: Workspace, options: list[str], outcome: str) -> None:
    """-k, -n, --lf and node ids choose among the puzzles as among tests."""
    code = 1 if "failed" in outcome else 0
    out = run_pytest(mixed, "--puzzles", "-W", "error", *options, code=code)
    assert outcome in out.splitlines()[-1]
    if not options:
        assert " 2 failed in" in run_pytest(mixed, "--puzzles", "--lf", code=1).splitlines()[-1]


def test_programs_and_packages_are_items(workspace: Workspace) -> None:
    """A program is an item of its puzzle's module, or of its own file; a package is not imported."""
    workspace.puzzle("plus", "def part1(text): return int(text) + 1\n", ONE)
    workspace.input("alone", "cases.toml", ONE)
    for name in ("plus", "alone"):
        folder = workspace.root / "puzzles" / name
        folder.mkdir()
        (folder / "script.sh").write_text("echo $(($(cat) + 1))\n")
    source = """
import sys
from pack.help import two
print("IMPORTED")
assert "pytest" not in sys.modules
def part1(text): return two()
"""
    workspace.puzzle("pack/__init__", source)
    workspace.puzzle("pack/help", "def two(): return 2\n")
    workspace.input("pack", "cases.toml", ONE)
    out = run_pytest(workspace, "--puzzles", "-v", "-s", code=0)
    assert "plus.py::part1_script[main] PASSED" in out
    assert "script.sh::part1_script[main] PASSED" in out
    assert ("4 passed" in out, "IMPORTED" in out) == (True, False)


def test_what_cannot_be_read_fails_and_the_rest_goes_on(mixed: Workspace) -> None:
    """A module or a case file that is broken is one failure; a puzzle without any input is skipped."""
    mixed.puzzle("broken", "def part1(:\n", ONE)
    mixed.puzzle("untold", "def part1(text): return 1\n", "part1 = [")
    mixed.puzzle("bare", "def part1(text): return 1\n")
    mixed.puzzle("gone", "def part1(text): return 1\n", "[main]\npart1 = 1\n")
    out = run_pytest(mixed, "--puzzles", code=1)
    assert "5 failed, 3 passed, 3 skipped" in out.splitlines()[-1]
    assert "broken.py::module - Failed: error: " in out
    assert "gone.py::input[main] - Failed: error: " in out


def test_tests_are_collected_beside_puzzles(mixed: Workspace) -> None:
    """--puzzles adds the puzzles to configured test paths; settings that cannot be read end all."""
    (mixed.root / "pytest.ini").write_text("[pytest]\ntestpaths = checks\n")
    (mixed.root / "checks").mkdir()
    (mixed.root / "checks" / "test_it.py").write_text("def test_it(): pass\n")
    assert "1 passed in" in run_pytest(mixed, code=0)
    assert "2 failed, 4 passed, 2 skipped" in run_pytest(mixed, "--puzzles", code=1)
    (mixed.root / "pyproject.toml").write_text("[tool.puzzles]\ntimeout = 'long'\n")
    run_pytest(mixed, "--puzzles", code=4)


def test_without_the_option_nothing_is_imported(tmp_path: Path) -> None:
    """A pytest run that does not ask for puzzles loads the plugin's own module and no other."""
    (tmp_path / "test_it.py").write_text(
        "import sys\n\ndef test_it():\n"
        "    ours = {name for name in sys.modules if name.startswith('puzzle_runner')}\n"
        "    assert {'puzzle_runner', 'puzzle_runner.pytest_plugin'} == ours\n"
    )
    plugins = ["--disable-plugin-autoload", "-p", "puzzle_runner.pytest_plugin", "-p", "no:cacheprovider"]
    ended = subprocess.run([sys.executable, "-m", "pytest", *plugins], cwd=tmp_path, capture_output=True)
    assert 0 == ended.returncode, ended.stdout


def test_the_other_solutions_of_a_question_have_a_say(workspace: Workspace) -> None:
    """Without a stored answer, an item fails if another solution disagrees, also one that is deselected."""
    source = "def part1(text): return 1\n\ndef part1_other(text):\n    return 2\n"
    workspace.puzzle("two", source, '[main]\ninput = "1"\n')
    assert "2 failed" in run_pytest(workspace, "--puzzles", code=1)
    out = run_pytest(workspace, "--puzzles", "-k", "other", code=1)
    assert "wrong: the solutions disagree:\ndefault: 1\nother: 2\n" in out
    assert "1 failed, 1 deselected" in out
