"""The taking of samples: each meets a fresh module, entrants side by side, within the budget."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner.engines.function import ENGINE as FUNCTION
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job
from puzzle_runner.timing import sampling
from puzzle_runner.timing.sampling import Budget, Entrant

from tests.calls import Calls
from tests.conftest import Workspace

LIMITS = Limits(timeout=20, memory=2**31)
SLOW = "import time\ndef part1():\n    time.sleep({0})\n    return 1\n"
QUICK = "def part1():\n    return 1\n"
HUNGRY = """
def part1(): return len(b"x" * 40_000_000)
def part2(): return len(b"x" * 60_000_000)
def part3(): return 0
"""
INSIDE = """
import time
time.sleep(0.2)
def part1():
    start = time.perf_counter()
    time.sleep(0.01)
    return time.perf_counter() - start
"""
CACHED = """
import os, time
from functools import cache
@cache
def slow():
    time.sleep(0.01)
    return os.getppid()
def part1():
    return slow()
"""


@pytest.fixture(autouse=True)
def _stop() -> Iterator[None]:
    """End what the tests have started."""
    yield
    pool.stop()


def series(path: Path, function: str = "part1") -> Entrant:
    """Return an empty series for a function of a module."""
    return Entrant(Job(path.stem, path, FUNCTION, function, None, LIMITS))


def count(one: Entrant) -> int:
    """Return how many samples a series has."""
    return sum(map(len, one.blocks))


def test_every_sample_meets_a_fresh_module(workspace: Workspace) -> None:
    """Each block has a worker of its own; a cache of the module makes no sample shorter than the first."""
    one = series(workspace.puzzle("cached", CACHED))
    sampling.measure([one], Budget(samples=12))
    blocks = [{outcome.answer for outcome in block} for block in one.blocks]
    assert [1] * len(blocks) == [len(block) for block in blocks]
    assert len(blocks) == len(set.union(*blocks)) >= 6
    assert 0.01 <= one.summary().minimum
    assert 12 == count(one)


@pytest.mark.usefixtures("calls")
def test_a_slow_part_gets_one_sample(workspace: Workspace) -> None:
    """What takes longer than the budget is measured once; a quick entrant goes on without it."""
    slow = series(workspace.puzzle("slow", SLOW.format(1)))
    quick = series(workspace.puzzle("quick", QUICK))
    sampling.measure([slow, quick], Budget(seconds=1, samples=10))
    assert (1, 10) == (count(slow), count(quick))


@pytest.mark.parametrize(
    ("sizes", "seconds", "budget"),
    [
        ([11] * 6 + [4], 0.0, Budget(samples=70)),
        ([1] * 8, 0.0, Budget(samples=8)),
        ([2] * 6, 0.02, Budget(seconds=0.3)),
        ([31] * 6, 0.0, Budget()),
    ],
    ids=["blocks", "few", "slow", "quick"],
)
def test_samples_come_from_many_workers(
    workspace: Workspace, calls: Calls, sizes: list[int], seconds: float, budget: Budget
) -> None:
    """They come in blocks, each of at most the time its worker takes to start, and a sixth of the budget."""
    one = series(workspace.puzzle("one", SLOW.format(seconds)))
    sampling.measure([one], budget)
    assert sizes == [len(block) for block in one.blocks]
    assert len(sizes) == calls.workers


def test_entrants_take_turns(workspace: Workspace, calls: Calls) -> None:
    """Samples are interleaved in random order: neither goes first always, neither is ahead by a round."""
    path = workspace.puzzle("two", f"{QUICK}part1_other = part1\n")
    sampling.measure([series(path), series(path, "part1_other")], Budget(samples=40), seed=1)
    turns = [function for _, function in calls.made]
    both = ("part1", "part1_other")
    assert {both, both[::-1]} == {*zip(turns[::2], turns[1::2], strict=True)}


@pytest.mark.usefixtures("calls")
def test_a_failure_ends_the_series(workspace: Workspace) -> None:
    """What raises is no sample, and the entrant goes on."""
    path = workspace.puzzle(
        "bad", "def part1():\n    raise ValueError('no')\ndef part1_good():\n    return 1\n"
    )
    bad, good = series(path), series(path, "part1_good")
    sampling.measure([bad, good], Budget(samples=5))
    assert bad.failed
    assert (Verdict.ERROR, 0, 5) == (bad.failed.verdict, count(bad), count(good))


def test_the_time_is_that_of_the_call(workspace: Workspace) -> None:
    """The time is what the part itself measures: its import, which takes longer, is not in it."""
    one = series(workspace.puzzle("inside", INSIDE))
    sampling.measure([one], Budget(samples=3))
    over = [outcome.figures.seconds - float(outcome.answer or 0) for outcome in one.outcomes]
    assert 0 <= min(over) < 0.2


def test_memory_is_the_part_s_own(workspace: Workspace) -> None:
    """Peak memory is what a part allocates, also right after one that took more."""
    path = workspace.puzzle("hungry", HUNGRY)
    large, small, nothing = (series(path, part) for part in ("part2", "part1", "part3"))
    sampling.measure([large], Budget(samples=1))
    sampling.measure([large, small, nothing], Budget(samples=2))
    peaks = [one.outcomes[-1].figures.peak_bytes or 0 for one in (small, nothing)]
    # The interpreter itself has 7 to 9 MB, which depends on its version.
    assert pytest.approx(40e6, abs=2e6) == peaks[0] - peaks[1]
