"""Submitting an answer: the guards that it passes, sending it, and storing the reply.

The guards and their order are the same for every site.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple, Protocol

from puzzle_runner.errors import NotLoggedIn, NotReached, PuzzlesError, Refused, SiteFailed, StoreFailed
from puzzle_runner.flows import accounts, fetching
from puzzle_runner.flows.visiting import Visit, dead, unusable
from puzzle_runner.inputs import answers, cached, case_file, guesses, letters, writing
from puzzle_runner.model import MAIN, Doubt, Expected
from puzzle_runner.replies import (
    AFTER_SILENCE,
    RIGHT_BY_HAND,
    WRONG_BY_HAND,
    Bounds,
    Guess,
    SiteReply,
    Status,
)
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.sites.values import Page, Response
from puzzle_runner.text import printable, waiting

LONGEST_SHOWN = 60
# The statuses of replies to what was not taken, as there was too much of it, or at this time.
TOO_MANY, UNAVAILABLE = 429, 503
TOO_BUSY = "the site is too busy to take an answer."


class FailingExample(NamedTuple):
    """An example that the default solution fails on; `reason` is one line.

    If its answer was read from the page, `sentence` is where; it may be empty. If the solution's answer is
    `in_doubt`, it may not fail.
    """

    case: str
    reason: str
    sentence: str | None = None
    in_doubt: bool = False


class Attempt(NamedTuple):
    """An answer that is to be sent; a part that is not `asked` has no question.

    `against` are sentences that speak against sending it and may be wrong: a person decides. `failing` is an
    example that fails and was read from the page, so that it may be the example's mistake. `recorded` is
    another answer that a person has stored.
    """

    visit: Visit
    id: PuzzleId
    part: int
    answer: str
    asked: bool = True
    against: tuple[str, ...] = ()
    failing: FailingExample | None = None
    recorded: Expected | None = None

    @property
    def folder(self) -> Path:
        """The folder of the answers and the guesses of the puzzle."""
        return cached.inputs(self.visit.account.folder, self.id)


class Submitted(NamedTuple):
    """The result of an attempt. `reply` is None if a person enters the answer and does not say how it went.

    `bounds` is what all replies so far say of the right answer. `unstored` says why the reply could not be
    stored.
    """

    reply: SiteReply | None
    bounds: Bounds
    unstored: str = ""


class Solver(Protocol):
    """Runs the default solutions of a puzzle."""

    @property
    def id(self) -> PuzzleId:
        """The puzzle's id."""

    def answer(self, part: int, account: str | None) -> tuple[str, Doubt | None]:
        """Return the default solution's answer for the account's input, and the doubt about it.

        Raises PuzzlesError.
        """

    def failing_example(self, part: int) -> FailingExample | None:
        """Return an example that the default solution fails on, rather a person's; None if there is none."""


class Stored(NamedTuple):
    """The stored data of a puzzle: the right answers by part, and everything that was sent."""

    answers: Mapping[int, Expected]
    guesses: tuple[Guess, ...]

    def solves(self, part: int) -> bool:
        """Tell whether the right answer of a part is stored, not by a person alone, or was sent."""
        answer = self.answers.get(part)
        return (answer is not None and not answer.by_hand) or guesses.solved(part, self.guesses)


def prepare(
    visit: Visit, solver: Solver, folder: Path, part: int | None, typed: str | None, *, wait: bool = False
) -> Attempt:
    """Return the answer to send; of drawn letters their text.

    Without `part`, it is for the first part that is not solved; without one that is `typed`, the default
    solution's. `folder` has the puzzle's cases in the workspace. With `wait`, a pause that the site asks for
    is no reason to refuse it.

    A guard that may be wrong does not refuse an answer that a person has typed: the attempt says what speaks
    `against` it. Raises Refused if a guard finds a reason not to send it, or what `solver.answer` raises.
    """
    id = solver.id
    part, page, stored = _opened(visit, id, folder, part)
    against: list[str] = []

    def consider(reasons: Sequence[str]) -> None:
        if reasons and typed is None:
            command = f"puzzles submit {id} ANSWER --part {part}"
            raise Refused(f'{reasons[0]} To send an answer all the same, type it at a terminal: "{command}".')
        against.extend(reasons)

    consider(_not_asked_for(visit, id, part, page, stored))
    unasked = page.unasked.get(part) if page else None
    doubt = None
    if typed is not None:
        attempt = _spelled(Attempt(visit, id, part, typed))
    elif unasked:
        attempt = Attempt(visit, id, part, unasked, asked=False)
    else:
        answer, doubt = solver.answer(part, visit.label)
        attempt = _spelled(Attempt(visit, id, part, answer))
    if attempt.asked:
        _refuse_impossible(stored, attempt)
        consider(_unlikely(stored, attempt))
    if not wait and (left := guesses.cooldown(stored.guesses, guesses.now())):
        raise Refused(f"The site asks to wait for {waiting(left)} more before {id} is tried again.")
    if not attempt.asked:
        return attempt
    failing = solver.failing_example(part)
    is_from_page = failing is not None and failing.sentence is not None
    if failing and not is_from_page and not failing.in_doubt:
        mend = f'"puzzles answer {id} --part {part} --case {failing.case} VALUE"'
        sentence = f'Part {part} fails on the case "{failing.case}" ({failing.reason}).'
        consider([f"{sentence} Where the stored answer is the mistake: {mend}."])
    if odd := guesses.odd(attempt.answer):
        against.append(f'"{printable(attempt.answer)}" {odd}.')
    if doubt:
        against.append(f"The answer is in doubt: {doubt.message}.")
    elif failing and failing.in_doubt and typed is None:
        against.append(f'The answer to the case "{failing.case}" is in doubt ({failing.reason}).')
    recorded = stored.answers.get(part)
    if recorded and answers.matches(attempt.answer, recorded):
        recorded = None
    return attempt._replace(
        against=tuple(against), failing=failing if is_from_page else None, recorded=recorded
    )


def _opened(visit: Visit, id: PuzzleId, folder: Path, part: int | None) -> tuple[int, Page | None, Stored]:
    """Return the part that is meant, the cached page, and what is stored.

    Where the part may not be open yet, because nobody knows when that is, or the part before it has to be
    solved, the page is fetched, unless it shows the part. Raises Refused for a part that is not open.
    """
    site = visit.site
    stored = _stored(visit, id, folder)
    part = _part(site.PARTS, stored, id, part)
    page = fetching.cached_page(visit, id)
    may_be_closed = part > 1 or (site.PERSONAL and id.unlocks is None)
    if not may_be_closed or _shows(page, part):
        return part, page, stored
    fetching.fetch(visit, id, refresh=False)
    page = fetching.cached_page(visit, id)
    stored = _stored(visit, id, folder)
    part = _part(site.PARTS, stored, id, part)
    if not _shows(page, part):
        for before in range(1, part):
            if not stored.solves(before):
                raise Refused(f"Part {part} of {id} is not open: part {before} is not solved.")
    return part, page, stored


def _shows(page: Page | None, part: int) -> bool:
    if not page:
        return False
    if part in page.unasked:
        return bool(page.unasked[part])
    return len(page.articles) >= part


def _not_asked_for(visit: Visit, id: str, part: int, page: Page | None, stored: Stored) -> list[str]:
    """Return why a part needs no answer now, in sentences: each may be wrong.

    Raises Refused if the part is solved by the site's word: elsewhere a person has stored the answer.
    """
    reasons: list[str] = []
    if stored.solves(part):
        answer = stored.answers.get(part)
        sentence = f"Part {part} of {id} is solved."
        if answer and not answer.hidden:
            sentence = f"Part {part} of {id} is solved: {answer.text}."
        is_by_site = guesses.solved(part, stored.guesses) and not visit.site.BY_HAND
        if visit.site.PERSONAL or is_by_site:
            raise Refused(sentence)
        reasons.append(sentence)
    if page and part in page.unasked and not page.unasked[part]:
        reasons.append(f"Part {part} of {id} {missing_stars(visit, id)}")
    return reasons


def missing_stars(visit: Visit, id: str) -> str:
    """Return why a part that asks no question cannot be claimed yet, such as the last star of a year."""
    year = visit.site.fields(id).get("year")
    if not year:
        return "asks no question, and its page does not offer it yet."
    calendar = f"puzzles calendar {year}{accounts.option(visit.label)}"
    return f'asks no question: its star needs all other stars of {year}: "{calendar}" shows them.'


def _stored(visit: Visit, id: str, folder: Path) -> Stored:
    answers: Mapping[int, Expected] = {}
    for case in cached.read(id, case_file.load(folder).cases):
        if case.name == MAIN and case.account == visit.label:
            answers = case.answers
            break
    return Stored(answers, cached.guesses(cached.inputs(visit.account.folder, id)))


def _part(count: int, stored: Stored, id: str, wanted: int | None) -> int:
    """Return the part that is meant, by default the first that is not solved.

    Raises Refused for a part that does not exist, or if all are solved.
    """
    parts = range(1, count + 1)
    if wanted is None:
        for part in parts:
            if not stored.solves(part):
                return part
        if count > 1:
            raise Refused(f"{'Both' if count == 2 else 'All'} parts of {id} are solved.")
        return 1
    if wanted not in parts:
        known = f"there are parts {' and '.join(map(str, parts))}" if count > 1 else "there is part 1"
        raise Refused(f"{id} has no part {wanted}: {known}.")
    return wanted


def _spelled(attempt: Attempt) -> Attempt:
    """Return an answer as text if it draws letters. Raises Refused if one of them is unknown."""
    answer = answers.ocr(attempt.answer)
    if letters.is_drawing(answer):
        reading = letters.read(answer) or letters.UNKNOWN
        raise Refused(
            f"Not all letters of the drawing are known: {reading}. Read it, then run "
            f'"puzzles submit {attempt.id} LETTERS --part {attempt.part}".'
        )
    return attempt._replace(answer=answer.strip())


def _refuse_impossible(stored: Stored, attempt: Attempt) -> None:
    """Raise Refused for what the site cannot take, and for what its replies exclude."""
    answer = attempt.answer
    if reason := guesses.impossible(answer):
        raise Refused(f'"{_shortened(answer)}" is not a plausible answer: {reason}.')
    reason = guesses.contradiction(attempt.part, answer, stored.guesses)
    if reason and not attempt.visit.site.BY_HAND:
        raise Refused(f"{_shortened(answer)} is wrong: {reason}.")


def _unlikely(stored: Stored, attempt: Attempt) -> list[str]:
    """Return why an answer is hardly the right one, in sentences: each may be wrong."""
    site, own_part, answer = attempt.visit.site, attempt.part, attempt.answer
    shown = _shortened(answer)
    reasons: list[str] = []
    if reason := guesses.implausible(answer, site.DECIMALS):
        reasons.append(f'"{shown}" is not a plausible answer: {reason}.')
    if site.ANSWERS_DIFFER:
        for part in range(1, site.PARTS + 1):
            other = stored.answers.get(part)
            if part != own_part and other and not other.by_hand and answers.matches(answer, other):
                reasons.append(f"{shown} is the answer of part {part}.")
    # A person has said what the replies of such a site were.
    reason = guesses.contradiction(own_part, answer, stored.guesses) if site.BY_HAND else ""
    if reason := reason or guesses.unlike(own_part, answer, stored.guesses):
        reasons.append(f"{shown} is wrong: {reason}.")
    for guess in stored.guesses:
        if guess.status is Status.UNCLEAR and (guess.part, guess.answer) == (own_part, answer):
            reasons.append(
                f"{shown} was sent before, and what the site said to it is not understood: look at the page "
                f'with "puzzles open {attempt.id}".'
            )
            break
    return reasons


def _shortened(answer: str) -> str:
    text = printable(answer)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def pause(attempt: Attempt, sent: Submitted | None) -> timedelta:
    """Return how long the site asks to wait before the next answer, or before one is `sent` once more."""
    left = guesses.cooldown(cached.guesses(attempt.folder), guesses.now())
    return left or timedelta(seconds=AFTER_SILENCE if sent else 0)


def submit(attempt: Attempt, ask: Callable[[], bool | None]) -> Submitted:
    """Send an answer once, or ask the person who enters it how it went: None if they do not say.

    Raises NotLoggedIn, or SiteFailed if no reply came.
    """
    site, client, account = attempt.visit
    if site.BY_HAND:
        return _by_hand(attempt, ask)
    form = site.form(attempt.id, attempt.part, attempt.answer)
    sent = guesses.now()
    # The guess is stored before it is sent, and the reply before it is understood, so that neither is lost.
    writing.add_guess(attempt.folder, attempt.part, attempt.answer, sent)
    try:
        response = client.post(form.path, form.fields, as_json=form.as_json)
        text = site.reply_text(response)
        if text is None and (pause := _asked_to_wait(response)):
            return _settle(attempt, sent, "", SiteReply(Status.WAIT, wait=pause, said=TOO_BUSY))
        if text is None:
            raise unusable(attempt.visit, response, "the reply to an answer")
    except (NotLoggedIn, NotReached, StoreFailed):
        # Nothing was counted or sent: the store fails before the request only. A guess that stays asks to
        # wait a minute.
        with suppress(PuzzlesError):
            writing.drop_guess(attempt.folder, sent)
        raise
    except SiteFailed as error:
        with suppress(PuzzlesError):
            writing.set_reply(attempt.folder, sent, "", guesses.ended())
        raise SiteFailed(
            f"{error} Whether the answer was counted is unknown, and it is not sent again by itself: "
            f'look with "puzzles fetch {attempt.id} --refresh{accounts.option(attempt.visit.label)}" first.'
        ) from None
    result = _settle(attempt, sent, text)
    if result.reply and result.reply.status is Status.LOGGED_OUT:
        writing.mark(account, alive=False)
        raise dead(site, account.label)
    return result


def _by_hand(attempt: Attempt, ask: Callable[[], bool | None]) -> Submitted:
    """Ask how an answer went that a person enters, and store that like a reply."""
    is_right = ask()
    if is_right is None:
        return Submitted(None, guesses.bounds(attempt.part, cached.guesses(attempt.folder)))
    sent = guesses.now()
    writing.add_guess(attempt.folder, attempt.part, attempt.answer, sent)
    # A guess belongs to a case, and this one may not have been fetched.
    writing.set_case(attempt.folder, MAIN)
    return _settle(attempt, sent, RIGHT_BY_HAND if is_right else WRONG_BY_HAND)


def _asked_to_wait(response: Response) -> int:
    """Return the seconds to wait if a site was too busy to take an answer, by the status; else 0."""
    if response.status != TOO_MANY and (response.status != UNAVAILABLE or response.pause is None):
        return 0
    return math.ceil(response.pause or 0) or AFTER_SILENCE


def _settle(attempt: Attempt, sent: datetime, text: str, waits: SiteReply | None = None) -> Submitted:
    """Store a reply, and a right answer to a question; return what it means, also if it cannot be stored.

    A reply that has no text `waits`.
    """
    reply = waits or attempt.visit.site.read_reply(text)
    try:
        writing.set_reply(attempt.folder, sent, text, guesses.ended(), waits.wait if waits else None)
        if attempt.asked and reply.status is Status.RIGHT:
            path = attempt.folder / case_file.FILE
            writing.set_answers(path, MAIN, {attempt.part: Expected(attempt.answer)})
        return Submitted(reply, guesses.bounds(attempt.part, cached.guesses(attempt.folder)))
    except PuzzlesError as error:
        return Submitted(reply, Bounds(), f"The reply could not be stored. {error}")
