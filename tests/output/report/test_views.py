"""The figures of the report, as the JSON has them."""

import pytest
from puzzle_runner.output.report.overview import PartState, PartSummary

from tests.conftest import Workspace
from tests.output.report.conftest import Demo

RIGHT = PartSummary(1, PartState.RIGHT, 0.5)


def states(demo: Demo, puzzle: str) -> list[str]:
    """Return how it stands with the parts of a puzzle."""
    cells = [cell for each in demo.document["overview"] for cell in each["puzzles"]]
    return [part["state"] for cell in cells if cell["puzzle"] == puzzle for part in cell["parts"]]


def test_years_in_numbers(demo: Demo) -> None:
    """The newest comes first; one of 25 days has 50 stars, of which one asks nothing, and a time."""
    groups = {each["group"]: each for each in demo.document["overview"]}
    assert ["aoc2024", "aoc2023", "euler", "local", "srm"] == [*groups]
    year = groups["aoc2023"]
    assert (49, 50, True) == (year["right"], year["total"], year["all_measured"])
    assert pytest.approx(sum(0.002 * day for day in range(1, 25)) + 0.025) == year["seconds"]


def test_how_it_stands_with_a_part(demo: Demo) -> None:
    """Right where a solution is and none fails; a last day has a second star without a part."""
    for puzzle, expected in {
        "aoc2024d1": ["failed", "right"], "aoc2023d25": ["right", "not written"], "broken": ["failed"],
        "aoc2024d2": ["right", "right"], "euler7": ["failed"], "srm5": ["not written"], "hostile": ["right"],
    }.items():  # fmt: skip
        assert expected == states(demo, puzzle), puzzle


def test_before_any_check(demo: Demo) -> None:
    """Without verdicts, what was measured tells; what was not is not checked."""
    environment = {"PUZZLES_DATA_DIR": str(demo.page.parent / "empty")}
    ended = demo.workspace.run("report", "euler7", "srm5", "--json", **demo.environment | environment)
    told = Demo(demo.workspace, demo.page, "", ended.document, {})
    assert (["not checked"], ["not written"]) == (states(told, "euler7"), states(told, "srm5"))


def test_times_are_of_one_machine(demo: Demo) -> None:
    """Of this one, or where it has none, as they are of the one that measured last."""
    assert "Elsewhere" not in {row["machine"] for row in demo.document["leaderboard"]}
    assert "Elsewhere" not in demo.html
    page = demo.page.with_name("elsewhere.html")
    (row,) = demo.run("report", "euler7", "--json", "--output", str(page)).document["leaderboard"]
    assert ("Elsewhere", 0.5) == (row["machine"], row["median"])
    assert "Elsewhere" in page.read_text("utf-8")


def test_a_year_is_as_long_as_its_puzzles_show(workspace: Workspace) -> None:
    """It has the days that its site expects, and one more if there is a puzzle of it."""
    workspace.puzzle("aoc2026d13", "def part1(text): return 7\n")
    (year,) = workspace.run("report", "--json", "--svg", "pictures").document["overview"]
    assert 26 == year["total"]
    picture = (workspace.root / "pictures" / "calendar-aoc2026.svg").read_text("utf-8")
    assert 13 == picture.count("<rect") - 1
