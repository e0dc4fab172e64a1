"""`puzzles calendar` and `puzzles standings`."""

import json
import os
import time

import pytest
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace
from tests.stand_in import LOGIN, USER, Reply, Site

CALENDAR = """<html><body><main><pre class="calendar">
<a aria-label="Day 2, one star" href="/2021/day/2" class="calendar-day2 calendar-complete">x</a>
<a aria-label="Day 1, two stars" href="/2021/day/1" class="calendar-day1 calendar-verycomplete">x</a>
<a aria-label="Day 3" href="/2021/day/3" class="calendar-day3">x</a></pre></main></body></html>"""
# Of any shape but that of a leaderboard.
ODD_BOARDS = (
    '{"members": {"x": {}}}',
    '{"members": {"1": {"stars": "many"}}}',
    '{"members": {"1": {"stars": [1]}}}',
    '{"members": {"1": 7}}',
    '{"members": {"1": {"stars": 1e999}}}',
    '{"members": {"9223372036854775808": {}}}',
    "[" * 100_000,
)
BOARD = {
    "event": "2021",
    "owner_id": 4711,
    "members": {
        "1": {"id": 1, "name": None, "stars": 1, "local_score": 5, "completion_day_level": {}},
        "4711": {
            "id": 4711,
            "name": "Ada",
            "stars": 4,
            "local_score": 9,
            "last_star_ts": 1,
            "global_score": 0,
        },
        "3": {"id": 3, "name": "Bob\x1b[2J", "stars": 2, "local_score": 5},
    },
}
ADDRESS = f"/2021/leaderboard/private/view/{USER}.json"


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
    assert [2, 2] == [workspace.run("calendar", year).code for year in ("2014", "2999")]


def test_a_private_leaderboard_is_asked_for_every_15_minutes(
    workspace: Workspace, site: Site, account: Account
) -> None:
    """Best first; those without a name, and names that would move the cursor, are shown safely."""
    site.replies[ADDRESS] = Reply(body=json.dumps(BOARD))
    shown = [
        "  1.       9    4*  Ada",
        "  2.       5    2*  Bob\\x1b[2J",
        "  3.       5    1*  (anonymous user #1)",
    ]
    assert (0, shown, "") == (lambda one: (one.code, one.out.splitlines(), one.err))(
        workspace.run("standings", "--year", "2021")
    )
    members = workspace.run("standings", USER, "--year", "2021", "--json").document["members"]
    assert (["Ada", 1], 9) == ([members[0]["name"], len(site.asked(ADDRESS))], members[0]["score"])
    (kept,) = cached.page(account.folder, "").parent.glob("*.json")
    os.utime(kept, (time.time() - 901,) * 2)
    assert 0 == workspace.run("standings", "--year", "2021").code
    assert 2 == len(site.asked(ADDRESS))


@pytest.mark.parametrize(
    ("code", "reply"),
    [
        (5, Reply(302, location="/2021")),
        (6, Reply(body="<html>")),
        (6, Reply(body="[]")),
        *((6, Reply(body=body)) for body in ODD_BOARDS),
        (6, Reply(503, retry_after="999")),
    ],
)
def test_what_is_no_leaderboard(
    workspace: Workspace, site: Site, account: Account, code: int, reply: Reply
) -> None:
    """Nothing of it is kept."""
    site.replies[ADDRESS] = reply
    assert code == workspace.run("standings", "--year", "2021").code
    assert [] == [*account.folder.rglob("*.json")]
    assert 2 == workspace.run("standings", "x", "--year", "2021").code
