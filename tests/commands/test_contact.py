"""Who asks the sites: asked for once, kept, and required."""

import os
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.commands import contact

from tests.conftest import Workspace
from tests.stand_in import SESSION, Site
from tests.test_doctor import examined

PROMPT = "]: "


@pytest.fixture
def unknown(workspace: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Workspace:
    """Return a workspace of a person whom only git knows."""
    monkeypatch.delenv("PUZZLES_CONTACT")
    config = tmp_path / "gitconfig"
    config.write_text("[user]\nemail = ada@example.org\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    return workspace


def agents(site: Site) -> set[str]:
    """Return what the requests said of who asks."""
    return {request.headers["User-Agent"].partition(" ")[2] for request in site.requests}


@pytest.mark.parametrize(
    "command",
    [
        ("fetch", "aoc2021d3"),
        ("fetch", "euler8"),
        ("calendar", "2021"),
        ("standings", "--year", "2021"),
        ("account", "check"),
        ("submit", "aoc2021d3", "7", "--part", "1", "--yes"),
    ],
    ids=lambda command: " ".join(command),
)
def test_without_a_contact_nothing_is_sent(
    unknown: Workspace, site: Site, euler_site: Site, command: tuple[str, ...]
) -> None:
    """Without a terminal to ask at, it is exit code 6, and a sentence says what to set."""
    ended = unknown.run(*command, AOC_SESSION=SESSION)
    assert (6, [], []) == (ended.code, site.requests, euler_site.requests)
    assert (
        "Nothing was sent to 127.0.0.1: every request has to say who asks. Set PUZZLES_CONTACT" in ended.err
    )


def test_an_account_is_not_added_without_a_contact(unknown: Workspace, site: Site) -> None:
    """The session stays at home too."""
    assert (6, []) == (unknown.run("account", "add", stdin=SESSION).code, site.requests)


def test_a_module_is_made_all_the_same(unknown: Workspace, site: Site) -> None:
    """To begin a puzzle does not need the site."""
    ended = unknown.run("new", "aoc2021d3", AOC_SESSION=SESSION)
    assert (0, [], True) == (ended.code, site.requests, "PUZZLES_CONTACT" in ended.err)


def test_at_a_terminal_it_is_asked_for_once(unknown: Workspace, site: Site) -> None:
    """The address that git has is proposed; what is typed is kept where only the user can read it."""
    environment = {"AOC_SESSION": SESSION}
    shown = unknown.in_terminal(
        "calendar", "2021", typed=["me@example.org"], prompt=PROMPT, **environment
    ).out
    assert "Your e-mail address or page [ada@example.org]: " in shown
    assert "nobody else" in " ".join(shown.split())
    assert ("me@example.org\n", 0o600) == (
        (file := settings.contact_file()).read_text(), file.stat().st_mode & 0o777,
    )  # fmt: skip
    again = unknown.in_terminal("calendar", "2021", prompt=PROMPT, **environment)
    assert "Your e-mail" not in again.out
    unknown.run("fetch", "aoc2021d3", **environment)
    assert {"(me@example.org)"} == agents(site)


def test_a_key_takes_what_git_has(unknown: Workspace, site: Site) -> None:
    """An empty line is the proposal."""
    unknown.in_terminal("calendar", "2021", typed=[""], prompt=PROMPT, AOC_SESSION=SESSION)
    assert {"(ada@example.org)"} == agents(site)


def test_what_is_no_address_is_not_kept(unknown: Workspace, site: Site) -> None:
    """It is a usage error that shows how one looks."""
    ended = unknown.in_terminal("calendar", "2021", typed=["me"], prompt=PROMPT, AOC_SESSION=SESSION)
    assert (2, [], False) == (ended.code, site.requests, settings.contact_file().exists())
    assert '"me" is not an address: use one such as me@example.org' in ended.out


def test_who_is_named_where(unknown: Workspace, site: Site) -> None:
    """The variable comes before the workspace's setting, and that before what was typed once."""
    settings.contact_file().parent.mkdir(parents=True)
    settings.contact_file().write_text("typed@example.org\n")
    expected = set()
    for who, environment in (
        ("typed", {}),
        ("setting", {}),
        ("variable", {"PUZZLES_CONTACT": "variable@x.y"}),
    ):
        if who == "setting":
            (unknown.root / "pyproject.toml").write_text('[tool.puzzles]\ncontact = "setting@x.y"\n')
        unknown.run("calendar", "2021", AOC_SESSION=SESSION, **environment)
        expected.add("(typed@example.org)" if who == "typed" else f"({who}@x.y)")
        assert expected == agents(site)


def test_no_contact_is_needed_where_a_person_enters_the_answer(unknown: Workspace) -> None:
    """Project Euler is sent nothing."""
    unknown.puzzle("euler8", '"""Cups"""\ndef part1(): return 8\n')
    assert "8: enter it at" in unknown.run("submit", "euler8", DISPLAY="", WAYLAND_DISPLAY="").out


def test_doctor_shows_it(unknown: Workspace) -> None:
    """Who asks is shown; that nobody does is a note."""
    unknown.puzzle("one", "def part1(): return 1\n")
    assert "! contact      none, so nothing is sent to any site." in examined(unknown).out
    shown = examined(unknown, PUZZLES_CONTACT="me@example.org").out
    assert "✓ contact      me@example.org, told to the sites with every request" in shown


@pytest.mark.parametrize(
    ("good", "text"),
    [
        (True, "me@example.org"),
        (True, "https://example.org/me"),
        (True, "example.org"),
        (False, ""),
        (False, "me"),
        (False, "@example.org"),
        (False, "me@example"),
        (False, "two words.org"),
        (False, "m\u00e9@example.org"),
        (False, "a\r\nb.org"),
    ],
)
def test_what_may_be_a_contact(good: bool, text: str) -> None:
    """An e-mail address or that of a page, in what a header can carry."""
    assert good is contact.is_contact(text)
