"""The Race."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any, TypeVar

import pytest

Number = TypeVar("Number", Fraction, Decimal)


@pytest.fixture(scope="module")
def race(load: Callable[[str], Any]) -> Any:
    """The puzzle."""
    return load("euler232")


def chances(target: int, one: Number) -> dict[tuple[int, int], Number]:
    """G(a, b) for all needs, each T's own game solved on its own: no pruning, no order of T."""
    at_first: dict[tuple[int, int], Number] = {}
    at_second = {(0, b): one - one for b in range(1, target + 1)}
    for a in range(1, target + 1):
        for b in range(1, target + 1):
            fallback = at_second[a - 1, b]
            options = []
            for t in range(1, (b - 1).bit_length() + 2):
                success = at_first[a, b - 2 ** (t - 1)] if 2 ** (t - 1) < b else one
                # of 2 * 2^t equal cases 2 are a hit; after a miss the first player's coin decides
                # whether this same state comes again
                options.append((2 * success + (2**t - 1) * fallback) / (2**t + 1))
            at_second[a, b] = max(options)
            at_first[a, b] = (at_second[a, b] + fallback) / 2
    return at_first


@pytest.fixture(scope="module")
def precise() -> dict[tuple[int, int], Decimal]:
    """The chances to fifty digits, for every target up to 100."""
    with localcontext(prec=50):
        return chances(100, Decimal(1))


def test_small_targets_in_fractions(race: Any) -> None:
    """Every solution rounds the exact fraction, two of which are by hand, to eight decimals."""
    exact = chances(12, Fraction(1))
    assert (Fraction(1, 3), Fraction(71, 135)) == (exact[1, 1], exact[2, 2])
    for target in range(1, 13):
        for solutions in race.solutions.values():
            for solution in solutions:
                for text in (f" {target}\n", f"\t0{target}"):
                    assert f"{float(exact[target, target]):.8f}" == solution(text), solution.__name__


def test_every_target(race: Any, precise: dict[tuple[int, int], Decimal]) -> None:
    """Filling the table and improving the policy are right to eight decimals, near powers of two as well."""
    for target in (13, 16, 17, 31, 32, 33, 50, 64, 65, 99, 100):
        expected, text = f"{precise[target, target]:.8f}", str(target)
        assert expected == race.module.part1(text) == race.module.part2_policy(text), target


def test_beyond_the_real_target(race: Any) -> None:
    """The recurrence and the policy agree on larger targets too."""
    assert race.module.part1("129") == race.module.part2_policy("129")


def test_wrong_input_is_refused(race: Any) -> None:
    """Input that is no whole number from 1 is refused with a sentence."""
    for text in ("", "0", "-1", "ten", "1.0", "10 10", "1_0", "\N{SUPERSCRIPT TWO}"):
        for solutions in race.solutions.values():
            for solution in solutions:
                with pytest.raises(ValueError, match=r"^the target must be a whole number from 1$"):
                    solution(text)
