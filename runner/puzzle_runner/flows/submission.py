"""Submitting an answer: the guards that it passes, sending it, and storing the reply.

The guards and their order are the same for every site.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
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
from puzzle_runner.sites.site import PuzzleId, Site
from puzzle_runner.sites.values import Page, Response
from puzzle_runner.text import cut, printable, waiting

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
    visit: Visit,
    solver: Solver,
    folder: Path,
    part: int | None,
    typed: str | None,
    *,
    wait: bool = False,
    despite_examples: bool = False,
) -> Attempt:
    """Return the answer to send; of drawn letters their text.

    Without `part`, it is for the first part that is not solved; without one that is `typed`, the default
    solution's. `folder` has the puzzle's cases in the workspace. With `wait`, a pause that the site asks for
    is no reason to refuse it, `despite_examples` neither is an example that was read from the page.

    A guard that may be wrong does not refuse an answer that a person has typed: the attempt says what speaks
    `against` it. Raises Refused if a guard finds a reason not to send it, or what `solver.answer` raises.
    """
    id, site = solver.id, visit.site
    part, page, stored = _opened(visit, id, folder, part)
    against: list[str] = []

    def consider(reason: str) -> None:
        if typed is None:
            command = f"puzzles submit {id} ANSWER --part {part}"
            raise Refused(f'{reason} To send an answer all the same, type it at a terminal: "{command}".')
        against.append(reason)

    for reason in _not_asked_for(visit, id, part, page, stored):
        consider(reason)
    unasked = page.unasked.get(part) if page else None
    asked = typed is not None or not unasked
    doubt = None
    if typed is not None:
        answer = typed
    elif unasked:
        answer = unasked
    else:
        answer, doubt = solver.answer(part, visit.label)
    if asked:
        answer = _letters(id, part, answer)
        for reason in _unlikely(site, id, part, answer, stored):
            consider(reason)
    if not wait and (left := guesses.cooldown(stored.guesses, guesses.now())):
        raise Refused(
            f"The site asks to wait for {waiting(left)} more before {id} is tried again: "
            "--wait sends it then."
        )
    if not asked:
        return Attempt(visit, id, part, answer, asked, tuple(against))
    failing = solver.failing_example(part)
    if failing:
        reason = _why_failing(failing, id, part)
        if failing.sentence is None and not failing.in_doubt:
            consider(reason)
        elif (failing.in_doubt and typed is None) or (not failing.in_doubt and not despite_examples):
            against.append(reason)
    if odd := guesses.odd(answer):
        against.append(f'"{printable(answer)}" {odd}.')
    if doubt:
        against.append(f"The answer is in doubt: {doubt.message}.")
    recorded = stored.answers.get(part)
    if recorded and not answers.matches(answer, recorded):
        shown = "A hidden one" if recorded.hidden else printable(recorded.text)
        against.append(f"{shown} is recorded by hand as the answer: a right reply replaces it.")
    return Attempt(visit, id, part, answer, asked, tuple(against))


def _why_failing(failing: FailingExample, id: PuzzleId, part: int) -> str:
    """Return the sentences on an example that fails, and what to do about it."""
    case = f'case "{failing.case}" ({failing.reason})'
    if failing.in_doubt:
        return f'The answer to the case "{failing.case}" is in doubt ({failing.reason}).'
    if failing.sentence is None:
        return (
            f"Part {part} fails on the {case}. Where the stored answer is the mistake: "
            f'"puzzles answer {id} --part {part} --case {failing.case} VALUE".'
        )
    quote = f' The page says: "{printable(failing.sentence)}"' if failing.sentence else ""
    return (
        f"Part {part} fails on the {case}.{quote} If that was read wrongly, see "
        f'"puzzles show {id} --examples"; --despite-examples sends the answer without this question.'
    )


def _opened(visit: Visit, id: PuzzleId, folder: Path, part: int | None) -> tuple[int, Page | None, Stored]:
    """Return the part that is meant, the cached page, and what is stored.

    Where the part may not be open yet, because nobody knows when that is, or the part before it has to be
    solved, the page is fetched, unless it shows the part. Raises Refused for a part that is not open.
    """
    for is_fetched in (False, True):
        if is_fetched:
            fetching.fetch(visit, id, refresh=False)
        stored = _stored(visit, id, folder)
        meant = _part(visit.site.PARTS, stored, id, part)
        page = fetching.cached_page(visit, id)
        may_be_closed = meant > 1 or (visit.site.PERSONAL and id.unlocks is None)
        if not may_be_closed or (page and page.shows(meant)):
            return meant, page, stored
    for before in range(1, meant):
        if not stored.solves(before):
            raise Refused(f"Part {meant} of {id} is not open: part {before} is not solved.")
    return meant, page, stored


def _stored(visit: Visit, id: str, folder: Path) -> Stored:
    answers: Mapping[int, Expected] = {}
    examples = []
    for case in cached.read(id, case_file.load(folder).cases):
        if case.name == MAIN and case.account == visit.label:
            answers = case.answers
        elif case.name.startswith("example"):
            examples.append(case)
    return Stored(answers, cached.guesses(cached.inputs(visit.account.folder, id)), tuple(examples))


def _part(count: int, stored: Stored, id: str, wanted: int | None) -> int:
    parts = range(1, count + 1)
    if wanted is not None:
        if wanted not in parts:
            raise Refused(f"{id} has no part {wanted}, only {' and '.join(map(str, parts))}.")
        return wanted
    for part in parts:
        if not stored.solves(part):
            return part
    if count > 1:
        raise Refused(f"All parts of {id} are solved.")
    return 1


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


def _unlikely(site: Site, id: PuzzleId, own_part: int, answer: str, stored: Stored) -> Iterator[str]:
    """Yield why an answer is hardly the right one, in sentences: each may be wrong.

    Raises Refused for what the site cannot take, and for what its replies exclude.
    """
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
    for guess in stored.guesses:
        if guess.status is Status.UNCLEAR and (guess.part, guess.answer) == (own_part, answer):
            yield (
                f"{shown} was sent before, and what the site said to it is not understood: look at the page "
                f'with "puzzles open {id}".'
            )
            break


def pause(attempt: Attempt, sent: Submitted | None) -> timedelta:
    """Return how long the site asks to wait before the next answer, or before one is `sent` once more."""
    left = guesses.cooldown(cached.guesses(attempt.folder), guesses.now())
    if sent and not left:
        return timedelta(seconds=AFTER_SILENCE)
    return left


def submit(attempt: Attempt, ask: Callable[[], bool | None]) -> Submitted:
    """Send an answer once, or ask the person who enters it how it went: None if they do not say.

    Raises NotLoggedIn, or SiteFailed if no reply came.
    """
    site, client = attempt.visit.site, attempt.visit.client
    if site.BY_HAND:
        return _by_hand(attempt, ask)
    form = attempt.visit.pages.form(attempt.id, attempt.part, attempt.answer)
    sent = guesses.now()
    # The guess is stored before it is sent, and the reply before it is understood, so that neither is lost.
    writing.add_guess(attempt.folder, attempt.part, attempt.answer, sent)
    try:
        response = client.post(form.path, form.fields, as_json=form.as_json)
        text = attempt.visit.pages.reply_text(response)
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
        raise ended(attempt.visit)
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
    is_busy = response.status == UNAVAILABLE and response.pause is not None
    if is_busy or response.status == TOO_MANY:
        return math.ceil(response.pause or AFTER_SILENCE)
    return 0


def _settle(attempt: Attempt, sent: datetime, text: str, waits: SiteReply | None = None) -> Submitted:
    """Store a reply, and a right answer to a question; return what it means, also if it cannot be stored.

    A reply that has no text `waits`.
    """
    folder = attempt.folder
    reply = waits or attempt.visit.site.read_reply(text)
    wait = waits.wait if waits else None
    try:
        writing.set_reply(folder, sent, text, guesses.ended(), wait)
        if attempt.asked and reply.status is Status.RIGHT:
            right = Expected(attempt.answer)
            writing.set_answers(folder / case_file.FILE, MAIN, {attempt.part: right})
        sent_so_far = cached.guesses(folder)
        return Submitted(reply, guesses.bounds(attempt.part, sent_so_far))
    except PuzzlesError as error:
        return Submitted(reply, Bounds(), f"The reply could not be stored. {error}")
