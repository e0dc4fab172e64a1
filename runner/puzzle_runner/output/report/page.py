"""The page: one file that needs nothing else, put together from a template."""

import time
from base64 import b64encode
from collections.abc import Callable, Sequence, Set
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from puzzle_runner.errors import extra
from puzzle_runner.output.leaderboard import places
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.overview import PartState, described, state_of
from puzzle_runner.text import case_label, duration, printable
from puzzle_runner.version import VERSION

if TYPE_CHECKING:
    from jinja2 import Environment

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
    by_puzzle: dict[str, list[Chart]] = {}
    for chart in charts:
        by_puzzle.setdefault(chart.puzzle, []).append(chart)
    right, parts, seconds = data.totals
    style = svg.style() + (_FOLDER / "style.css").read_text("utf-8")
    script = (_FOLDER / "script.js").read_text("utf-8")
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            title=printable(title),
            policy=policy(style, script),
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
    )


def _environment() -> "Environment":
    """Return the templates, with the filters that they use. Raises UsageError without the extra."""
    with extra("report", "puzzles report"):
        from jinja2 import Environment, FileSystemLoader
        from markupsafe import Markup
    environment = Environment(
        loader=FileSystemLoader(_FOLDER / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    filters: dict[str, Callable[..., Any]] = {
        "svg": lambda chart: Markup(svg.inline(chart)),
        "clean": lambda text: printable(str(text)),
        "described": described,
        "tone": lambda parts: _tone({part.state for part in parts}),
        "tone_of": lambda result: _tone({state_of(result.verdict)}),
        "case": lambda result: case_label(result.case, result.account),
        "host": lambda url: urlsplit(url).hostname or url,
        "duration": duration,
    }
    environment.filters |= filters
    return environment


def _tone(states: Set[PartState]) -> str:
    """Return the class of the colour of some states."""
    if PartState.FAILED in states:
        return "no"
    return "ok" if states == {PartState.RIGHT} else "quiet"


def policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy that lets in this style and this script, and nothing else."""
    of_style = b64encode(sha256(style.encode()).digest()).decode()
    of_script = b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{of_style}'; script-src 'sha256-{of_script}'; "
        "base-uri 'none'; form-action 'none'"
    )
