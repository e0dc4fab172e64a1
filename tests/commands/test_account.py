"""`puzzles account`: the JSON of its commands."""

import pytest
from puzzle_runner.flows import accounts
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace
from tests.stand_in import SESSION, USER, Reply, Site


def test_an_account_is_added_and_removed(workspace: Workspace, site: Site) -> None:
    """Each says in one document what it did; the session is in none."""
    added = workspace.run("account", "add", "work", "--json", stdin=SESSION)
    assert (0, "") == (added.code, added.err)
    stored = str(accounts.path())
    modes = [path.stat().st_mode & 0o777 for path in (accounts.path(), accounts.path().parent)]
    assert [0o600, 0o700] == modes
    expected = {"schema": 1, "label": "work", "site": "aoc", "id": USER, "session_from": stored}
    assert expected == added.document
    # The path is whole, however narrow the terminal is.
    assert f"from {stored}" in workspace.in_terminal("account", "list", COLUMNS="40").out
    removed = workspace.run("account", "remove", "work", "--json")
    assert {"schema": 1, "label": "work", "removed": True} == removed.document
    assert SESSION not in added.out + removed.out + accounts.path().read_text()
    assert "no session, cached data only" in workspace.run("account", "list").out
    assert 2 == workspace.run("account", "remove", "work").code


def test_accounts_are_listed(workspace: Workspace, account: Account) -> None:
    """With where the session is, and whether it was alive when it was last used."""
    (listed,) = workspace.run("account", "list", "--json").document["accounts"]
    assert ("default", "aoc", USER, True, "AOC_SESSION") == tuple(
        listed[key] for key in ("label", "site", "id", "alive", "session_from")
    )
    assert f"default  aoc user {USER}  alive on {listed['checked']}  from AOC_SESSION\n" == (
        workspace.run("account", "list").out
    )
    assert [] == workspace.run("account", "list", "--site", "ec", "--json").document["accounts"]


def test_another_session_of_the_variable_is_not_called_alive(
    workspace: Workspace, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known of an account was learnt with a session of it."""
    monkeypatch.setenv("AOC_SESSION", "0123")
    assert "default  aoc  not checked yet  from AOC_SESSION\n" == workspace.run("account", "list").out


def test_no_account(workspace: Workspace, site: Site) -> None:
    """The list is empty, and as text says what to do."""
    assert [] == workspace.run("account", "list", "--json").document["accounts"]
    assert 'There is no account yet. Run "puzzles account add".\n' == workspace.run("account", "list").out
    assert 5 == workspace.run("account", "check", "--json").code


def test_accounts_are_checked(
    workspace: Workspace, site: Site, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alive or dead, each is in the document; the exit code is that of a session that is dead."""
    ended = workspace.run("account", "check", "--json")
    alive = {"label": "default", "site": "aoc", "id": USER, "alive": True, "message": ""}
    assert (0, [alive]) == (ended.code, ended.document["accounts"])
    site.replies["/settings"] = Reply(302, location="/")
    ended = workspace.run("account", "check", "--json")
    (dead,) = ended.document["accounts"]
    assert (5, "", False, None) == (ended.code, ended.err, dead["alive"], dead["id"])
    assert "is dead" in dead["message"]
    ended = workspace.run("account", "check")
    assert (5, 1) == (ended.code, ended.out.count("dead"))
    assert "is dead. Log in at https://adventofcode.com again, copy the cookie" in ended.out
    assert not workspace.run("account", "list", "--json").document["accounts"][0]["alive"]
