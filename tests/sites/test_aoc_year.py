"""`puzzles calendar`."""

import pytest
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace
from tests.stand_in import LOGIN, Reply, Site

CALENDAR = """<html><body><main><pre class="calendar">
<a aria-label="Day 2, one star" href="/2021/day/2" class="calendar-day2 calendar-complete">x</a>
<a aria-label="Day 1, two stars" href="/2021/day/1" class="calendar-day1 calendar-verycomplete">x</a>
<a aria-label="Day 3" href="/2021/day/3" class="calendar-day3">x</a></pre></main></body></html>"""


def test_the_stars_of_a_year(workspace: Workspace, site: Site, account: Account) -> None:
    """Each day of the year, with the account's stars."""
    site.replies["/2021"] = Reply(body=CALENDAR)
    ended = workspace.run("calendar", "2021")
    assert (
        0,
        ["2021  default: 3 of 50 stars", "  aoc2021d1   **", "  aoc2021d2   *", "  aoc2021d3   ."],
    ) == (
        ended.code,
        ended.out.splitlines()[:4],
    )
    days = workspace.run("calendar", "2021", "--json").document["days"]
    assert (25, {"puzzle": "aoc2021d1", "stars": 2}) == (len(days), days[0])


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
    assert "There was no event of 2014: they go from 2015 to " in ended[0].err
    assert "There is no event yet of 2999: they go from 2015 to " in ended[1].err
