"""A curve of what the slowest parts take together."""

from collections.abc import Iterator

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.aggregates import Share
from puzzle_runner.output.report.chart import Chart, ChartTable, PuzzleLink
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, percent
from puzzle_runner.text import count, duration

ORDER = 6
_TOP, _HEIGHT = 12, 180
_MARKED = 30
# Rows of the table; a sentence counts the others.
MOST_ROWS = 100


def charts(data: Data) -> Iterator[Chart]:
    """Yield the curve: the n slowest parts across, their share of the whole upwards."""
    shares = data.shares
    if not shares:
        return
    across = Scale(0, len(shares), False, 11, 99)
    up = Scale(0, 1, False)
    ticks = [n for n in across.ticks(8) if n == int(n)] if len(shares) > 1 else [1.0]
    heights = [up.down(share, _HEIGHT) for share in (0.0, *(share.together for share in shares))]
    marks = [
        svg.mark(svg.dot(percent(across.at(n)), _TOP + heights[n], 3.5), _title(n, share), "p")
        for n, share in enumerate(shares[:_MARKED], 1)
    ]
    whole = sum(share.seconds for share in shares)
    half = next((n for n, share in enumerate(shares, 1) if share.together >= 0.5), 0)
    more = len(shares) - MOST_ROWS
    yield Chart(
        name="slowest",
        title="What the slowest parts take together",
        summary=f"The fastest solutions of {count(len(shares), 'part')} take {duration(whole)} together; "
        f"{'half of it is one part' if half == 1 else f'half of it are the {half} slowest'}.",
        body=svg.levels(
            [(_TOP + up.down(share, _HEIGHT), f"{share:.0%}") for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
        )
        + svg.below(
            [(across.at(n), f"{n:g}") for n in ticks],
            _TOP + _HEIGHT,
            "number of parts, the slowest first",
        )
        + svg.path(heights, 11, 99, _TOP, _HEIGHT)
        + "".join(marks),
        height=_TOP + _HEIGHT + 40,
        view="slowest",
        tables=[
            ChartTable(
                ("", "part", "solution", "median", "share", "together"),
                [_row(n, share) for n, share in enumerate(shares[:MOST_ROWS], 1)],
                note=f"The {more} faster ones are in the leaderboard, sorted by median." if more > 0 else "",
            )
        ],
    )


def _name(share: Share) -> str:
    return f"{share.puzzle} part {share.part}"


def _title(n: int, share: Share) -> str:
    return (
        f"{n}. {_name(share)} {share.solution}: {duration(share.seconds)}, "
        f"{share.share:.1%} of the whole, {share.together:.1%} together"
    )


def _row(n: int, share: Share) -> tuple[str | PuzzleLink, ...]:
    shares = [f"{100 * each:.1f} %" for each in (share.share, share.together)]
    return str(n), PuzzleLink(_name(share), share.puzzle), share.solution, duration(share.seconds), *shares
