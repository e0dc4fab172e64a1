"""`puzzles submit`: send an answer, unless it can only be wrong."""

import sys
from datetime import timedelta
from typing import Annotated

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.kinds import aoc, euler
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.checking.solver import Solver, solver, why
from puzzle_runner.commands import by_hand
from puzzle_runner.commands.options import Account, Part, Timeout
from puzzle_runner.errors import Exit, Refused, UsageError
from puzzle_runner.model import Said
from puzzle_runner.output import terminal
from puzzle_runner.sites import aoc as site
from puzzle_runner.sites import submission
from puzzle_runner.sites.aoc import Visit
from puzzle_runner.sites.submission import LAST_STAR, Sent, State
from puzzle_runner.storage import atomic
from puzzle_runner.text import printable, waiting

Which = Annotated[
    str | None,
    typer.Argument(metavar="[ID]", help="The puzzle; else that edited last.", show_default=False),
]
Answer = Annotated[
    str | None,
    typer.Argument(metavar="[ANSWER]", help="The answer; else the default solution's.", show_default=False),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Send it without asking.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(submit)


def submit(
    id: Which = None,
    answer: Answer = None,
    part: Part = None,
    account: Account = None,
    timeout: Timeout = None,
    yes: Yes = False,
) -> None:
    """Send an answer to the site, unless it can only be wrong."""
    where = workspace.find()
    id = lookup.puzzle_id(where, id or lookup.edited_last(where))
    solved_by = solver(where, id, where.settings.limits(timeout))
    match identify(id)[0].NAME:
        case aoc.NAME:
            visit = site.visit(account, where.settings.contact)
            with atomic.locked(f"submit-{visit.account.folder.name}-{id}"):
                code = _send(visit, solved_by, part, answer, yes)
        case euler.NAME:
            code = by_hand.submit(solved_by, part or 1, answer)
        case _:
            raise UsageError(f"{id}: there is no site to send an answer to.")
    raise typer.Exit(code)


def _send(visit: Visit, solved_by: Solver, part: int | None, answer: str | None, yes: bool) -> Exit:
    known = submission.state(visit, solved_by.id)
    part = part or submission.next_part(known)
    submission.check_part(part, known)
    if answer is None and submission.is_last_star(known.id, part):
        answer = LAST_STAR
    elif answer is None:
        answer = solved_by.answer(part, visit.account.label)
    answer = answer.strip()
    if not submission.is_last_star(known.id, part):
        submission.check_answer(part, answer, known)
    submission.check_wait(known)
    _check_examples(solved_by, part)
    shown = printable(answer)
    terminal.say(f'Sending {shown} as part {part} of {known.id}, account "{visit.account.label}".')
    if not yes and sys.stdin.isatty() and not typer.confirm("Send it?"):
        raise Refused("You said no.")
    return _tell(known, part, submission.submit(visit, part, answer, known))


def _check_examples(solved_by: Solver, part: int) -> None:
    if failing := solved_by.failing_example(part):
        raise Refused(
            f'Part {part} fails on the case "{failing.case}" ({why(failing)}). '
            f'Where the stored answer is the mistake: "puzzles answer {failing.puzzle} --part {part} '
            f'--case {failing.case} VALUE".'
        )


def _tell(known: State, part: int, sent: Sent) -> Exit:
    """Say what became of an answer, and return the exit code."""
    answer, reply = printable(sent.answer), sent.reply
    wait = f" Wait {waiting(timedelta(seconds=reply.wait))} before the next one." if reply.wait else ""
    match reply.said:
        case Said.RIGHT:
            terminal.say(f"✓ right: {answer} is the answer of part {part} of {known.id}.")
            if part == 1:
                terminal.say(f'Part 2: "puzzles fetch {known.id}", then "puzzles show {known.id}".')
            return Exit.RIGHT
        case Said.WRONG:
            reasons = [*reply.hints, *([str(sent.bounds)] if sent.bounds.known else [])]
            terminal.say(f"✗ wrong: {', '.join(reasons) or answer}.{wait}")
            return Exit.NOT_RIGHT
        case Said.WAIT:
            terminal.say(f"Not looked at: an answer was given too recently.{wait}", sys.stderr)
        case Said.LEVEL:
            terminal.say(
                f"The site does not take part {part} of {known.id} now: it is solved, or the part before it "
                f'is not. "puzzles fetch {known.id}" gets what is accepted.',
                sys.stderr,
            )
        case _:
            terminal.say("The site's reply is not a known one. It is kept; look at the page.", sys.stderr)
    return Exit.SITE_FAILED
