"""Programs from source to result: built once, skipped without a compiler, an error if not to be built."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.engines.program import making

from tests.conftest import Ended, Workspace, is_running, until
from tests.needs import needs
from tests.repository import commit

MODULE = "def part1(text): return int(text) + 1\ndef part2(text): return int(text) + 2\n"
CASES = "[main]\ninput = '7'\npart1 = 8\npart2 = 9\n"
ADDS = """
#include <stdio.h>
int main(int count, char **words) {
    int number;
    scanf("%d", &number);
    printf("%d\\n", number + (words[1][0] - '0'));
    return 0;
}
"""


@pytest.fixture
def sums(workspace: Workspace, brief_bench: None) -> Workspace:
    """Return a workspace with a puzzle of two parts."""
    workspace.puzzle("sums", MODULE, CASES)
    return workspace


def program(workspace: Workspace, name: str, source: str) -> Path:
    """Write a program of the puzzle."""
    path = workspace.root / "puzzles" / "sums" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)
    return path


def language(workspace: Workspace, ending: str, **commands: str) -> None:
    """Set the commands of a language."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in commands.items()]
    table = "\n".join([f"[tool.puzzles.languages.{ending}]", *lines, ""])
    (workspace.root / "pyproject.toml").write_text(table)


def rows(ended: Ended, solution: str) -> list[tuple[int, str, str | None]]:
    """Return part, verdict and answer of each row of a solution."""
    return [(row["part"], row["verdict"], row["answer"]) for row in ended.rows if row["solution"] == solution]


@needs("gcc")
def test_a_program_is_built_and_checked(sums: Workspace) -> None:
    """It is run for each part, and remembered; else there is an error with the compiler's words."""
    program(sums, "adds.c", ADDS)
    first = sums.run("check", "--json")
    assert [(1, "right", "8"), (2, "right", "9")] == rows(first, "adds")
    assert {"call", "process"} == {row["timed"] for row in first.rows}
    assert all(row["cached"] for row in sums.run("check", "--json").rows)
    program(sums, "adds.c", ADDS.replace("number +", "number -"))
    changed = sums.run("check", "--json")
    assert [(1, "wrong", "6"), (2, "wrong", "5")] == rows(changed, "adds")
    assert [True, True] == [row["cached"] for row in changed.rows if row["solution"] == "default"]
    path = program(sums, "adds.c", "int main( { return 0; }\n")
    broken = sums.run("check", "--json")
    assert [(1, "error", None), (2, "error", None)] == rows(broken, "adds")
    assert any(f"{path}:1:11: error: expected" in row["message"] for row in broken.rows)
    assert [(1, "right", "8"), (2, "right", "9")] == rows(broken, "default")
    assert 2 == len([*settings.data_folder().glob("builds/**/program")])
    shown = sums.run("run", "sums", "--solution", "adds")
    assert (1, True, True) == (shown.code, "✗ error" in shown.out, "error: expected" in shown.out)


def test_a_build_whose_child_goes_on(sums: Workspace) -> None:
    """A compiler has ended when its process has, whoever holds on to its output; the child is killed."""
    child = sums.root / "child"
    language(sums, "made", run="{output}", build=f"sh {{source}} {{output}} {child}")
    program(sums, "adds.made", 'sleep 100 & echo $! > $2; echo "echo 8" > $1; chmod +x $1')
    assert (1, "right", "8") in rows(sums.run("run", "sums", "--solution", "all", "--json"), "adds")
    until(lambda: not is_running(int(child.read_text())))


def test_a_build_without_bounds(sums: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too much output ends it, of which both ends are kept; nothing made is an error."""
    monkeypatch.setattr(making, "LONGEST_OUTPUT", 2**20)
    language(sums, "made", run="{output}", build="sh {source} {output}")
    builds = {
        "longer": ("yes error; exit 1", "sh printed more than 1 MiB"),
        "nothing": ("true", "sh has not made a program"),
    }
    for name, (source, _) in builds.items():
        program(sums, f"{name}.made", source)
    for row in sums.run("run", "sums", "--part", "1", "--solution", "all", "--json").rows[1:]:
        _, sentence = builds.pop(row["solution"])
        assert ("error", True) == (row["verdict"], sentence in row["message"])
        assert len(row["message"]) < 100_000
    assert not builds


def test_a_signal_ends_what_is_built(sums: Workspace) -> None:
    """The runner waits for no compiler that would have gone on."""
    begun = sums.root / "begun"
    language(sums, "made", run="{output}", build=f"sh {{source}} {begun}")
    program(sums, "adds.made", "echo $$ > $1; sleep 100")
    with subprocess.Popen(
        [sys.executable, "-m", "puzzle_runner", "check"], cwd=sums.root, stderr=subprocess.PIPE
    ) as runner:
        until(lambda: begun.exists() and begun.read_text())
        runner.terminate()
        assert b"\nInterrupted.\n" == runner.communicate(timeout=10)[1]
    assert 143 == runner.returncode
    until(lambda: not is_running(int(begun.read_text())))


def test_a_compiler_or_interpreter_that_is_missing_is_no_error(sums: Workspace) -> None:
    """Its programs are skipped, with the name of what to install."""
    program(sums, "a.zz", "x")
    for commands in ({"run": "{output}", "build": "zz {source}"}, {"run": "zz {source}"}):
        language(sums, "zz", **commands)
        ended = sums.run("check")
        assert 0 == ended.code
        assert "- skipped: a.zz: zz is not installed\n" in ended.out
        assert "2 right, 1 skipped" in ended.out


def test_other_commands_know_programs(sums: Workspace) -> None:
    """`list` names them, `bench` measures them, `leaderboard` ranks them and says how they were timed."""
    program(sums, "adds.sh", "# Adds.\necho $(($(cat) + $1))")
    program(sums, "both.sh", "read n; echo Part 1: $((n + 1)); echo Part 2: $((n + 2))")
    program(sums, "own.sh", "echo $(($(cat) + $1)); echo _duration: 5 ns")
    assert "1 + adds, both, own  2 + adds, both, own" in sums.run("list").out
    assert 0 == sums.run("bench", "sums", "--part", "1", "--samples", "2").code
    board = {row["solution"]: row for row in sums.run("leaderboard", "--json").document["leaderboard"]}
    timed = {"default": "call", "adds": "process", "both": "process of both parts", "own": "own"}
    assert timed == {name: row["timed"] for name, row in board.items()}
    assert pytest.approx(5e-9) == board["own"]["median"]
    shown = sums.run("leaderboard").out
    for name in (
        "own (shell, own time)", "adds (shell, whole program)", "both (shell, whole program, both parts)",
    ):  # fmt: skip
        assert name in shown
    program(sums, "own.sh", "echo $(($(cat) + $1))")
    assert "own" not in sums.run("leaderboard").out
    for option in ("--debug", "--profile"):
        ended = sums.run("run", "sums", "--solution", "adds", option)
        assert (2, "--debug and --profile are for parts in Python" in ended.err) == (ended.code, True)


def test_a_program_is_compared_with_its_earlier_self(sums: Workspace) -> None:
    """`bench --against REV` builds the sources of that revision, and measures both side by side."""
    called = sums.root / "called"
    program(sums, "adds.sh", f"echo older >> {called}; echo $(($(cat) + $1))")
    commit(sums.root, "Add")
    program(sums, "adds.sh", f"echo newer >> {called}; echo $(($(cat) + $1))")
    options = ("--solution", "adds", "--part", "1", "--samples", "6", "--json")
    ended = sums.run("bench", "sums", "--against", "HEAD", *options)
    assert 0 == ended.code
    [compared] = ended.document["comparisons"]
    assert ("adds", "HEAD") == (compared["solution"], compared["against"])
    calls = called.read_text().split()
    assert calls.count("older") == calls.count("newer") >= 6
