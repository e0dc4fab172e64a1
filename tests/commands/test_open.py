"""`puzzles open`: the page in a browser, if one takes it."""

import pytest

from tests.conftest import Workspace

TAKES, FAILS = "/bin/true %s", "/bin/false %s"
MINE = '"""Mine\n\nhttps://example.org/mine\n"""\n'


@pytest.mark.parametrize(
    ("id", "url"),
    [
        ("2021/4", "http://127.0.0.1:9/aoc/2021/day/4"),
        ("euler8", "http://127.0.0.1:9/problem=8"),
        ("mine", "https://example.org/mine"),
    ],
)
def test_the_address_is_that_of_the_setting(workspace: Workspace, id: str, url: str) -> None:
    """A page of a site is opened where requests go to, a link of one's own as it is written."""
    workspace.puzzle("mine", MINE)
    ended = workspace.run("open", id, BROWSER=TAKES, PUZZLES_AOC_URL="http://127.0.0.1:9/aoc/")
    assert (0, f"{url}\n", "") == ended


def test_a_page_that_no_browser_takes(workspace: Workspace) -> None:
    """The address is shown all the same, what to do, and the exit code says that it failed."""
    workspace.puzzle("mine", MINE)
    nowhere = {"BROWSER": FAILS, "PATH": "/nowhere", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    ended = workspace.run("open", "mine", **nowhere)
    assert (1, "https://example.org/mine\n") == (ended.code, ended.out)
    assert ended.err.startswith("No browser opened it")
    assert not workspace.run("open", "mine", "--json", **nowhere).document["opened"]


def test_what_has_no_page(workspace: Workspace) -> None:
    """A puzzle of one's own has none, unless its docstring links one."""
    workspace.puzzle("mine", "def part1(text): return 7\n")
    assert [2, 3] == [workspace.run("open", id).code for id in ("mine", "nowhere")]
