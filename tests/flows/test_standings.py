"""`puzzles standings`: by session and by the read-only link, at most every 15 minutes."""

import json
import os

import pytest
from puzzle_runner import settings
from puzzle_runner.errors import UsageError
from puzzle_runner.flows import standings
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.aoc.site import SITE

from tests.conftest import Workspace
from tests.sites.aoc.test_board import START, member
from tests.stand_in import USER, Reply, Site

BOARD = {
    "event": "2021",
    "num_days": 25,
    "day1_ts": START,
    "members": {
        "1": {"id": 1, "name": None, "stars": 1, "local_score": 5, "completion_day_level": {}},
        "4711": {"id": 4711, "name": "Ada", "stars": 4, "local_score": 9, "last_star_ts": 1},
        "3": {"id": 3, "name": "Bob\x1b[2J", "stars": 2, "local_score": 5},
    },
}
TIMES = {
    "event": "2025",
    "num_days": 12,
    "day1_ts": START,
    "members": member(4711, "Ada", (1, 1, 60), (1, 2, 100), (2, 1, 3601))
    | member(3, "Bob", (1, 1, 50), (1, 2, 90061)),
}
ADDRESS = f"/2021/leaderboard/private/view/{USER}.json"
VIEW = "/2025/leaderboard/private/view/77.json?view_key=k3y"
PASTED = "https://adventofcode.com/2025/leaderboard/private/view/77?view_key=k3y"


def older(seconds: float) -> None:
    """Make all that is kept of leaderboards older."""
    for path in cached.page(cached.shared_account().folder, "").parent.glob("*-leaderboard-*"):
        os.utime(path, (path.stat().st_mtime - seconds,) * 2)


def test_a_board_is_asked_for_every_15_minutes(workspace: Workspace, site: Site, account: Account) -> None:
    """Best first; those without a name, and names that would move the cursor, are shown safely."""
    site.replies[ADDRESS] = Reply(body=json.dumps(BOARD))
    ended = workspace.run("standings", "--year", "2021")
    assert (0, "") == (ended.code, ended.err)
    assert [
        ["1.", "9", "4*", "Ada", "(you)"],
        ["2.", "5", "2*", "Bob\\x1b[2J"],
        ["3.", "5", "1*", "(anonymous", "user", "#1)"],
    ] == [line.split() for line in ended.out.splitlines()[2:5]]
    again = workspace.run("standings", USER, "--year", "2021", "--json")
    first, *_ = again.document["members"]
    assert ("Ada", True, 9) == (first["name"], first["me"], first["score"])
    assert ("", 1) == (again.err, len(site.asked(ADDRESS)))
    older(901)
    assert 0 == workspace.run("standings", "--year", "2021").code
    assert 2 == len(site.asked(ADDRESS))


def test_a_board_of_another_year_is_not_shown(workspace: Workspace, site: Site, account: Account) -> None:
    """Neither from the site, nor from a copy that an older version kept."""
    site.replies[ADDRESS] = Reply(body=json.dumps(BOARD | {"event": "2019"}))
    ended = workspace.run("standings", "--year", "2021")
    assert (6, "") == (ended.code, ended.out)
    kept = cached.page(cached.shared_account().folder, f"aoc2021-leaderboard-{USER}").with_suffix(".json")
    kept.write_text(json.dumps(BOARD | {"event": "2019"}))
    assert 6 == workspace.run("standings", "--year", "2021").code
    kept.with_suffix(".asked").unlink()
    site.replies[ADDRESS] = Reply(body=json.dumps(BOARD))
    assert "Ada" in workspace.run("standings", "--year", "2021").out


def test_times(workspace: Workspace, site: Site, account: Account) -> None:
    """Everyone's, oneself marked; a day alone is ranked by its own, by default that of the second star.

    The address of the read-only link is one request without a session.
    """
    site.replies[VIEW] = Reply(body=json.dumps(TIMES))
    lines = workspace.run("standings", PASTED, "--by", "delta").out.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["score", "stars", "part", "1", "delta", "part", "2"],
        ["1.", "99", "3*", "1:01:01", "0:00:40", "0:01:40", "Ada", "(you)"],
        ["2.", "99", "2*", "0:00:50", "1d", "1:00:11", "1d", "1:01:01", "Bob"],
    ]
    document = workspace.run("standings", PASTED, "--day", "1", "--by", "part1", "--json").document
    assert [("Bob", 50), ("Ada", 60)] == [(each["name"], each["part1"]) for each in document["members"]]
    assert "part2" == workspace.run("standings", PASTED, "--day", "1", "--json").document["by"]
    assert 2 == workspace.run("standings", PASTED, "--day", "13").code
    assert [(VIEW, False)] == [(request.path, "Cookie" in request.headers) for request in site.requests]


@pytest.mark.parametrize(("code", "reply"), [
    (5, Reply(302, location="/2021")), (6, Reply(body="<html>")), (6, Reply(body="[]")),
    (6, Reply(503, retry_after="999")), (6, Reply(500, body=json.dumps(BOARD))),
])  # fmt: skip
@pytest.mark.usefixtures("account")
def test_what_is_no_leaderboard(workspace: Workspace, site: Site, code: int, reply: Reply) -> None:
    """Nothing of it is kept, and the site is not asked again at once."""
    site.replies[ADDRESS] = reply
    assert code == workspace.run("standings", "--year", "2021").code
    again = workspace.run("standings", "--year", "2021")
    assert (6, 1) == (again.code, len(site.asked(ADDRESS)))
    assert "may be asked again in 15 min" in again.err
    assert [] == [*settings.data_folder().rglob("*.json")]


def test_what_it_said_before(workspace: Workspace, site: Site, account: Account) -> None:
    """If it fails, the older copy is shown and said to be old; where it is not reached, it was not asked."""
    site.replies[ADDRESS] = [Reply(body=json.dumps(BOARD)), Reply(body="<html>")]
    assert 6 == workspace.run("standings", "--year", "2021", PUZZLES_AOC_URL="http://127.0.0.1:9").code
    assert 0 == workspace.run("standings", "--year", "2021").code
    older(901)
    for _ in range(2):
        ended = workspace.run("standings", "--year", "2021")
        assert (0, True) == (ended.code, "Ada" in ended.out)
        assert "This is the last reply." in ended.err
    assert 2 == len(site.asked(ADDRESS))


@pytest.mark.parametrize(("text", "link"), [
    ("77", ("77", None, None)), ("77-0a1b2c3d", ("77", None, None)), (f" {PASTED}\n", ("77", 2025, "k3y")),
    ("adventofcode.com/2025/leaderboard/private/view/77.json?view_key=k3y", ("77", 2025, "k3y")),
    ("https://adventofcode.com/2021/leaderboard/private/view/77?order=stars", ("77", 2021, None)),
])  # fmt: skip
def test_what_names_a_leaderboard(text: str, link: tuple[str, int | None, str | None]) -> None:
    """Number, join code, and addresses as they are copied; nothing else."""
    assert link == tuple(standings.link(SITE, text))
    for other in ("x", "", "-1", "https://adventofcode.com/2025/day/1", "1 2"):
        with pytest.raises(UsageError, match="is not a leaderboard"):
            standings.link(SITE, other)
