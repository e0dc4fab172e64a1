"""Dirac Dice."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

PAIRS = list(product(range(1, 11), repeat=2))
# In how many of the 27 universes of a turn its three throws make each sum.
SUMS = Counter(map(sum, product((1, 2, 3), repeat=3)))


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


def universes(*positions: int) -> list[int]:
    """Part 2 by carrying all games forward together, turn by turn: the wins of each player."""
    games = Counter({(positions, (0, 0)): 1})
    wins = [0, 0]
    player = 0
    while games:
        after: Counter[Any] = Counter()
        for (places, points), ways in games.items():
            for thrown, split in SUMS.items():
                place = (places[player] + thrown - 1) % 10 + 1
                total = points[player] + place
                if total >= 21:
                    wins[player] += ways * split
                elif player == 0:
                    after[(place, places[1]), (total, points[1])] += ways * split
                else:
                    after[(places[0], place), (points[0], total)] += ways * split
        games, player = after, 1 - player
    return wins


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


@pytest.mark.parametrize(("first", "second"), [(4, 8), (10, 1)])
def test_universes_carried_forward(dirac: Any, first: int, second: int) -> None:
    """The memoised wins are those of all games carried forward together."""
    wins = universes(first, second)
    assert wins == list(dirac.module.wins(first, second, 0, 0))
    assert max(wins) == dirac.module.part2_independent(starting(first, second))


@pytest.mark.parametrize("text", ["  \n" + starting(4, 8) + "\n\n", starting(4, 8).replace("\n", " \r\n\t")])
def test_white_space_around_is_tolerated(dirac: Any, text: str) -> None:
    """White space around the two lines changes nothing."""
    assert 739785 == dirac.module.part1(text)
    assert 444356092776315 == dirac.module.part2(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4 8",
        "Player 1 starting position: 4",
        "Player 2 starting position: 8\nPlayer 1 starting position: 4",
        "Player 1 starting position: 4\nPlayer 1 starting position: 8",
        starting(4, 8) + "\nPlayer 3 starting position: 1",
        starting(4, 8).replace("4", "four"),
        starting(-4, 8),
        starting(4, 8).replace("4", "\N{ARABIC-INDIC DIGIT FOUR}"),
    ],
)
def test_other_text_is_refused(dirac: Any, text: str) -> None:
    """Anything but the site's two lines is refused, with an example of them."""
    for solutions in dirac.solutions.values():
        for solution in solutions:
            with pytest.raises(
                ValueError, match=r'^expected two lines like "Player 1 starting position: 4"$'
            ):
                solution(text)


@pytest.mark.parametrize(("first", "second"), [(0, 8), (4, 11), (100, 100)])
def test_positions_off_the_board_are_refused(dirac: Any, first: int, second: int) -> None:
    """A start that is no space of the board is refused."""
    for solutions in dirac.solutions.values():
        for solution in solutions:
            with pytest.raises(ValueError, match=r"^a starting position must be between 1 and 10$"):
                solution(starting(first, second))
