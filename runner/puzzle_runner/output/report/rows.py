"""The rows of the leaderboard as the page shows them, and what they can be filtered by."""

import time
from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from puzzle_runner.output.report import svg
from puzzle_runner.output.report.charts import board
from puzzle_runner.output.report.material import Entry, Material
from puzzle_runner.sites.site import identify
from puzzle_runner.text import duration, factor, size

COLUMNS = ("puzzle", "part", "solution", "median", "", "ratio", "memory", "verdict", "measured")
PYTHON = "Python"


def rows(material: Material) -> Iterator[dict[str, Any]]:
    """Yield what the page shows of each solution."""
    from markupsafe import Markup

    if not material.entries:
        return
    scale = board.scale(material.entries)
    languages = _languages(material)
    told = [key for key, _ in filters(material)]
    places = {place: letter for letter, place in letters(material)}
    for entry in material.entries:
        row = entry.row
        data = _groups(entry, languages) | {"verdict": row.verdict}
        attributes = "".join(f" data-{key}={_quoted(data[key])}" for key in told)
        yield {
            "data": Markup(attributes + " class=old" * entry.stale),
            "puzzle": row.puzzle,
            "part": row.part,
            "solution": row.solution,
            "median": f"{row.median:.4g}",
            "time": duration(row.median),
            "cell": Markup(board.cell(entry, scale)),
            "factor": factor(row.ratio),
            "memory": size(row.peak_bytes),
            "shown": f"{row.verdict}, stale" if entry.stale else row.verdict,
            "when": f"{time.strftime('%Y-%m-%d', time.localtime(row.taken))} {places[place(entry)]}",
        }


def _quoted(value: str) -> str:
    return value if value.isalnum() else f'"{svg.text_of(value)}"'


def _languages(material: Material) -> Mapping[tuple[str, int, str], str]:
    """Return the languages of the solutions that are programs."""
    return {
        (puzzle.id, solution.part, solution.name): solution.language.name
        for puzzle in material.puzzles
        for solution in puzzle.solutions
        if solution.language
    }


def _groups(entry: Entry, languages: Mapping[tuple[str, int, str], str]) -> dict[str, str]:
    """Return kind, year and language of a solution."""
    row = entry.row
    site, id = identify(row.puzzle)
    return {
        "kind": site.NAME,
        "year": str(site.fields(id).get("year", "")),
        "language": languages.get((row.puzzle, row.part, row.solution), PYTHON),
    }


def place(entry: Entry) -> str:
    """Return where a solution was measured."""
    return f"{entry.row.machine}, {entry.row.python}"


def letters(material: Material) -> list[tuple[str, str]]:
    """Return a short name for each place where something was measured."""
    places = dict.fromkeys(place(entry) for entry in material.entries)
    return [
        (ascii_uppercase[number] if number < 26 else str(number), where)
        for number, where in enumerate(places)
    ]


def filters(material: Material) -> list[tuple[str, list[str]]]:
    """Return what the rows can be filtered by, and the values of it where there are several."""
    languages = _languages(material)
    groups = [_groups(entry, languages) for entry in material.entries]
    values = {key: {group[key] for group in groups} for key in ("kind", "year", "language")}
    values["verdict"] = {entry.row.verdict for entry in material.entries}
    return [(key, sorted(there - {""})) for key, there in values.items() if len(there) > 1]
