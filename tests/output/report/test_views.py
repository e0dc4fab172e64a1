"""The values of the views, as the JSON tells them."""

from datetime import UTC, datetime
from typing import Any

import pytest
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.output.report import aggregates, overview
from puzzle_runner.output.report.overview import Calendar, Cell, PartState, PartSummary
from puzzle_runner.sites.values import Block, Shape
from puzzle_runner.timing.history import Series, Step
from puzzle_runner.timing.records import State

from tests import stand_in
from tests.conftest import Workspace
from tests.output.report.conftest import Demo

RIGHT = PartSummary(1, PartState.RIGHT, 0.5)


def group(demo: Demo, name: str) -> dict[str, Any]:
    """Return a group of the overview."""
    return next(each for each in demo.document["overview"] if each["group"] == name)


def states(demo: Demo, puzzle: str) -> list[str]:
    """Return how it stands with the parts of a puzzle."""
    cells = [cell for each in demo.document["overview"] for cell in each["puzzles"]]
    return [part["state"] for cell in cells if cell["puzzle"] == puzzle for part in cell["parts"]]


def test_years_come_first_then_hundreds_then_the_rest(demo: Demo) -> None:
    """The newest year is the first."""
    names = ["aoc2024", "aoc2023", "euler1", "euler101", "local", "srm"]
    assert names == [each["group"] for each in demo.document["overview"]]


def test_a_year_in_numbers(demo: Demo) -> None:
    """A year of 25 days has 50 stars, of which one asks nothing; its time is that of the fastest."""
    year = group(demo, "aoc2023")
    assert (49, 50, True) == (year["right"], year["total"], year["all_measured"])
    assert pytest.approx(sum(0.002 * day for day in range(1, 25)) + 0.025) == year["seconds"]


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        ("aoc2024d1", ["failed", "right"]),
        ("aoc2023d25", ["right", "not written"]),
        ("aoc2024d2", ["right", "right"]),
        ("euler7", ["failed"]),
        ("srm5", ["not written"]),
        ("hostile", ["right"]),
        ("broken", ["failed"]),
    ],
)
def test_how_it_stands_with_a_part(demo: Demo, puzzle: str, expected: list[str]) -> None:
    """Right where a solution is and none fails; a last day has a second star without a part."""
    assert expected == states(demo, puzzle)


def test_before_any_check(demo: Demo) -> None:
    """Without verdicts, what was measured tells; what was not is not checked."""
    environment = {"PUZZLES_DATA_DIR": str(demo.page.parent / "empty")}
    ended = demo.workspace.run("report", "euler7", "srm5", "--json", **demo.environment | environment)
    told = Demo(demo.workspace, demo.page, "", ended.document, {})
    assert (["not checked"], ["not written"]) == (states(told, "euler7"), states(told, "srm5"))


def test_parts_that_share_a_state_are_described_together() -> None:
    """Part by part only where they differ."""
    unchecked = RIGHT._replace(state=PartState.UNCHECKED)
    assert "not checked" == overview.described([unchecked, unchecked._replace(part=2)])
    assert "2 of 2 right" == overview.described([RIGHT, RIGHT._replace(part=2)])
    assert "1 of 2 right, part 2 not checked" == overview.described([RIGHT, unchecked._replace(part=2)])


@pytest.mark.parametrize(
    ("verdict", "state"),
    [
        ("ignores its input", "failed"),
        ("another input", "not checked"),
        ("timeout", "failed"),
        ("skipped", "not written"),
    ],
)
def test_the_state_of_every_verdict(verdict: str, state: str) -> None:
    """Also of what the leaderboard alone says."""
    assert state == overview.of_verdict(verdict)


def test_the_leaderboard_is_that_of_the_command(demo: Demo) -> None:
    """The same rows with the same figures, save for what is stale, which has no rank."""
    rows = demo.document["leaderboard"]
    known = demo.run("leaderboard", "--json").document["leaderboard"]
    fresh = [
        {key: row[key] for key in known[0]}
        for row in rows
        if not row["stale"] and row["machine"] != "Elsewhere"
    ]
    assert sorted(known, key=str) == sorted(fresh, key=str)
    (stale,) = [row for row in rows if row["stale"]]
    assert ("aoc2024d2", None, 12) == (stale["puzzle"], stale["rank"], stale["samples"])


def test_times_of_another_machine_are_brought_to_this_pace(demo: Demo) -> None:
    """By the calibration figures: what took half a second where all takes twice as long is a quarter."""
    (row,) = [row for row in demo.document["leaderboard"] if row["machine"] == "Elsewhere"]
    assert ("euler7", pytest.approx(0.25)) == (row["puzzle"], row["median"])
    assert {"Elsewhere"} < {place["machine"] for place in demo.document["places"]}


def test_comparisons_are_those_of_the_command(demo: Demo) -> None:
    """The same ratios with the same intervals."""
    known = demo.run("leaderboard", "--against", "default", "--json").document["comparisons"]
    # What is wrong is not compared here.
    assert [each for each in known if each["solution"] == "quick"] == demo.document["comparisons"]


def test_changes_are_those_of_the_history(demo: Demo) -> None:
    """Each lasting change with its commit; slower ones above."""
    (series, *_) = demo.run("history", "aoc2024d1", "--json").document["history"]
    steps = [(point["ratio"], point["commits"]) for point in series["points"] if point["step"]]
    found = [(change["ratio"], change["commits"]) for change in demo.document["changes"]]
    assert [2.0, 0.25] == [round(ratio, 3) for ratio, _ in found]
    assert {tuple(commits) for _, commits in steps} == {tuple(commits) for _, commits in found}
    assert all(change["low"] <= change["ratio"] <= change["high"] for change in demo.document["changes"])


def test_the_slowest(demo: Demo) -> None:
    """The fastest solution of each part, the slowest first; shares add up to the whole."""
    shares = demo.document["slowest"]
    assert ("euler120", 75.0) == (shares[0]["puzzle"], round(shares[0]["seconds"], 1))
    assert sorted((share["seconds"] for share in shares), reverse=True) == [s["seconds"] for s in shares]
    assert pytest.approx(1) == sum(share["share"] for share in shares)
    assert pytest.approx(1) == shares[-1]["together"]


def test_selectors(demo: Demo) -> None:
    """Only what is selected is in it."""
    ended = demo.run("report", "aoc2023", "--output", str(demo.page.with_name("year.html")), "--json")
    assert ["aoc2023"] == [each["group"] for each in ended.document["overview"]]
    assert 49 == len(ended.document["leaderboard"])
    assert 3 == demo.run("report", "nope").code


@pytest.mark.parametrize(
    ("seconds", "slow", "said"),
    [(59.9, False, "1 of 1 right, 59.9 s"), (60.1, True, "1 of 1 right, 1 min 0 s, above one minute")],
)
def test_the_one_minute_rule(seconds: float, slow: bool, said: str) -> None:
    """A puzzle that takes longer is marked."""
    cell = Cell("euler1", 1, "Sums", [RIGHT._replace(seconds=seconds)])
    assert (slow, f"euler1 Sums: {said}") == (cell.slow, cell.summary)


@pytest.mark.parametrize(
    ("right", "seconds", "fast"), [(25, 0.03, True), (24, 0.03, True), (23, 0.03, False), (25, 0.05, False)]
)
def test_a_year_below_a_second(right: int, seconds: float, fast: bool) -> None:
    """A whole year, save a star that asks nothing, is marked where it takes less than a second."""
    solved = [PartSummary(1, PartState.RIGHT, seconds), PartSummary(2, PartState.RIGHT, 0.0)]
    other = [PartSummary(1, PartState.RIGHT, seconds), PartSummary(2, PartState.UNWRITTEN, None)]
    cells = [Cell(f"aoc2020d{day}", day, "", solved if day <= right else other) for day in range(1, 26)]
    block = Block(2020, "aoc2020", "", 1, 25, Shape.DAYS)
    assert fast == Calendar("aoc", block, cells).fast


def test_how_long_it_took(workspace: Workspace, account: Account) -> None:
    """From the unlocking to the right answers, where they were sent; in the table, the line, the cell."""
    workspace.puzzle("aoc2026d3", '"""Lamps"""\ndef part1(text): return 7\n', '[main]\ninput = "x"\n')
    workspace.puzzle("euler7", "def part1(text): return 7\n")
    folder = cached.inputs(account.folder, "aoc2026d3")
    for part, sent in enumerate((datetime(2026, 12, 3, 5, 12, 7), datetime(2026, 12, 4, 6)), start=1):
        writing.add_guess(folder, part, "7", sent.replace(tzinfo=UTC))
        writing.set_reply(folder, sent.replace(tzinfo=UTC), stand_in.RIGHT)
    ended = workspace.run("report", "--json")
    year, hundred = ended.document["overview"]
    assert [727.0, 90000.0] == [part["took"] for part in year["puzzles"][0]["parts"]]
    assert [None] == [part["took"] for part in hundred["puzzles"][0]["parts"]]
    page = (workspace.root / "report.html").read_text("utf-8")
    assert "<td>0:12:07, &gt;24h" in page
    assert "Lamps · took 0:12:07, &gt;24h</span>" in page
    assert "part 2 not written, took 0:12:07, " in page
    assert 3 == page.count("0:12:07")


@pytest.mark.parametrize(("asked", "stars"), [(False, 26), (True, 28)])
def test_a_year_is_as_long_as_is_known(
    workspace: Workspace, account: Account, asked: bool, stars: int
) -> None:
    """By the puzzles that are here, and by the calendar that was asked for last."""
    workspace.puzzle("aoc2026d13", "def part1(text): return 7\n")
    if asked:
        days = "".join(f'<a aria-label="Day {day}" class="calendar-day{day}"></a>' for day in range(1, 15))
        text = f'<html><body><main><pre class="calendar">{days}</pre></main></body></html>'
        writing.save_page(account.folder, "aoc2026", text.encode())
    (year,) = workspace.run("report", "--json", "--svg", "pictures").document["overview"]
    assert stars == year["total"]
    picture = (workspace.root / "pictures" / "calendar-aoc2026.svg").read_text("utf-8")
    assert stars // 2 == picture.count("<rect") - 1


def test_rows_of_what_has_no_calendar() -> None:
    """There are 25 of them in a block."""
    assert overview.ROWS == 25


def state(at: float, source_hash: str, *times: float) -> State:
    """Return a state of some sources, first measured at a moment, with its median and interval."""
    return State(source_hash, "", "", "", None, False, at, at, None, *times)


@pytest.mark.parametrize(("after", "same"), [("a", True), ("b", False)])
def test_a_change_of_the_machine_is_told_from_one_of_the_sources(after: str, same: bool) -> None:
    """By the sources of the states around it."""
    states = [
        state(at, hash, seconds, seconds, seconds)
        for at, (seconds, hash) in enumerate(((1.0, "a"), (1.0, "a"), (2.0, after), (2.0, after)))
    ]
    (change,) = aggregates.changes([[Series("one", 1, "default", "main", states, {2: Step(2.0, "x", ())})]])
    assert same == change.same_sources


def test_a_change_has_the_interval_of_its_levels() -> None:
    """From the middle of the levels before and after it, and of the ends of their intervals.

    Where the interval holds 1, it is no change.
    """
    states = [
        state(at, "a", seconds, 0.99 * seconds, 1.01 * seconds)
        for at, seconds in enumerate((1.0, 1.0, 1.0, 2.0, 2.0, 2.0))
    ]
    series = Series("one", 1, "default", "main", states, {3: Step(2.0, "commit x", ())})
    wide = [each._replace(low=0.5, high=3.0) for each in states]
    assert not aggregates.changes([[series._replace(states=wide)]])
    (change,) = aggregates.changes([[series]])
    assert (2.0, "commit x") == (pytest.approx(change.ratio), change.cause)
    assert 1.96 < change.low < 1.99
    assert 2.01 < change.high < 2.04
