"""A workspace with something of each kind that completion offers."""

import os

import pytest
from puzzle_runner.flows import accounts
from puzzle_runner.inputs import cached, writing
from puzzle_runner.sites.registry import identify
from puzzle_runner.storage import atomic
from puzzle_runner.timing.records import open_records

from tests.conftest import Workspace
from tests.records import record

LAMPS = '''"""Lamps: how to light them

https://adventofcode.com/2021/day/1
"""


def part1(text):
    """Count the lamps."""


def part1_fast(text):
    """Count them by row."""


def part2(text):
    """Light the lamps."""
'''


@pytest.fixture
def filled(workspace: Workspace) -> Workspace:
    """Return a workspace of four puzzles, accounts and records. The puzzle edited last is euler7."""
    workspace.puzzle("_euler9", "")
    workspace.puzzle("aoc2021d1", LAMPS, "[example]\npart1 = 1\npart2 = 2\n[main]\ninput = '7'\n")
    workspace.puzzle("euler22", "def solve(): pass\ndef solve_sieve(): pass\n")
    workspace.puzzle("mine", "def part1(text): pass\n", "['my case']\n")
    workspace.puzzle("euler7", "def solve_list(t): pass\n", "[tiny]\n")
    for age, stem in enumerate(("euler7", "mine", "euler22", "aoc2021d1")):
        os.utime(workspace.root / "puzzles" / f"{stem}.py", (1e9 - age,) * 2)
    alice = writing.claim("aoc", "77", "alice", "hash")
    writing.save_input(cached.inputs(alice.folder, "aoc2021d1"), "main", b"1 2 3")
    for id in ("aoc2021d1", "aoc2021d10", "aoc2021d2", "aoc2021"):
        atomic.write(cached.page(alice.folder, id), b"<article></article>")
    accounts.store(identify("aoc2021d1").site, "work", "5e55107", "78")
    with open_records() as records:
        records.add([record(puzzle="euler22", name="before"), record(puzzle="aoc2021d9"), record()])
    return workspace
