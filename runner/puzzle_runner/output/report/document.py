"""The JSON of a report, and the badges that shields.io draws of it."""

import json
from collections.abc import Iterator
from typing import Any

from puzzle_runner.output.report.material import Entry
from puzzle_runner.output.report.overview import Group
from puzzle_runner.output.report.states import State
from puzzle_runner.output.report.views import Views
from puzzle_runner.text import duration


def document(views: Views) -> dict[str, Any]:
    """Return the figures of a report: what its views show, as plain numbers."""
    right, parts, seconds = views.totals
    return {
        "totals": {"right": right, "parts": parts, "seconds": seconds},
        "overview": [_group(group) for group in views.groups],
        "leaderboard": [_entry(entry) for entry in views.material.entries],
        "comparisons": [each._asdict() for each in views.material.comparisons.values()],
        "changes": [
            {
                **dict(zip(("puzzle", "part", "solution", "case"), change.series[:4], strict=True)),
                "moment": change.point.moment,
                "before": change.before,
                "after": change.after,
                "ratio": change.ratio,
                "low": change.low,
                "high": change.high,
                "cause": change.cause,
                "commits": change.point.commits,
            }
            for change in views.changes
        ],
        "slowest": [
            {
                "puzzle": share.entry.row.puzzle,
                "part": share.entry.row.part,
                "solution": share.entry.row.solution,
                "seconds": share.entry.row.figures.median,
                "share": share.share,
                "together": share.together,
            }
            for share in views.shares
        ],
        "places": [place._asdict() for place in views.places],
        "notes": [{"note": note, "times": times} for note, times in views.notes],
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "group": group.name,
        "kind": group.kind,
        "right": group.right,
        "total": group.total,
        "seconds": group.seconds,
        "all_measured": group.measured,
        "puzzles": [
            {
                "puzzle": cell.puzzle,
                "seconds": cell.seconds,
                "parts": [part._asdict() for part in cell.parts],
            }
            for cell in group.cells
        ],
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return entry.row.flat() | {"stale": entry.stale, "samples": len(entry.samples)}


def badges(views: Views) -> Iterator[tuple[str, str]]:
    """Yield name and content of each badge: for all, for each year, for each kind.

    https://shields.io/badges/endpoint-badge
    """
    right, parts, seconds = views.totals
    failed = any(part.state is State.FAILED for group in views.groups for part in group.parts)
    yield "puzzles.json", _badge("puzzles", f"{right} of {parts}", _colour(right, parts, failed))
    if seconds:
        yield "time.json", _badge("all puzzles", duration(seconds), "blue")
    for group in views.groups:
        some = any(part.state is State.FAILED for part in group.parts)
        colour = _colour(group.right, group.total, some)
        yield f"{group.name}.json", _badge(group.title, f"{group.right} of {group.total}", colour)
        if group.seconds is not None:
            yield f"{group.name}-time.json", _badge(group.title, duration(group.seconds), "blue")


def _colour(right: int, total: int, failed: bool) -> str:
    return "red" if failed else "brightgreen" if right == total else "green" if right else "lightgrey"


def _badge(label: str, message: str, colour: str) -> str:
    return json.dumps({"schemaVersion": 1, "label": label, "message": message, "color": colour}) + "\n"
