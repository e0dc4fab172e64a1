"""`puzzles submit`: send an answer, unless it can only be wrong."""

import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Annotated, Any, NamedTuple

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.kinds.kind import identify
from puzzle_runner.checking.solver import Solver, solver
from puzzle_runner.commands import contact, person
from puzzle_runner.commands.options import Account, Part, Timeout
from puzzle_runner.errors import Exit, Refused
from puzzle_runner.inputs import accounts, guesses
from puzzle_runner.model import Reply, Status
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report, shown
from puzzle_runner.sites import site, submission
from puzzle_runner.sites.site import Attempt, Sent, Site, Visit
from puzzle_runner.storage import atomic
from puzzle_runner.text import printable, waiting

Which = Annotated[
    str | None,
    typer.Argument(metavar="[ID]", help="The puzzle. Default: the one edited last.", show_default=False),
]
Answer = Annotated[
    str | None,
    typer.Argument(
        metavar="[ANSWER]", help="The answer. Default: the default solution's.", show_default=False
    ),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Send it without asking.")]


class ToSend(NamedTuple):
    """An answer before it is sent; `copied` if it is on the clipboard, for a person to enter it."""

    attempt: Attempt
    by_hand: bool
    copied: bool = False


class Done(NamedTuple):
    """An answer after it was sent."""

    attempt: Attempt
    by_hand: bool
    sent: Sent


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(submit))


def submit(
    id: Which = None,
    answer: Answer = None,
    part: Part = None,
    account: Account = None,
    timeout: Timeout = None,
    yes: Yes = False,
) -> Report[ToSend | Done]:
    """Send an answer to the site, unless it can only be wrong."""
    where = workspace.find()
    id = lookup.puzzle_id(where, id or lookup.edited_last(where))
    limits = where.settings.limits(timeout)
    puzzle_site = site.find(id, "to send an answer to")
    # Where a person enters the answer, nothing is sent.
    visit = puzzle_site.visit(account, "" if puzzle_site.BY_HAND else contact.of(where))
    steps = _steps(puzzle_site, visit, solver(where, id, limits), part, answer, yes)
    return Report(steps, lines=_lines, document=_document, exit_code=_exit_code)


def _steps(
    site: Site, visit: Visit, solver: Solver, part: int | None, answer: str | None, yes: bool
) -> Iterator[ToSend | Done]:
    """Yield what will be sent, unless a person was asked about it, and then the result."""
    with atomic.locked(f"submit-{visit.account.folder.name}-{solver.id}"):
        attempt = submission.prepare(site, visit, solver, part, answer, person.letters)
        if site.BY_HAND:
            yield ToSend(attempt, by_hand=True, copied=person.copy(attempt.answer))
        elif doubt := guesses.doubtful(attempt.answer):
            _confirm_in_doubt(attempt, doubt)
        elif sys.stdin.isatty() and not yes:
            _confirm(attempt)
        else:
            yield ToSend(attempt, by_hand=False)
        sent = site.submit(attempt, lambda: person.was_right(_url(attempt)))
        if sent.reply and (sentence := _unjudged(attempt, sent.reply)):
            terminal.warn(sentence)
        if sent.unstored:
            terminal.warn(f"puzzles: {sent.unstored}")
        yield Done(attempt, site.BY_HAND, sent)


def _confirm(attempt: Attempt) -> None:
    """Ask at the terminal whether to send an answer. Raises Refused."""
    terminal.warn(_sending(attempt))
    if not typer.confirm("Send it?", err=True):
        raise Refused("You said no.")


def _confirm_in_doubt(attempt: Attempt, doubt: str) -> None:
    """Ask whether to send an odd answer, whatever the options. Raises Refused without a terminal."""
    sentence = f'"{printable(attempt.answer)}" {doubt}'
    if not sys.stdin.isatty():
        raise Refused(f"{sentence}: at a terminal you are asked whether to send it.")
    terminal.warn(f"{sentence}.")
    _confirm(attempt)


def _sending(attempt: Attempt) -> str:
    answer, label = printable(attempt.answer), attempt.visit.label
    return f'Sending {answer} as part {attempt.part} of {attempt.id}, account "{label}".'


def _unjudged(attempt: Attempt, reply: Reply) -> str:
    """Return why the site did not judge an answer; an empty text if it did."""
    match reply.status:
        case Status.RIGHT | Status.WRONG:
            return ""
        case Status.WAIT:
            return f"Not looked at: an answer was given too recently.{_wait(reply)}"
        case Status.LEVEL:
            return (
                f"The site does not take part {attempt.part} of {attempt.id} now: it is solved, or the part "
                f'before it is not. "puzzles fetch {attempt.id}{_option(attempt)}" gets what is accepted.'
            )
    return "The site's reply is not a known one. It is kept; look at the page."


def _wait(reply: Reply) -> str:
    return f" Wait {waiting(timedelta(seconds=reply.wait))} before the next one." if reply.wait else ""


def _option(attempt: Attempt) -> str:
    return accounts.option(attempt.visit.label)


def _url(attempt: Attempt) -> str:
    return identify(attempt.id)[0].url(attempt.id)


def _lines(step: ToSend | Done) -> list[str]:
    match step:
        case ToSend(attempt, by_hand=True):
            clipboard = " is on the clipboard" if step.copied else ""
            return [f"{printable(attempt.answer)}{clipboard}: enter it at {_url(attempt)}"]
        case ToSend(attempt):
            return [_sending(attempt)]
        case Done(attempt, by_hand=True):
            return _lines_by_hand(attempt, step.sent.reply)
        case Done(attempt, sent=sent):
            return _lines_sent(attempt, sent)


def _lines_by_hand(attempt: Attempt, reply: Reply | None) -> list[str]:
    answer = printable(attempt.answer)
    if reply:
        return [f"Remembered: {answer} is {reply.status}."]
    if sys.stdin.isatty():
        return []
    command = f"puzzles answer {attempt.id} --part {attempt.part} {answer}"
    return [f'Tell how it went: if it was right, "{command}".']


def _lines_sent(attempt: Attempt, sent: Sent) -> list[str]:
    answer, reply = printable(attempt.answer), sent.reply
    if reply and reply.status is Status.RIGHT:
        lines = [f"✓ right: {answer} is the answer of part {attempt.part} of {attempt.id}."]
        if attempt.part == 1:
            id = f"{attempt.id}{_option(attempt)}"
            lines.append(f'Part 2: "puzzles fetch {id}", then "puzzles show {id}".')
        return lines
    if reply and reply.status is Status.WRONG:
        reasons = [*reply.hints, *([str(sent.bounds)] if sent.bounds.known else [])]
        return [f"✗ wrong: {', '.join(reasons) or answer}.{_wait(reply)}"]
    return []


def _done(steps: list[ToSend | Done]) -> Done:
    return next(step for step in steps if isinstance(step, Done))


def _document(steps: list[ToSend | Done]) -> dict[str, Any]:
    """Return the JSON of `submit`. `wait` is in seconds; the answer lies between `low` and `high`."""
    attempt, _, (reply, bounds, _) = _done(steps)
    return {
        "puzzle": attempt.id,
        "part": attempt.part,
        "answer": attempt.answer,
        "account": attempt.visit.label,
        "url": _url(attempt),
        "status": reply.status if reply else "not entered",
        "hints": list(reply.hints) if reply else [],
        "wait": reply.wait if reply else 0,
        "low": bounds.low,
        "high": bounds.high,
    }


def _exit_code(steps: list[ToSend | Done]) -> Exit:
    reply, _, unstored = _done(steps).sent
    if unstored:
        return Exit.STORE_FAILED
    if reply is None or reply.status is Status.RIGHT:
        return Exit.RIGHT
    return Exit.NOT_RIGHT if reply.status is Status.WRONG else Exit.SITE_FAILED
