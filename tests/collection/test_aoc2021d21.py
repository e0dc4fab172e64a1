"""Dirac Dice."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

PAIRS = [*product((1, 4, 7, 8, 10), repeat=2)]


@pytest.fixture(scope="module")
def dirac(load: Callable[[str], Any]) -> Any:
    """The puzzle."""
    return load("aoc2021d21")


def starting(first: int, second: int) -> str:
    """The site's form of the input."""
    return f"Player 1 starting position: {first}\nPlayer 2 starting position: {second}"


def played(*positions: int) -> int:
    """Part 1 by the rules, with nothing clever."""
    places, points, rolled = list(positions), [0, 0], 0
    while max(points) < 1000:
        player = rolled // 3 % 2
        for _ in range(3):
            places[player] = (places[player] + rolled % 100) % 10 + 1
            rolled += 1
        points[player] += places[player]
    return min(points) * rolled


def test_deterministic_die(dirac: Any) -> None:
    """Part 1 is the loser's score times the throws of a game played by the rules, from everywhere."""
    for pair in PAIRS:
        expected, text = played(*pair), starting(*pair)
        assert expected == dirac.module.part1(text) == dirac.module.part1_simulate(text), pair


def test_recursion_and_race_agree(dirac: Any) -> None:
    """Counting by recursion and racing each player alone give the same number of universes."""
    for pair in PAIRS:
        text = starting(*pair)
        assert dirac.module.part2(text) == dirac.module.part2_independent(text), pair


@pytest.mark.parametrize("text", ["  \n" + starting(4, 8) + "\n\n", starting(4, 8).replace("\n", " \r\n\t")])
def test_white_space_around_is_tolerated(dirac: Any, text: str) -> None:
    """White space around the two lines changes nothing."""
    assert 739785 == dirac.module.part1(text)
    assert 444356092776315 == dirac.module.part2(text)


TEXTS = ["", "4 8", "Player 1 starting position: 4"]
TEXTS += ["Player 2 starting position: 8\nPlayer 1 starting position: 4", starting(-4, 8)]
TEXTS += ["Player 1 starting position: 4\nPlayer 1 starting position: 8"]
TEXTS += [starting(4, 8) + "\nPlayer 3 starting position: 1", starting(4, 8).replace("4", "four")]
TEXTS += [starting(4, 8).replace("4", "\N{ARABIC-INDIC DIGIT FOUR}")]
PLACES = [starting(0, 8), starting(4, 11), starting(100, 100)]


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (TEXTS, 'expected two lines like "Player 1 starting position: 4"'),
        (PLACES, "a starting position must be between 1 and 10"),
    ],
)
def test_other_text_is_refused(dirac: Any, texts: list[str], sentence: str) -> None:
    """Anything but the site's two lines, with an example of them, and a start that is no space."""
    for text in texts:
        for solutions in dirac.solutions.values():
            for solution in solutions:
                with pytest.raises(ValueError, match=f"^{sentence}$"):
                    solution(text)
