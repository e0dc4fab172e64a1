"""The search for the smallest choices that still fail. Values in, values out: an oracle tries them.

A random input is made from choices: numbers, each below a bound. Fewer choices come first, then smaller ones;
a generator makes a smaller input of them. Made-up choices need not fit: what is too large counts as the
largest, and what is missing as 0, so the oracle returns what was drawn indeed.

hypothesis shrinks in this way, too. Its public functions neither begin with a failure that was found
elsewhere, nor call a generator in another process.
"""

from collections.abc import Callable, Sequence

Choices = tuple[int, ...]
# Returns, of each of several, the choices that were drawn if they fail, else None.
Oracle = Callable[[Sequence[Choices]], Sequence[Choices | None]]
# What becomes of choices at a place; None if nothing is to be tried there.
Change = Callable[[Choices, int], Choices | None]
# So many are tried in all, and so many at once.
MOST, TOGETHER = 1500, 32
# How many choices are left out or become 0 at once.
WIDTHS = (64, 16, 4, 2, 1)
# A count of things is among the first choices.
COUNTS = 3
# How far apart choices are that change places.
GAPS = (1, 2, 4, 8)
# A choice is lowered to one of so many values at once.
VALUES = 8


def smallest(choices: Choices, oracle: Oracle, most: int = MOST) -> Choices:
    """Return the smallest choices that were found to fail, `choices` themselves at worst."""
    search = _Search(choices, oracle, most)
    before: Choices | None = None
    while search.left > 0 and before != search.best:
        before = search.best
        for width in WIDTHS:
            search.everywhere(_without(width, zeros=True))
            search.everywhere(_without(width), shorter=True)
        for place in range(COUNTS):
            search.everywhere(_without_counted(place), shorter=True)
        search.lower()
        for gap in GAPS:
            search.everywhere(_swapped(gap))
    return search.best


class _Search:
    def __init__(self, choices: Choices, oracle: Oracle, most: int) -> None:
        self.best, self.oracle, self.left = choices, oracle, most
        self.tried = {choices}

    def takes(self, candidates: Sequence[Choices | None], *, shorter: bool = False) -> int | None:
        """Try choices; take the first that are the best by now, and tell which. They may have to be fewer."""
        new = {
            choices: place
            for place, choices in reversed([*enumerate(candidates)])
            if choices is not None and choices not in self.tried and _order(choices) < _order(self.best)
        }
        asked = [*reversed(new)][: max(self.left, 0)]
        self.tried.update(asked)
        self.left -= len(asked)
        for choices, drawn in zip(asked, self.oracle(asked) if asked else (), strict=True):
            if drawn is not None and _order(drawn) < ((len(self.best),) if shorter else _order(self.best)):
                self.best = drawn
                return new[choices]
        return None

    def everywhere(self, change: Change, *, shorter: bool = False) -> None:
        """Try a change at each place, the last first; at more and more of them at once until one is taken."""
        at, together = len(self.best) - 1, 1
        while at >= 0 and self.left > 0:
            places = range(at, max(-1, at - together), -1)
            taken = self.takes([change(self.best, place) for place in places], shorter=shorter)
            at -= together if taken is None else taken + 1
            at = min(at, len(self.best) - 1)
            together = min(2 * together, TOGETHER) if taken is None else 1

    def lower(self) -> None:
        """Lower each choice as far as it goes, as if all above the least that fails did."""
        for at in range(len(self.best)):
            low, high = 0, self.best[at] if at < len(self.best) else 0
            while high - low > 1 and self.left > 0 and at < len(self.best):
                values = sorted({low + (high - low) * part // VALUES for part in range(1, VALUES)} - {low})
                taken = self.takes([_with(self.best, at, value) for value in values])
                place = len(values) if taken is None else taken
                low, high = [low, *values, high][place : place + 2]


def _with(choices: Choices, at: int, value: int) -> Choices:
    return (*choices[:at], value, *choices[at + 1 :])


def _without(width: int, *, zeros: bool = False) -> Change:
    """Leave out choices, or with `zeros` put these in their place."""

    def change(best: Choices, at: int) -> Choices | None:
        rest = best[at + width :]
        return None if at % width else best[:at] + (0,) * (zeros * (len(best) - at - len(rest))) + rest

    return change


def _without_counted(place: int) -> Change:
    """Leave out one of several things of which a choice before them is the count."""

    def change(best: Choices, at: int) -> Choices | None:
        if at <= place or not best[place]:
            return None
        fewer = _with(best, place, best[place] - 1)
        return fewer[:at] + fewer[at + 1 :]

    return change


def _swapped(gap: int) -> Change:
    def change(best: Choices, at: int) -> Choices | None:
        other = at + gap
        if other >= len(best) or best[at] <= best[other]:
            return None
        return _with(_with(best, at, best[other]), other, best[at])

    return change


def _order(choices: Choices) -> tuple[int, Choices]:
    return len(choices), choices
