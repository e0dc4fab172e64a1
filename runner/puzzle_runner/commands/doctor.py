"""`puzzles doctor`: what is wrong with the set-up, and how to mend it."""

import sys
from typing import TYPE_CHECKING

import typer

from puzzle_runner.catalog import workspace
from puzzle_runner.errors import Exit
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report, shown
from puzzle_runner.text import printable

if TYPE_CHECKING:
    from puzzle_runner.doctor import Finding

_MARKS = {"good": ("✓", "32"), "note": ("!", "33"), "wrong": ("✗", "31")}


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(doctor))


def doctor() -> "Report[Finding]":
    """Say in plain words what is wrong with the set-up, and how to mend it."""
    # Imported here: it looks at everything.
    from puzzle_runner.doctor import State, findings

    def exit_code(found: "list[Finding]") -> Exit:
        return Exit.NOT_RIGHT if any(finding.state is State.WRONG for finding in found) else Exit.RIGHT

    return Report(
        findings(workspace.find()),
        lines=lambda finding: [_line(finding)],
        document=lambda found: {"findings": [finding._asdict() for finding in found]},
        exit_code=exit_code,
    )


def _line(finding: "Finding") -> str:
    mark, code = _MARKS[finding.state]
    painted = f"\x1b[{code}m{mark}\x1b[0m" if terminal.coloured(sys.stdout) else mark
    remedy = f". {finding.remedy}" if finding.remedy else ""
    return f"{painted} {finding.about:<12} {printable(finding.text.removesuffix('.') + remedy)}"
