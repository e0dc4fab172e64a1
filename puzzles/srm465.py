"""BouncingDiceGame

https://archive.topcoder.com/ProblemStatement/pm/10780

The last d squares before the goal are all alike: from each of them one face of the die reaches
the goal, and every other face leads to one of these squares again. So a player first walks into
the last d squares, and then has one chance in d on every turn. Once both players are there, the
player to move wins with chance d / (2d - 1). A throw moves at least one square, so both are there
after n - d - 1 turns: P1 is the first player's chance of having won by then, P2 the chance that
nobody has won, and the answer is P1 + P2 d / (2d - 1).

Only the turn on which each player enters the last squares matters. A player has not entered them
after k turns if k throws sum up to less than the way to go, so one table of the sums of k throws
serves both players. Such a sum is sub-Gaussian with its own variance: less than 1e-17 of it lies
beyond SPREAD standard deviations, so the table need not be wider than that.

Of that table only one number for each turn and player is used, and the waves compute just these.
On a circle, "still short" is a square wave, which is a sum of sines, and its chance is the sum of
the means of these sines. A mean is that of exp(i angle throw) to the power of k, which is next to
nothing for all but the slowest waves. With few throws, all waves would matter; then the ways are
counted in whole numbers, excluding the faces above d.
"""

import re
from cmath import rect
from collections.abc import Iterator
from itertools import accumulate, count, cycle, repeat, zip_longest
from math import ceil, comb, floor, pi, sin, sqrt
from operator import mul

GAME = re.compile(r"(-?[0-9]+\s+){3}-?[0-9]+")
SPREAD = 9.0
MANY_THROWS = 37  # 1/3, the highest side lobe of any die, is less than 1e-17 to this power

Chances = list[float]  # of not having entered the last squares after 0, 1, ... turns, down to 0.0


def part1(text: str) -> float:
    """Tabulate the sums of k throws, then add up the wins of the first n - d - 1 turns."""
    n, d, x, y = game(text)
    won, _ = race(d, n - d - 1, *from_table(d, n - d - x, n - d - y))
    return won


def part1_waves(text: str) -> float:
    """Work out the turns of entry from a few waves, or by counting, then add up early wins."""
    n, d, x, y = game(text)
    won, _ = race(d, n - d - 1, *from_waves(d, n - d - x, n - d - y))
    return won


def part2(text: str) -> float:
    """Tabulate the sums of k throws, add up early wins P1, then P1 + P2 d / (2d - 1)."""
    n, d, x, y = game(text)
    return whole(d, *race(d, n - d - 1, *from_table(d, n - d - x, n - d - y)))


def part2_waves(text: str) -> float:
    """Work out the turns of entry from a few waves, or by counting; P1 + P2 d / (2d - 1)."""
    n, d, x, y = game(text)
    return whole(d, *race(d, n - d - 1, *from_waves(d, n - d - x, n - d - y)))


def game(text: str) -> tuple[int, int, int, int]:
    """The input: the squares, the faces of the die, and where the players are."""
    if not GAME.fullmatch(text.strip()):
        raise ValueError("expected four whole numbers: n d x y")
    n, d, x, y = map(int, text.split())
    if not 10 <= n <= 5000:
        raise ValueError("n must be between 10 and 5000")
    for name, number in ("d", d), ("x", x), ("y", y):
        if not 1 <= number <= n - 1:
            raise ValueError(f"{name} must be between 1 and n - 1")
    return n, d, x, y


def race(d: int, turns: int, first: Chances, second: Chances) -> tuple[float, float]:
    """The chance that the first player wins within some turns, and the chance that nobody does."""
    miss = (d - 1) / d
    outside, other_outside = first[0], second[0]
    inside, other_inside = 1 - outside, 1 - other_outside
    won = 0.0
    for still, other_still in zip_longest(first[1:], second[1:], fillvalue=0.0):
        won += inside / d * (other_inside + other_outside)
        inside = inside * miss + (outside - still)
        other_inside = other_inside * miss + (other_outside - other_still)
        outside, other_outside = still, other_still
    # both are inside now, so all turns that are left are alike
    both = inside * other_inside
    undecided = miss ** (2 * (turns + 1 - max(len(first), len(second))))
    return whole(d, won, both * (1 - undecided)), both * undecided


def whole(d: int, won: float, undecided: float) -> float:
    """The chance to win, with the share of undecided games that the player to move wins."""
    return min(won + undecided * d / (2 * d - 1), 1.0)


def from_table(d: int, *ways: int) -> list[Chances]:
    """For each way to go, the chances that the throws so far sum up to less."""
    short: list[Chances] = [[] for _ in ways]
    mean, spread = (d + 1) / 2, SPREAD * deviation(d)
    low, high, row = 0, 0, [1.0]  # the chances of the sums low, low + 1, ... high
    for throws in count(1):
        if low >= max(ways):
            break
        totals = list(accumulate(row))
        for way, chances in zip(ways, short, strict=True):
            if way > high:
                chances.append(1.0)
            elif way > low:
                chances.append(totals[way - low - 1])
            else:
                chances.append(0.0)
        # a sum is reached from the d sums below it: the difference of two totals
        padded = [0.0] * d + totals + [totals[-1]] * d
        least = max(throws, ceil(throws * mean - spread * sqrt(throws)))
        high = min(throws * d, floor(throws * mean + spread * sqrt(throws)))
        skip, upto = least - low - 1, min(high, max(ways) - 1) - low
        upper, lower = padded[skip + d : upto + d], padded[skip:]
        row = [(a - b) / d for a, b in zip(upper, lower, strict=False)]
        low = least
    return [falling(chances) for chances in short]


def from_waves(d: int, *ways: int) -> list[Chances]:
    """The same, without the table."""
    entries = {way: entry(d, way) for way in set(ways)}
    return [entries[way] for way in ways]


def entry(d: int, way: int) -> Chances:
    """The chances that the throws so far sum up to less than the way to go."""
    if way <= 0:
        return [0.0]
    mean, spread = (d + 1) / 2, SPREAD * deviation(d)
    # the throws for which the way is SPREAD deviations above, and below, the mean of their sum
    root = sqrt(spread**2 + 4 * mean * way)
    soonest, latest = (((root + sign * spread) / (2 * mean)) ** 2 for sign in (-1, 1))
    sure = min(max(floor(soonest), (way - 1) // d), way - 1)
    throws = range(sure + 1, min(ceil(latest), way))
    open_turns: Iterator[float] = iter(())
    if throws:
        open_turns = (by_waves if sure >= MANY_THROWS else by_counting)(d, way, throws)
    return falling([*repeat(1.0, sure + 1), *open_turns])


def falling(chances: Chances) -> Chances:
    """The same down to 0.0. Rounding must not let a chance rise again."""
    return [*accumulate([max(chance, 0.0) for chance in chances], min), 0.0]


def deviation(d: int) -> float:
    """The standard deviation of one throw."""
    return sqrt((d * d - 1) / 12)


def by_counting(d: int, way: int, throws: range) -> Iterator[float]:
    """Count the throws that sum up to less: any faces, less those above d in 1, 2, ... dice."""
    signs = cycle((1, -1))
    columns = [
        map(mul, repeat(sign), binomials(rest, throws))
        for sign, rest in zip(signs, range(way - 1, -1, -d), strict=False)
    ]
    for k, row in zip(throws, zip(*columns, strict=True), strict=True):
        yield sum([comb(k, above) * ways for above, ways in enumerate(row)]) / d**k


def binomials(n: int, ks: range) -> Iterator[int]:
    """The number of subsets of each size that n things have."""
    subsets = comb(n, ks.start)
    for k in ks:
        yield subsets
        subsets = subsets * (n - k) // (k + 1)


def by_waves(d: int, way: int, throws: range) -> Iterator[float]:
    """Add up the waves of a circle that is so long that no sum goes half-way round it."""
    circle = 4 * ceil(SPREAD * deviation(d) * sqrt(throws.stop)) + 4
    faint = 1e-18 ** (1 / throws.start)

    waves = []
    for wave in count(1, 2):
        half_angle = pi * wave / circle
        strength = sin(d * half_angle) / (d * sin(half_angle))  # of one throw, about its mean
        if strength <= faint:
            break
        # the phase in whole numbers, so that a long way to go costs no precision
        phase = wave * (throws.start * (d + 1) - 2 * way + 1) % (2 * circle)
        height = 2 / (circle * sin(half_angle)) * strength**throws.start
        step = rect(strength, (d + 1) * half_angle)
        start = rect(height, pi * phase / circle)
        waves.append(accumulate(repeat(step, len(throws) - 1), mul, initial=start))
    return (0.5 - sum(heights).imag for heights in zip(*waves, strict=True))
