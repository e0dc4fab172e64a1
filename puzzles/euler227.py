"""The Chase

https://projecteuler.net/problem=227

Only the distance between the two dice matters. A turn changes it by at most two, and it folds at
both ends: a distance below 0 is counted from the other die, and a distance above half the table
is shorter the other way round. The published solution follows the distribution of the distance
turn by turn, for a table of one size; here the folds hold for every even size.

When to stop: once the chance of every distance is between a and b times its chance one turn
before, the turns still to come are between (chance left) / (1 - a) and (chance left) / (1 - b).
So the long geometric tail is added, not played, as soon as both bounds agree.

The expected turns from each distance are also a linear system with five diagonals. Eliminating
the distances one by one from the near end needs no subtraction, so nothing cancels. It
even has a closed form: away from the ends, E[i-2] + 8 E[i-1] - 18 E[i] + 8 E[i+1] + E[i+2] = -36
is solved by the parabola 3 i (players - i) / 2, by constants and by powers of -(5 - 2 sqrt 6).
With the mirror at half the table, E[0] = 0 and E[-1] = E[1], exactly one combination is left.
"""

import re
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from itertools import product
from math import sqrt
from typing import NamedTuple

NUMBER = re.compile(r"-?[0-9]+")
PASSES = (-1, 0, 0, 0, 0, 1)  # where the six faces send a die
MOVES = {-2: 1, -1: 8, 0: 18, 1: 8, 2: 1}  # changes of the distance, in how many of 36 throws

Chances = list[float]  # of the distances 1, 2, ... half the table
Row = dict[int, int]  # of 36 throws, how many lead to each distance


def part1(text: str) -> str:
    """Follow the distribution of the distance, five moves a turn, both ends folded."""
    return ten_digits(expected_turns(number_of_players(text) // 2, five_moves))


def part1_linear(text: str) -> str:
    """Solve the banded linear system for the expected turns from each distance."""
    players = number_of_players(text)
    return ten_digits(solve([row(MOVES, i, players) for i in range(1, players // 2 + 1)]))


def part1_closed(text: str) -> str:
    """Evaluate the closed form of the linear system's solution."""
    players = number_of_players(text)
    fading = (2 * sqrt(6) - 5) ** (players // 2)
    return ten_digits(3 * players**2 / 8 + players * sqrt(6) / 8 * (1 - fading) / (1 + fading))


def part2(text: str) -> str:
    """Follow the distribution of the distance, rolling out all 36 throws from each."""
    players = number_of_players(text)
    half = players // 2
    arrivals: list[list[tuple[int, float]]] = [[] for _ in range(half + 1)]
    for distance in range(1, half + 1):
        for reached, throws in rolled_out(distance, players).items():
            arrivals[reached].append((distance - 1, throws / 36))
    del arrivals[0]

    def turn(chances: Chances) -> Chances:
        return [sum([chances[i] * share for i, share in sources]) for sources in arrivals]

    return ten_digits(expected_turns(half, turn))


def part2_linear(text: str) -> str:
    """Roll out all 36 throws into the rows of the linear system, then solve it."""
    players = number_of_players(text)
    moves = Counter([there - here for here, there in product(PASSES, repeat=2)])
    return ten_digits(solve([row(moves, i, players) for i in range(1, players // 2 + 1)]))


def number_of_players(text: str) -> int:
    """The number in the input."""
    if not NUMBER.fullmatch(text.strip()):
        raise ValueError("the number of players must be a whole number")
    players = int(text)
    if players % 2:
        raise ValueError("the number of players must be even")
    if players < 4:
        raise ValueError("the number of players must be at least 4")
    return players


def ten_digits(turns: float) -> str:
    """Ten significant digits, written out in full."""
    return f"{Decimal(f'{turns:.9e}'):f}"


def fold(distance: int, players: int) -> int:
    """The distance the shorter way round the table."""
    return min(abs(distance), players - abs(distance))


def row(moves: Row, distance: int, players: int) -> Row:
    """How many of 36 throws lead from a distance to each distance."""
    reached: Row = {}
    for move, throws in moves.items():
        there = fold(distance + move, players)
        reached[there] = reached.get(there, 0) + throws
    return reached


def rolled_out(distance: int, players: int) -> Row:
    """The same as a row, by moving both dice round the table in each of 36 throws."""
    dice = ((here, distance + there) for here, there in product(PASSES, repeat=2))
    return Counter(fold((there - here) % players, players) for here, there in dice)


def five_moves(chances: Chances) -> Chances:
    """The chances of the distances after one more turn."""
    # Unfolded, the halves of the table meet at the farthest distance: it counts twice, and the
    # near half follows it again. Before the nearest distance lies its mirror image.
    *nearer, farthest = chances
    mirror = [chances[0], 0.0, *nearer, 2 * farthest, *[0.0, *nearer][:-3:-1]]
    windows = zip(*(mirror[i : len(mirror) - 4 + i] for i in range(5)), strict=True)
    after = [(a + e + 8 * (b + d) + 18 * c) / 36 for a, b, c, d, e in windows]
    after[-1] /= 2
    return after


def expected_turns(half: int, turn: Callable[[Chances], Chances]) -> float:
    """Add up the chances that the chase goes on, until the two bounds of the rest agree."""
    chances = [0.0] * (half - 1) + [1.0]
    turns = 0.0
    while True:
        for _ in range(2 * half):
            turns += sum(chances)
            chances = turn(chances)
        kept = [later / now for later, now in zip(turn(chances), chances, strict=True)]
        if max(kept) < 1:
            least, most = (sum(chances) / (1 - share) for share in (min(kept), max(kept)))
            if most - least < 1e-13 * turns:
                return turns + (least + most) / 2


class Detour(NamedTuple):
    """Where the chase is after it has left a distance that was eliminated from the system."""

    turns: float  # the expected number of turns it takes
    ended: float  # the chance that the chase is over
    one: float  # the chance of being one distance farther
    two: float  # the chance of being two distances farther


def solve(rows: list[Row]) -> float:
    """The expected turns from the last distance, with the others eliminated one after another."""
    before = last = Detour(0.0, 1.0, 0.0, 0.0)
    for distance, reached in enumerate(rows, start=1):
        two_back = reached.get(distance - 2, 0)
        one_back = reached.get(distance - 1, 0) + two_back * before.one
        ended = two_back * before.ended + one_back * last.ended
        one = reached.get(distance + 1, 0) + one_back * last.two
        two = reached.get(distance + 2, 0)
        moved = ended + one + two
        turns = 36 + two_back * before.turns + one_back * last.turns
        before, last = last, Detour(turns / moved, ended / moved, one / moved, two / moved)
    return last.turns
