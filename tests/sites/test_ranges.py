"""Which puzzles of a site a range or a year means, without a workspace."""

from datetime import datetime

import pytest
from puzzle_runner.errors import PuzzlesError
from puzzle_runner.sites.aoc import site as aoc
from puzzle_runner.sites.registry import members


@pytest.fixture(autouse=True)
def _in_march(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aoc, "now", lambda: datetime(2026, 3, 4))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("2021/3", ["aoc2021d3"]),
        ("aoc2021d3-5", ["aoc2021d3", "aoc2021d4", "aoc2021d5"]),
        ("2021/03-4", ["aoc2021d3", "aoc2021d4"]),
        ("euler8-10", ["euler8", "euler9", "euler10"]),
        ("PE1-2", ["euler1", "euler2"]),
        ("mine", []),
        ("mine1-3", []),
        ("srm465", []),
        ("*d21", []),
        ("aoc", []),
    ],
)
def test_ids_and_ranges(text: str, ids: list[str]) -> None:
    """Of sites; what has none means nothing here."""
    assert ids == members(text)


@pytest.mark.parametrize(
    ("text", "first", "last", "count"),
    [("2021", "aoc2021d1", "aoc2021d25", 25), ("aoc2025", "aoc2025d1", "aoc2025d12", 12),
     ("aoc2024-2025", "aoc2024d1", "aoc2025d12", 37)],
)  # fmt: skip
def test_years(text: str, first: str, last: str, count: int) -> None:
    """All their days."""
    ids = members(text)
    assert (first, last, count) == (ids[0], ids[-1], len(ids))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2014", "Advent of Code began in 2015"),
        ("2014/1", "Advent of Code began in 2015"),
        ("aoc2014d1-5", "Advent of Code began in 2015"),
        ("aoc2026", "Advent of Code 2026 has not begun: its first puzzle unlocks on December 1."),
        ("aoc2027", "There is no Advent of Code 2027 yet: the latest is 2025"),
        ("aoc2025d13", "There is no day 13 in 2025: the calendar has days 1 to 12."),
        ("2021/24-26", "There is no day 26 in 2021"),
        ("aoc2021d5-3", "ends before it begins"),
        ("euler1-5000", "has 5000 puzzles: at most 1000"),
    ],
)
def test_what_cannot_be(text: str, sentence: str) -> None:
    """Each has its sentence."""
    with pytest.raises(PuzzlesError, match=sentence):
        members(text)
