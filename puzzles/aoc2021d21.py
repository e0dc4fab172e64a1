"""Dirac Dice

https://adventofcode.com/2021/day/21

Part 1: on a board of ten spaces only the last digit of the die matters, so each player's
positions soon repeat. The points of one lap give the turn on which each player would reach
1000. The earlier of the two turns ends the game, and nothing before it has to be played.

Part 2: three throws of the three-sided die have seven different sums, and a game is in one of
10 x 10 x 21 x 21 states, so a recursion that remembers the states is enough. The players do not
influence each other, which gives the alternative: for each player alone, count the ways to be
short of 21 after every turn, then pair the two players by the turn on which they finish.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, count, cycle, pairwise, product
from operator import mul

START = re.compile(r"Player ([12]) starting position: ([0-9]+)")
SPACES = 10
SUMS = Counter(map(sum, product((1, 2, 3), repeat=3)))

FIELD = 64  # bits for the number of ways to one score; 27 ** 13 would still fit
SHORT_OF_21 = (1 << 21 * FIELD) - 1


def part1(text: str) -> int:
    """Find the lap that each player's positions repeat, then jump to the winning round."""
    laps = [lap(start, player) for player, start in enumerate(starts(text))]
    first, second = (turns_to(1000, points) for points in laps)
    if first <= second:
        return (6 * first - 3) * score(laps[1], first - 1)
    return 6 * second * score(laps[0], second)


def part1_simulate(text: str) -> int:
    """Play the game out, throw by throw."""
    position, waiting = starts(text)
    points, waiting_points = 0, 0
    die = cycle(range(1, 101))
    for throws in count(3, 3):
        position = space(position + next(die) + next(die) + next(die))
        points += position
        if points >= 1000:
            return throws * waiting_points
        position, points, waiting, waiting_points = waiting, waiting_points, position, points
    raise AssertionError("a game ends")


def part2(text: str) -> int:
    """Count the universes by recursion over positions and scores, memoised."""
    first, second = starts(text)
    return max(wins(first, second, 0, 0))


def part2_independent(text: str) -> int:
    """Race each player alone, then pair the two by the turn on which they finish."""
    first, second = (list(still_playing(start)) for start in starts(text))
    # player 2 throws second in a round, so player 1 must still be playing after that round
    first_wins: int = sum(map(mul, finishing(first), second))
    second_wins: int = sum(map(mul, finishing(second), first[1:]))
    return max(first_wins, second_wins)


def starts(text: str) -> tuple[int, int]:
    """The starting positions of the two players."""
    lines = [line.strip() for line in text.strip().splitlines()]
    matches = [START.fullmatch(line) for line in lines]
    if [match and match[1] for match in matches] != ["1", "2"]:
        raise ValueError('expected two lines like "Player 1 starting position: 4"')
    first, second = (int(match[2]) for match in matches if match)
    if not (1 <= first <= SPACES and 1 <= second <= SPACES):
        raise ValueError(f"a starting position must be between 1 and {SPACES}")
    return first, second


def space(position: int) -> int:
    """The space of the board for a position that may be beyond its end."""
    return (position - 1) % SPACES + 1


def lap(start: int, player: int) -> list[int]:
    """The positions, turn after turn, until they start to repeat."""
    positions: list[int] = []
    seen = set()
    position, die = start, 3 * player + 1  # the die's next face, as far as the board can tell
    while (position, die) not in seen:
        seen.add((position, die))
        position = space(position + die + (die + 1) + (die + 2))
        positions.append(position)
        die = (die + 6) % SPACES
    return positions


def turns_to(goal: int, points: list[int]) -> int:
    """The turn on which a player whose points repeat reaches the goal."""
    laps, rest = divmod(goal - 1, sum(points))
    return laps * len(points) + 1 + sum(total <= rest for total in accumulate(points))


def score(points: list[int], turns: int) -> int:
    """The score of a player whose points repeat after a number of turns."""
    laps, rest = divmod(turns, len(points))
    return laps * sum(points) + sum(points[:rest])


@cache
def wins(position: int, waiting: int, points: int, waiting_points: int) -> tuple[int, int]:
    """The universes won by the player to move and by the one who waits."""
    mine, theirs = 0, 0
    for total, ways in SUMS.items():
        landed = space(position + total)
        if points + landed >= 21:
            mine += ways
        else:
            their_wins, my_wins = wins(waiting, landed, waiting_points, points + landed)
            mine += ways * my_wins
            theirs += ways * their_wins
    return mine, theirs


def still_playing(start: int) -> Iterator[int]:
    """The number of ways for a player alone to be short of 21, before turn 1, 2, ... down to 0.

    For each space (the tenth is number 0) one long integer holds the ways to every score, in a
    field of bits each. Landing on space 7 shifts it seven fields up, and what leaves the lowest
    21 fields has finished. The sum of all fields is the remainder modulo a field of ones.
    """
    fields = [0] * SPACES
    fields[start % SPACES] = 1
    while any(fields):
        yield sum(fields) % ((1 << FIELD) - 1)
        fields = [landed(fields, place) for place in range(SPACES)]
    yield 0


def landed(fields: list[int], place: int) -> int:
    """The field of scores short of 21 after landing on this place."""
    ways = sum([ways * fields[place - total] for total, ways in SUMS.items()])
    return ways << FIELD * (place or SPACES) & SHORT_OF_21


def finishing(playing: list[int]) -> list[int]:
    """The number of ways for a player alone to reach 21 on turn 1, 2, ..."""
    return [27 * before - after for before, after in pairwise(playing)]
