"""The Chase."""

import random
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

TABLES = range(4, 101, 2)
# Where the chase is followed turn by turn, too; the stored case has a large table, which takes half a second.
FOLLOWED = {4, 6, 8, 10, 14, 20, 34, 50}
PASSES = (-1, 0, 0, 0, 0, 1)


@pytest.fixture(scope="module")
def chase(load: Callable[[str], Any]) -> Any:
    """The puzzle."""
    return load("euler227")


@cache
def exact_turns(players: int) -> Fraction:
    """The expected turns, by elimination in fractions, the second die going round the whole table."""
    half = players // 2
    rows: list[dict[int, Fraction]] = []  # by distance: its coefficients, and the right side at 0
    for distance in range(1, half + 1):
        row = {0: Fraction(36), distance: Fraction(36)}
        for here, there in product(PASSES, repeat=2):
            apart = (distance + there - here) % players
            reached = min(apart, players - apart)
            if reached:
                row[reached] = row.get(reached, Fraction(0)) - 1
        for solved in range(max(distance - 2, 1), distance):
            if factor := row.pop(solved, Fraction(0)):
                for column, value in rows[solved - 1].items():
                    if column != solved:
                        row[column] = row.get(column, Fraction(0)) - factor * value
        rows.append({column: value / row[distance] for column, value in row.items()})
    return rows[-1][0]


def ten_digits(value: Fraction) -> str:
    """A fraction rounded to ten significant digits, all of them written."""
    rounded = Context(prec=10, rounding=ROUND_HALF_EVEN).divide(
        Decimal(value.numerator), Decimal(value.denominator)
    )
    return f"{rounded:.{9 - rounded.adjusted()}f}"


def test_there_are_alternatives(chase: Any) -> None:
    """Each part has its default; both have the linear system, part 1 a closed form too."""
    assert {1: ["part1", "part1_linear", "part1_closed"], 2: ["part2", "part2_linear"]} == {
        part: [solution.__name__ for solution in solutions] for part, solutions in chase.solutions.items()
    }


def test_smallest_table_by_hand(chase: Any) -> None:
    """With four players both equations can be solved on paper: 36/5 turns."""
    # 16 E1 = 36 + 8 E2 (one of the outer moves leads from 1 to 1, the other too)
    # 18 E2 = 36 + 16 E1
    assert Fraction(36, 5) == exact_turns(4)
    for solutions in chase.solutions.values():
        for solution in solutions:
            assert "7.200000000" == solution("4")


def test_every_table_to_ten_digits(chase: Any) -> None:
    """Direct solutions round to the ten digits of the exact fraction for every even table, all for some."""
    for players in TABLES:
        expected = ten_digits(exact_turns(players))
        for default, *direct in chase.solutions.values():
            for solution in [default, *direct] if players in FOLLOWED else direct:
                assert expected == solution(str(players)), (solution.__name__, players)


@pytest.mark.parametrize("players", [4, 6, 10, 34, 100])
def test_closed_form_is_no_approximation(players: int) -> None:
    """The closed form of the module's docstring is the exact fraction, to fifty digits."""
    context = Context(prec=60)
    root = context.sqrt(Decimal(6))
    fading = context.power(2 * root - 5, players // 2)
    share = context.divide(1 - fading, 1 + fading)
    closed = Decimal(3 * players**2) / 8 + context.multiply(context.divide(players * root, Decimal(8)), share)
    exact = exact_turns(players)
    assert abs(Fraction(closed) - exact) < Fraction(1, 10**20)


@given(half=st.integers(2, 2500))
@settings(max_examples=40, deadline=None)
def test_direct_solutions_agree_on_large_tables(chase: Any, half: int) -> None:
    """The linear system, rolled out or not, and the closed form agree on any table."""
    text = str(2 * half)
    answer = chase.module.part1_closed(text)
    assert answer == chase.module.part1_linear(text)
    assert answer == chase.module.part2_linear(text)


def test_rolling_out_gives_the_five_moves(chase: Any) -> None:
    """Moving both dice in all 36 throws gives the five moves, folded at both ends."""
    module = chase.module
    for players in (4, 6, 8, 50):
        for distance in range(1, players // 2 + 1):
            moved = module.row(module.MOVES, distance, players)
            assert moved == module.rolled_out(distance, players)
            assert 36 == sum(moved.values())


def test_five_moves_keep_what_does_not_end(chase: Any) -> None:
    """A turn of the distribution moves chances as the rows say, and loses what arrives at 0."""
    module = chase.module
    for players in (4, 6, 8, 12):
        half = players // 2
        for start in range(1, half + 1):
            after = module.five_moves([float(i == start) for i in range(1, half + 1)])
            moved = module.row(module.MOVES, start, players)
            assert [moved.get(i, 0) / 36 for i in range(1, half + 1)] == pytest.approx(after)


def test_chases_played(chase: Any) -> None:
    """The mean of many chases played with seeded dice is near the expected turns."""
    dice = random.Random(227)
    players, chases, total = 10, 4000, 0
    for _ in range(chases):
        here, there = 0, players // 2
        while here != there:
            here = (here + dice.choice(PASSES)) % players
            there = (there + dice.choice(PASSES)) % players
            total += 1
    expected = float(chase.module.part1(str(players)))
    # an almost geometric time deviates by about its own mean
    assert total / chases == pytest.approx(expected, rel=5 / chases**0.5)


@pytest.mark.parametrize(
    ("turns", "text"),
    [
        (7.2, "7.200000000"),
        (9.99999999996, "10.00000000"),
        (3780.6186217847896, "3780.618622"),
        (1234567890.4, "1234567890"),
        (1234567891234.0, "1234567891000"),
    ],
)
def test_ten_significant_digits(chase: Any, turns: float, text: str) -> None:
    """Ten digits are written in full, trailing noughts kept, without an exponent."""
    assert text == chase.module.ten_digits(turns)


@pytest.mark.parametrize("text", [" 10\n", "\t10", "010"])
def test_white_space_around_is_tolerated(chase: Any, text: str) -> None:
    """White space around the number changes nothing."""
    assert chase.module.part1("10") == chase.module.part1(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the number of players must be a whole number"),
        ("ten", "the number of players must be a whole number"),
        ("10.0", "the number of players must be a whole number"),
        ("1_0", "the number of players must be a whole number"),
        ("10 12", "the number of players must be a whole number"),
        ("99", "the number of players must be even"),
        ("1", "the number of players must be even"),
        ("2", "the number of players must be at least 4"),
        ("0", "the number of players must be at least 4"),
        ("-4", "the number of players must be at least 4"),
    ],
)
def test_wrong_input_is_refused(chase: Any, text: str, message: str) -> None:
    """Input that is no even number of players from 4 is refused with a sentence."""
    for solutions in chase.solutions.values():
        for solution in solutions:
            with pytest.raises(ValueError, match=f"^{message}$"):
                solution(text)
