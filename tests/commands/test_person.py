"""What needs a person: asked, and brought to their hands."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from puzzle_runner.flows import accounts
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.registry import identify

from tests.conftest import Workspace, answered, terminal
from tests.stand_in import INPUT, SESSION, Site

NOON = datetime(2021, 12, 3, 12, tzinfo=UTC)
CUPS = '"""Cups"""\ndef part1(): return 8\n'


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a browser, which writes down what it gets."""
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "browser").write_text('#!/bin/sh\nprintf %s "$1" > "$0.got"\n')
    (folder / "browser").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("BROWSER", f"{folder / 'browser'} %s")
    return folder


def test_for_an_euler_answer_the_page_is_opened_and_the_outcome_remembered(
    workspace: Workspace, tools: Path
) -> None:
    """What the site said is asked, and a right answer is the stored one from then on."""
    workspace.puzzle("euler8", CUPS)
    code, shown, _ = workspace.in_terminal("submit", "euler8", typed=["y"], prompt=": ")
    assert (0, "https://projecteuler.net/problem=8") == (code, (tools / "browser.got").read_text())
    assert "8: enter it at https://projecteuler.net/problem=8" in shown
    assert "right" == workspace.run("run", "euler8", "--json").rows[0]["verdict"]


def test_a_wrong_euler_answer_is_not_entered_twice(workspace: Workspace, tools: Path) -> None:
    """It is remembered, `run` says so, and it is refused."""
    workspace.puzzle("euler8", CUPS)
    assert 1 == workspace.in_terminal("submit", "euler8", typed=["n"], prompt=": ")[0]
    (row,) = workspace.run("run", "euler8", "--json").rows
    assert ("wrong", "it was sent before") == (row["verdict"], row["message"])
    ended = workspace.run("submit", "euler8")
    assert (1, True) == (ended.code, "it was sent before" in ended.err)


@pytest.mark.parametrize(
    ("cases", "before"), [("[main]\npart1 = 9\n", []), ("[main]\n", ["n"]), ("[main]\n", ["y"])]
)
def test_what_a_person_has_said_of_an_euler_answer_may_be_wrong(
    workspace: Workspace, tools: Path, cases: str, before: list[str]
) -> None:
    """Whoever types the answer and says yes may enter it once more; what the solution gives is refused."""
    workspace.puzzle("euler8", CUPS, cases)
    for typed in before:
        workspace.in_terminal("submit", "euler8", typed=[typed], prompt=": ")
    (tools / "browser.got").unlink(missing_ok=True)
    refused = workspace.in_terminal("submit", "euler8", typed=["y", "y"], prompt=": ")
    assert (1, False) == (refused.code, (tools / "browser.got").exists())
    assert 0 == workspace.in_terminal("submit", "euler8", "8", typed=["y", "y"], prompt=": ").code
    assert (tools / "browser.got").exists()


@pytest.mark.parametrize(("typed", "code", "sent"), [("n", 1, 0), ("", 1, 0), ("y", 0, 1)])
def test_at_a_terminal_a_submission_is_asked_for(
    workspace: Workspace, site: Site, account: Account, typed: str, code: int, sent: int
) -> None:
    """What will be sent is shown, and not sent without a yes."""
    workspace.puzzle("aoc2021d3", "def part1(text): return 12")
    writing.save_input(cached.inputs(account.folder, "aoc2021d3"), "main", INPUT.encode())
    ended, shown, _ = workspace.in_terminal("submit", typed=[typed], prompt=": ")
    assert (code, sent) == (ended, len(site.sent))
    assert 'Sending 12 as part 1 of aoc2021d3, account "default".' in shown


def test_a_session_is_typed_unseen(workspace: Workspace, site: Site) -> None:
    """The terminal does not echo it."""
    ours, theirs = terminal()
    # In a session of its own: the terminal of whoever runs the tests is none of it.
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs, "start_new_session": True}
    process = workspace.start("account", "add", **streams)
    os.close(theirs)
    shown = answered(ours, [SESSION], ": ")
    assert (0, False) == (process.wait(10), SESSION in shown)
    assert SESSION == accounts.login(identify("aoc2021d3").site).read()


@pytest.mark.parametrize(
    ("line", "waits"),
    [
        ("list", "Reading the puzzles ..."),
        ("calendar 2021", "Asking https://adventofcode.com ..."),
        ("new 2021/3", "Fetching aoc2021d3 ..."),
        ("submit 2021/3 --yes", "Sending it to https://adventofcode.com ..."),
    ],
)
def test_a_terminal_shows_what_is_waited_for(
    workspace: Workspace, site: Site, account: Account, line: str, waits: str
) -> None:
    """The line goes before anything else is shown, and a pipe has none."""
    workspace.puzzle("aoc2021d3", "def part1(text): return 12")
    writing.save_input(cached.inputs(account.folder, "aoc2021d3"), "main", INPUT.encode())
    shown = workspace.in_terminal(*line.split()).out
    assert f"\x1b[2K{waits}\r\x1b[2K" in shown
    assert "..." not in workspace.run(*line.split()).err
