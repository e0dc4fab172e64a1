"""`puzzles submit`: send an answer that is not known to be wrong."""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from datetime import timedelta
from typing import Annotated, Any, NamedTuple

from puzzle_runner import declare
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking.solver import solver
from puzzle_runner.commands import person
from puzzle_runner.commands.options import Account, OrLast, Timeout, Words, part_number
from puzzle_runner.errors import Exit, NoSuchPuzzle, PuzzlesError, Refused
from puzzle_runner.flows import accounts, fetching, submission, visiting
from puzzle_runner.flows.calendar import took
from puzzle_runner.flows.submission import Attempt, Submitted
from puzzle_runner.flows.visiting import Visit
from puzzle_runner.inputs import guesses
from puzzle_runner.output import terminal
from puzzle_runner.output.render import LiveReport
from puzzle_runner.replies import SiteReply, Status
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.storage import atomic
from puzzle_runner.text import DAY, clock, printable, waiting

Answer = Annotated[
    str | None, declare.Argument(metavar="ANSWER", help="The answer. Default: the default solution's.")
]
Part = Annotated[
    int | None,
    declare.Option(
        "--part", "-p", metavar="N", parser=part_number, help="The part. Default: the next unsolved one."
    ),
    Words.PART,
]
Yes = Annotated[bool, declare.Option("--yes", "-y", help="Send it without asking.")]
Despite = Annotated[
    bool, declare.Option("--despite-examples", help="Send it even if an example read from the page fails.")
]

Wait = Annotated[bool, declare.Option("--wait", help="Wait as long as the site asks to, then send it.")]


class Done(NamedTuple):
    """An answer after it was sent."""

    attempt: Attempt
    sent: Submitted


class Next(NamedTuple):
    """The part that a right answer has opened, and its text as Markdown."""

    part: int
    markdown: str


# An attempt is a step before it is sent, or before a person enters the answer.
Step = Attempt | Done | Next

ORDER = 130
EXAMPLE = "puzzles submit 2021/3"
ALSO = {"send": "submit"}
READS_SESSION = True


def submit(
    id: OrLast = None,
    answer: Answer = None,
    part: Part = None,
    account: Account = None,
    timeout: Timeout = None,
    yes: Yes = False,
    despite_examples: Despite = False,
    wait: Wait = False,
) -> LiveReport[Step]:
    """Send an answer to the site. Refuses answers known to be wrong."""
    workspace = lookup.workspace_of([id])
    if answer is None and id and re.fullmatch(r"-?[0-9]+", id):
        id, answer = _last(workspace, id, yes), id
    meant = lookup.puzzle_id(workspace, id)
    limits = workspace.limits(timeout)
    site = fetching.find(meant, "to send an answer to")
    fetching.check_unlocked(meant)
    with terminal.status(f"Asking {site.ADDRESS} ..."):
        visit = visiting.visit(site, account, workspace.settings.contact)
    folder, of_default = lookup.case_folder(workspace, meant), solver(workspace, meant, limits)

    def prepare() -> Attempt:
        attempt = submission.prepare(
            visit, of_default, folder, part, answer, wait=wait, despite_examples=despite_examples
        )
        if id and _is_guess(workspace, id, meant):
            guess = f'That "{id}" means {meant} is a guess: to be certain, write "puzzles submit {meant}".'
            return attempt._replace(against=(guess, *attempt.against))
        return attempt

    steps = _steps(visit, meant, prepare, wait, yes)
    return LiveReport(steps, lines=_lines, document=_document, exit=_exit)


def _is_guess(workspace: Workspace, text: str, id: PuzzleId) -> bool:
    """Tell whether a text such as `day 1` means an id by its number alone, and others here may be meant."""
    is_number = re.fullmatch(r"(?:[a-z]+[-_ ]?)?\d{1,9}", text.strip().lower(), re.ASCII)
    if not is_number or identify(text).site.ADDRESS:
        return False
    groups = {other.group for other in lookup.paths(workspace) if other.site.ADDRESS}
    return groups != {id.group}


def _last(workspace: Workspace, number: str, yes: bool) -> str:
    """Return the puzzle edited last, which a number alone answers.

    Raises Refused if it may mean a puzzle here, and nobody is asked before it is sent.
    """
    last, paths = lookup.edited_last(workspace), lookup.paths(workspace)
    with suppress(NoSuchPuzzle):
        puzzle = lookup.find(paths, lookup.spelled_out(workspace, number, paths))
        if puzzle and (yes or not sys.stdin.isatty()):
            raise Refused(
                f'{number} may be an answer, or {puzzle}: write "puzzles submit {last} {number}", or '
                f'"puzzles submit {puzzle}".'
            )
    return last


def _steps(
    visit: Visit, id: PuzzleId, prepare: Callable[[], Attempt], wait: bool, yes: bool
) -> Iterator[Step]:
    """Yield what will be sent, unless a person was asked about it; the result; the part that it opens."""
    site = visit.site
    with atomic.locked(f"submit-{visit.account.folder.name}-{id}"):
        with terminal.status(f"Preparing the answer of {id} ..."):
            attempt = prepare()
        if attempt.against or not (yes or site.BY_HAND):
            person.confirm(attempt)
        else:
            yield attempt
        sent = _send(attempt, wait)
        status = sent.reply.status if sent.reply else None
        if sent.reply and status not in (Status.RIGHT, Status.WRONG):
            terminal.warn(_unjudged(attempt, sent.reply))
        if sent.unstored:
            terminal.warn(f"puzzles: {sent.unstored}")
        yield Done(attempt, sent)
    if not site.BY_HAND and attempt.part < site.PARTS and status is Status.RIGHT:
        yield from _next_part(attempt)


def _send(attempt: Attempt, wait: bool) -> Submitted:
    """Send an answer, or have a person enter it; with `wait`, once more as long as the site asks to wait."""
    sent = None
    while True:
        # Without `wait`, an answer does not get here before the pause is over.
        left = None if attempt.visit.site.BY_HAND else submission.pause(attempt, sent)
        if left:
            pause = f"The site asks to wait before {attempt.id} is tried again: sending"
            person.wait(guesses.now() + left, f"{pause} in", f"{pause} in {waiting(left)}.")
        # Where a person enters it, they are asked questions.
        by_hand = attempt.visit.site.BY_HAND
        with nullcontext() if by_hand else terminal.status(f"Sending it to {attempt.visit.site.ADDRESS} ..."):
            sent = submission.submit(attempt, lambda: person.was_right(_url(attempt)))
        if not (wait and sent.reply and sent.reply.status is Status.WAIT):
            return sent


def _next_part(attempt: Attempt) -> Iterator[Next]:
    """Fetch the page once more, for the part that the answer has opened. A failure costs no result."""
    try:
        with terminal.status("Fetching the next part ..."):
            fetching.fetch(attempt.visit, attempt.id, refresh=False)
        parts = fetching.statement(attempt.id, attempt.visit.label).parts
    except PuzzlesError as error:
        terminal.warn(f"puzzles: {error}")
        return
    page = fetching.cached_page(attempt.visit, attempt.id)
    part = attempt.part + 1
    if len(parts) >= part:
        yield Next(part, parts[part - 1])
    if page and page.unasked.get(part):
        terminal.warn(f'Part {part} needs no answer: "puzzles submit {attempt.id}" claims its star.')
    elif page and part in page.unasked:
        terminal.warn(f"Part {part} {submission.missing_stars(attempt.visit, attempt.id)}")
    elif len(parts) < part:
        terminal.warn(f'The page has no part {part} yet: "{_fetching(attempt)}" looks again.')


def _unjudged(attempt: Attempt, reply: SiteReply) -> str:
    """Return why the site did not judge an answer."""
    if reply.status is Status.WAIT:
        return f"Not judged: {reply.said or 'an answer was sent too recently.'}{_wait(reply)}"
    if reply.status is Status.LEVEL:
        why = "it is solved, or the part before it is not."
        return (
            f"The site does not take part {attempt.part} of {attempt.id} now: {reply.said or why} "
            f'"{_fetching(attempt)}" gets what is accepted.'
        )
    return "The site's reply is not a known one. It is kept; look at the page."


def _wait(reply: SiteReply) -> str:
    return f" Wait {waiting(timedelta(seconds=reply.wait))} before the next one." if reply.wait else ""


def _fetching(attempt: Attempt) -> str:
    return f"puzzles fetch {attempt.id}{accounts.option(attempt.visit.label)}"


def _url(attempt: Attempt) -> str:
    return attempt.id.url


def _lines(step: Step) -> list[str]:
    match step:
        case Next():
            return ["", *terminal.markdown(step.markdown)]
        case Attempt():
            return terminal.sentences(person.sending(step))
        case Done():
            return terminal.sentences(*_result(step.attempt, step.sent))


def _result(attempt: Attempt, sent: Submitted) -> list[str]:
    """Return the sentence on the reply, if it is one that is said on stdout."""
    answer = printable(attempt.answer)
    reply = sent.reply
    if reply is None:
        if sys.stdin.isatty():
            return []
        command = f"puzzles answer {attempt.id} --part {attempt.part} {answer}"
        return [f'When you know the reply: if it was right, "{command}".']
    if attempt.visit.site.BY_HAND:
        return [f"Remembered: {answer} is {reply.status}."]
    if reply.status is Status.RIGHT:
        return [f"★ {answer} is right: part {attempt.part} of {attempt.id}{_took(attempt)}.{_next(attempt)}"]
    if reply.status is Status.WRONG:
        reasons: list[str] = [*reply.hints]
        if sent.bounds.known:
            reasons.append(str(sent.bounds))
        return [f"✗ wrong: {', '.join(reasons) or answer}.{_wait(reply)}"]
    return []


def _took(attempt: Attempt) -> str:
    """Return how long after the unlocking a right answer came; nothing after a day."""
    try:
        seconds = took(attempt.id, attempt.visit.account).get(attempt.part)
    except PuzzlesError:
        return ""
    return f", {clock(seconds)} after it unlocked" if seconds and seconds < DAY else ""


def _next(attempt: Attempt) -> str:
    """Return what comes after a right answer: the next part, or the next day and when it unlocks."""
    site = attempt.visit.site
    if attempt.part < site.PARTS:
        return f" Next: part {attempt.part + 1}."
    fields = attempt.id.fields
    if "day" not in fields:
        return ""
    next_day = site.id_of({**fields, "day": fields["day"] + 1})
    if not next_day:
        return ""
    id = identify(next_day)
    if not fetching.is_certain(id):
        return ""
    if not id.unlocks or fetching.is_unlocked(id):
        return f" Next: {id}."
    return f' Next: {id}, which unlocks in {waiting(id.unlocks - guesses.now())}: "puzzles new --wait".'


def _done(steps: Sequence[Step]) -> Done:
    [done] = [step for step in steps if isinstance(step, Done)]
    return done


def _document(steps: Sequence[Step]) -> dict[str, Any]:
    """Return the JSON of `submit`. `wait` is in seconds; the answer lies between `low` and `high`."""
    attempt, sent = _done(steps)
    reply = sent.reply
    next_part = None
    for step in steps:
        if isinstance(step, Next):
            next_part = {"part": step.part, "markdown": step.markdown}
    return {
        "puzzle": attempt.id,
        "part": attempt.part,
        "answer": attempt.answer,
        "account": attempt.visit.label,
        "url": _url(attempt),
        "status": reply.status if reply else "not entered",
        "hints": list(reply.hints) if reply else [],
        "wait": reply.wait if reply else 0,
        "low": sent.bounds.low,
        "high": sent.bounds.high,
        "next": next_part,
    }


def _exit(steps: Sequence[Step]) -> Exit:
    sent = _done(steps).sent
    if sent.unstored:
        return Exit.STORE_FAILED
    if sent.reply is None or sent.reply.status is Status.RIGHT:
        return Exit.RIGHT
    return Exit.NOT_RIGHT if sent.reply.status is Status.WRONG else Exit.SITE_FAILED
