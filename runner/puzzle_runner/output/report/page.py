"""The page: one file that needs nothing else, put together from templates."""

import time
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from puzzle_runner.errors import UsageError
from puzzle_runner.output.report import aggregates, board, palette, puzzles, svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.overview import PartState, PartSummary, described, of_verdict
from puzzle_runner.text import case_label, day, duration, factor, printable, size
from puzzle_runner.version import VERSION

_FOLDER = Path(__file__).parent
# Puzzles that stand open; of more, each opens on a click.
MOST_OPEN = 30
# Above these, what is out of sight is laid out when it comes into sight.
MANY = 300


class PageView(NamedTuple):
    """A section of the page.

    One without a template of its own shows its charts, below a sentence: `lead`, or else the summary of the
    first chart. Without charts it has the sentence `empty`, or is left out if there is none. `css` is the
    class around its charts.
    """

    id: str
    title: str
    template: str = "view.html.j2"
    lead: str = ""
    empty: str = ""
    css: str = ""


VIEWS = (
    PageView(
        "overview",
        "Overview",
        lead="What is solved and right. Each cell leads to its puzzle; times are those of the fastest "
        "solution of each part, together.",
        empty="There is no puzzle yet. Begin one with <code>puzzles new ID</code>.",
        css="years",
    ),
    PageView("leaderboard", "Leaderboard", "leaderboard.html.j2"),
    PageView("puzzles", "Puzzles", "puzzles.html.j2"),
    PageView(
        "changes",
        "Changes",
        lead="Every lasting change of a time, the newest first: those that made something slower, then those "
        "that made something faster.",
        empty="No time has changed for good. Measure now and then with <code>puzzles bench</code>: a change "
        "shows once there are several states of the sources.",
    ),
    PageView(
        "slowest",
        "Slowest",
        empty="Nothing has been measured yet. Run <code>puzzles bench</code>.",
    ),
    PageView(
        "standings",
        "Standings",
        lead="Private leaderboards as they were last asked for, with <code>puzzles standings</code>. A day "
        "lasts from its unlocking.",
    ),
    PageView("guide", "How to read this", "guide.html.j2"),
)
# The sign of each state, its class, and what it means.
_STATES = {
    PartState.RIGHT: ("✓", "ok", ": a solution gave the stored answer, and none failed."),
    PartState.FAILED: (
        "✗",
        "no",
        ": a solution gave another answer, raised an error, or did not end in time.",
    ),
    PartState.UNKNOWN: ("?", "quiet", ": it gives an answer, but none is stored to compare with."),
    PartState.UNCHECKED: (
        "·",
        "quiet",
        ": no verdict holds for the sources as they are now. Run puzzles check.",
    ),
    PartState.UNWRITTEN: ("-", "quiet", ": there is no solution yet."),
}
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 16 16">'
    '<rect x="-8" y="-8" width="16" height="16" rx="4" fill="#00735a"/>'
    '<path fill="#fff" d="M0-6 1.7-2.1 5.9-1.8 2.7 1 3.7 5.1 0 2.9-3.7 5.1-2.7 1-5.9-1.8-1.7-2.1z"/></svg>'
)


def html(data: Data, charts: Sequence[Chart], title: str, answers: bool) -> str:
    """Return the page; with `answers`, those that were given. Raises UsageError without the extra."""
    try:
        from jinja2 import Environment, FileSystemLoader
        from markupsafe import Markup
    except ModuleNotFoundError as error:
        raise UsageError(
            f"puzzles report needs the extra: pip install 'puzzle-runner[report]' ({error})."
        ) from error
    environment = Environment(
        loader=FileSystemLoader(_FOLDER / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "svg": lambda chart: Markup(svg.inline(chart)),
        "clean": lambda text: printable(str(text)),
        "described": described,
        "tone": _tone,
        "state": of_verdict,
        "case": lambda result: case_label(result.case, result.account),
        "host": lambda url: urlsplit(url).hostname or url,
        "day": day,
        "duration": duration,
        "factor": factor,
        "size": size,
    }
    by_place: dict[tuple[str, str], list[Chart]] = {}
    for chart in charts:
        by_place.setdefault((chart.view, chart.puzzle), []).append(chart)
    views = [
        view for view in VIEWS if view.template != "view.html.j2" or view.empty or (view.id, "") in by_place
    ]
    right, parts, seconds = data.totals
    leaderboard = board.context(data.puzzles, data.entries)
    style = _unindented(palette.of_page() + leaderboard.get("rule", ""))
    script = _unindented((_FOLDER / "script.js").read_text("utf-8"))
    return environment.get_template("page.html.j2").render(
        {
            "style": style,
            "script": script,
            "signs": svg.SIGNS,
            "title": printable(title),
            "policy": policy(style, script),
            "icon": f"data:image/svg+xml,{quote(_ICON)}",
            "data": data,
            "views": views,
            "charts": by_place,
            "numbers": {"right": right, "parts": parts, "seconds": duration(seconds) if seconds else ""},
            "board": leaderboard,
            "sections": puzzles.sections(data, answers),
            "open": MOST_OPEN,
            "many": MANY,
            "answers": answers,
            "states": _STATES,
            "machines": aggregates.machines(data.entries),
            "notes": aggregates.notes(data.entries),
            "made": time.strftime("%Y-%m-%d at %H:%M", time.localtime(data.made)),
            "version": VERSION,
        }
    )


def _unindented(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _tone(parts: Sequence[PartSummary]) -> str:
    """Return the class of the summary of some parts."""
    states = {part.state for part in parts}
    return "no" if PartState.FAILED in states else "ok" if states == {PartState.RIGHT} else "so"


def policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy that lets in this style and this script, and nothing else."""
    of_style, of_script = (b64encode(sha256(text.encode()).digest()).decode() for text in (style, script))
    return (
        f"default-src 'none'; style-src 'sha256-{of_style}'; script-src 'sha256-{of_script}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
