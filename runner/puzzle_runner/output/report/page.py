"""The page: one file that needs nothing else, put together from templates."""

import time
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from puzzle_runner.errors import UsageError
from puzzle_runner.output.report import palette, rows, svg
from puzzle_runner.output.report.changes import Change
from puzzle_runner.output.report.charts import board, slowest, standings
from puzzle_runner.output.report.charts import changes as changes_chart
from puzzle_runner.output.report.puzzles import Section
from puzzle_runner.output.report.slowest import MOST_ROWS
from puzzle_runner.output.report.states import SIGNS, State, standing
from puzzle_runner.output.report.views import Views
from puzzle_runner.text import duration, printable
from puzzle_runner.version import VERSION

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_FOLDER = Path(__file__).parent
# Puzzles that stand open; of more, each opens on a click.
MOST_OPEN = 30
# Above these, what is out of sight is laid out when it comes into sight.
MANY = 300
_VIEWS = (
    ("overview", "Overview"),
    ("leaderboard", "Leaderboard"),
    ("puzzles", "Puzzles"),
    ("changes", "Changes"),
    ("slowest", "Slowest"),
    ("standings", "Standings"),
    ("guide", "How to read this"),
)
_MEANINGS = {
    State.RIGHT: ": a solution gave the stored answer, and none failed.",
    State.FAILED: ": a solution gave another answer, raised an error, or did not end in time.",
    State.UNKNOWN: ": it gives an answer, but none is stored to compare with.",
    State.UNCHECKED: ": no verdict holds for the sources as they are now. Run puzzles check.",
    State.UNWRITTEN: ": there is no solution yet.",
}
_SYMBOLS = {
    State.RIGHT: "right",
    State.FAILED: "failed",
    State.UNKNOWN: "unknown",
    State.UNCHECKED: "unchecked",
    State.UNWRITTEN: "unwritten",
}
_TONES = {State.RIGHT: "ok", State.FAILED: "no"}
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 16 16">'
    '<rect x="-8" y="-8" width="16" height="16" rx="4" fill="#00735a"/>'
    '<path fill="#fff" d="M0-6 1.7-2.1 5.9-1.8 2.7 1 3.7 5.1 0 2.9-3.7 5.1-2.7 1-5.9-1.8-1.7-2.1z"/></svg>'
)


def html(views: Views, title: str) -> str:
    """Return the page. Raises UsageError where the extra is not installed."""
    environment = _environment()
    entries = views.material.entries
    scale = board.scale(entries)
    style = _lean(f"{palette.of_page()}\n{board.grid(scale)}" if entries else palette.of_page())
    script = _lean((_FOLDER / "script.js").read_text("utf-8"))
    return environment.get_template("page.html.j2").render(
        _safe({"style": style, "script": script, "signs": svg.SIGNS, "head": board.head(scale)})
        | {
            "title": printable(title),
            "policy": policy(style, script),
            "icon": f"data:image/svg+xml,{quote(_ICON)}",
            "views": views,
            "numbers": _numbers(views),
            "navigation": [view for view in _VIEWS if view[0] != "standings" or views.standings],
            "rows": rows.rows(views.material),
            "columns": rows.COLUMNS,
            "filters": rows.filters(views.material),
            "letters": rows.letters(views.material),
            "stale": sum(entry.stale for entry in views.material.entries),
            "overall_head": standings.OVERALL,
            "open": MOST_OPEN,
            "many": MANY,
            "changed": _changed(views),
            "most_shares": MOST_ROWS,
            "states": list(State),
            "meanings": _MEANINGS,
            "made": time.strftime("%Y-%m-%d at %H:%M", time.localtime(views.material.made)),
            "version": VERSION,
        }
    )


def _lean(text: str) -> str:
    """Return lines without their indentation."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _environment() -> "Environment":
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
        "standing": lambda section: _standing(Markup, section),
        "host": lambda url: urlsplit(url).hostname or url,
        "sign": SIGNS.__getitem__,
        "tone": lambda state: _TONES.get(state, "quiet"),
        "symbol": _SYMBOLS.__getitem__,
        "duration": duration,
        "part": slowest.name,
        "zip": zip,
    }
    return environment


def _standing(markup: "type[Markup]", section: Section) -> "Markup":
    states = {part.state for part in section.parts}
    tone = "no" if State.FAILED in states else "ok" if states == {State.RIGHT} else "so"
    return markup("<b class={}>{}</b>").format(tone, standing(section.parts))


def _safe(texts: Mapping[str, str]) -> dict[str, Any]:
    """Return texts of our own as what needs no escaping."""
    from markupsafe import Markup

    return {name: Markup(text) for name, text in texts.items()}


def policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy that lets in this style and this script, and nothing else."""
    of_style, of_script = (b64encode(sha256(text.encode()).digest()).decode() for text in (style, script))
    return (
        f"default-src 'none'; style-src 'sha256-{of_style}'; script-src 'sha256-{of_script}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _numbers(views: Views) -> dict[str, Any]:
    right, parts, seconds = views.totals
    return {"right": right, "parts": parts, "seconds": duration(seconds) if seconds else ""}


def _changed(views: Views) -> list[tuple[str, str, Sequence[Mapping[str, str]]]]:
    lines = [(change.ratio > 1, _change(change)) for change in views.changes]
    slower, faster = ([line for up, line in lines if up is which] for which in (True, False))
    return [("Slower", "down", slower), ("Faster", "up", faster)]


def _change(change: Change) -> dict[str, str]:
    day, label, said, bounds, times, cause = changes_chart.row_of(change)
    return {
        "puzzle": change.series.puzzle,
        "day": day,
        "label": label,
        "said": said,
        "bounds": bounds,
        "times": times,
        "cause": cause,
    }
