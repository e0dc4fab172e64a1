"""BouncingDiceGame."""

from collections.abc import Callable
from functools import cache
from itertools import accumulate, product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

SMALL = (10, 13)


@pytest.fixture(scope="module")
def bouncing(load: Callable[[str], Any]) -> Any:
    """The puzzle."""
    return load("srm465")


@st.composite
def games(draw: st.DrawFn, largest: int = 5000) -> tuple[int, int, int, int]:
    """Any game, with small dice and near goals as likely as others."""
    n = draw(st.integers(10, largest))
    d = draw(st.one_of(st.integers(1, 9), st.integers(1, n - 1), st.sampled_from((n // 2, n - 1))))
    x, y = draw(st.tuples(st.integers(1, n - 1), st.integers(1, n - 1)))
    return n, d, x, draw(st.sampled_from((x, y)))


def text(*game: int) -> str:
    """The form of the input."""
    return " ".join(map(str, game))


def bounced(n: int, square: int) -> int:
    """Where a move up to this square ends."""
    return square if square <= n else 2 * n - square


@cache
def arrivals(n: int, d: int, start: int, turns: int) -> list[float]:
    """The chance of reaching the goal on turn 1, 2, ..., by following all squares."""
    ways = {start: 1}
    found = []
    for turn in range(1, turns + 1):
        after: dict[int, int] = {}
        for square, count in ways.items():
            for face in range(1, d + 1):
                there = bounced(n, square + face)
                after[there] = after.get(there, 0) + count
        found.append(after.pop(n, 0) / d**turn)
        ways = after
    return found


def wins(n: int, d: int, x: int, y: int, turns: int) -> float:
    """The chance that the first player wins within so many turns."""
    mine = arrivals(n, d, x, turns)
    theirs = accumulate(arrivals(n, d, y, turns), initial=0.0)
    return sum(a * (1 - gone) for a, gone in zip(mine, theirs, strict=False))


def test_stored_answers(bouncing: Any) -> None:
    """Every solution gives the answers stored for every case, whatever white space is around the numbers."""
    assert bouncing.tolerance == 1e-9
    for case, answers in bouncing.cases:
        assert [1, 2] == sorted(answers)
        for part, answer in answers.items():
            for solution in bouncing.solutions[part]:
                spaced = f" {case}\n".replace(" ", "\n 0")
                assert float(answer) == pytest.approx(solution(spaced), rel=1e-12), solution.__name__


@pytest.mark.parametrize("n", SMALL)
def test_small_games_square_by_square(bouncing: Any, n: int) -> None:
    """On small boards all d, x and y give what following every square gives, bounces included."""
    for d in range(1, n):
        for x, y in product(range(1, n), repeat=2):
            early = wins(n, d, x, y, n - d - 1)
            for solution in bouncing.solutions[1]:
                assert early == pytest.approx(solution(text(n, d, x, y)), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("d", range(1, 10))
def test_whole_small_games_square_by_square(bouncing: Any, d: int) -> None:
    """The whole probability is what playing for very long gives."""
    n, turns = 10, 25 * d
    for x, y in product(range(1, n), range(1, n, 2)):
        won = wins(n, d, x, y, turns)
        for solution in bouncing.solutions[2]:
            assert won == pytest.approx(solution(text(n, d, x, y)), abs=1e-9)


@given(game=games())
@example(game=(831, 6, 820, 40))  # rounded, it would be above 1
@example(game=(884, 2, 1, 243))  # rounded, it would be below 0
@settings(max_examples=12, deadline=None)
def test_table_and_waves_agree(bouncing: Any, game: tuple[int, int, int, int]) -> None:
    """The default solutions and their alternatives agree over the whole range; early wins are wins."""
    earlies, wholes = ([solve(text(*game)) for solve in bouncing.solutions[part]] for part in (1, 2))
    assert earlies[0] == pytest.approx(earlies[1], abs=1e-12)
    assert wholes[0] == pytest.approx(wholes[1], abs=1e-12)
    for early, whole in zip(earlies, wholes, strict=True):
        assert 0 <= early <= whole <= 1


def test_chances_too_small_for_a_double(bouncing: Any) -> None:
    """A hopeless game is 0.0, without an error."""
    for game in ((2500, 2, 1, 2499), (5000, 1, 1, 4999), (3800, 3, 1, 3790)):
        for solutions in bouncing.solutions.values():
            for solution in solutions:
                assert 0.0 <= solution(text(*game)) < 1e-300


REFUSED = {
    "expected four whole numbers: n d x y": [
        "",
        "10 6 1",
        "10 6 1 1 1",
        "10 6 1 one",
        "10.0 6 1 1",
        "1_0 6 1 1",
    ],
    "n must be between 10 and 5000": ["9 6 1 1", "5001 6 1 1", "-10 6 1 1"],
    "d must be between 1 and n - 1": ["10 0 1 1", "10 10 1 1"],
    "x must be between 1 and n - 1": ["10 6 0 1", "10 6 10 1"],
    "y must be between 1 and n - 1": ["10 6 1 0", "10 6 1 10"],
}


@pytest.mark.parametrize("message", REFUSED)
def test_wrong_input_is_refused(bouncing: Any, message: str) -> None:
    """Input that is no game is refused with a sentence."""
    for case in REFUSED[message]:
        for solutions in bouncing.solutions.values():
            for solution in solutions:
                with pytest.raises(ValueError, match=f"^{message}$"):
                    solution(case)
