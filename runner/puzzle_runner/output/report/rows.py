"""The rows of the leaderboard as the page shows them, and what they can be filtered by."""

import time
from collections.abc import Iterator, Mapping
from string import ascii_uppercase
from typing import Any

from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.output.report.charts import board
from puzzle_runner.output.report.material import Entry, Material
from puzzle_runner.text import duration, factor, size

COLUMNS = (
    ("c1", "puzzle"),
    ("c2", "part"),
    ("c3", "solution"),
    ("c4 r", "median"),
    ("c5", ""),
    ("c6 r", "ratio"),
    ("c7 r", "memory"),
    ("c8", "verdict"),
    ("c9", "measured"),
)
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
    languages = _languages(material)
    places = {place: letter for letter, place in letters(material)}
    for entry in material.entries:
        row = entry.row
        yield {
            **_groups(row.puzzle),
            "puzzle": row.puzzle,
            "language": languages[row.puzzle],
            "part": row.part,
            "solution": row.solution,
            "median": f"{row.median:.4g}",
            "time": duration(row.median),
            "cell": Markup(board.cell(entry, scale)),
            "ratio": f"{row.ratio:.4g}",
            "factor": factor(row.ratio),
            "peak": row.peak_bytes or 0,
            "memory": size(row.peak_bytes),
            "verdict": row.verdict,
            "shown": f"{row.verdict}, stale" if entry.stale else row.verdict,
            "stale": entry.stale,
            "taken": int(row.taken),
            "when": f"{time.strftime('%Y-%m-%d', time.localtime(row.taken))} {places[place(entry)]}",
        }


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


def filters(material: Material) -> list[tuple[str, str, list[str]]]:
    """Return what the rows can be filtered by: the name of the data, that of the field, its values."""
    groups = [_groups(entry.row.puzzle) for entry in material.entries]
    languages = _languages(material)
    values = {
        "kind": {group["kind"] for group in groups},
        "year": {group["year"] for group in groups if group["year"]},
        "language": {languages[entry.row.puzzle] for entry in material.entries},
        "verdict": {entry.row.verdict for entry in material.entries},
    }
    return [(key, key.capitalize(), sorted(there)) for key, there in values.items()]
