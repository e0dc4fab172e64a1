"""The search for the smallest choices that still fail. Values in, values out: others draw and try them.

A random input is made from choices: numbers, each below a bound. Fewer choices come first, then smaller ones;
a generator makes a smaller input of them. Made-up choices need not fit: what is too large counts as the
largest, and what is missing as 0, so it is told what is drawn indeed.

hypothesis shrinks in this way, too. Its public functions neither begin with a failure that was found
elsewhere, nor call a generator in another process, nor try several inputs at once.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate

Choices = tuple[int, ...]
# Returns what is drawn of each of several; None if nothing can be made of it.
Draw = Callable[[Sequence[Choices]], Sequence[Choices | None]]
# Tells which of several that were drawn fail.
Fails = Callable[[Sequence[Choices]], Sequence[bool]]
Change = Callable[[Choices], Choices]
# The most that are tried in all, and at once.
MOST, TOGETHER = 1500, 32
# How many choices are left out or become 0 at once.
WIDTHS = (64, 16, 4, 2, 1)
# A count of things is among the first choices.
COUNTS = 3
# The values that a choice is lowered to at once.
VALUES = 8


class Search:
    """The search; `best` are the smallest choices that were found to fail, those it began with at worst."""

    def __init__(self, choices: Choices, drawn: Draw, fails: Fails, most: int = MOST) -> None:
        self.best, self.drawn, self.fails, self.left = choices, drawn, fails, most
        self.tried = {choices}

    def run(self) -> Choices:
        """Search until nothing smaller is found, and return the best."""
        before: Choices | None = None
        while self.left > 0 and before != self.best:
            before = self.best
            for width in WIDTHS:
                self.take([_replaced(at, width, (0,) * width) for at in self.places(width)])
                self.take([_replaced(at, width, ()) for at in self.places(width)], shorter=True)
            for count in range(COUNTS):
                self.take([_counted(at, count) for at in self.places() if at > count], shorter=True)
            self.take([_replaced(at, 1, (1,)) for at in self.places() if self.best[at] > 1])
            self.lower()
        return self.best

    def places(self, width: int = 1) -> Sequence[int]:
        """Return the places at which each width of the best choices begins, the last first."""
        return range(0, len(self.best), width)[::-1]

    def failing(self, candidates: Sequence[Choices], *, shorter: bool) -> list[Choices | None]:
        """Return what is drawn of each if it fails, is new, and better than the best or `shorter`."""
        new = [*dict.fromkeys(each for each in candidates if each not in self.tried)]
        least = (len(self.best),) if shorter else _order(self.best)
        drawn = {
            candidate: each
            for candidate, each in zip(new, self.drawn(new) if new else (), strict=True)
            if each is not None and each not in self.tried and _order(each) < least
        }
        asked = [*dict.fromkeys(drawn.values())][: max(self.left, 0)]
        self.left -= len(asked)
        self.tried.update(asked)
        failing = {each for each, fails in zip(asked, self.fails(asked), strict=True) if fails}
        return [each if (each := drawn.get(candidate)) in failing else None for candidate in candidates]

    def first(self, candidates: Sequence[Choices], *, shorter: bool = False) -> int | None:
        """Take the first that fails; tell which that is."""
        found = self.failing(candidates, shorter=shorter)
        for place, drawn in enumerate(found):
            if drawn is not None:
                self.best = drawn
                return place
        return None

    def take(self, changes: Sequence[Change], *, shorter: bool = False) -> None:
        """Make the changes with which it still fails, as many at once as go together.

        They begin at the end, and do not overlap, so that one leaves the places of the next as they are.
        """
        waiting = [*changes]
        while waiting and self.left > 0:
            some, waiting = waiting[:TOGETHER], waiting[TOGETHER:]
            found = self.failing([change(self.best) for change in some], shorter=shorter)
            good = [(change, drawn) for change, drawn in zip(some, found, strict=True) if drawn is not None]
            if good:
                numbers = [len(good) >> halved for halved in range(len(good).bit_length() - 1)]
                made = [*accumulate(good, lambda best, each: each[0](best), initial=self.best)]
                taken = self.first([made[number] for number in numbers], shorter=shorter)
                number = 1 if taken is None else numbers[taken]
                if number == 1:
                    self.best = good[0][1]
                waiting = [*(change for change, _ in good[number:]), *waiting]

    def lower(self) -> None:
        """Lower each choice as far as it goes, as if all above the least that fails did."""
        for at in range(len(self.best)):
            low, high = 0, self.best[at] if at < len(self.best) else 0
            while high - low > 1 and self.left > 0 and at < len(self.best):
                values = sorted({low + (high - low) * part // VALUES for part in range(1, VALUES)} - {low})
                taken = self.first([_replaced(at, 1, (value,))(self.best) for value in values])
                place = len(values) if taken is None else taken
                low, high = [low, *values, high][place : place + 2]


def _replaced(at: int, width: int, values: Choices) -> Change:
    return lambda choices: choices[:at] + values[: len(choices) - at] + choices[at + width :]


def _counted(at: int, count: int) -> Change:
    """Leave out one of several things of which a choice before them is the count."""

    def change(choices: Choices) -> Choices:
        fewer = max(0, choices[count] - 1)
        return (*choices[:count], fewer, *choices[count + 1 : at], *choices[at + 1 :])

    return change


def _order(choices: Choices) -> tuple[int, Choices]:
    return len(choices), choices
