"""The figures of a report as JSON."""

from typing import Any

from puzzle_runner.output.report import aggregates
from puzzle_runner.output.report.data import Data


def document(data: Data) -> dict[str, Any]:
    """Return the figures of a report, times in seconds."""
    right, parts, seconds = data.totals
    return {
        "totals": {"right": right, "parts": parts, "seconds": seconds},
        "overview": [
            {
                "group": calendar.name,
                "kind": calendar.kind,
                "right": calendar.right,
                "total": calendar.total,
                "seconds": calendar.seconds,
                "all_measured": calendar.measured,
                "puzzles": [
                    {
                        "puzzle": cell.puzzle,
                        "seconds": cell.seconds,
                        "parts": [part._asdict() for part in cell.parts],
                    }
                    for cell in calendar.cells
                ],
            }
            for calendar in data.calendars
        ],
        "leaderboard": [
            entry.row._asdict() | {"stale": entry.stale, "samples": len(entry.samples)}
            for entry in data.entries
        ],
        "comparisons": [each._asdict() for each in data.comparisons.values()],
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
            for change in data.changes
        ],
        "slowest": [
            {
                "puzzle": share.entry.row.puzzle,
                "part": share.entry.row.part,
                "solution": share.entry.row.solution,
                "seconds": share.entry.row.median,
                "share": share.share,
                "together": share.together,
            }
            for share in data.shares
        ],
        "places": [place._asdict() for place in aggregates.places(data.entries)],
        "notes": [{"note": note, "times": times} for note, times in aggregates.notes(data.entries)],
    }
