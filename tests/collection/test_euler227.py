"""The Chase."""

from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

TABLES = (*range(4, 21, 2), 34, 50, 76, 100)
# Where the chase is followed turn by turn, too; the stored case has a large table, which takes half a second.
FOLLOWED = {4, 6, 8, 10, 14, 34}
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


def test_smallest_table_by_hand(chase: Any) -> None:
    """With four players both equations can be solved on paper: 36/5 turns; white space changes nothing."""
    assert Fraction(36, 5) == exact_turns(4)
    for solutions in chase.solutions.values():
        for solution in solutions:
            assert ["7.200000000"] * 3 == [solution(text) for text in ("4", " 4\n", "\t04")]


def test_every_table_to_ten_digits(chase: Any) -> None:
    """Direct solutions round to the ten digits of the exact fraction for every even table, all for some."""
    for players in TABLES:
        expected = ten_digits(exact_turns(players))
        for default, *direct in chase.solutions.values():
            for solution in [default, *direct] if players in FOLLOWED else direct:
                assert expected == solution(str(players)), (solution.__name__, players)


@given(half=st.integers(2, 2500))
@settings(max_examples=15, deadline=None)
def test_direct_solutions_agree_on_large_tables(chase: Any, half: int) -> None:
    """The linear system, rolled out or not, and the closed form agree on any table."""
    text = str(2 * half)
    answer = chase.module.part1_closed(text)
    assert answer == chase.module.part1_linear(text)
    assert answer == chase.module.part2_linear(text)


REFUSED = {
    "a whole number": ["", "ten", "10.0", "1_0", "10 12"],
    "even": ["99", "1"],
    "at least 4": ["2", "0", "-4"],
}


@pytest.mark.parametrize("message", REFUSED)
def test_wrong_input_is_refused(chase: Any, message: str) -> None:
    """Input that is no even number of players from 4 is refused with a sentence."""
    for text in REFUSED[message]:
        for solutions in chase.solutions.values():
            for solution in solutions:
                with pytest.raises(ValueError, match=f"^the number of players must be {message}$"):
                    solution(text)
