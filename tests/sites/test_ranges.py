"""Which puzzles of a site a range or a year means, without a workspace."""

from datetime import datetime
from pathlib import Path

import pytest
from puzzle_runner.catalog.lookup import select
from puzzle_runner.errors import PuzzlesError
from puzzle_runner.sites.aoc import site as aoc
from puzzle_runner.sites.registry import identify, members

# What is spelled like an id of a site, and means no puzzle there.
WITHOUT_PUZZLE = {
    **dict.fromkeys(("aoc2021day26", "2021/0", "aoc21d5", "2014/1", "aoc2025d13"), "Advent of Code"),
    **dict.fromkeys(("euler0", "PE 0"), "Project Euler"),
    "srm0": "TopCoder",
    **dict.fromkeys(("ec2025q21", "ec2023q1", "ecs1q4", "ecs0q1", "ec25q1"), "Everybody Codes"),
}


@pytest.fixture(autouse=True)
def _in_march(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aoc, "now", lambda: datetime(2026, 3, 4))


@pytest.mark.parametrize(("text", "ids"), [
    ("2021/3", ["aoc2021d3"]), ("aoc2021d3-5", ["aoc2021d3", "aoc2021d4", "aoc2021d5"]),
    ("2021/03-4", ["aoc2021d3", "aoc2021d4"]), ("euler8-10", ["euler8", "euler9", "euler10"]),
    ("PE1-2", ["euler1", "euler2"]), ("ec2025q2-3", ["ec2025q2", "ec2025q3"]),
    ("ECS1-2", ["ecs1q1", "ecs1q2", "ecs1q3", "ecs2q1", "ecs2q2", "ecs2q3"]), ("ec2025q07", ["ec2025q7"]),
    ("mine", []), ("mine1-3", []), ("srm465", []), ("*d21", []), ("aoc", []),
])  # fmt: skip
def test_ids_and_ranges(text: str, ids: list[str]) -> None:
    """Of sites; what has none means nothing here."""
    assert ids == members(text)


@pytest.mark.parametrize(("text", "first", "last", "count"), [
    ("2021", "aoc2021d1", "aoc2021d25", 25), ("aoc2025", "aoc2025d1", "aoc2025d12", 12),
    ("aoc2024-2025", "aoc2024d1", "aoc2025d12", 37), ("2024-2025", "aoc2024d1", "aoc2025d12", 37),
    ("ecs1", "ecs1q1", "ecs1q3", 3), ("EC2025", "ec2025q1", "ec2025q20", 20),
    ("ec2024-2025", "ec2024q1", "ec2025q20", 40),
])  # fmt: skip
def test_years(text: str, first: str, last: str, count: int) -> None:
    """All their days. Commands that look for them here mean the same."""
    ids = members(text)
    assert (first, last, count) == (ids[0], ids[-1], len(ids))
    here = ["aoc2023d25", *ids, "aoc2026d1", "ec2023q1", "ecs3q1", "mine"]
    assert ids == list(select([*map(identify, here)], [text], Path()))


@pytest.mark.parametrize(("text", "sentence"), [
    ("2014", "Advent of Code has no 2014: there are 2015 to 2025."),
    ("aoc2014d1-5", "Advent of Code has no aoc2014d1: an id is one like aoc2021d21"),
    ("aoc2026", "Advent of Code has no 2026"),
    ("2021/24-26", "Advent of Code has no aoc2021d26"), ("aoc2021d5-3", "ends before it begins"),
    ("euler1-5000", "has 5000 puzzles: at most 1000"),
    *((text, f"{site} has no {text}: an id is one like") for text, site in WITHOUT_PUZZLE.items()),
])  # fmt: skip
def test_what_cannot_be(text: str, sentence: str) -> None:
    """Each has its sentence."""
    with pytest.raises(PuzzlesError, match=sentence):
        members(text)
