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
# It returns the worker, and how long the call took; the cache is to make no call shorter.
CACHED = """
import os, time
from functools import cache
time.sleep(0.1)
@cache
def slow():
    time.sleep(0.01)
def part1():
    start = time.perf_counter()
    slow()
    return f"{os.getppid()} {time.perf_counter() - start}"
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
    """Each block has a worker of its own; the time is that of the call, without the import."""
    one = series(workspace.puzzle("cached", CACHED))
    sampling.measure([one], Budget(samples=12))
    workers = []
    for block in one.blocks:
        answers = [str(outcome.answer).split() for outcome in block]
        workers.append({worker for worker, _ in answers})
        for outcome, (_, own) in zip(block, answers, strict=True):
            assert 0 <= outcome.figures.seconds - float(own) < 0.1
    assert [1] * len(workers) == [len(each) for each in workers]
    assert len(workers) == len(set.union(*workers)) >= 6
    assert (12, True) == (count(one), one.summary().minimum >= 0.01)


@pytest.mark.usefixtures("calls")
def test_each_has_its_own_end(workspace: Workspace) -> None:
    """What takes longer than the budget is measured once, what raises not at all; a quick one goes on."""
    slow = series(workspace.puzzle("slow", SLOW.format(1)))
    quick = series(workspace.puzzle("quick", QUICK))
    bad = series(workspace.puzzle("bad", "def part1():\n    raise ValueError('no')\n"))
    sampling.measure([slow, quick, bad], Budget(seconds=1, samples=10))
    assert (1, 10, 0) == (count(slow), count(quick), count(bad))
    assert bad.failed
    assert Verdict.ERROR is bad.failed.verdict


@pytest.mark.parametrize(
    ("sizes", "seconds", "budget"),
    [
        ([11] * 6 + [4], 0.0, Budget(samples=70)),
        ([1] * 8, 0.0, Budget(samples=8)),
        ([2] * 6, 0.02, Budget(seconds=0.3)),
        ([31] * 6, 0.0, Budget()),
    ],
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


def test_memory_is_the_part_s_own(workspace: Workspace) -> None:
    """Peak memory is what a part allocates, also right after one that took more."""
    sizes = {"part1": 40_000_000, "part2": 60_000_000, "part3": 0}
    source = "".join(f"def {name}(): return len(b'x' * {size})\n" for name, size in sizes.items())
    path = workspace.puzzle("hungry", source)
    large, small, nothing = (series(path, part) for part in ("part2", "part1", "part3"))
    sampling.measure([large], Budget(samples=1))
    sampling.measure([large, small, nothing], Budget(samples=2))
    peaks = [one.outcomes[-1].figures.peak_bytes or 0 for one in (small, nothing)]
    # The interpreter itself has 7 to 9 MB, which depends on its version.
    assert pytest.approx(40e6, abs=2e6) == peaks[0] - peaks[1]
