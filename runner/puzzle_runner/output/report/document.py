"""The figures of a report as JSON."""

from typing import Any

from puzzle_runner.output.report import aggregates
from puzzle_runner.output.report.data import Data


def document(data: Data) -> dict[str, Any]:
    """Return the figures of a report, times in seconds."""
    return {
        "totals": dict(zip(("right", "parts", "seconds"), data.totals, strict=True)),
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
            entry.row.flat() | {"stale": entry.stale, "samples": len(entry.samples)} for entry in data.entries
        ],
        "comparisons": [comparison._asdict() for comparison in data.comparisons.values()],
        "changes": [change._asdict() for change in data.changes],
        "slowest": [share._asdict() for share in data.shares],
        "places": [machine._asdict() for machine in aggregates.machines(data.entries)],
        "notes": [{"note": note, "times": times} for note, times in aggregates.notes(data.entries)],
    }
