"""Samples into figures: medians, intervals that count blocks, ratios, verdicts."""

import random
from math import exp, inf, lgamma, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.timing import stats
from puzzle_runner.timing.stats import Difference, Ratio, Summary

times = st.floats(min_value=1e-9, max_value=1e3)
blocks = st.lists(st.lists(times, min_size=1, max_size=6), min_size=1, max_size=12)


@pytest.fixture(autouse=True)
def _fewer_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw as few resamples as give the same verdicts."""
    monkeypatch.setattr(stats, "RESAMPLES", 100)


def share(freedom: int, within: float) -> float:
    """Return how much of Student's distribution lies within a number of 0, by Simpson's rule."""
    scale = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * pi)
    step = within / 2000
    density = [scale * (1 + (step * at) ** 2 / freedom) ** (-(freedom + 1) / 2) for at in range(2001)]
    return 2 * step / 3 * (density[0] + density[-1] + 4 * sum(density[1:-1:2]) + 2 * sum(density[2:-1:2]))


def drawn(draw: random.Random, count: int, size: int, centre: float = 1.0) -> list[list[float]]:
    """Return blocks of samples about a centre, each block with a bias of its own."""
    biases = [1 + draw.gauss(0, 0.02) for _ in range(count)]
    return [[centre * bias * (1 + draw.gauss(0, 0.02)) for _ in range(size)] for bias in biases]


def holds(figures: Summary | Ratio, value: float) -> bool:
    """Tell whether an interval holds a value."""
    assert figures.low is not None and figures.high is not None
    return figures.low <= value <= figures.high


@given(blocks, blocks)
def test_any_samples_have_figures(first: list[list[float]], second: list[list[float]]) -> None:
    """An interval holds its median and ends in samples; a ratio lies in its own, and turns round."""
    figures = stats.summary(first)
    everything = {sample for block in first for sample in block}
    assert figures.minimum == min(everything)
    if len(first) < 6:
        assert (None, None, inf) == (figures.low, figures.high, figures.width)
    else:
        assert holds(figures, figures.median)
        assert {figures.low, figures.high} <= everything
    there, back = stats.compare(first, second), stats.compare(second, first)
    assert pytest.approx(1) == there.ratio * back.ratio
    assert there.low is None or holds(there, there.ratio)


@pytest.mark.parametrize("freedom", [*range(3, 41), 99, 100, 999])
def test_student(freedom: int) -> None:
    """It is right at all degrees of freedom, as an integral of its density tells."""
    for certainty in (0.95, stats.CERTAIN):
        assert pytest.approx(certainty, abs=2e-6) == share(freedom, stats.student(freedom, certainty))


@pytest.mark.parametrize(
    ("low", "high", "samples"),
    [
        (None, None, [[1], [5], [2], [3], [4]]),
        (1, 6, [[1], [5], [2], [3], [4], [6]]),
        (2, 9, [[number] for number in range(1, 11)]),
        (6, 15, [[number] for number in range(1, 21)]),
        (None, None, [[1, 2, 3, 4], [5, 6, 7, 8]]),
        (1, 12, [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12]]),
    ],
)
def test_the_interval_lies_between_two_ranks(
    low: int | None, high: int | None, samples: list[list[float]]
) -> None:
    """Its ends are as many samples from the middle as blocks leave in doubt; few blocks have none."""
    assert (low, high) == stats.summary(samples)[1:3]


@pytest.mark.parametrize(("count", "least"), [*((few, 937) for few in (6, 7, 9, 12, 17, 20)), (40, 950)])
def test_interval_of_samples_that_are_alone(count: int, least: int) -> None:
    """That of six samples holds the median as often as it says, and so does that of more, not always."""
    draw = random.Random(1)
    draws = [stats.summary([[draw.gauss(100, 1)] for _ in range(count)]) for _ in range(1000)]
    assert least <= sum(holds(one, 100) for one in draws) < 1000
    # Samples of one worker repeat its bias: the interval holds the median all the same.
    draws = [stats.summary(drawn(draw, 15, 8)) for _ in range(40)]
    assert 36 <= sum(holds(one, 1) for one in draws)


def test_outliers_are_counted_and_kept() -> None:
    """What lies beyond three times the range of the middle half is counted, and still a sample."""
    middle = [[each] for each in (1, 2, 3, 4, 5, 6, 7, 8)]
    assert [0, 1, 1] == [stats.summary([*middle, [far]]).outliers for far in (19, 20, 99)]
    assert 0 == stats.summary([[1], [1], [1], [1], [9]]).outliers


@pytest.mark.parametrize(("count", "size", "bias"), [(6, 1, 0.005), (6, 1, 0.1), (9, 3, 0.03), (20, 1, 0.1)])
def test_same_code_is_never_faster_or_slower(count: int, size: int, bias: float) -> None:
    """On a quiet machine or a busy one, with few samples or many; 95 of 100 intervals hold 1."""
    draw = random.Random(f"{bias} {count}")

    def samples() -> list[list[float]]:
        biases = [draw.lognormvariate(0, bias) for _ in range(count)]
        return [
            [each * draw.lognormvariate(0, bias) * draw.choice([1] * 9 + [1 + 9 * bias]) for _ in range(size)]
            for each in biases
        ]

    found = [stats.compare(samples(), samples()) for _ in range(100)]
    assert {one.verdict for one in found} <= {Difference.SAME, Difference.UNCLEAR}
    assert 92 <= sum(holds(one, 1) for one in found)


@pytest.mark.parametrize(
    ("factor", "verdict"), [(1.1, Difference.SLOWER), (1 / 1.1, Difference.FASTER), (1, Difference.SAME)]
)
def test_ten_per_cent_are_found(factor: float, verdict: Difference) -> None:
    """A difference of 10 % is found, with the right sign; two draws from one distribution are the same."""
    draw = random.Random(4)
    found = [stats.compare(drawn(draw, 20, 5, factor), drawn(draw, 20, 5)) for _ in range(20)]
    assert 19 <= sum(one.verdict is verdict for one in found)
    assert 18 <= sum(holds(one, factor) for one in found)


def test_few_workers_are_not_enough() -> None:
    """With fewer than six, a comparison has no interval: what differs may be the place in memory."""
    for count in (1, 5):
        assert (2.0, None, None, Difference.UNCLEAR) == stats.compare([[2.0]] * count, [[1.0]] * 20)
    slow, quick = [2.0, 2.01, 1.99] * 10, [1.0, 1.01, 0.99] * 10
    assert Difference.UNCLEAR is stats.compare([slow], [quick]).verdict
    alone = [[each] for each in slow], [[each] for each in quick]
    assert Difference.SLOWER is stats.compare(*alone).verdict
    # Where the machine slows down for a while, samples taken side by side still compare.
    draw = random.Random(5)
    drift = [1 if turn < 10 else 1.5 for turn in range(20)]
    first, second = ([[pace * (1 + draw.gauss(0, 0.01))] for pace in drift] for _ in range(2))
    assert Difference.SAME is stats.compare(first, second).verdict


@pytest.mark.parametrize(
    ("verdict", "ratio", "likely", "certain"),
    [
        (Difference.SAME, 1.02, (1.01, 1.03), (1.005, 1.06)),
        (Difference.SLOWER, 1.10, (1.05, 1.15), (1.02, 1.2)),
        (Difference.FASTER, 0.90, (0.87, 0.93), (0.8, 0.98)),
        (Difference.UNCLEAR, 1.04, (1.02, 1.06), (1.01, 1.08)),
        (Difference.UNCLEAR, 0.96, (0.94, 0.98), (0.93, 0.99)),
        (Difference.UNCLEAR, 1.10, (1.05, 1.15), (0.99, 1.2)),
    ],
)
def test_verdict(
    verdict: Difference, ratio: float, likely: tuple[float, float], certain: tuple[float, float]
) -> None:
    """A difference is one where it is certain and above 5 %; sameness is a narrow interval about 1."""
    assert verdict is stats.difference(ratio, likely, certain)
