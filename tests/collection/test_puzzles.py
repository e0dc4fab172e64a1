"""The four puzzles of the collection, each beside a reading of its rules with nothing clever."""

import importlib.util
import re
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from pathlib import Path
from typing import Any, TypeVar

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "puzzles"
Number = TypeVar("Number", Fraction, Decimal)


@cache
def solutions(puzzle: str) -> dict[int, list[Callable[[str], Any]]]:
    """Return the solutions of a puzzle by part, the default one first."""
    spec = importlib.util.spec_from_file_location(puzzle, FOLDER / f"{puzzle}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    by_part: dict[int, list[Callable[[str], Any]]] = {}
    for name, value in vars(module).items():
        if match := re.fullmatch(r"part(\d)(_\w+)?", name):
            by_part.setdefault(int(match[1]), []).append(value)
    return by_part


def starting(first: object, second: object) -> str:
    """Return the site's form of the input of aoc2021d21."""
    return f"Player 1 starting position: {first}\nPlayer 2 starting position: {second}"


DIRAC = 'expected two lines like "Player 1 starting position: 4"'
CHASE = "the number of players must be "
RACE = "the target must be a whole number from 1"
REFUSED = [
    ("aoc2021d21", DIRAC, ["", "4 8", starting(-4, 8), starting("four", 8), starting("\u0664", 8)]),
    ("aoc2021d21", DIRAC, [f"{starting(4, 8)}\nPlayer 3 starting position: 1", starting(4, 8)[:30]]),
    ("aoc2021d21", "a starting position must be between 1 and 10", [starting(0, 8), starting(4, 11)]),
    ("euler227", f"{CHASE}a whole number", ["", "ten", "10.0", "1_0", "10 12"]),
    ("euler227", f"{CHASE}even", ["99", "1"]),
    ("euler227", f"{CHASE}at least 4", ["2", "0", "-4"]),
    ("euler232", RACE, ["", "0", "-1", "ten", "1.0", "10 10", "1_0", "\N{SUPERSCRIPT TWO}"]),
    (
        "srm465",
        "expected four whole numbers: n d x y",
        ["", "10 6 1", "10 6 1 1 1", "10 6 1 one", "1_0 6 1 1"],
    ),
    ("srm465", "n must be between 10 and 5000", ["9 6 1 1", "5001 6 1 1", "-10 6 1 1"]),
    ("srm465", "d must be between 1 and n - 1", ["10 0 1 1", "10 10 1 1"]),
    ("srm465", "x must be between 1 and n - 1", ["10 6 0 1", "10 6 10 1"]),
    ("srm465", "y must be between 1 and n - 1", ["10 6 1 0", "10 6 1 10"]),
]


@pytest.mark.parametrize(("puzzle", "sentence", "texts"), REFUSED)
def test_wrong_input_is_refused(puzzle: str, sentence: str, texts: list[str]) -> None:
    """By every solution, with a sentence."""
    for text in texts:
        for solution in (*solutions(puzzle)[1], *solutions(puzzle)[2]):
            with pytest.raises(ValueError, match=f"^{sentence}$"):
                solution(text)


def played(*positions: int) -> int:
    """Return what a game with the deterministic die comes to, by the rules."""
    places, points, rolled = list(positions), [0, 0], 0
    while max(points) < 1000:
        player = rolled // 3 % 2
        for _ in range(3):
            places[player] = (places[player] + rolled % 100) % 10 + 1
            rolled += 1
        points[player] += places[player]
    return min(points) * rolled


def test_dirac_dice() -> None:
    """The deterministic game is one by the rules; counting and racing find as many universes."""
    both = solutions("aoc2021d21")
    for pair in product((1, 4, 7, 8, 10), repeat=2):
        text = f"  \n{starting(*pair)}\r\n\n"
        assert {played(*pair)} == {solution(text) for solution in both[1]}, pair
        assert 1 == len({solution(text) for solution in both[2]}), pair
    assert 444356092776315 == both[2][0](starting(4, 8))


@cache
def exact_turns(players: int) -> Fraction:
    """Return the expected turns of a chase, by elimination in fractions, round the whole table."""
    half = players // 2
    rows: list[dict[int, Fraction]] = []  # by distance: its coefficients, and the right side at 0
    for distance in range(1, half + 1):
        row = {0: Fraction(36), distance: Fraction(36)}
        for here, there in product((-1, 0, 0, 0, 0, 1), repeat=2):
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


def test_the_chase() -> None:
    """To ten digits, for every even table; four players can be solved on paper: 36/5 turns."""
    assert Fraction(36, 5) == exact_turns(4)
    for players in (*range(4, 15, 2), 34, 100):
        exact = exact_turns(players)
        context = Context(prec=10, rounding=ROUND_HALF_EVEN)
        rounded = context.divide(Decimal(exact.numerator), Decimal(exact.denominator))
        expected = f"{rounded:.{9 - rounded.adjusted()}f}"
        for default, *direct in solutions("euler227").values():
            # The default ones follow the chase turn by turn, which takes half a second for a large table.
            for solution in [default, *direct] if players < 50 else direct:
                assert expected == solution(f" 0{players}\n"), (solution.__name__, players)


def chances(target: int, one: Number) -> dict[tuple[int, int], Number]:
    """Return G(a, b) for all needs, each T's own game solved on its own: no pruning, no order of T."""
    at_first: dict[tuple[int, int], Number] = {}
    at_second = {(0, b): one - one for b in range(1, target + 1)}
    for a in range(1, target + 1):
        for b in range(1, target + 1):
            fallback = at_second[a - 1, b]
            options = []
            for t in range(1, (b - 1).bit_length() + 2):
                success = at_first[a, b - 2 ** (t - 1)] if 2 ** (t - 1) < b else one
                # Of 2 * 2^t equal cases 2 are a hit; after a miss the first player's coin decides whether
                # this same state comes again.
                options.append((2 * success + (2**t - 1) * fallback) / (2**t + 1))
            at_second[a, b] = max(options)
            at_first[a, b] = (at_second[a, b] + fallback) / 2
    return at_first


def test_the_race() -> None:
    """To eight decimals; two targets are by hand, those of powers of two are near."""
    exact = chances(12, Fraction(1))
    assert (Fraction(1, 3), Fraction(71, 135)) == (exact[1, 1], exact[2, 2])
    both = solutions("euler232")
    for target in range(1, 13):
        for solution in (*both[1], *both[2]):
            assert f"{float(exact[target, target]):.8f}" == solution(f"\t0{target}\n"), solution.__name__
    with localcontext(prec=50):
        precise = chances(65, Decimal(1))
    for target in (13, 16, 17, 31, 32, 33, 64, 65):
        answers = {both[1][0](str(target)), both[2][0](str(target))}
        assert {f"{precise[target, target]:.8f}"} == answers, target


@cache
def arrivals(n: int, d: int, start: int, turns: int) -> list[float]:
    """Return the chance of reaching the goal on turn 1, 2, ..., by following all squares."""
    ways = {start: 1}
    found = []
    for turn in range(1, turns + 1):
        after: dict[int, int] = {}
        for square, count in ways.items():
            for there in range(square + 1, square + d + 1):
                there = there if there <= n else 2 * n - there
                after[there] = after.get(there, 0) + count
        found.append(after.pop(n, 0) / d**turn)
        ways = after
    return found


def wins(n: int, d: int, x: int, y: int, turns: int) -> float:
    """Return the chance that the first player wins within so many turns."""
    mine = arrivals(n, d, x, turns)
    theirs = accumulate(arrivals(n, d, y, turns), initial=0.0)
    return sum(a * (1 - gone) for a, gone in zip(mine, theirs, strict=False))


def test_bouncing_dice() -> None:
    """On a small board all games are what following every square gives, bounces included."""
    n = 10
    for d, x, y in product(range(1, n), range(1, n), range(1, n, 2)):
        early, whole = wins(n, d, x, y, n - d - 1), wins(n, d, x, y, 25 * d)
        for solution in solutions("srm465")[1]:
            assert early == pytest.approx(solution(f"{n} {d} {x} {y}"), rel=1e-12, abs=1e-15)
        for solution in solutions("srm465")[2]:
            assert whole == pytest.approx(solution(f" {n}\n0{d} {x} {y}"), abs=1e-9)


# Two that would be above 1 and below 0 if they were rounded, and three that are too small for a double.
GAMES = ["831 6 820 40", "884 2 1 243", "2500 2 1 2499", "5000 1 1 4999", "3800 3 1 3790", "5000 600 1 7"]


@pytest.mark.parametrize("game", GAMES)
def test_bouncing_dice_on_large_boards(game: str) -> None:
    """The default solutions and their alternatives agree; early wins are wins."""
    early, *earlies = [solution(game) for solution in solutions("srm465")[1]]
    whole, *wholes = [solution(game) for solution in solutions("srm465")[2]]
    assert 0 <= early <= whole <= 1
    assert earlies == [pytest.approx(early, abs=1e-12)] and wholes == [pytest.approx(whole, abs=1e-12)]
