"""`puzzles calendar`."""

from datetime import UTC, datetime

import pytest
from puzzle_runner.inputs import guesses
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.aoc import site as aoc

from tests.conftest import Workspace
from tests.stand_in import LOGIN, Reply, Site

CALENDAR = """<html><body><main><pre class="calendar">
<a aria-label="Day 2, one star" href="/2021/day/2" class="calendar-day2 calendar-complete">x</a>
<a aria-label="Day 1, two stars" href="/2021/day/1" class="calendar-day1 calendar-verycomplete">x</a>
<a aria-label="Day 3" href="/2021/day/3" class="calendar-day3">x</a></pre></main></body></html>"""


def test_the_stars_of_a_year(workspace: Workspace, site: Site, account: Account) -> None:
    """Each day of the year, with the account's stars, what is written here, and the titles that are known."""
    site.replies["/2021"] = Reply(body=CALENDAR)
    workspace.run("fetch", "2021/3")
    workspace.puzzle("aoc2021d02", '"""Kites"""\ndef part1(text): return 1\ndef part2(text): ...\n')
    ended = workspace.run("calendar", "2021")
    assert 0 == ended.code
    assert [
        "2021  default: 3 of 50 stars there, 1 part written here; the event is over",
        "              there  here",
        "  aoc2021d1   **     .",
        "  aoc2021d2   *      *     Kites",
        "  aoc2021d3   .      .     Lamp & Oil",
    ] == ended.out.splitlines()[:5]
    document = workspace.run("calendar", "2021", "--json").document
    assert ("over", 25, 25) == (document["state"], document["unlocked"], len(document["days"]))
    assert {"puzzle": "aoc2021d2", "title": "Kites", "stars": 1, "written": [1]} == document["days"][1]


def test_a_running_event(
    workspace: Workspace, site: Site, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says how many days are unlocked."""
    site.replies["/2021"] = Reply(body=CALENDAR)
    monkeypatch.setattr(guesses, "now", lambda: datetime(2021, 12, 3, 12, tzinfo=UTC))
    assert "; 3 of 25 days are unlocked" in workspace.run("calendar", "2021").out.splitlines()[0]
    assert "running" == workspace.run("calendar", "2021", "--json").document["state"]


def test_an_event_that_has_not_begun(
    workspace: Workspace, site: Site, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said so, and nothing is asked for."""
    monkeypatch.setattr(aoc, "now", lambda: datetime(2021, 11, 30))
    ended = workspace.run("calendar", "2021")
    assert (2, True) == (ended.code, "The event of 2021 has not begun" in ended.err)
    assert [] == site.asked("/2021")


@pytest.mark.parametrize(
    ("code", "reply"),
    [(5, Reply(body=LOGIN)), (6, Reply(500)), (6, Reply(body="x")), (6, Reply(302, location="/"))],
)
def test_what_is_no_calendar(
    workspace: Workspace, site: Site, account: Account, code: int, reply: Reply
) -> None:
    """A dead session and a failing site each have their exit code."""
    site.replies["/2021"] = reply
    assert code == workspace.run("calendar", "2021").code


def test_a_year_without_event(workspace: Workspace, site: Site, account: Account) -> None:
    """Before the first, and after the latest."""
    ended = [workspace.run("calendar", year) for year in ("2014", "2999")]
    assert [2, 2] == [one.code for one in ended]
    assert "Advent of Code began in 2015." in ended[0].err
    assert "There is no Advent of Code 2999 yet: the latest is 20" in ended[1].err
