"""Samples into figures: medians, intervals that count blocks, ratios, verdicts."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.timing import stats
from puzzle_runner.timing.stats import Difference

times = st.floats(min_value=1e-9, max_value=1e3)
blocks = st.lists(st.lists(times, min_size=1, max_size=6), min_size=1, max_size=12)


@pytest.fixture(autouse=True)
def _fewer_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw as few resamples as give the same verdicts."""
    monkeypatch.setattr(stats, "RESAMPLES", 200)


def drawn(draw: random.Random, count: int, size: int, centre: float = 1.0) -> list[list[float]]:
    """Return blocks of samples about a centre, each block with a bias of its own."""
    biases = [1 + draw.gauss(0, 0.02) for _ in range(count)]
    return [[centre * bias * (1 + draw.gauss(0, 0.02)) for _ in range(size)] for bias in biases]


@pytest.mark.parametrize(
    ("middle", "samples"), [(2, [3, 1, 2]), (1.5, [1, 2]), (7, [7]), (2.5, [4, 1, 3, 2])]
)
def test_median(middle: float, samples: list[float]) -> None:
    """The median is the middle sample, or the mean of the two in the middle."""
    assert middle == stats.median(samples)


@given(blocks)
def test_interval_holds_the_median(samples: list[list[float]]) -> None:
    """The interval holds the median and ends in samples."""
    figures = stats.summary(samples)
    everything = {one for block in samples for one in block}
    assert figures.low <= figures.median <= figures.high
    assert {figures.low, figures.high, figures.minimum} <= everything


@pytest.mark.parametrize(
    ("low", "high", "samples"),
    [
        (1, 5, [[1], [5], [2], [3], [4]]),
        (2, 9, [[number] for number in range(1, 11)]),
        (6, 15, [[number] for number in range(1, 21)]),
        (1, 8, [[1, 2, 3, 4], [5, 6, 7, 8]]),
    ],
    ids=["few", "ten", "twenty", "two blocks"],
)
def test_the_interval_lies_between_two_ranks(low: int, high: int, samples: list[list[float]]) -> None:
    """Its ends are as many samples from the middle as blocks leave in doubt; few samples are all in it."""
    assert (low, high) == stats.summary(samples)[1:3]


def test_interval_covers_the_median_of_samples_that_are_alone() -> None:
    """Over many draws, the interval holds the true median in at least 95 %, and is not needlessly wide."""
    draw = random.Random(1)
    draws = [stats.summary([[draw.gauss(100, 1)] for _ in range(40)]) for _ in range(1000)]
    assert 950 <= sum(one.low <= 100 <= one.high for one in draws) < 1000


def test_interval_counts_blocks() -> None:
    """Samples of one worker repeat its bias: the interval holds the median all the same."""
    draw = random.Random(2)
    draws = [stats.summary(drawn(draw, 15, 8)) for _ in range(1000)]
    assert 930 <= sum(one.low <= 1 <= one.high for one in draws)


def test_outliers_are_counted_and_kept() -> None:
    """What lies beyond three times the range of the middle half is counted, and still a sample."""
    middle = [[1, 2, 3, 4, 5, 6, 7, 8]]
    assert [0, 1, 1] == [stats.summary([*middle, [far]]).outliers for far in (19, 20, 99)]


def test_same_code_is_the_same() -> None:
    """Two draws from one distribution are the same, but for a few."""
    draw = random.Random(3)
    verdicts = [stats.compare(drawn(draw, 20, 5), drawn(draw, 20, 5)).verdict for _ in range(60)]
    assert 57 <= verdicts.count(Difference.SAME)
    assert 0 == verdicts.count(Difference.FASTER) + verdicts.count(Difference.SLOWER)


@pytest.mark.parametrize(("factor", "verdict"), [(1.1, Difference.SLOWER), (1 / 1.1, Difference.FASTER)])
def test_ten_per_cent_are_found(factor: float, verdict: Difference) -> None:
    """A difference of 10 % is found, with the right sign."""
    draw = random.Random(4)
    found = [stats.compare(drawn(draw, 20, 5, factor), drawn(draw, 20, 5)) for _ in range(40)]
    assert 38 <= sum(one.verdict is verdict for one in found)
    assert 36 <= sum(one.low <= factor <= one.high for one in found)


def test_what_moves_both_is_no_difference() -> None:
    """Where the machine slows down for a while, samples taken side by side still compare."""
    draw = random.Random(5)
    drift = [1 if turn < 10 else 1.5 for turn in range(20)]
    first, second = ([[pace * (1 + draw.gauss(0, 0.01))] for pace in drift] for _ in range(2))
    assert Difference.SAME is stats.compare(first, second).verdict


@given(blocks, blocks)
def test_ratio_lies_in_its_interval_and_turns_round(
    first: list[list[float]], second: list[list[float]]
) -> None:
    """The ratio of the second to the first is one over that of the first to the second."""
    there, back = stats.compare(first, second), stats.compare(second, first)
    assert pytest.approx(1) == there.ratio * back.ratio
    assert there.low <= there.high


@pytest.mark.parametrize("count", [1, 5])
def test_few_samples_are_not_enough(count: int) -> None:
    """With fewer than six samples on a side, a comparison says that these are not enough."""
    few, many = [[2.0]] * count, [[1.0]] * 20
    assert Difference.UNCLEAR is stats.compare(few, many).verdict


def test_samples_of_one_worker_are_not_enough() -> None:
    """A block has no interval: what differs between two of them may be the place in memory."""
    block, other = [[1.0, 1.01, 0.99] * 10], [[2.0, 2.01, 1.99] * 10]
    assert Difference.UNCLEAR is stats.compare(other, block).verdict
    assert (
        Difference.SLOWER is stats.compare([*zip(*other, strict=True)], [*zip(*block, strict=True)]).verdict
    )


def test_a_clock_that_shows_nothing_divides_nothing() -> None:
    """Times of zero compare without an error."""
    zero = [[0.0]] * 8
    assert (1.0, Difference.SAME) == (
        stats.compare(zero, zero).ratio,
        stats.compare(zero, zero).verdict,
    )


@pytest.mark.parametrize(
    ("verdict", "ratio", "low", "high"),
    [
        (Difference.SAME, 1.02, 1.01, 1.03),
        (Difference.SLOWER, 1.10, 1.02, 1.2),
        (Difference.FASTER, 0.90, 0.8, 0.98),
        (Difference.UNCLEAR, 1.04, 1.01, 1.08),
        (Difference.UNCLEAR, 1.10, 0.99, 1.2),
    ],
)
def test_verdict(verdict: Difference, ratio: float, low: float, high: float) -> None:
    """A difference is one where it is real and above 5 %; sameness is a narrow interval about 1."""
    assert verdict is stats.difference(ratio, low, high)
