"""Files of the data folder that were edited by hand: each mistake gives a sentence."""

import gc
from pathlib import Path

import pytest
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace
from tests.stand_in import INPUT

ID = "aoc2021d3"


@pytest.fixture
def fetched(workspace: Workspace, account: Account) -> Workspace:
    """Return a workspace with a module for a puzzle that was fetched."""
    writing.save_input(cached.inputs(account.folder, ID), "main", INPUT.encode())
    workspace.puzzle(ID, "def part1(text): return 7\n")
    return workspace


@pytest.fixture
def path(account: Account) -> Path:
    return cached.inputs(account.folder, ID) / cached.GUESSES


# It reaches the limit of recursion.
DEEP = "x = " + "[" * 100_000
GUESS = "[[guess]]\npart = 1\nanswer = 7\nsent = 2021-12-03 12:00:00\nreply = ''"


def test_a_file_that_cannot_be_read(fetched: Workspace, path: Path, account: Account) -> None:
    """It is named, with exit code 4; nothing is sent."""
    changes = {"= 1": "= '1'", "12:00:00": "noon", "= 7": "= [7]", "reply = ''": "reply = 7"}
    broken = [GUESS.replace(*change) for change in changes.items()]
    guesses = ["guess = 7", "guess = [7]", "[[guess]]\npart = 1", *broken, "x = 1\nx = 2", DEEP]
    accounts = ["sessions = 7", "sessions", "label = 5", 'alive = "false"', "checked = 2021-01-01", DEEP]
    for file, texts in ((path, guesses), (account.folder / cached.ACCOUNT, accounts)):
        for text in texts:
            # A finalizer of earlier garbage would fail at the limit of recursion.
            gc.collect()
            file.write_text(f"{text}\n")
            for command in ("run", "submit"):
                ended = fetched.run(command, ID)
                assert (4, True) == (ended.code, str(file) in ended.out + ended.err), (command, ended)
        file.unlink()


def test_guesses_that_are_read(fetched: Workspace, path: Path) -> None:
    """A time without a zone is UTC. An empty list, which an earlier version left, takes the next one."""
    path.write_text(GUESS)
    (guess,) = cached.guesses(path.parent)
    assert ("7", "2021-12-03T12:00:00+00:00") == (guess.answer, guess.sent.isoformat())
    for text in ("guess = []", ""):
        path.write_text(text)
        assert 0 == fetched.run("submit", ID, "12", "--part", "1", "--yes").code
        assert ["12"] == [guess.answer for guess in cached.guesses(path.parent)]
        (path.parent / "cases.toml").unlink()
