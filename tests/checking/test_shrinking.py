"""The smallest choices that still fail, found by an oracle: no process is started."""

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.checking.shrinking import Choices, Search

# Makes a value from what it draws below a bound.
Make = Callable[[Callable[[int], int]], object]


class Oracle:
    """Tells whether what is made from choices is bad, and how often it was asked."""

    def __init__(self, make: Make, is_bad: Callable[..., bool]) -> None:
        self.make, self.is_bad = make, is_bad
        self.asked = self.rounds = 0

    def smallest(self, choices: Choices, most: int = 1500) -> Choices:
        """Return the smallest choices that are found to be bad."""
        return Search(choices, self.drawn, self.failing, most).run()

    def drawn(self, candidates: Sequence[Choices]) -> list[Choices]:
        """Return what is drawn of choices."""
        return [self.made(each)[0] for each in candidates]

    def failing(self, drawn: Sequence[Choices]) -> list[bool]:
        """Tell what is bad, and count how often it is asked."""
        self.asked += len(drawn)
        self.rounds += 1 if drawn else 0
        return [self.is_bad(self.made(each)[1]) for each in drawn]

    def made(self, choices: Choices) -> tuple[Choices, object]:
        """Return what is drawn of choices, and what is made of it."""
        drawn: list[int] = []

        def choose(bound: int) -> int:
            drawn.append(min(choices[len(drawn)], bound - 1) if len(drawn) < len(choices) else 0)
            return drawn[-1]

        value = self.make(choose)
        return tuple(drawn), value

    def first(self, seed: int) -> Choices:
        """Return random choices that are bad."""
        numbers = random.Random(seed)
        while True:
            drawn, value = self.made(tuple(numbers.randrange(1001) for _ in range(100)))
            if self.is_bad(value):
                return drawn


def numbers(choose: Callable[[int], int]) -> list[int]:
    """Make up to 60 numbers below 1001."""
    return [choose(1001) for _ in range(1 + choose(60))]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("is_bad", "expected"),
    [
        (lambda made: made == 36, (36,)),
        (lambda made: made >= 150, (150,)),
        (lambda made: made % 2 == 1 and made > 6, (7,)),
    ],
)
def test_one_number(seed: int, is_bad: Callable[[int], bool], expected: Choices) -> None:
    """Down to the least that fails; where one only does, it stays."""
    oracle = Oracle(lambda choose: choose(200), is_bad)
    assert expected == oracle.smallest(oracle.first(seed))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("is_bad", "expected"),
    [
        (lambda made: len(set(made)) < len(made), (1, 0, 0)),
        (lambda made: sum(each > 500 for each in made) >= 3, (2, 501, 501, 501)),
        (lambda made: any(a > b + 1 for a, b in pairwise(made)), (1, 2, 0)),
        (lambda made: len(made) >= 50 and made != sorted(made), (49, 1, *[0] * 49)),
        (lambda made: len(made) >= 50 and made[-1] < made[0], (49, 1, *[0] * 49)),
    ],
)
def test_lists_lose_what_does_not_matter(
    seed: int, is_bad: Callable[[list[int]], bool], expected: Choices
) -> None:
    """Though their length is drawn before their items; the last two are orders that matter from 50 on."""
    oracle = Oracle(numbers, is_bad)
    assert expected == oracle.smallest(oracle.first(seed))


def test_it_asks_no_more_than_it_may() -> None:
    """The best so far is returned."""
    oracle = Oracle(numbers, lambda made: sum(made) > 5000)
    first = oracle.first(0)
    assert sum(oracle.smallest(first, most=20)[1:]) > 5000
    assert 20 == oracle.asked


@given(st.lists(st.integers(0, 30), max_size=12), st.integers(0, 100))
def test_what_is_found_fails_and_is_no_larger(choices: list[int], least: int) -> None:
    """Whatever it begins with, and whatever the oracle says."""
    oracle = Oracle(lambda choose: [choose(31) for _ in range(choose(13))], lambda made: sum(made) >= least)
    begun, value = oracle.made(tuple(choices))
    if oracle.is_bad(value):
        found = oracle.smallest(begun)
        assert (found, True) == (oracle.made(found)[0], oracle.is_bad(oracle.made(found)[1]))
        assert (len(found), found) <= (len(begun), begun)
