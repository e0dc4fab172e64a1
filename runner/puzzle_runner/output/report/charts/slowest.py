"""A curve of what the slowest parts take together."""

from collections.abc import Iterator, Sequence

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart, ChartTable, PuzzleLink
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, percent
from puzzle_runner.text import count, duration

ORDER = 6
_TOP, _HEIGHT = 12, 180
_MARKED = 30
# The table has at most so many rows; a sentence counts the others.
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
    levels = [(_TOP + up.down(share, _HEIGHT), f"{share:.0%}") for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    below = [(across.at(n), f"{n:g}") for n in ticks]
    body = svg.levels(levels) + svg.below(below, _TOP + _HEIGHT, "number of parts, the slowest first")
    body += svg.path(heights, 11, 99, _TOP, _HEIGHT)
    rows: list[Sequence[str | PuzzleLink]] = []
    for n, share in enumerate(shares, start=1):
        name, seconds = f"{share.puzzle} part {share.part}", duration(share.seconds)
        if n <= _MARKED:
            title = (
                f"{n}. {name} {share.solution}: {seconds}, "
                f"{share.share:.1%} of the whole, {share.together:.1%} together"
            )
            body += svg.mark(svg.dot(percent(across.at(n)), _TOP + heights[n], 3.5), title, "p")
        parts = [f"{100 * each:.1f} %" for each in (share.share, share.together)]
        rows.append((str(n), PuzzleLink(name, share.puzzle), share.solution, seconds, *parts))
    whole = sum(share.seconds for share in shares)
    half = next((n for n, share in enumerate(shares, 1) if share.together >= 0.5), 0)
    more = len(shares) - MOST_ROWS
    note = f"The {more} faster ones are in the leaderboard, sorted by median." if more > 0 else ""
    yield Chart(
        name="slowest",
        title="What the slowest parts take together",
        summary=f"The fastest solutions of {count(len(shares), 'part')} take {duration(whole)} together; "
        f"{'half of it is one part' if half == 1 else f'half of it are the {half} slowest'}.",
        body=body,
        height=_TOP + _HEIGHT + 40,
        view="slowest",
        tables=[
            ChartTable(("", "part", "solution", "median", "share", "together"), rows[:MOST_ROWS], note=note)
        ],
    )
