"""The page: one file that needs nothing else, put together from a template."""

import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlsplit

from puzzle_runner.errors import extra
from puzzle_runner.model import Puzzle, Result, Verdict
from puzzle_runner.output.report import palette, svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.overview import Calendar, Cell, PartState, PartSummary, described, state_of
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
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 16 16">'
    '<rect x="-8" y="-8" width="16" height="16" rx="4" fill="#00735a"/>'
    '<path fill="#fff" d="M0-6 1.7-2.1 5.9-1.8 2.7 1 3.7 5.1 0 2.9-3.7 5.1-2.7 1-5.9-1.8-1.7-2.1z"/></svg>'
)


class PuzzleSection(NamedTuple):
    """What the page shows of a puzzle, beside its charts: its `results` are the verdicts to name."""

    puzzle: Puzzle
    cell: Cell
    results: Sequence[Result]


def html(data: Data, charts: Sequence[Chart], title: str, answers: bool) -> str:
    """Return the page; with `answers`, those that were given. Raises UsageError without the extra."""
    by_puzzle: dict[str, list[Chart]] = {}
    for chart in charts:
        by_puzzle.setdefault(chart.puzzle, []).append(chart)
    right, parts, seconds = data.totals
    style = palette.of_page()
    script = (_FOLDER / "script.js").read_text("utf-8")
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            title=printable(title),
            policy=policy(style, script),
            icon=f"data:image/svg+xml,{quote(_ICON)}",
            style=style,
            script=script,
            signs=svg.SIGNS,
            data=data,
            right=right,
            parts=parts,
            seconds=seconds,
            charts=by_puzzle,
            groups=groups(data, answers),
            opened=len(data.puzzles) <= MOST_OPEN,
            answers=answers,
            meanings=_MEANINGS,
            measured_before=any(data.histories.values()),
            places=places(data),
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
        "tone": _tone,
        "tone_of": lambda result: _TONES.get(state_of(result.verdict), "quiet"),
        "case": lambda result: case_label(result.case, result.account),
        "host": lambda url: urlsplit(url).hostname or url,
        "duration": duration,
    }
    environment.filters |= filters
    return environment


# The classes of states that have a colour.
_TONES = {PartState.RIGHT: "ok", PartState.FAILED: "no"}


def _tone(parts: Sequence[PartSummary]) -> str:
    states = {part.state for part in parts}
    if PartState.FAILED in states:
        return "no"
    return "ok" if states == {PartState.RIGHT} else "quiet"


def groups(data: Data, answers: bool) -> list[tuple[Calendar, list[PuzzleSection]]]:
    """Return what is shown of each puzzle, by year or site; results that are right only with `answers`."""
    puzzles = {puzzle.id: puzzle for puzzle in data.puzzles}
    groups = []
    for calendar in data.calendars:
        sections = []
        for cell in calendar.cells:
            results = data.results.get(cell.puzzle, ())
            if not answers:
                results = [result for result in results if result.verdict is not Verdict.RIGHT]
            sections.append(PuzzleSection(puzzles[cell.puzzle], cell, results))
        groups.append((calendar, sections))
    return groups


def places(data: Data) -> list[str]:
    """Return where it was measured: the machine with each of the interpreters."""
    return sorted({f"{entry.record.machine}, {entry.record.python}" for entry in data.entries})


def policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy that lets in this style and this script, and nothing else."""
    of_style, of_script = (b64encode(sha256(text.encode()).digest()).decode() for text in (style, script))
    return (
        f"default-src 'none'; style-src 'sha256-{of_style}'; script-src 'sha256-{of_script}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
