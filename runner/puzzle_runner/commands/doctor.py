"""`puzzles doctor`: check the set-up, and say how to fix what is wrong."""

from typing import TYPE_CHECKING

from puzzle_runner.catalog import workspaces
from puzzle_runner.errors import Exit
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport
from puzzle_runner.text import printable

if TYPE_CHECKING:
    from puzzle_runner.doctor import Finding

_MARKS = {"good": "✓", "note": "!", "wrong": "✗"}

ORDER = 40
EXAMPLE = "puzzles doctor"
READS_SESSION = True


def doctor() -> "LiveReport[Finding]":
    """Check the set-up, and say how to fix what is wrong."""
    # Imported here: it imports nearly everything.
    from puzzle_runner.doctor import WRONG, findings

    return LiveReport(
        findings(workspaces.find()),
        lines=_lines,
        document=lambda rows: {"findings": [finding._asdict() for finding in rows]},
        exit=lambda rows: max(Exit.NOT_RIGHT if row.state == WRONG else Exit.RIGHT for row in rows),
    )


def _lines(finding: "Finding") -> list[str]:
    text = finding.text
    if finding.remedy:
        text = text.removesuffix(".") + ". " + finding.remedy
    mark = _MARKS[finding.state]
    line = f"{mark} {finding.about:<12} {printable(text)}"
    return terminal.wrapped(line, terminal.room(), indent=" " * 15)
