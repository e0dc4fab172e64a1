"""The page: one file that needs nothing else, put together from templates."""

import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlsplit

from puzzle_runner.errors import extra
from puzzle_runner.model import Result, Verdict
from puzzle_runner.output import measurements
from puzzle_runner.output.report import aggregates, overview, palette, svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.data import Data
from puzzle_runner.output.report.entries import Entry, variant
from puzzle_runner.output.report.overview import Calendar, PartState, PartSummary, described, of_verdict
from puzzle_runner.output.report.svg import percent
from puzzle_runner.sites.registry import identify
from puzzle_runner.text import case_label, count, day, duration, factor, printable, size
from puzzle_runner.timing.history import Series
from puzzle_runner.timing.stats import Difference
from puzzle_runner.version import VERSION

if TYPE_CHECKING:
    from jinja2 import Environment

_FOLDER = Path(__file__).parent
# The most puzzles that stand open; with more, each opens on a click.
MOST_OPEN = 1
# The most puzzles with which each year or site stands open; with more, the first of them.
MOST_LISTED = 30
# The years or sites that the overview shows on a phone; the others stand below a fold.
UNFOLDED = 3
# With more puzzles, those out of sight are laid out when they come into sight.
MANY = 300
# The height of the small line of a puzzle, in pixels.
SPARK = 18


class PageView(NamedTuple):
    """A section of the page.

    One without a template of its own shows its charts, below a sentence: `lead`, or else the summary of the
    first chart. Without charts it has the sentence `empty`, or is left out if there is none.
    """

    id: str
    title: str
    template: str = "view.html.j2"
    lead: str = ""
    empty: str = ""


VIEWS = (
    PageView(
        "overview",
        "Overview",
        "overview.html.j2",
        lead="Each cell links to its puzzle. Its time is the total of the fastest solution of each part.",
        empty="There is no puzzle yet. Start one with <code>puzzles new ID</code>.",
    ),
    PageView("leaderboard", "Leaderboard", "leaderboard.html.j2"),
    PageView("puzzles", "Puzzles", "puzzles.html.j2"),
    PageView(
        "changes",
        "Changes",
        lead="Commits after which something stayed slower or faster, the newest first.",
        empty="No commit has made anything slower or faster. Run <code>puzzles bench</code> after you "
        "change a solution to see its times here.",
    ),
    PageView(
        "slowest",
        "Slowest",
        empty="Nothing has been measured yet. Run <code>puzzles bench</code>.",
    ),
    PageView(
        "standings",
        "Standings",
        lead="Private leaderboards as of your last <code>puzzles standings</code>. A ring is the first "
        "star of a day, a dot the second. Times count from unlock.",
    ),
    PageView("guide", "How to read this", "guide.html.j2"),
)
COLUMNS = ("puzzle", "part", "solution", "median", "", "ratio", "memory", "verdict", "measured")
# The most cases that are named; with more, those that are right are counted.
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


def html(data: Data, charts: Sequence[Chart], title: str, address: str, answers: bool) -> str:
    """Return the page; with `answers`, those that were given. Raises UsageError without the extra.

    `address` is where the page will be read, or empty.
    """
    environment = _environment(data.hues)
    by_place: dict[tuple[str, str], list[Chart]] = {}
    for chart in charts:
        by_place.setdefault((chart.view, chart.puzzle), []).append(chart)
    views = [
        view for view in VIEWS if view.template != "view.html.j2" or view.empty or (view.id, "") in by_place
    ]
    right, parts, seconds = data.totals
    described_as = f"{right} of {count(parts, 'part')} right"
    if seconds:
        slowest = data.shares[0]
        described_as += (
            f", all answers in {duration(seconds)}. The slowest is {slowest.puzzle} part {slowest.part}."
        )
    board = leaderboard(data.entries)
    style = _unindented(palette.of_page() + board.get("rule", ""))
    script = _unindented((_FOLDER / "script.js").read_text("utf-8"))
    return environment.get_template("page.html.j2").render(
        {
            "style": style,
            "script": script,
            "signs": svg.SIGNS,
            "title": printable(title),
            "description": printable(described_as),
            "address": address,
            "times": [f"below {svg.tick(limit)}" for limit in overview.LIMITS] + ["more"],
            "policy": policy(style, script),
            "icon": f"data:image/svg+xml,{quote(_ICON)}",
            "data": data,
            "languages": list(data.hues),
            "views": views,
            "charts": by_place,
            "numbers": {"right": right, "parts": parts, "seconds": duration(seconds) if seconds else ""},
            "board": board,
            "groups": groups(data, answers),
            "open": len(data.puzzles) <= MOST_OPEN,
            "listed": len(data.puzzles) <= MOST_LISTED,
            "unfolded": UNFOLDED,
            "many": len(data.puzzles) > MANY,
            "answers": answers,
            "states": _STATES,
            "machines": aggregates.machines(data.entries),
            "notes": aggregates.notes(data.entries),
            "made": time.strftime("%Y-%m-%d at %H:%M", time.localtime(data.made)),
            "version": VERSION,
        }
    )


def _environment(hues: Mapping[str, str]) -> "Environment":
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
        "hue": lambda language: hues.get(language, palette.hue(palette.HUES)),
        "state": of_verdict,
        "case": lambda result: case_label(result.case, result.account),
        "host": lambda url: urlsplit(url).hostname or url,
        "day": day,
        "duration": duration,
        "factor": factor,
        "size": size,
    }
    environment.filters |= filters
    return environment


def _unindented(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _tone(parts: Sequence[PartSummary]) -> str:
    """Return the class of the summary of some parts."""
    states = {part.state for part in parts}
    return "no" if PartState.FAILED in states else "ok" if states == {PartState.RIGHT} else "so"


def leaderboard(entries: Sequence[Entry]) -> dict[str, Any]:
    """Return what the template of the leaderboard shows, its HTML escaped; nothing without entries.

    `rule` is the style of the lines behind the intervals, which all rows have in common.
    """
    if not entries:
        return {}
    scale = svg.spanning([time for e in entries for time in (e.figures.low, e.figures.high)], 2, 98, least=10)
    ticks = [(scale.at(value), svg.tick(value)) for value in scale.ticks(5)]
    line = "linear-gradient(var(--line),var(--line))"
    lines = ",".join(f"{line} {percent(x)} 0/1px 100% repeat-y content-box border-box" for x, _ in ticks)
    groups = []
    for entry in entries:
        site, id = identify(entry.record.puzzle)
        groups.append(
            {
                "kind": site.NAME,
                "year": str(site.fields(id).get("year", "")),
                "language": entry.language,
                "verdict": entry.record.verdict,
                "machine": entry.record.machine,
            }
        )
    values = {key: {group[key] for group in groups} for key in groups[0]}
    filters = {key: sorted(there - {""}) for key, there in values.items() if len(there) > 1}
    alone = {part for part, number in Counter(e.record.key[:2] for e in entries).items() if number == 1}
    rows, above = [], ""
    for entry, group in zip(entries, groups, strict=True):
        figures, puzzle = entry.figures, entry.record.puzzle
        attributes = "".join(f' data-{key}="{svg.escaped(group[key])}"' for key in filters)
        attributes += svg.of_class(" ".join(["old"] * entry.stale + ["same"] * (puzzle == above)))
        above = puzzle
        low, middle, high = (percent(scale.at(each)) for each in (figures.low, figures.median, figures.high))
        marks = f"<line x1={low} x2={high} /><circle cx={middle} r=3.5 />"
        ratio = "" if entry.record.key[:2] in alone else factor(entry.row.ratio)
        rows.append((entry, attributes, f"<svg class={entry.css}>{marks}</svg>", ratio))
    return {
        "columns": COLUMNS,
        "head": f"<svg class=a aria-hidden=true>{svg.above(ticks)}</svg>",
        "rule": f"\n#board td:nth-child(5){{background:{lines}}}",
        "rows": rows,
        "filters": filters,
        "stale": sum(entry.stale for entry in entries),
    }


def groups(data: Data, answers: bool) -> list[tuple[Calendar, list[tuple[Any, ...]]]]:
    """Return what is shown of each puzzle beside its charts, by year or site; with `answers`, all cases."""
    compared: dict[str, list[str]] = {}
    for entry in data.entries:
        comparison = data.comparisons.get(variant(entry.record))
        if comparison and not entry.stale:
            verb = ":" if comparison.verdict is Difference.UNCLEAR else " is"
            sentence = f"{entry.name}{verb} {measurements.difference(comparison)}"
            compared.setdefault(comparison.puzzle, []).append(f"Part {comparison.part}: {sentence}.")
    found = {}
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
        idea = [" ".join(each.split()) for each in puzzle.idea.split("\n\n") if each.strip()]
        line = spark(data.histories.get(puzzle.id, ()))
        found[puzzle.id] = line, compared.get(puzzle.id, ()), checked, idea, all_right
    puzzles = {puzzle.id: puzzle for puzzle in data.puzzles}
    return [
        (calendar, [(puzzles[cell.puzzle], cell, *found[cell.puzzle]) for cell in calendar.cells])
        for calendar in data.calendars
    ]


def spark(histories: Sequence[Series]) -> str:
    """Return a small line of the times of the slowest solution over commits; nothing of a single commit."""
    several = [series.states for series in histories if len(series.states) > 1]
    if not several:
        return ""
    states = max(several, key=lambda states: states[-1].median)
    scale = svg.spanning([state.median for state in states])
    return svg.path([scale.down(state.median, SPARK) for state in states], 0, 100, 0, SPARK)


def policy(style: str, script: str) -> str:
    """Return the Content-Security-Policy that lets in this style and this script, and nothing else."""
    of_style, of_script = (b64encode(sha256(text.encode()).digest()).decode() for text in (style, script))
    return (
        f"default-src 'none'; style-src 'sha256-{of_style}'; script-src 'sha256-{of_script}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
