"""`puzzles doctor`: what is wrong with the set-up, and how to mend it."""

import json as json_
import sys
from typing import Annotated

import typer

from puzzle_runner import settings
from puzzle_runner.errors import Exit
from puzzle_runner.output import terminal

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(doctor)


def doctor(json: Json = False) -> None:
    """Say in plain words what is wrong with the set-up, and how to mend it."""
    from puzzle_runner.doctor import State, findings

    marks = {State.GOOD: ("✓", "32"), State.NOTE: ("!", "33"), State.WRONG: ("✗", "31")}
    colour = terminal.coloured(sys.stdout)
    found = []
    for finding in findings(settings.workspace()):
        found.append(finding)
        if not json:
            mark, code = marks[finding.state]
            painted = f"\x1b[{code}m{mark}\x1b[0m" if colour else mark
            remedy = f". {finding.remedy}" if finding.remedy else ""
            terminal.say(f"{painted} {finding.about:<12} {finding.text.removesuffix('.')}{remedy}")
    if json:
        print(json_.dumps({"schema": 1, "findings": [finding._asdict() for finding in found]}, indent=2))
    if any(finding.state is State.WRONG for finding in found):
        raise typer.Exit(Exit.NOT_RIGHT)
