"""Files of the data folder that were edited by hand: each mistake gives a sentence."""

import gc

import pytest
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace
from tests.stand_in import INPUT

ID = "aoc2021d3"
SENT = "2021-12-03T12:00:00Z"


@pytest.fixture
def fetched(workspace: Workspace, account: Account) -> Workspace:
    """Return a workspace with a module for a puzzle that was fetched."""
    writing.save_input(cached.inputs(account.folder, ID), "main", INPUT.encode())
    workspace.puzzle(ID, "def part1(text): return 7\n")
    return workspace


@pytest.mark.parametrize("text", [
    "guess = 7", "guess = [7]", "[[guess]]\npart = 1",
    f"[[guess]]\npart = '1'\nanswer = 7\nsent = {SENT}\nreply = ''",
    "[[guess]]\npart = 1\nanswer = '7'\nsent = 'today'\nreply = ''",
    f"[[guess]]\npart = 1\nanswer = [7]\nsent = {SENT}\nreply = ''",
    f"[[guess]]\npart = 1\nanswer = 7\nsent = {SENT}\nreply = 7", "x = 1\nx = 2", "x = " + "[" * 100_000,
])  # fmt: skip
def test_guesses_that_are_none(fetched: Workspace, account: Account, text: str) -> None:
    """The file is named, with exit code 4; nothing is sent."""
    if text.endswith("["):
        # It reaches the limit of recursion: a finalizer of earlier garbage would fail there.
        gc.collect()
    path = cached.inputs(account.folder, ID) / cached.GUESSES
    path.write_text(f"{text}\n")
    for command in ("run", "submit"):
        ended = fetched.run(command, ID)
        assert (4, True) == (ended.code, str(path) in ended.out + ended.err), (command, ended)


@pytest.mark.parametrize("text", ["guess = []", ""])
def test_guesses_without_one(fetched: Workspace, account: Account, text: str) -> None:
    """An empty list, which an earlier version left, takes the next one."""
    path = cached.inputs(account.folder, ID) / cached.GUESSES
    path.write_text(text)
    assert 0 == fetched.run("submit", ID, "--yes").code
    assert ["7"] == [guess.answer for guess in cached.guesses(path.parent)]


def test_a_time_without_a_zone_is_utc(fetched: Workspace, account: Account) -> None:
    """As people write it, together with a whole number as the answer."""
    path = cached.inputs(account.folder, ID) / cached.GUESSES
    path.write_text("[[guess]]\npart = 1\nanswer = 7\nsent = 2021-12-03 12:00:00\nreply = 'too low'\n")
    (guess,) = cached.guesses(path.parent)
    assert ("7", "2021-12-03T12:00:00+00:00") == (guess.answer, guess.sent.isoformat())


@pytest.mark.parametrize("text", [
    "sessions = 7", "sessions", "label = 5", "label = 1\nlabel = 2", 'alive = "false"',
    "checked = 2021-01-01", "[" * 100_000,
])  # fmt: skip
def test_an_account_that_is_none(fetched: Workspace, account: Account, text: str) -> None:
    """The file is named, with exit code 4."""
    (account.folder / cached.ACCOUNT).write_text(f"{text}\n")
    for arguments in (("run", ID), ("account", "list")):
        ended = fetched.run(*arguments)
        assert (4, True) == (ended.code, str(account.folder / cached.ACCOUNT) in ended.out + ended.err)
