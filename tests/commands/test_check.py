"""`puzzles check`: every stored answer, in parallel, in a stable order."""

import re

import pytest

from tests.conftest import Workspace


@pytest.fixture
def several(workspace: Workspace) -> Workspace:
    """Return a workspace with three puzzles, one of them wrong in its second case."""
    workspace.puzzle(
        "first",
        "def part1(text): return len(text)\ndef part1_other(text): return 3\n",
        "[a]\ninput = 'abc'\npart1 = 3\n[b]\ninput = 'abcd'\npart1 = 4\n",
    )
    workspace.puzzle("second", "def part1(text): return 1\n", "[main]\ninput = ''\n")
    workspace.puzzle("third", "def part1(text): return\n", "[main]\ninput = ''\n")
    return workspace


def test_every_solution_meets_every_case(several: Workspace) -> None:
    """All solutions run on all cases, in the order of the workspace and of the files."""
    ended = several.run("check", "--json")
    assert (1, "") == (ended.code, ended.err)
    assert [
        ("first", "a", "default", "right"),
        ("first", "a", "other", "right"),
        ("first", "b", "default", "right"),
        ("first", "b", "other", "wrong"),
        ("second", "main", "default", "unknown"),
        ("third", "main", "default", "skipped"),
    ] == [tuple(row[key] for key in ("puzzle", "case", "solution", "verdict")) for row in ended.rows]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 1),
        (("second", "third"), 0),
        (("second", "--strict"), 1),
        (("first", "--case", "a"), 2),
        (("agree", "--strict"), 1),
        (("fourth",), 3),
        (("--junit", "missing/out.xml"), 2),
    ],
)
def test_exit_codes(several: Workspace, arguments: tuple[str, ...], code: int) -> None:
    """What is unknown or not written yet is right, unless --strict is given; two that agree are no answer."""
    several.puzzle("agree", "def part1(): return 1\ndef part1_b(): return 1\n")
    assert code == several.run("check", *arguments).code


def test_calls_run_at_once(workspace: Workspace) -> None:
    """With three jobs, three parts run at the same time: each waits for the two others."""
    source = """
import os, time
def part1(folder):
    open(os.path.join(folder, "{0}"), "w").close()
    while len(os.listdir(folder)) < 3: time.sleep(0.01)
    return "met"
"""
    meeting = workspace.root / "meeting"
    meeting.mkdir()
    for name in "abc":
        workspace.puzzle(name, source.format(name), f"[main]\ninput = '{meeting}'\npart1 = 'met'\n")
    ended = workspace.run("check", "--timeout", "10", "--json", "--jobs", "3")
    assert ["right"] * 3 == [row["verdict"] for row in ended.rows]


def test_what_cannot_be_read_is_one_row(several: Workspace) -> None:
    """The batch goes on; asked for by name, it has an exit code of its own."""
    several.puzzle("broken", "def part1(:\n")
    several.puzzle("badcases", "def part1(text): return 1\n", "[main\n")
    several.puzzle("lost", "def part1(text): return 1\n", "[gone]\n[main]\ninput = ''\npart1 = 1\n")
    several.puzzle("bare", "def part1(text): return 1\n")
    several.puzzle("helper", "X = 1\n")
    ended = several.run("check", "--json")
    assert 1 == ended.code
    assert [
        ("badcases", None, None, "error", False),
        ("bare", None, None, "skipped", False),
        ("broken", None, None, "error", False),
        ("helper", None, None, "error", False),
        ("lost", "gone", None, "error", False),
        ("lost", "main", 1, "right", False),
    ] == [
        tuple(row[key] for key in ("puzzle", "case", "part", "verdict", "cached"))
        for row in ended.rows
        if row["puzzle"] not in ("first", "second", "third")
    ]
    assert [4, 4, 5, 5] == [several.run("check", id).code for id in ("broken", "badcases", "bare", "lost")]


def test_quiet_shows_only_what_is_not_right(several: Workspace) -> None:
    """Rows that are right, unknown or skipped are left out, and so are the totals."""
    out = several.run("check", "--quiet").out
    assert re.fullmatch(r"first\n  b     part 1  other    3 +✗ wrong .*\n    expected 4\n", out), out
    several.puzzle("fourth", "def part1(): return 1\n", "[main]\npart1 = 1\n")
    assert (0, "", "") == several.run("check", "--quiet", "second", "third", "fourth")


def test_nothing_checked_is_said_loudly(several: Workspace) -> None:
    """The last line says that nothing was compared, also with --quiet; one comparison is enough."""
    expected = "! Nothing was checked: no answer could be compared"
    assert several.run("check", "second", "third").out.splitlines()[-1].startswith(expected)
    assert several.run("check", "--quiet", "third").out.startswith(expected)
    several.puzzle("fourth", "def part1(text): return 1\n", "[main]\ninput = ''\npart1 = 1\n")
    assert "Nothing was checked" not in several.run("check", "second", "fourth").out


def test_an_account_that_is_not_there_is_no_green(workspace: Workspace) -> None:
    """A slip of the pen must not leave out all personal inputs."""
    workspace.puzzle("aoc2021d1", "def part1(text): return 1\n", '[main]\ninput = "x"\npart1 = 1\n')
    ended = workspace.run("check", "--account", "nobody")
    assert (5, True) == (ended.code, 'Account "nobody" has no data here' in ended.err)
