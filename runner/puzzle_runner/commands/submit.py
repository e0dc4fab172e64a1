"""`puzzles submit`: send an answer that is not known to be wrong."""

import re
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Annotated, Any

from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking.solver import Solver
from puzzle_runner.commands import options, person
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
from puzzle_runner.text import DAY, clock, printable, waiting

Answer = Annotated[str | None, Argument(metavar="ANSWER", help="The answer. Default: the solution's.")]
Part = Annotated[int | None, Option("-p", metavar="N", min=1, help="Default: the next part."), Words.PART]
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
_BY_NUMBER = re.compile(r"(?:[a-zA-Z]+[-_ ]?)?\d{1,9}", re.ASCII)


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
    typed = id
    id, answer = options.id_and_value(id, answer)
    meant = lookup.puzzle_id(workspace, id)
    guess = _guess(workspace, typed, id, meant)
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


def _guess(workspace: Workspace, typed: str | None, id: str | None, meant: PuzzleId) -> str:
    """Return the beginning of a sentence on how the typed word was understood, if that is a guess."""
    if typed and not id:
        paths = lookup.paths(workspace)
        with suppress(NoSuchPuzzle):
            other = lookup.spelled_out(workspace, typed, paths)
            if lookup.find(paths, other):
                return f"That {typed} is an answer, and no puzzle,"
    if id and _BY_NUMBER.fullmatch(id.strip()) and not identify(id).site.ADDRESS:
        return f'That "{id}" means {meant}'
    return ""


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
        note = submission.missing_stars(visit, id, part)
        if page.unasked[part]:
            note = f'Part {part} needs no answer: "puzzles submit {id}" claims its star.'
        terminal.warn(note)
    elif len(texts) < part:
        option = accounts.option(visit.label)
        terminal.warn(f'The page has no part {part} yet: "puzzles fetch {id}{option}" looks again.')
    if len(texts) < part:
        return ""
    return texts[part - 1]


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
        if by_hand:
            return submission.submit(attempt, lambda: _was_right(attempt))
        left = submission.pause(attempt, sent)
        if left:
            pause = f"The site asks to wait before {attempt.id} is tried again: sending in"
            person.wait(guesses.now() + left, pause)
        with terminal.status(f"Sending it to {attempt.visit.site.ADDRESS} ..."):
            sent = submission.submit(attempt, lambda: None)
        if not (wait and sent.reply and sent.reply.status is Status.WAIT):
            return sent


def _was_right(attempt: Attempt) -> bool | None:
    """Open the page and ask whether the answer entered there is right; None if nobody enters it."""
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
    reply = sent.reply
    if reply is None:
        command = f"puzzles answer {attempt.id} --part {attempt.part} {answer}"
        return f'When you know the reply: if it was right, "{command}".', Exit.RIGHT
    status = reply.status
    code = Exit.RIGHT if status is Status.RIGHT else Exit.NOT_RIGHT
    if attempt.visit.site.BY_HAND:
        return f"Remembered: {answer} is {status}.", code
    if status is Status.RIGHT:
        return _right(attempt), code
    pause = ""
    if reply.wait:
        time_left = waiting(timedelta(seconds=reply.wait))
        pause = f" Wait {time_left} before the next one."
    if status is Status.WRONG:
        reasons: list[str] = [*reply.hints]
        if sent.bounds.known:
            reasons.append(str(sent.bounds))
        reason = ", ".join(reasons) or answer
        return f"✗ wrong: {reason}.{pause}", code
    said = reply.said or NOT_JUDGED.get(status, NOT_KNOWN)
    return f"Not judged: {said}{pause}", Exit.SITE_FAILED


def _right(attempt: Attempt) -> str:
    """Return the sentence on a right answer: how long it took, within a day, and the next part or day."""
    site, fields = attempt.visit.site, attempt.id.fields
    sentence = f"★ {printable(attempt.answer)} is right: part {attempt.part} of {attempt.id}"
    with suppress(PuzzlesError):
        times = took(attempt.id, attempt.visit.account)
        seconds = times.get(attempt.part, DAY)
        if seconds < DAY:
            sentence += f", {clock(seconds)} after it unlocked"
    day = fields.get("day", 0)
    following: str | None = None
    if attempt.part < site.PARTS:
        following = f"part {attempt.part + 1}"
    elif day < site.days(fields.get("year", 0)):
        following = site.id_of({**fields, "day": day + 1})
    if following:
        sentence += f". Next: {following}"
    return f"{sentence}."


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
