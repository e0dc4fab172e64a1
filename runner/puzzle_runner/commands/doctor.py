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
        exit=lambda rows: Exit.NOT_RIGHT if WRONG in [finding.state for finding in rows] else Exit.RIGHT,
    )


def _lines(finding: "Finding") -> list[str]:
    text = printable(finding.text)
    if finding.remedy:
        text = f"{text.removesuffix('.')}. {printable(finding.remedy)}"
    line = f"{_MARKS[finding.state]} {finding.about:<12} {text}"
    return terminal.wrapped(line, terminal.room(), indent=" " * 15)
