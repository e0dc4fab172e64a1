"""The page: one file that needs nothing else, put together from a template."""

import time
from base64 import b64encode
from collections.abc import Callable, Sequence, Set
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from puzzle_runner.errors import extra
from puzzle_runner.output.leaderboard import places
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.overview import PartState, described, state_of
from puzzle_runner.text import case_label, duration, printable
from puzzle_runner.version import VERSION

_FOLDER = Path(__file__).parent
# With so many puzzles, each stands open; with more, only the list of the first year or site.
MOST_OPEN = 5
_MEANINGS = {
    PartState.RIGHT: "A solution gave the stored answer, and none failed.",
    PartState.FAILED: "A solution gave another answer, raised an error, or did not end in time.",
    PartState.UNKNOWN: "It gives an answer, but none is stored to compare with, or the answer is in doubt.",
    PartState.UNCHECKED: "No verdict holds for the sources as they are now. Run puzzles check.",
    PartState.UNWRITTEN: "There is no solution yet.",
}


def html(data: Data, charts: Sequence[Chart], title: str, answers: bool) -> str:
    """Return the page; with `answers`, those that were given. Raises UsageError without the extra."""
    with extra("report", "puzzles report"):
        from jinja2 import Environment, FileSystemLoader
        from markupsafe import Markup
    loader = FileSystemLoader(_FOLDER / "templates")
    environment = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters.update(_FILTERS)
    environment.filters["svg"] = lambda chart: Markup(svg.inline(chart))
    by_puzzle: dict[str, list[Chart]] = {}
    for chart in charts:
        by_puzzle.setdefault(chart.puzzle, []).append(chart)
    right, parts, seconds = data.totals
    style = svg.style() + (_FOLDER / "style.css").read_text("utf-8")
    script = (_FOLDER / "script.js").read_text("utf-8")
    # It lets in this style and this script, and nothing else.
    policy = (
        f"default-src 'none'; style-src 'sha256-{_hash(style)}'; script-src 'sha256-{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return environment.get_template("page.html.j2").render(
        title=printable(title),
        policy=policy,
        style=style,
        script=script,
        signs=svg.SIGNS,
        data=data,
        right=right,
        parts=parts,
        seconds=seconds,
        charts=by_puzzle,
        puzzles={puzzle.id: puzzle for puzzle in data.puzzles},
        opened=len(data.puzzles) <= MOST_OPEN,
        answers=answers,
        meanings=_MEANINGS,
        places=places(data.rows),
        made=time.strftime("%Y-%m-%d at %H:%M", time.localtime(data.made)),
        version=VERSION,
    )


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _tone(states: Set[PartState]) -> str:
    """Return the class of the colour of some states."""
    if PartState.FAILED in states:
        return "no"
    return "ok" if states == {PartState.RIGHT} else "quiet"


_FILTERS: dict[str, Callable[..., Any]] = {
    "clean": lambda text: printable(str(text)),
    "described": described,
    "tone": lambda parts: _tone({part.state for part in parts}),
    "tone_of": lambda result: _tone({state_of(result.verdict)}),
    "case": lambda result: case_label(result.case, result.account),
    "host": lambda url: urlsplit(url).hostname or url,
    "duration": duration,
}
