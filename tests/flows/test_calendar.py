"""`puzzles calendar`, and moments in words."""

import time
from datetime import UTC, datetime

import pytest
from puzzle_runner.flows import accounts, fetching
from puzzle_runner.inputs import cached, guesses, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.aoc import site as aoc
from puzzle_runner.sites.registry import chosen

from tests import stand_in
from tests.conftest import Workspace
from tests.session import CALENDAR
from tests.stand_in import LOGIN, Reply, Site


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
    told = {"puzzle": "aoc2021d2", "title": "Kites", "stars": 1, "written": [1]}
    assert told | {"right": [], "wrong": [], "locked": False, "took": {}} == document["days"][1]


def guess(account: Account, day: int, part: int, sent: datetime, reply: str) -> None:
    folder = cached.inputs(account.folder, f"aoc2021d{day}")
    writing.add_guess(folder, part, "7", sent)
    writing.set_reply(folder, sent, reply)


def test_right_and_wrong_open_and_locked(
    workspace: Workspace, site: Site, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What check knows of a part, what is locked, and how long it took from the unlocking to the answer."""
    monkeypatch.setattr(guesses, "now", lambda: datetime(2021, 12, 3, 12, tzinfo=UTC))
    site.replies["/2021"] = Reply(body=CALENDAR)
    for day, answers in ((1, "part1 = 1\npart2 = 3\n"), (2, "part1 = 1\n")):
        folder = cached.inputs(account.folder, f"aoc2021d{day}")
        writing.save_input(folder, "main", b"x\n")
        (folder / "cases.toml").write_text(f"[main]\n{answers}")
        workspace.puzzle(f"aoc2021d{day}", "def part1(text): return 1\ndef part2(text): return 2\n")
    guess(account, 1, 1, datetime(2021, 12, 1, 5, 3, 7, tzinfo=UTC), stand_in.wrong())
    guess(account, 1, 1, datetime(2021, 12, 1, 5, 12, 7, tzinfo=UTC), stand_in.RIGHT)
    guess(account, 1, 2, datetime(2021, 12, 2, 6, 0, 0, tzinfo=UTC), stand_in.RIGHT)
    before = workspace.run("calendar", "2021").out.splitlines()
    workspace.run("check")
    after = workspace.run("calendar", "2021").out.splitlines()
    assert "  aoc2021d1   **      **     0:12:07  1d 1:00:00" == before[2]
    assert after[0].startswith("2021  default: 3 of 50 stars there, 4 parts written here; 3 of 25")
    assert [
        "              there   here  took",
        "  aoc2021d1   **      ✓✗     0:12:07  1d 1:00:00",
        "  aoc2021d2   *       ✓*",
        "  aoc2021d3   .       .",
        "  aoc2021d4   locked",
    ] == after[1:6]
    document = workspace.run("calendar", "2021", "--json").document
    day = document["days"][0]
    assert "running" == document["state"]
    assert ([1], [2], {"1": 727.0, "2": 90000.0}) == (day["right"], day["wrong"], day["took"])


def test_without_a_login_it_has_what_is_here(workspace: Workspace, site: Site) -> None:
    """Nothing is asked for, whether there was no login ever, or the last one was removed."""
    workspace.puzzle("aoc2021d2", '"""Kites"""\ndef part1(text): return 1\n')
    for _ in range(2):
        ended = workspace.run("calendar", "2021")
        assert (0, [], "") == (ended.code, site.requests, ended.err)
        assert "2021  not logged in, 1 part written here; the event is over" == ended.out.splitlines()[0]
        assert "  aoc2021d2   *     Kites" in ended.out.splitlines()
        assert workspace.run("calendar", "2021", "--json").document["days"][1]["stars"] is None
        accounts.store(chosen("aoc", "accounts"), "default", stand_in.SESSION, stand_in.USER)
        assert 0 == workspace.run("account", "remove").code


@pytest.mark.usefixtures("account")
def test_how_many_days_there_are(workspace: Workspace, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page tells, also of those that are locked. The event is over a day after the last one unlocked."""
    said = []
    for day, last in ((3, 12), (3, 13), (12, 12), (13, 12)):
        monkeypatch.setattr(aoc, "now", lambda day=day: datetime(2026, 12, day, 7))
        monkeypatch.setattr(guesses, "now", lambda day=day: datetime(2026, 12, day, 12, tzinfo=UTC))
        locked = "".join(f'<span class="calendar-day{day}">x</span>' for day in range(4, last + 1))
        site.replies["/2026"] = Reply(body=CALENDAR.replace("</pre>", f"{locked}</pre>"))
        said.append(workspace.run("calendar").out.splitlines()[0])
    stars = "2026  default: 3 of {} stars there, 0 parts written here; "
    assert [
        stars.format(24) + "3 of 12 days unlocked", stars.format(26) + "3 of 13 days unlocked",
        stars.format(24) + "12 of 12 days unlocked", stars.format(24) + "the event is over",
    ] == said  # fmt: skip
    workspace.puzzle("aoc2026d13", '"""Kites"""\ndef part1(text): return 1\n')
    lines = workspace.run("calendar", "2026").out.splitlines()
    assert (15, True) == (len(lines), lines[-1].endswith("*     Kites"))


@pytest.mark.usefixtures("account")
def test_what_is_no_calendar(workspace: Workspace, site: Site) -> None:
    """A dead session and a failing site each have their exit code, and what is here is shown all the same."""
    workspace.puzzle("aoc2021d2", '"""Kites"""\ndef part1(text): return 1\n')
    path = cached.inputs(cached.accounts()[0].folder, "aoc2021d3") / cached.GUESSES
    path.parent.mkdir(parents=True)
    path.write_text("[[")
    replies = [(6, Reply(500)), (6, Reply(body="x")), (6, Reply(302, location="/")), (5, Reply(body=LOGIN))]
    for code, reply in replies:
        site.replies["/2021"] = reply
        ended = workspace.run("calendar", "2021")
        assert (code, True) == (ended.code, str(path) in ended.err)
        assert "2021  stars not known, 1 part written here; the event is over" == ended.out.splitlines()[0]
        assert "  aoc2021d2   *     Kites" in ended.out.splitlines()
    document = workspace.run("calendar", "2021", "--json").document
    assert (None, None) == (document["account"], document["days"][1]["stars"])


def test_a_moment_is_told_in_the_users_zone_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the day, which may be another."""
    zones = {"UTC0": "", "HERE-1": " (1 December, 06:00 here)", "HERE+8": " (30 November, 21:00 here)"}
    for zone, here in zones.items():
        with monkeypatch.context() as elsewhere:
            elsewhere.setenv("TZ", zone)
            time.tzset()
            told = fetching.both_times(datetime(2026, 12, 1, 5, tzinfo=UTC))
        time.tzset()
        assert f"1 December 2026 at 05:00 UTC{here}" == told
