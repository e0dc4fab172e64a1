"""The leaderboard of the page: its rows with their intervals, and what they can be filtered by."""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any

from puzzle_runner.model import Puzzle
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.entries import Entry
from puzzle_runner.output.report.svg import percent, words
from puzzle_runner.sites.site import identify

COLUMNS = ("puzzle", "part", "solution", "median", "", "ratio", "memory", "verdict", "measured")
PYTHON = "Python"


def context(puzzles: Sequence[Puzzle], entries: Sequence[Entry]) -> dict[str, Any]:
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
