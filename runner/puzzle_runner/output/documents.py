"""Records into the JSON documents that the design promises."""

from collections.abc import Iterable, Sequence
from typing import Any

from puzzle_runner.model import Case, Puzzle, Result
from puzzle_runner.output.results_table import case_label


def results(rows: Iterable[Result]) -> str:
    """Return the JSON of `run` and `check`."""
    return document("results", [_plain(result) for result in rows])


def _plain(result: Result) -> dict[str, Any]:
    row = result._asdict()
    del row["exit"]
    return row


def puzzles(listed: Iterable[tuple[Puzzle, Sequence[Case], str]]) -> str:
    """Return the JSON of `list`; a puzzle that cannot be read has an `error` and no parts."""
    return document("puzzles", [_listed(*entry) for entry in listed])


def _listed(puzzle: Puzzle, cases: Sequence[Case], error: str) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "title": puzzle.title,
        "url": puzzle.url,
        "path": str(puzzle.path),
        "parts": [
            {"part": solution.part, "solution": solution.name, "summary": solution.summary}
            for solution in puzzle.solutions
        ],
        "cases": [case_label(case.name, case.account) for case in cases],
    }
    return entry | ({"error": error} if error else {})


def document(key: str, rows: list[Any], **more: list[Any]) -> str:
    """Return a document with its rows under a key, and what there is more."""
    import json

    return json.dumps({"schema": 1, key: rows} | more, indent=2)
