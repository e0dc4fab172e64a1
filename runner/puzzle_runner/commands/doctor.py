"""`puzzles doctor`: check the set-up, and say how to fix what is wrong."""

import sys
from typing import TYPE_CHECKING

from puzzle_runner.catalog import workspaces
from puzzle_runner.errors import Exit
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport
from puzzle_runner.text import printable

if TYPE_CHECKING:
    from puzzle_runner.doctor import Finding

_MARKS = {"good": ("✓", "32"), "note": ("!", "33"), "wrong": ("✗", "31")}

ORDER = 440
READS_SESSION = True


def doctor() -> "LiveReport[Finding]":
    """Check the set-up, and say how to fix what is wrong."""
    # Imported here: it imports nearly everything.
    from puzzle_runner.doctor import WRONG, findings

    def exit_code(found: "list[Finding]") -> Exit:
        return Exit.NOT_RIGHT if any(finding.state == WRONG for finding in found) else Exit.RIGHT

    return LiveReport(
        findings(workspaces.find()),
        lines=_lines,
        document=lambda found: {"findings": [finding._asdict() for finding in found]},
        exit_code=exit_code,
    )


def _lines(finding: "Finding") -> list[str]:
    """Return a finding as a line, in a terminal wrapped at words below its text."""
    mark, code = _MARKS[finding.state]
    remedy = f". {finding.remedy}" if finding.remedy else ""
    text = f"{mark} {finding.about:<12} {printable(finding.text.removesuffix('.') + remedy)}"
    first, *others = terminal.wrapped(text, terminal.room(sys.stdout), indent=" " * 15)
    painted = f"\x1b[{code}m{mark}\x1b[0m" if terminal.coloured(sys.stdout) else mark
    return [first.replace(mark, painted, 1), *others]
