"""A curve of what the slowest parts take together."""

from collections.abc import Sequence

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.slowest import MOST_ROWS, Share
from puzzle_runner.output.report.svg import Chart, Scale, percent, words
from puzzle_runner.text import count, duration

_TOP, _HEIGHT = 12, 180
_MARKED = 30
HEAD = ("", "part", "solution", "median", "share", "together")


def chart(shares: Sequence[Share]) -> Chart:
    """Return the curve: the n slowest parts across, their share of the whole upwards."""
    across = Scale(0, max(1, len(shares)), False, 11, 99)
    curve = [0.0, *(share.together for share in shares)]
    marks = "".join(_mark(across.at(n), n, share) for n, share in enumerate(shares[:_MARKED], 1))
    return Chart(
        name="slowest",
        title="What the slowest parts take together",
        summary=summary(shares),
        body=_axis(across, len(shares))
        + svg.path([_down(share) for share in curve], 11, 99, _TOP, _HEIGHT)
        + marks,
        height=_TOP + _HEIGHT + 40,
        head=HEAD,
        rows=[row_of(n, share) for n, share in enumerate(shares[:MOST_ROWS], 1)],
    )


def summary(shares: Sequence[Share]) -> str:
    """Return in a sentence how few parts take half of the time."""
    half = next((n for n, share in enumerate(shares, 1) if share.together >= 0.5), 0)
    whole = sum(share.entry.row.figures.median for share in shares)
    return (
        f"The fastest solutions of {count(len(shares), 'part')} take {duration(whole)} together; "
        f"{'half of it is one part' if half == 1 else f'half of it are the {half} slowest'}."
    )


def _down(share: float) -> float:
    return _HEIGHT * (1 - share)


def _axis(across: Scale, number: int) -> str:
    levels = svg.levels([(_TOP + _down(share), f"{share:.0%}") for share in (0.0, 0.25, 0.5, 0.75, 1.0)])
    ticks = [n for n in across.ticks(8) if n == int(n)] if number > 1 else [1.0]
    y = _TOP + _HEIGHT
    below = "".join(words(percent(across.at(n)), y + 16, f"{n:g}", "c") for n in ticks)
    return f"{levels}<g class=a>{below}{words('55%', y + 34, 'number of parts, the slowest first', 'c')}</g>"


def name(share: Share) -> str:
    """Return which part it is: `euler227 part 1`."""
    return f"{share.entry.row.puzzle} part {share.entry.row.part}"


def _mark(x: float, n: int, share: Share) -> str:
    told = (
        f"{n}. {name(share)} {share.entry.row.solution}: {duration(share.entry.row.figures.median)}, "
        f"{share.share:.1%} of the whole, {share.together:.1%} together"
    )
    return svg.mark(svg.dot(percent(x), _TOP + _down(share.together), 3.5), told, "p")


def row_of(n: int, share: Share) -> tuple[str, ...]:
    """Return a part as a row of a table."""
    row = share.entry.row
    return (
        str(n),
        name(share),
        row.solution,
        duration(row.figures.median),
        f"{share.share:.1%}",
        f"{share.together:.1%}",
    )
