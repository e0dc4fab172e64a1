"""Submitting an answer: the guards that it passes, sending it, and storing the reply."""

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, Protocol

from puzzle_runner.errors import NotLoggedIn, NotReached, PuzzlesError, Refused, SiteFailed, StoreFailed
from puzzle_runner.flows import accounts, fetching
from puzzle_runner.flows.visiting import Visit, ended, unusable
from puzzle_runner.inputs import answers, cached, case_file, guesses, letters, writing
from puzzle_runner.model import MAIN, Case, Doubt, Expected
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
from puzzle_runner.sites.values import Page
from puzzle_runner.text import cut, printable, waiting

LONGEST_SHOWN = 60
# The statuses of replies to what was not taken, as there was too much of it, or at this time.
TOO_MANY, UNAVAILABLE = 429, 503


class FailingExample(NamedTuple):
    """An example that the default solution fails on; it `may_be_wrong` if it was read from the page."""

    case: str
    reason: str
    may_be_wrong: bool


class Attempt(NamedTuple):
    """An answer that is to be sent; a part that is not `asked` has no question.

    `against` are sentences that speak against sending it and may be wrong: a person decides.
    """

    visit: Visit
    id: PuzzleId
    part: int
    answer: str
    asked: bool
    against: tuple[str, ...]

    @property
    def folder(self) -> Path:
        """The folder of the answers and the guesses of the puzzle."""
        return cached.inputs(self.visit.account.folder, self.id)


class Submitted(NamedTuple):
    """The reply, None where a person does not say how it went, and what all replies say of the right answer.

    `unstored` says why the reply could not be stored.
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
        """Return the default solution's answer for the account's input, and the doubt about it."""

    def failing_example(self, part: int) -> FailingExample | None:
        """Return an example that the default solution fails on, rather a person's; None if there is none."""


class Stored(NamedTuple):
    """The stored data of a puzzle: the right answers by part, everything that was sent, and its examples."""

    answers: Mapping[int, Expected]
    guesses: tuple[Guess, ...]
    examples: tuple[Case, ...]

    def solves(self, part: int) -> bool:
        """Tell whether the right answer of a part is stored, not by a person alone, or was sent."""
        answer = self.answers.get(part)
        if answer and not answer.by_hand:
            return True
        return guesses.solved(part, self.guesses)


def prepare(
    visit: Visit, solver: Solver, folder: Path, part: int | None, typed: str | None, *, wait: bool = False
) -> Attempt:
    """Return the answer to send: the one that is `typed`, else the default solution's.

    Without `part`, it is for the first unsolved one. `folder` has the cases in the workspace. With `wait`, a
    pause is no reason. Raises Refused for what is certain, and mostly for a doubt about a solution's answer.
    """
    id = solver.id
    part, page, stored = _opened(visit, id, folder, part)
    overrule = f'To send one all the same, type it at a terminal: "puzzles submit {id} ANSWER --part {part}".'
    against = [*_not_asked_for(visit, id, part, page, stored)]
    if against and typed is None:
        raise Refused(f"{against[0]} {overrule}")
    claim = None
    if page and typed is None:
        claim = page.unasked.get(part)
    answer = claim or typed
    doubt = None
    if answer is None:
        answer, doubt = solver.answer(part, visit.label)
    if not claim:
        answer = _letters(id, part, answer)
        against += _unlikely(visit, id, part, answer, stored)
    if against and typed is None:
        raise Refused(f"{against[0]} {overrule}")
    left = guesses.cooldown(stored.guesses, guesses.now())
    if left and not wait:
        raise Refused(
            f"The site asks to wait for {waiting(left)} more before {id} is tried again: "
            "--wait sends it then."
        )
    if claim:
        return Attempt(visit, id, part, answer, False, tuple(against))
    failing = solver.failing_example(part)
    if failing:
        remedy = f'If that was read wrongly, see "puzzles show {id} --examples".'
        if not failing.may_be_wrong:
            command = f"puzzles answer {id} --part {part} --case {failing.case} VALUE"
            remedy = f'Where the stored answer is the mistake: "{command}".'
        objection = f'Part {part} fails on the case "{failing.case}" ({failing.reason}). {remedy}'
        if typed is None and not failing.may_be_wrong:
            raise Refused(f"{objection} {overrule}")
        against.append(objection)
    if doubt:
        against.append(f"The answer is in doubt: {doubt.message}.")
    recorded = stored.answers.get(part)
    if recorded and not answers.matches(answer, recorded):
        shown = "A hidden one" if recorded.hidden else printable(recorded.text)
        against.append(f"{shown} is recorded by hand as the answer: a right reply replaces it.")
    return Attempt(visit, id, part, answer, True, tuple(against))


def _opened(visit: Visit, id: PuzzleId, folder: Path, part: int | None) -> tuple[int, Page | None, Stored]:
    """Return the part that is meant, the cached page, and what is stored. Raises Refused if it is not open.

    The page of a part that may not be open yet is fetched, unless it shows the part.
    """
    for is_fetched in (False, True):
        if is_fetched:
            fetching.fetch(visit, id, refresh=False)
        stored = _stored(visit, id, folder)
        meant = part or _next_part(visit.site.PARTS, stored, id)
        if meant > visit.site.PARTS:
            parts = " and ".join(map(str, range(1, visit.site.PARTS + 1)))
            raise Refused(f"{id} has no part {meant}, only {parts}.")
        page = fetching.cached_page(visit, id)
        may_be_closed = meant > 1 or (visit.site.PERSONAL and id.unlocks is None)
        if not may_be_closed or (page and page.shows(meant)):
            return meant, page, stored
    for before in range(1, meant):
        if not stored.solves(before):
            raise Refused(f"Part {meant} of {id} is not open: part {before} is not solved.")
    return meant, page, stored


def _next_part(count: int, stored: Stored, id: str) -> int:
    for part in range(1, count + 1):
        if not stored.solves(part):
            return part
    if count > 1:
        raise Refused(f"All parts of {id} are solved.")
    return 1


def _stored(visit: Visit, id: str, folder: Path) -> Stored:
    answers: Mapping[int, Expected] = {}
    examples = []
    for case in cached.cases_of(id, folder).cases:
        if case.name == MAIN and case.account == visit.label:
            answers = case.answers
        elif case.name.startswith("example"):
            examples.append(case)
    fetched = cached.inputs(visit.account.folder, id)
    return Stored(answers, cached.guesses(fetched), tuple(examples))


def _not_asked_for(visit: Visit, id: PuzzleId, part: int, page: Page | None, stored: Stored) -> Iterator[str]:
    """Yield why a part needs no answer now, in sentences: each may be wrong.

    Raises Refused if the part is solved by the site's word: elsewhere a person has stored the answer.
    """
    if stored.solves(part):
        answer = stored.answers.get(part)
        sentence = f"Part {part} of {id} is solved."
        if answer and not answer.hidden:
            sentence = f"Part {part} of {id} is solved: {answer.text}."
        is_by_site = guesses.solved(part, stored.guesses) and not visit.site.BY_HAND
        if visit.site.PERSONAL or is_by_site:
            raise Refused(sentence)
        yield sentence
    if page and part in page.unasked and not page.unasked[part]:
        yield missing_stars(visit, id, part)


def missing_stars(visit: Visit, id: PuzzleId, part: int) -> str:
    """Return why a part that asks no question, such as the last one of a year, cannot be claimed yet."""
    year = id.fields.get("year", "")
    calendar = f"puzzles calendar {year}{accounts.option(visit.label)}"
    return (
        f"Part {part} of {id} asks no question: its star needs all other stars of {year}: "
        f'"{calendar}" shows them.'
    )


def _letters(id: PuzzleId, part: int, answer: str) -> str:
    """Return an answer as text if it draws letters. Raises Refused if one of them is unknown."""
    text = answers.ocr(answer)
    if letters.is_drawing(text):
        reading = letters.read(text) or letters.UNKNOWN
        raise Refused(
            f"Not all letters of the drawing are known: {reading}. Read it, then run "
            f'"puzzles submit {id} LETTERS --part {part}".'
        )
    return text.strip()


def _unlikely(visit: Visit, id: PuzzleId, own_part: int, answer: str, stored: Stored) -> Iterator[str]:
    """Yield why an answer is hardly the right one, in sentences: each may be wrong.

    Raises Refused for what the site cannot take, and for what its replies exclude.
    """
    site = visit.site
    shown = cut(printable(answer), LONGEST_SHOWN)
    if reason := guesses.impossible(answer):
        raise Refused(f'"{shown}" is not a plausible answer: {reason}.')
    excluded = guesses.contradiction(own_part, answer, stored.guesses)
    if excluded and not site.BY_HAND:
        raise Refused(f"{shown} is wrong: {excluded}.")
    if reason := guesses.implausible(answer, site.DECIMALS):
        yield f'"{shown}" is not a plausible answer: {reason}.'
    for part, other in stored.answers.items():
        is_of_site = site.ANSWERS_DIFFER and not other.by_hand
        if part != own_part and is_of_site and answers.matches(answer, other):
            yield f"{shown} is the answer of part {part}."
    for case in stored.examples:
        if own_part in case.answers and answers.matches(answer, case.answers[own_part]):
            yield f'{shown} is the answer to the case "{case.name}".'
    # A person has said what the replies of a site were that is answered by hand.
    if reason := excluded or guesses.unlike(own_part, answer, stored.guesses):
        yield f"{shown} is wrong: {reason}."
    sent = [(guess.part, guess.answer) for guess in stored.guesses if guess.status is Status.UNCLEAR]
    if (own_part, answer) in sent:
        yield (
            f"{shown} was sent before, and what the site said to it is not understood: look at the page "
            f'with "puzzles open {id}".'
        )


def pause(attempt: Attempt, sent: Submitted | None) -> timedelta:
    """Return how long the site asks to wait before the next answer, or before one is `sent` once more."""
    left = guesses.cooldown(cached.guesses(attempt.folder), guesses.now())
    if sent and not left:
        return timedelta(seconds=AFTER_SILENCE)
    return left


def submit(attempt: Attempt, ask: Callable[[], bool | None]) -> Submitted:
    """Send an answer once, or `ask` the person who enters it how it went. Raises NotLoggedIn, SiteFailed."""
    site, folder = attempt.visit.site, attempt.folder
    if site.BY_HAND:
        return _by_hand(attempt, ask)
    form = attempt.visit.pages.form(attempt.id, attempt.part, attempt.answer)
    sent = guesses.now()
    # The guess is stored before it is sent, and the reply before it is understood, so that neither is lost.
    writing.add_guess(folder, attempt.part, attempt.answer, sent)
    wait = None
    try:
        response = attempt.visit.client.post(form.path, form.fields, as_json=form.as_json)
        text = site.pages.reply_text(response)
        if text is None:
            is_unavailable = response.status == UNAVAILABLE and response.pause is not None
            if not is_unavailable and response.status != TOO_MANY:
                raise unusable(attempt.visit, response, "reply to an answer")
            wait = math.ceil(response.pause or AFTER_SILENCE)
    except (NotLoggedIn, NotReached, StoreFailed):
        # Nothing was counted or sent: the store fails before the request only. A guess that stays asks to
        # wait a minute.
        with suppress(PuzzlesError):
            writing.drop_guess(folder, sent)
        raise
    except SiteFailed as error:
        with suppress(PuzzlesError):
            writing.set_reply(folder, sent, "", guesses.ended())
        raise SiteFailed(
            f"{error} Whether the answer was counted is unknown, and it is not sent again by itself: "
            f'look with "puzzles fetch {attempt.id} --refresh{accounts.option(attempt.visit.label)}" first.'
        ) from None
    reply = site.read_reply(text or "")
    if wait is not None:
        reply = SiteReply(Status.WAIT, wait=wait, said="the site is too busy to take an answer.")
    unstored = ""
    bounds = Bounds()
    try:
        writing.set_reply(folder, sent, text or "", guesses.ended(), wait)
        bounds = _settle(attempt, reply)
    except PuzzlesError as error:
        unstored = f"The reply could not be stored. {error}"
    if reply.status is Status.LOGGED_OUT:
        raise ended(attempt.visit)
    return Submitted(reply, bounds, unstored)


def _by_hand(attempt: Attempt, ask: Callable[[], bool | None]) -> Submitted:
    """Ask how an answer went that a person enters, and store that like a reply."""
    is_right = ask()
    if is_right is None:
        return Submitted(None, guesses.bounds(attempt.part, cached.guesses(attempt.folder)))
    text = RIGHT_BY_HAND if is_right else WRONG_BY_HAND
    writing.add_guess(attempt.folder, attempt.part, attempt.answer, guesses.now(), text)
    reply = attempt.visit.site.read_reply(text)
    return Submitted(reply, _settle(attempt, reply))


def _settle(attempt: Attempt, reply: SiteReply) -> Bounds:
    """Store a right answer to a question; return what all replies say of the right one."""
    if attempt.asked and reply.status is Status.RIGHT:
        right = {attempt.part: Expected(attempt.answer)}
        writing.set_answers(attempt.folder / case_file.FILE, MAIN, right)
    sent = cached.guesses(attempt.folder)
    return guesses.bounds(attempt.part, sent)
