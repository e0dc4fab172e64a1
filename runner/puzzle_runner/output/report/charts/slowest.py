"""The slowest parts as bars: what the fastest solution of each takes, and its share of the whole."""

from collections.abc import Iterator

from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.svg import Scale, escaped, heading, percent, rectangle, words
from puzzle_runner.text import count, duration

ORDER = 6
MOST_BARS = 15
_LANE = 24
# On a phone, time and share have room after the longest bar.
_START, _END = 34, 68


def charts(data: Data) -> Iterator[Chart]:
    """Yield a bar for each of the slowest parts, and one for all the others."""
    shares = data.shares
    if not shares:
        return
    whole = sum(share.seconds for share in shares)
    shown = shares[:MOST_BARS]
    rest = shares[MOST_BARS:]
    seconds = sum(share.seconds for share in rest)
    scale = Scale(0, max(shares[0].seconds, seconds), False, _START, _END)
    body = ""
    for place, share in enumerate(shown):
        lane = _bar(place, f"{share.puzzle} part {share.part}", share.seconds, share.share, scale, "bar")
        title = f"{share.puzzle} part {share.part} {share.solution}: {share.together:.1%} up to here"
        body += f'<a href="#{escaped(share.puzzle)}"><title>{escaped(title)}</title>{lane}</a>'
    if rest:
        name = f"{len(rest)} others" if len(rest) > 1 else "1 other"
        body += _bar(len(shown), name, seconds, seconds / (whole or 1.0), scale, "bar rest")
    half = next((n for n, share in enumerate(shares, 1) if share.together >= 0.5), 0)
    yield Chart(
        name="slowest",
        title="What takes the time",
        summary=f"The fastest solutions of {count(len(shares), 'part')} take {duration(whole)} together; "
        f"{'one part takes' if half == 1 else f'the {half} slowest take'} half of it.",
        body=body,
        height=_LANE * (len(shown) + bool(rest)),
        head=("part", "solution", "median", "share", "together"),
        rows=[
            (
                f"{share.puzzle} part {share.part}",
                share.solution,
                duration(share.seconds),
                *map(_percentage, (share.share, share.together)),
            )
            for share in shown
        ],
        view="slowest",
    )


def _percentage(share: float) -> str:
    return f"{100 * share:.1f} %" if share >= 0.0005 or not share else "<0.1 %"


def _bar(place: int, name: str, seconds: float, share: float, scale: Scale, classes: str) -> str:
    y = place * _LANE
    width = percent(max(0.2, scale.at(seconds) - _START))
    figures = heading(y + 15, duration(seconds), _percentage(share), 8)
    return (
        words("0", y + 15, name)
        + rectangle(f"{_START}%", y + 4, width, 14, classes, 2)
        + f"<svg x={percent(scale.at(seconds) + 1.5)}>{figures}</svg>"
    )
