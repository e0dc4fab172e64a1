"""The Race

https://projecteuler.net/problem=232

A state is the number of points that each player still needs: a for player 1, b for player 2. Let
F be player 2's chance of winning when it is player 2's turn, and G the same chance when it is
player 1's turn. With q = 1 / 2^T and 2^(T-1) points for T,

    G(a, b) = (F(a, b) + F(a-1, b)) / 2
    F(a, b) = max over T of q G(a, b - points) + (1 - q) G(a, b)

which is the raw Bellman equation: a miss leads back to the same state. Solved for F it reads

    F(a, b) = F(a-1, b) + max over T of 2 / (2^T + 1) (G(a, b - points) - F(a-1, b))

and the table can be filled from small needs to large ones. The published solution does so, and
checks itself on small targets by iterating the raw equation; part 2 does that on the real target.

Only the last rows of the tables are kept: `first` is G and `second` is F for the current a, as
lists over b. When G(a, b) is about to be appended, `first[-points]` is G(a, b - points).
"""

import re
from collections.abc import Iterator

TARGET = re.compile(r"0*[1-9][0-9]*")
ROUNDING = 1e-15  # the least gain for which another T is chosen

Shot = tuple[int, float]  # minus the points of one T, and the chance to hit
Numbered = tuple[int, float, int]
Choice = tuple[int, float, float, list[Numbered], list[Numbered]]


def part1(text: str) -> str:
    """Fill the table bottom up by the Bellman recurrence, its self-reference solved."""
    target = points_to_win(text)
    shots = [(step, 2 * hit / (1 + hit)) for step, hit in useful_shots(target)]
    # the gain of the smallest shot that wins at once, for each need of player 2
    winning = [next(gain for step, gain in shots if need <= -step) for need in range(1, target + 1)]
    second = [1.0] + [0.0] * target
    for _ in range(target):
        before, first, second = second, [1.0], [1.0]
        for fallback, sure in zip(before[1:], winning, strict=True):
            room = 1 - fallback
            best = sure * room
            # 3.7 gains a state; from the choice of the row before on it would be 2.5, but take Python longer
            for step, gain in shots:
                if gain * room <= best:
                    break  # were this or a larger shot to win at once, it would be no better
                better = gain * (first[step] - fallback)
                if better > best:
                    best = better
            first.append(fallback + best / 2)
            second.append(fallback + best)
    return eight_decimals(first[-1])


def part2(text: str) -> str:
    """Iterate the raw Bellman equation, in each state until it settles."""
    target = points_to_win(text)
    shots = useful_shots(target)
    won = [1.0] * -shots[-1][0]  # by any shot that scores as much as is needed, or more
    second = [0.0] * target
    for _ in range(target):
        before, first, second = second, won.copy(), []
        for fallback in before:
            outcomes = [(hit * first[step], 1 - hit) for step, hit in shots]
            chance = settled(fallback, outcomes)
            first.append((chance + fallback) / 2)
            second.append(chance)
    return eight_decimals(first[-1])


def part2_policy(text: str) -> str:
    """Improve the choice of T by the raw Bellman equation, in each state until none is better."""
    target = points_to_win(text)
    choices = list(all_choices(useful_shots(target)))
    won = [1.0] * -choices[-1][0]
    second = [0.0] * target
    # first try what was best when player 1 needed a point less: a sure win when he needed none
    policy = [choices[(need - 1).bit_length()] for need in range(1, target + 1)]
    for _ in range(target):
        before, first, second, best_before, policy = second, won.copy(), [], policy, []
        for fallback, choice in zip(before, best_before, strict=True):
            improving = True
            while improving:
                step, hit, share, larger, smaller = choice
                success = first[step]
                miss = fallback + share * (success - fallback)
                room = 1 - miss
                best = hit * (success - miss) + ROUNDING
                improving = False
                for step, hit, t in larger:
                    if hit * room <= best:
                        break  # were this or a larger shot to win at once, it would be no better
                    if hit * (first[step] - miss) > best:
                        best, choice, improving = hit * (first[step] - miss), choices[t], True
                for step, hit, t in smaller:
                    lead = first[step] - miss
                    if hit * lead > best:
                        best, choice, improving = hit * lead, choices[t], True
                    if lead / 2 <= best:
                        break  # smaller ones lead to less, and hit half of the time at most
            policy.append(choice)
            first.append(miss)
            second.append(2 * miss - fallback)
    return eight_decimals(first[-1])


def all_choices(shots: list[Shot]) -> Iterator[Choice]:
    """Each shot, the share of a hit in G if it is chosen, and the larger and smaller shots."""
    numbered = [(step, hit, t) for t, (step, hit) in enumerate(shots)]
    for step, hit, t in numbered:
        yield step, hit, hit / (1 + hit), numbered[t + 1 :], numbered[:t][::-1]


def settled(fallback: float, outcomes: list[tuple[float, float]]) -> float:
    """Player 2's chance, given (chance to win by a hit, chance of a miss) of each T."""
    chance, last = fallback, -1.0
    while chance != last:
        miss, last = (chance + fallback) / 2, chance
        chance = max([won + missed * miss for won, missed in outcomes])
    return chance


def points_to_win(text: str) -> int:
    """The number in the input."""
    if not TARGET.fullmatch(text.strip()):
        raise ValueError("the target must be a whole number from 1")
    return int(text)


def useful_shots(target: int) -> list[Shot]:
    """All T up to the first that wins the game with one hit."""
    return [(-(2**t // 2), 1 / 2**t) for t in range(1, (target - 1).bit_length() + 2)]


def eight_decimals(chance: float) -> str:
    """A chance as the answer is written."""
    return f"{chance:.8f}"
