"""The rows of the leaderboard as the page shows them, and what they can be filtered by."""

import time
from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.charts import board
from puzzle_runner.output.report.material import Entry, Material
from puzzle_runner.text import duration, factor, size

COLUMNS = ("puzzle", "part", "solution", "median", "", "ratio", "memory", "verdict", "measured")
_LANGUAGES = {
    ".py": "Python", ".c": "C", ".cc": "C++", ".cpp": "C++", ".cs": "C#", ".ex": "Elixir", ".go": "Go",
    ".hs": "Haskell", ".java": "Java", ".jl": "Julia", ".js": "JavaScript", ".kt": "Kotlin", ".lua": "Lua",
    ".nim": "Nim", ".php": "PHP", ".pl": "Perl", ".rb": "Ruby", ".rs": "Rust", ".sh": "Shell",
    ".swift": "Swift", ".ts": "TypeScript", ".zig": "Zig",
}  # fmt: skip


def rows(material: Material) -> Iterator[dict[str, Any]]:
    """Yield what the page shows of each solution."""
    from markupsafe import Markup

    if not material.entries:
        return
    scale = board.scale(material.entries)
    groups = _by_puzzle(material)
    told = [key for key, _ in filters(material)]
    places = {place: letter for letter, place in letters(material)}
    for entry in material.entries:
        row = entry.row
        data = groups[row.puzzle] | {"verdict": row.verdict}
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


def _by_puzzle(material: Material) -> dict[str, dict[str, str]]:
    """Return kind, year and language of each puzzle."""
    languages = _languages(material)
    return {puzzle.id: _groups(puzzle.id) | {"language": languages[puzzle.id]} for puzzle in material.puzzles}


def _groups(puzzle: str) -> dict[str, str]:
    kind, id = identify(puzzle)
    return {"kind": kind.NAME, "year": str(aoc.date(id)[0]) if kind.NAME == aoc.NAME else ""}


def _languages(material: Material) -> Mapping[str, str]:
    """Return the language of each puzzle, by the ending of its file."""
    suffixes = {puzzle.id: puzzle.path.suffix for puzzle in material.puzzles}
    return {id: _LANGUAGES.get(suffix, suffix.lstrip(".") or "?") for id, suffix in suffixes.items()}


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
    groups = _by_puzzle(material)
    values = {
        key: {groups[entry.row.puzzle][key] for entry in material.entries}
        for key in ("kind", "year", "language")
    }
    values["verdict"] = {entry.row.verdict for entry in material.entries}
    return [(key, sorted(there - {""})) for key, there in values.items() if len(there) > 1]
