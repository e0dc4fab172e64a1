"""`check` runs only what has changed, by verdicts in a real database."""

import json
import re
import resource
import signal
import sqlite3
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any

import pytest
from puzzle_runner import settings
from puzzle_runner.checking import verdict_cache
from puzzle_runner.checking.verdict_cache import CachedVerdict
from puzzle_runner.model import TaskKey
from puzzle_runner.running import fingerprint, pool

from tests.conftest import Ended, Workspace, until
from tests.test_pytest_plugin import run_pytest

ADDS_ONE = "def part1(text):\n    return int(text) + 1\n"
KEY = TaskKey("euler1", 1, "default", "main")
CASE = '[main]\ninput = "1"\npart1 = 2\n'


def ran(ended: Ended) -> list[str]:
    """Return the puzzles that were run, not remembered."""
    return [row["puzzle"] for row in ended.rows if not row["cached"]]


def in_database(statement: str, *values: object) -> list[Any]:
    """Return the rows of a statement on the database of verdicts."""
    path = settings.data_folder() / verdict_cache.FILE
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement, values).fetchall()


@pytest.fixture
def checked(workspace: Workspace) -> Workspace:
    """Return a workspace with one puzzle, checked and right."""
    workspace.puzzle("one", ADDS_ONE, CASE)
    assert ["one"] == ran(workspace.run("check", "--json"))
    return workspace


def test_only_what_has_changed_runs_and_who_imports_it(workspace: Workspace) -> None:
    """A change in one file runs its parts; one in a helper those of the puzzles that import it.

    The same worker may have made calls of which nothing is remembered.
    """
    imports = "from _sum import add\n\ndef part1(text):\n    return add(text)\n"
    for number in range(1, 7):
        workspace.puzzle(f"euler{number}", imports if number <= 2 else ADDS_ONE, CASE)
    workspace.puzzle("_sum", "def add(text):\n    return int(text) + 1\n")
    assert 6 == len(ran(workspace.run("check", "--json")))
    assert [] == ran(workspace.run("check", "--json"))
    workspace.puzzle("euler5", ADDS_ONE + "# changed\n")
    assert ["euler5"] == ran(workspace.run("check", "--json"))
    assert 0 == workspace.run("run", "euler5").code
    workspace.puzzle("_sum", "def add(text):\n    return 1 + int(text)\n")
    assert ["euler1", "euler2"] == ran(workspace.run("check", "--json"))
    assert [] == ran(workspace.run("check", "--json"))


def test_remembered_rows_say_the_same(workspace: Workspace) -> None:
    """A remembered row differs from the one that ran in `cached` alone, and asks for the same exit code."""
    workspace.puzzle("odd", "def part1(text):\n    print('hm \\u2713')\n    return '\\ud800'\n", CASE)
    first, second = workspace.run("check", "--json"), workspace.run("check", "--json")
    assert (1, 1) == (first.code, second.code)
    assert [row | {"cached": True} for row in first.rows] == second.rows


def test_another_question_runs(checked: Workspace, tmp_path: Path) -> None:
    """A changed case or another limit is checked anew, as all is with --fresh, and then remembered.

    The same puzzle in another workspace is another one.
    """
    other = Workspace(tmp_path / "other")
    other.puzzle("one", ADDS_ONE, CASE)
    assert [["one"], []] == [ran(each.run("check", "--json")) for each in (other, checked)]
    changes = [CASE.replace('"1"', '"2"'), CASE.replace("= 2", "= 3"), f"tolerance = 1e-9\n{CASE}"]
    for cases in changes:
        checked.input("one", "cases.toml", cases)
        assert [["one"], []] == [ran(checked.run("check", "--json")) for _ in range(2)]
    for expected in (["one"], []):
        assert expected == ran(checked.run("check", "--json", "--timeout", "5"))
    assert ["one"] == ran(checked.run("check", "--json", "--timeout", "5", "--fresh"))
    assert [] == ran(checked.run("check", "--json", "--timeout", "5"))


def test_failures_are_tried_again(workspace: Workspace) -> None:
    """What raised, crashed or hit a limit may go well next time, though the puzzle is the same."""
    source = "import os, time\n"
    for number, body in enumerate(FAILING):
        source += f"def part1_{number}(text): {body}\n"
    workspace.puzzle("bad", source, CASE)
    for _ in range(2):
        assert 4 == len(ran(workspace.run("check", "--json", "--timeout", "0.3")))


FAILING = ["raise ValueError", "os.abort()", "time.sleep(60)", "return bytearray(10**12)"]


@pytest.mark.parametrize(
    ("command", "failing"),
    [
        *((("check",), each) for each in (*FAILING[:3], "return 3", "os.listdir('/')")),
        (("check", "--fresh"), "return 3"),
        (("run", "flaky"), FAILING[0]),
        (("run", "flaky"), "return 3"),
        (("bench", "flaky", "--samples", "2"), FAILING[0]),
        (("pytest",), FAILING[0]),
    ],
)
def test_a_failure_takes_back_what_was_remembered(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], failing: str
) -> None:
    """A part that fails now and then, or is in doubt, is not remembered as right from before.

    That is whichever command has seen it, and whatever else `check` has to run.
    """
    # Here, one of the limits of the shell counts for nothing.
    monkeypatch.setattr(fingerprint, "SHELL_LIMITS", ())
    source = "import os, time\nfrom resource import *\n\ndef part1(text):\n"
    source += f"    if getrlimit(RLIMIT_NOFILE)[0] == 777: {failing}\n    return 2\n"
    workspace.puzzle("flaky", source, f"{CASE}[solution.default]\ntimeout = 0.5\n")
    assert ["flaky"] == ran(workspace.run("check", "--json"))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (777, hard))
    try:
        pool.stop()
        if command == ("pytest",):
            run_pytest(workspace, "--puzzles", code=1)
        elif command == ("check",):
            # It is run, as something else has changed: here, the limit.
            assert ["flaky"] == ran(workspace.run("check", "--json", "--timeout", "0.4"))
        else:
            workspace.run(*command)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        pool.stop()
    (row,) = workspace.run("check", "--json").rows
    # An answer that check has found wrong is remembered as such.
    assert (row["verdict"], row["cached"]) in {("right", False), ("wrong", True)}


def test_a_file_saved_during_the_check_is_not_remembered(workspace: Workspace) -> None:
    """A verdict is about what ran, so that one about a file saved meanwhile is forgotten."""
    source = "def part1(text):\n    open(__file__, 'a').write('# more')\n    return 2\n"
    workspace.puzzle("writer", source, CASE)
    workspace.run("check", "--json")
    assert ["writer"] == ran(workspace.run("check", "--json"))


def test_a_new_guess_runs(workspace: Workspace) -> None:
    """What a site has replied since may contradict an answer."""
    folder = settings.data_folder() / "anonymous" / "inputs" / "aoc2021d1"
    folder.mkdir(parents=True)
    (folder / "cases.toml").write_text('[main]\ninput = "1"\n')
    workspace.puzzle("aoc2021d1", ADDS_ONE)
    assert [["aoc2021d1"], []] == [ran(workspace.run("check", "--json")) for _ in range(2)]
    sent = 'part = 1\nanswer = "2"\nsent = 2021-12-01T05:00:00Z\n'
    (folder / "guesses.toml").write_text(f'[[guess]]\n{sent}reply = "That\'s not the right answer."\n')
    rows = workspace.run("check", "--json").rows
    assert [("wrong", False)] == [(row["verdict"], row["cached"]) for row in rows]


def test_a_damaged_row_runs(checked: Workspace) -> None:
    """What is remembered and makes no sense is not believed, as an impossible time of older versions."""
    [(fields,)] = in_database("SELECT fields FROM verdicts")
    impossible = json.dumps(json.loads(fields) | {"seconds": inf})
    odd = ["{", "[]", "{}", '{"verdict": "odd"}', '{"verdict": "right", "odd": 1}']
    for kept in (*odd, impossible):
        in_database("UPDATE verdicts SET fields = ?", kept)
        assert ["one"] == ran(checked.run("check", "--json"))


def test_a_cache_that_fails_does_not_stop_the_check(checked: Workspace) -> None:
    """Where nothing can be remembered, one sentence says so; a database of a newer version is not touched."""
    in_database("PRAGMA user_version = 99")
    ended = checked.run("check", "--json")
    assert (0, ["one"], True) == (ended.code, ran(ended), "newer version" in ended.err)
    assert [(99,)] == in_database("PRAGMA user_version")
    database = settings.data_folder() / verdict_cache.FILE
    database.write_text("This is no database, however one looks at it." * 100)
    ended = checked.run("check", "--json")
    assert (0, ["one"]) == (ended.code, ran(ended))
    assert 1 == ended.err.count("The results of this check could not be stored")


def test_an_interrupted_check_shows_and_remembers_what_had_ended(workspace: Workspace) -> None:
    """After Ctrl-C, what had been found out is not found out again. JSON and JUnit have it."""
    log = workspace.root / "log"
    workspace.puzzle("a_quick", ADDS_ONE, CASE)
    # When the third one begins, the check has taken in what became of the first.
    workspace.puzzle("b_quick", ADDS_ONE, CASE)
    # One line, so that it is there in whatever moment it is interrupted.
    slow = f"import time\n\ndef part1(text):\n    open({str(log)!r}, 'w').close(); time.sleep(30)\n"
    workspace.puzzle("c_slow", slow, CASE)
    check = workspace.start("check", "--jobs", "1", "--json", "--junit", "out.xml")
    until(log.exists)
    check.send_signal(signal.SIGINT)
    out, err = check.communicate()
    # What became of the second may still be on its way.
    assert 130 == check.returncode
    assert re.fullmatch(r"\nInterrupted\.\nInterrupted with [12] of 3 results\.\n", err)
    document = json.loads(out)
    assert document["interrupted"]
    rows = [(row["puzzle"], row["verdict"]) for row in document["results"]]
    assert [("a_quick", "right"), ("b_quick", "right")][: len(rows)] == rows
    assert len(rows) == (workspace.root / "out.xml").read_text().count("<testcase ")
    # The process had this mark in its environment.
    assert [] == ran(workspace.run("check", "--json", "a_quick", PYTHON_MARK=str(workspace.root)))


def test_an_answer_without_bound_is_remembered_by_its_hash(workspace: Workspace) -> None:
    """It is told from another that differs in the middle alone, and takes little room on the disk."""
    long = "return 'a' * 2_000_000 + {!r} + 'b' * 2_000_000\n"
    functions = [f"def part1_{name}(): {long.format(name)}" for name in "xy"]
    workspace.puzzle("long", f"{functions[0]}{functions[1]}def part2(): raise ValueError('e' * 10**7)\n")
    rows = [workspace.run("check", "--json").rows for _ in range(2)]
    assert [["wrong", "wrong", "error"]] * 2 == [[row["verdict"] for row in each] for each in rows]
    assert [False, True] == [each[0]["cached"] for each in rows]
    assert rows[0][0]["answer"] == rows[1][0]["answer"] != rows[1][1]["answer"]
    assert max(len(row["answer"] or row["message"]) for row in rows[0]) < 150_000
    assert (settings.data_folder() / verdict_cache.FILE).stat().st_size < 500_000
    assert len(workspace.run("check").out) < 20_000


def test_names_and_answers_of_any_text_come_back() -> None:
    """File names may be of any bytes."""
    fields = json.dumps({"verdict": "right", "answer": "\ud800\0\n", "seconds": 0.25})
    entry = CachedVerdict("abc", '[["file", "/w/euler1.py", [], "def"]]', fields)
    odd, root = KEY._replace(puzzle="\udcff"), Path("/w\udcff")
    verdict_cache.write(root, {odd: entry, KEY: entry})
    assert {KEY: entry, odd: entry} == verdict_cache.read(root, ["\udcff", "euler1", "euler2"])
