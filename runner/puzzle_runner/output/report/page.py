"""The page: one file that needs nothing else, put together from templates."""

import time
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from string import ascii_uppercase
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from puzzle_runner.errors import UsageError
from puzzle_runner.model import Puzzle, Result, Verdict
from puzzle_runner.output import measurements
from puzzle_runner.output.report import aggregates, palette, svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.output.report.overview import PartState, PartSummary, described, of_verdict
from puzzle_runner.output.report.svg import percent, words
from puzzle_runner.sites.site import identify
from puzzle_runner.text import case_label, day, duration, factor, printable, size
from puzzle_runner.timing.stats import Difference
from puzzle_runner.version import VERSION

_FOLDER = Path(__file__).parent
# Up to so many puzzles stand open; with more, each opens on a click.
MOST_OPEN = 30
# With more puzzles, those out of sight are laid out when they come into sight.
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
        empty="There is no puzzle yet. Start one with <code>puzzles new ID</code>.",
        css="years",
    ),
    PageView("leaderboard", "Leaderboard", "leaderboard.html.j2"),
    PageView("puzzles", "Puzzles", "puzzles.html.j2"),
    PageView(
        "changes",
        "Changes",
        lead="Every speed change, the newest first: those that made something slower, then those "
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
        lead="Private leaderboards as they were last asked for, with <code>puzzles standings</code>. Times "
        "count from unlock.",
    ),
    PageView("guide", "How to read this", "guide.html.j2"),
)
COLUMNS = ("puzzle", "part", "solution", "median", "", "ratio", "memory", "verdict", "measured")
PYTHON = "Python"
# Up to so many cases are named; with more, those that are right are counted.
MOST_CASES = 6
# The sign of each state, its class and its meaning.
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
    board = leaderboard(data.puzzles, data.entries)
    style = _unindented(palette.of_page() + board.get("rule", ""))
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
            "board": board,
            "sections": sections(data, answers),
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


def leaderboard(puzzles: Sequence[Puzzle], entries: Sequence[Entry]) -> dict[str, Any]:
    """Return what the template of the leaderboard shows, its HTML escaped; nothing without entries.

    `rule` is the style of the lines behind the intervals, which all rows have in common.
    """
    if not entries:
        return {}
    scale = svg.spanning([time for e in entries for time in (e.figures.low, e.figures.high)], 2, 98)
    ticks = [(scale.at(value), svg.tick(value)) for value in scale.ticks(5)]
    labels = [words(percent(x), 11, label, "" if x < 8 else "e" if x > 92 else "c") for x, label in ticks]
    line = "linear-gradient(var(--line),var(--line))"
    lines = ",".join(f"{line} {percent(x)} 0/1px 100% repeat-y content-box border-box" for x, _ in ticks)
    languages = {
        (puzzle.id, solution.part, solution.name): solution.language
        for puzzle in puzzles
        for solution in puzzle.solutions
        if solution.language
    }
    groups = []
    for record in (entry.record for entry in entries):
        site, id = identify(record.puzzle)
        year = str(site.fields(id).get("year", ""))
        language = languages.get(record.key[:3], PYTHON)
        groups.append({"kind": site.NAME, "year": year, "language": language, "verdict": record.verdict})
    values = {key: {group[key] for group in groups} for key in groups[0]}
    filters = {key: sorted(there - {""}) for key, there in values.items() if len(there) > 1}
    places = [f"{entry.record.machine}, {entry.record.python}" for entry in entries]
    letters = {
        place: ascii_uppercase[number] if number < 26 else str(number)
        for number, place in enumerate(dict.fromkeys(places))
    }
    rows = []
    for entry, group, place in zip(entries, groups, places, strict=True):
        figures = entry.figures
        attributes = "".join(f' data-{key}="{svg.escaped(group[key])}"' for key in filters)
        low, middle, high = (percent(scale.at(each)) for each in (figures.low, figures.median, figures.high))
        marks = f"<line x1={low} x2={high} /><circle cx={middle} r=3.5 />"
        rows.append((entry, attributes, f"<svg class={entry.css}>{marks}</svg>", letters[place]))
    return {
        "columns": COLUMNS,
        "head": f"<svg class=a aria-hidden=true>{''.join(labels)}</svg>",
        "rule": f"\n#board td:nth-child(5){{background:{lines}}}",
        "rows": rows,
        "filters": filters,
        "letters": letters,
        "stale": sum(entry.stale for entry in entries),
    }


def sections(data: Data, answers: bool) -> list[dict[str, Any]]:
    """Return all that is shown of each puzzle beside its charts; with `answers`, all cases are named."""
    compared: dict[str, list[str]] = {}
    for entry in data.entries:
        comparison = data.comparisons.get(entry.record.key)
        if comparison and not entry.stale:
            verb = ":" if comparison.verdict is Difference.UNCLEAR else " is"
            sentence = f"{comparison.solution}{verb} {measurements.difference(comparison)}"
            compared.setdefault(comparison.puzzle, []).append(f"Part {comparison.part}: {sentence}.")
    found = []
    for puzzle in data.puzzles:
        results = data.results.get(puzzle.id, ())
        by_solution: dict[tuple[int | None, str], list[Result]] = {}
        for result in results:
            by_solution.setdefault((result.part, result.solution or ""), []).append(result)
        checked = []
        for (part, solution), every in by_solution.items():
            not_right = [result for result in every if result.verdict is not Verdict.RIGHT]
            named = every if answers or len(every) <= MOST_CASES else not_right
            more = len(every) - len(named)
            checked.append({"part": part, "solution": solution, "results": named, "more": more})
        all_right = ""
        if results and not answers and all(result.verdict is Verdict.RIGHT for result in results):
            labels = list(dict.fromkeys(case_label(result.case, result.account) for result in results))
            cases = ", ".join(labels) if len(labels) <= MOST_CASES else f"{len(labels)} cases"
            all_right = f"Right on {cases}."
        found.append(
            {
                "puzzle": puzzle,
                "parts": data.states[puzzle.id],
                "comparisons": compared.get(puzzle.id, ()),
                "checked": checked,
                "idea": [" ".join(each.split()) for each in puzzle.idea.split("\n\n") if each.strip()],
                "all_right": all_right,
            }
        )
    return found


def policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy that lets in this style and this script, and nothing else."""
    of_style, of_script = (b64encode(sha256(text.encode()).digest()).decode() for text in (style, script))
    return (
        f"default-src 'none'; style-src 'sha256-{of_style}'; script-src 'sha256-{of_script}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
