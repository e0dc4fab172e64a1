"""How times grow with the size of the input."""

import random
import re
from collections.abc import Callable
from math import log
from pathlib import Path

import pytest
from puzzle_runner import digest
from puzzle_runner.timing import growth
from puzzle_runner.timing.records import open_records

from tests.calls import Calls
from tests.conftest import Workspace
from tests.records import record

SIZES = (10, 30, 100, 300, 1000)
# Sleeps for as long as an algorithm would take, by the clock of the test.
SLEEPS = """
import time
def generate(random, size): return "x" * size
def part1(text):
    time.sleep(len(text) ** 2 / 1000)
def part1_linear(text):
    time.sleep(len(text) / 100)
"""


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("law", "time", "exponent"),
    [
        ("n", lambda n: 3e-6 * n, 1.0),
        ("n log n", lambda n: 2e-6 * n * log(n + 1), 1.24),
        ("n²", lambda n: 5e-8 * n**2, 2.0),
        ("n³", lambda n: 5e-9 * n**3, 3.0),
        ("1", lambda n: 4e-6, 0.0),
        ("2^n", lambda n: 1e-9 * 2.0 ** (n / 1), None),
    ],
)
def test_the_exponent_of_a_known_algorithm(
    seed: int, law: str, time: Callable[[int], float], exponent: float | None
) -> None:
    """Within 0.1, though each time is off by up to 3 %; the nearest law is its own."""
    noise = random.Random(seed)
    sizes = range(2, 20, 3) if exponent is None else SIZES
    found = growth.fit(sizes, [time(n) * noise.uniform(0.97, 1.03) for n in sizes])
    assert law == found.law
    if exponent is not None:
        assert abs(found.exponent - exponent) < 0.1
        assert found.low < found.exponent < found.high


def test_the_interval_is_as_wide_as_points_scatter() -> None:
    """A line that fits exactly has none; few points have a wide one."""
    assert pytest.approx((2, 2, 2)) == growth.fit(SIZES, [n**2 / 1e6 for n in SIZES])[:3]
    close, wide = (growth.fit(SIZES[:number], [1e-6, 5e-6, 9e-6, 32e-6, 95e-6][:number]) for number in (5, 3))
    assert close.high - close.low < 0.5 < wide.high - wide.low


def test_the_records_of_a_growth() -> None:
    """Of each size the last one counts; other cases, and solutions with two sizes, have no growth."""
    sized = [record(n / 1000, case=f"size={n}") for n in (10, 20, 40)]
    others = [record(1.0, case=case) for case in ("main", "size=", "size=x")]
    few = [record(n / 1000, case=f"size={n}", solution="b") for n in (10, 20)]
    (found,) = growth.growths([*others, record(5.0, case="size=40"), *sized, *few])
    assert ("default", (10, 20, 40)) == (found.solution, found.sizes)
    assert pytest.approx((0.01, 0.02, 0.04), rel=0.01) == found.seconds
    assert pytest.approx(1, abs=0.01) == found.fit.exponent


def test_the_time_of_a_size() -> None:
    """What samples waited for a core is left out; of short calls, the warm times count, if each has one."""
    waited = [
        record(n / 1000, case=f"size={n}", waits=tuple((n / 2000, n / 2000) for _ in range(6)))
        for n in (1, 2, 4)
    ]
    (found,) = growth.growths(waited)
    assert pytest.approx((0.0005, 0.001, 0.002), rel=0.02) == found.seconds
    short = [record(35e-6, case="size=10"), record(350e-6, case="size=100")]
    long = record(2.5, case="size=10000")
    (found,) = growth.growths([*short, long])
    assert pytest.approx((35e-6, 350e-6, 2.5), rel=0.01) == found.seconds
    warm = [
        record(each.figures.median, case=each.key.case, warm=time, warm_low=time, warm_high=time)
        for each, time in zip(short, (2.5e-6, 250e-6), strict=True)
    ]
    (found,) = growth.growths([*warm, long])
    assert pytest.approx((2.5e-6, 250e-6, 2.5), rel=0.01) == found.seconds
    assert pytest.approx(2, abs=0.01) == found.fit.exponent
    (found,) = growth.growths([warm[0], short[1], long])
    assert pytest.approx((35e-6, 350e-6, 2.5), rel=0.01) == found.seconds


@pytest.fixture
def sleeps(workspace: Workspace, calls: Calls) -> Workspace:
    """Return a workspace with two algorithms."""
    workspace.puzzle("p", SLEEPS)
    return workspace


def test_bench_measures_inputs_of_sizes(sleeps: Workspace) -> None:
    """Side by side for each size; the exponents come last, and in the JSON. Short calls are repeated."""
    ended = sleeps.run("bench", "p", "--sizes", "100,10,1000", "--samples", "2")
    assert 0 == ended.code
    assert ["size=10", "size=100", "size=1000"] == re.findall(r"^p part 1, (.*)$", ended.out, re.MULTILINE)
    table = ended.out.rpartition("\n\n")[2].splitlines()
    assert "size 10  size 100  size 1000" in re.sub(" {3,}", "  ", table[0])
    assert table[1].endswith("n^2.00 (2.00 to 2.00), like n²")
    assert table[2].endswith("n^1.00 (1.00 to 1.00), like n")
    found = sleeps.run("bench", "p", "--sizes", "10,20,40", "--samples", "2", "--json").document["growth"]
    assert [("default", [10, 20, 40], "n²"), ("linear", [10, 20, 40], "n")] == [
        (each["solution"], each["sizes"], each["fit"]["law"]) for each in found
    ]
    assert 0 == sleeps.run("bench", "p", "--sizes", "5,8,20", "--samples", "2").code
    with open_records() as store:
        repeated = {each.key.case: each.figures.warm is not None for each in store.of(["p"])}
    assert [True, True, False] == [repeated[f"size={n}"] for n in (5, 8, 20)]


@pytest.mark.usefixtures("brief_bench")
def test_ranges_have_sizes(workspace: Workspace) -> None:
    """A number is the size, a list is as long; beyond the range there is none."""
    ranges = "[any]\nn = { from = 1, to = 50 }\nxs = { from = 1, to = 9, length = { from = 0, to = 99 } }\n"
    workspace.puzzle(
        "p", "def part1(n: int, xs: list[int]): return n == len(xs) and {*xs} <= {*range(1, 10)}\n", ranges
    )
    ended = workspace.run("bench", "p", "--sizes", "5,10,50", "--samples", "1", "--json")
    assert 3 == len(ended.document["benchmarks"])
    with open_records() as store:
        assert ["True"] * 3 == [each.answer for each in store.of(["p"])]
    ended = workspace.run("bench", "p", "--sizes", "5,10,51")
    assert (2, "puzzles: n has no size 51: its range ends at 50.\n") == (ended.code, ended.err)


@pytest.mark.parametrize("sizes", ["10", "10,20", "10,20,20", "0,1,2", "a,b,c", "10,20,1e3"])
def test_sizes_that_are_none_are_told(workspace: Workspace, sizes: str) -> None:
    """Three different whole numbers are needed, and no case."""
    workspace.puzzle("p", SLEEPS)
    ended = workspace.run("bench", "p", "--sizes", sizes)
    assert 2 == ended.code
    assert "three at least: 10,100,1000" in ended.err
    assert 2 == workspace.run("bench", "p", "--sizes", "1,2,3", "--case", "main").code


def test_the_report_draws_it(workspace: Workspace, tmp_path: Path) -> None:
    """With the puzzle's other charts; what was made from other sources is left out."""
    path = workspace.puzzle("p", "def part1(text): return 1\n", "[main]\ninput = 'x'\npart1 = 1\n")
    made_from = {"puzzle": "p", "sources": ("p.py",), "source_hash": digest.code([path]), "answer": "1"}
    records = [record(n / 1000, case=f"size={n}", **made_from) for n in (10, 20, 40)]
    whole = record(0.01, **made_from, input_hash=digest.text("x"))
    stale = record(9.0, case="size=40", **made_from | {"source_hash": "old"})
    with open_records() as store:
        store.add([*records, whole, stale])
    page, folder = tmp_path / "page.html", tmp_path / "svg"
    assert 0 == workspace.run("report", "--output", str(page), "--svg", str(folder)).code
    assert "part 1: n^1.00 (1.00 to 1.00), like n" in (folder / "growth-p.svg").read_text("utf-8")
    html = page.read_text("utf-8")
    assert "Times of p by size: part 1 n^1.00" in html
    assert "size=10" not in html
    assert ["main"] == [row["case"] for row in workspace.run("leaderboard", "--json").document["leaderboard"]]
