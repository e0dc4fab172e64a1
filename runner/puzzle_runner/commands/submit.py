"""`puzzles submit`: send an answer that is not known to be wrong."""

import re
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from datetime import timedelta
from typing import Annotated, Any

from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking.solver import Solver
from puzzle_runner.commands import person
from puzzle_runner.commands.options import Account, OrLast, Timeout, Words
from puzzle_runner.declare import Argument, Option
from puzzle_runner.errors import Exit, NoSuchPuzzle, PuzzlesError, Refused
from puzzle_runner.flows import accounts, fetching, submission, visiting
from puzzle_runner.flows.calendar import took
from puzzle_runner.flows.submission import Attempt, Submitted
from puzzle_runner.flows.visiting import Visit
from puzzle_runner.inputs import guesses
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Json, Report, show
from puzzle_runner.replies import SiteReply, Status
from puzzle_runner.sites.registry import identify
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.storage import atomic
from puzzle_runner.text import DAY, clock, decimal, printable, waiting

Answer = Annotated[str | None, Argument(metavar="ANSWER", help="The answer. Default: the solution's.")]
Part = Annotated[
    int | None, Option("-p", metavar="N", min=1, help="The part. Default: the next unsolved one."), Words.PART
]
Yes = Annotated[bool, Option("-y", help="Send it without asking.")]
Wait = Annotated[bool, Option(help="Wait as long as the site asks to, then send it.")]

# Why a site did not judge an answer, where its reply does not say it.
NOT_JUDGED = {
    Status.WAIT: "an answer was sent too recently.",
    Status.LEVEL: "the part is solved, or the part before it is not.",
}
NOT_KNOWN = "the site's reply is not a known one. It is kept; look at the page."

ORDER = 130
EXAMPLE = "puzzles submit 2021/3"
READS_SESSION = True
# A number, or a word and a number, such as `day 3`: another puzzle may be meant.
_BY_NUMBER = re.compile(r"(?:[a-z]+[-_ ]?)?\d{1,9}", re.ASCII)


def submit(
    id: OrLast = None,
    answer: Answer = None,
    part: Part = None,
    account: Account = None,
    timeout: Timeout = None,
    yes: Yes = False,
    wait: Wait = False,
    json: Json = False,
) -> None:
    """Send an answer to the site. Refuses answers known to be wrong."""
    workspace = lookup.workspace_of([id])
    meant, answer, guess = _meant(workspace, id, answer)
    site = fetching.find(meant)
    fetching.check_unlocked(meant)
    with terminal.status(f"Asking {site.ADDRESS} ..."):
        visit = visiting.visit(site, account, workspace.settings.contact)
    folder = lookup.case_folder(workspace, meant)
    of_default = Solver(workspace, meant, lookup.puzzle(workspace, meant), workspace.limits(timeout))
    with atomic.locked(f"submit-{visit.account.folder.name}-{meant}"):
        with terminal.status("Preparing the answer ..."):
            attempt = submission.prepare(visit, of_default, folder, part, answer, wait=wait)
        against = [*attempt.against]
        if guess:
            line = f"puzzles submit {meant} {answer or ''}".rstrip()
            against.insert(0, f'{guess} is a guess: to be certain, write "{line}".')
        if against or not (yes or site.BY_HAND):
            _confirm(attempt, against)
        elif not json:
            terminal.say_all(terminal.sentences(_sending(attempt)))
        sent = _send(attempt, wait)
    sentence, code = _result(attempt, sent)
    if code is Exit.SITE_FAILED:
        terminal.warn(sentence)
    elif not json:
        # The next part takes a while to come.
        terminal.say_all(terminal.sentences(sentence))
    if sent.unstored:
        terminal.warn(f"puzzles: {sent.unstored}")
        code = Exit.STORE_FAILED
    document = _document(attempt, sent)
    lines: list[str] = []
    following = attempt.part + 1
    is_right = sent.reply and sent.reply.status is Status.RIGHT
    if is_right and not site.BY_HAND and following <= site.PARTS:
        text = _next_part(visit, meant, following)
        if text:
            document["next"] = {"part": following, "markdown": text}
            lines = ["", *terminal.markdown(text)]
    raise SystemExit(show(Report(document, lines, code), json))


def _meant(workspace: Workspace, id: str | None, answer: str | None) -> tuple[PuzzleId, str | None, str]:
    """Return the puzzle that is meant, the typed answer, and what of this is a guess, as a beginning."""
    if answer is None and id and decimal(id) is not None:
        # A number alone answers the puzzle edited last.
        guess = ""
        paths = lookup.paths(workspace)
        with suppress(NoSuchPuzzle):
            if lookup.find(paths, lookup.spelled_out(workspace, id, paths)):
                guess = f"That {id} is an answer, and no puzzle,"
        return lookup.puzzle_id(workspace, None), id, guess
    meant = lookup.puzzle_id(workspace, id)
    if id and _BY_NUMBER.fullmatch(id.strip().lower()) and not identify(id).site.ADDRESS:
        return meant, answer, f'That "{id}" means {meant}'
    return meant, answer, ""


def _next_part(visit: Visit, id: PuzzleId, part: int) -> str:
    """Return the text of the part that a right answer has opened; a failure is told, and costs no result."""
    try:
        with terminal.status("Fetching the next part ..."):
            fetching.fetch(visit, id, refresh=False)
        texts = fetching.statement(id, visit.label).parts
    except PuzzlesError as error:
        terminal.warn(f"puzzles: {error}")
        return ""
    page = fetching.cached_page(visit, id)
    if page and part in page.unasked:
        claiming = f'Part {part} needs no answer: "puzzles submit {id}" claims its star.'
        terminal.warn(claiming if page.unasked[part] else submission.missing_stars(visit, id, part))
    elif len(texts) < part:
        looking = f"puzzles fetch {id}{accounts.option(visit.label)}"
        terminal.warn(f'The page has no part {part} yet: "{looking}" looks again.')
    return texts[part - 1] if len(texts) >= part else ""


def _confirm(attempt: Attempt, against: Sequence[str]) -> None:
    """Ask once at the terminal whether to send an answer, after what speaks against it. Raises Refused."""
    if not sys.stdin.isatty():
        if against:
            reasons = " ".join(against)
            raise Refused(f"{reasons} At a terminal, you are asked whether to send it.")
        raise Refused("Without a terminal, an answer is sent only with --yes: add it to the command.")
    for line in (*against, _sending(attempt)):
        terminal.warn(line)
    if person.ask("Send it? [y/N]: ") not in ("y", "yes"):
        raise Refused("You said no.")


def _send(attempt: Attempt, wait: bool) -> Submitted:
    """Send an answer, or have a person enter it; with `wait`, once more as long as the site asks to wait."""
    sent = None
    by_hand = attempt.visit.site.BY_HAND
    while True:
        # Without `wait`, an answer does not get here before the pause is over.
        left = None if by_hand else submission.pause(attempt, sent)
        if left:
            pause = f"The site asks to wait before {attempt.id} is tried again: sending in"
            person.wait(guesses.now() + left, pause)
        # Where a person enters it, they are asked questions.
        with nullcontext() if by_hand else terminal.status(f"Sending it to {attempt.visit.site.ADDRESS} ..."):
            sent = submission.submit(attempt, lambda: _was_right(attempt))
        if not (wait and sent.reply and sent.reply.status is Status.WAIT):
            return sent


def _was_right(attempt: Attempt) -> bool | None:
    """Open the page and ask whether the answer that was entered there is right.

    None if it was not entered, and without a terminal, as nobody can be asked.
    """
    if not sys.stdin.isatty():
        return None
    webbrowser.open(attempt.id.url)
    reply = person.ask("Was it right? [y]es, [n]o, or not entered: ")
    return {"y": True, "yes": True, "n": False, "no": False}.get(reply)


def _sending(attempt: Attempt) -> str:
    """Return the line that says what is sent, or what a person is to enter."""
    answer = printable(attempt.answer)
    visit = attempt.visit
    if visit.site.BY_HAND:
        return f"{answer}: enter it at {visit.site.url(attempt.id)}"
    return f'Sending {answer} as part {attempt.part} of {attempt.id}, account "{visit.label}".'


def _result(attempt: Attempt, sent: Submitted) -> tuple[str, Exit]:
    """Return the sentence on a reply, and the exit code."""
    answer = printable(attempt.answer)
    part = f"part {attempt.part} of {attempt.id}"
    reply = sent.reply
    if reply is None:
        command = f"puzzles answer {attempt.id} --part {attempt.part} {answer}"
        return f'When you know the reply: if it was right, "{command}".', Exit.RIGHT
    code = Exit.RIGHT if reply.status is Status.RIGHT else Exit.NOT_RIGHT
    if attempt.visit.site.BY_HAND:
        return f"Remembered: {answer} is {reply.status}.", code
    if reply.status is Status.RIGHT:
        return f"★ {answer} is right: {part}{_took(attempt)}.{_next(attempt)}", code
    pause = ""
    if reply.wait:
        time_left = waiting(timedelta(seconds=reply.wait))
        pause = f" Wait {time_left} before the next one."
    if reply.status is Status.WRONG:
        reasons: list[str] = [*reply.hints]
        if sent.bounds.known:
            reasons.append(str(sent.bounds))
        return f"✗ wrong: {', '.join(reasons) or answer}.{pause}", code
    said = reply.said or NOT_JUDGED.get(reply.status, NOT_KNOWN)
    return f"Not judged: {said}{pause}", Exit.SITE_FAILED


def _took(attempt: Attempt) -> str:
    """Return how long after the unlocking a right answer came; nothing after a day."""
    try:
        seconds = took(attempt.id, attempt.visit.account).get(attempt.part, DAY)
    except PuzzlesError:
        return ""
    return f", {clock(seconds)} after it unlocked" if seconds < DAY else ""


def _next(attempt: Attempt) -> str:
    """Return what comes after a right answer: the next part, or the next day and when it unlocks."""
    site, fields = attempt.visit.site, attempt.id.fields
    if attempt.part < site.PARTS:
        return f" Next: part {attempt.part + 1}."
    day = fields.get("day", 0)
    text = site.id_of({**fields, "day": day + 1})
    if not text or not day < site.days(fields.get("year", 0)):
        return ""
    return f" Next: {text}."


def _document(attempt: Attempt, sent: Submitted) -> dict[str, Any]:
    """Return the JSON of `submit`. `wait` is in seconds; the answer lies between `low` and `high`."""
    reply = sent.reply or SiteReply(Status.UNCLEAR)
    return {
        "puzzle": attempt.id,
        "part": attempt.part,
        "answer": attempt.answer,
        "account": attempt.visit.label,
        "url": attempt.id.url,
        "status": reply.status if sent.reply else "not entered",
        "hints": list(reply.hints),
        "wait": reply.wait,
        "low": sent.bounds.low,
        "high": sent.bounds.high,
        "next": None,
    }
