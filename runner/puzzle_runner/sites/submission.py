"""An answer on its way to Advent of Code: what speaks against it, sending it, what the reply means."""

from collections.abc import Mapping
from typing import NamedTuple

from puzzle_runner.catalog.kinds import aoc
from puzzle_runner.errors import NotReached, Refused, SiteFailed
from puzzle_runner.inputs import answers, cached, cases, guesses, writing
from puzzle_runner.model import MAIN, Bounds, Expected, Guess, Reply, Said
from puzzle_runner.sites import pages
from puzzle_runner.sites.aoc import Visit, dead, send
from puzzle_runner.text import printable, waiting

PARTS = (1, 2)
LONGEST_SHOWN = 60
# What the site's own button sends for the last star of a year, which asks no question.
LAST_STAR = "0"


class State(NamedTuple):
    """What is known here of an account's puzzle: the answers that are right, and what was sent."""

    id: str
    answers: Mapping[int, Expected]
    guesses: tuple[Guess, ...]


class Sent(NamedTuple):
    """What became of an answer that was sent: `bounds` are what is known of the right one now."""

    answer: str
    reply: Reply
    bounds: Bounds


def state(visit: Visit, id: str) -> State:
    """Return what is known of a puzzle of an account."""
    folder = cached.inputs(visit.account.folder, id)
    stored = next((case.answers for case in cases.read(folder) if case.name == MAIN), {})
    return State(id, stored, cached.guesses(folder))


def is_solved(part: int, known: State) -> bool:
    """Tell whether the right answer of a part is known, or was sent."""
    return part in known.answers or guesses.solved(part, known.guesses)


def next_part(known: State) -> int:
    """Return the first part that is not solved. Raises Refused where all are."""
    for part in PARTS:
        if not is_solved(part, known):
            return part
    raise Refused(f"Both parts of {known.id} are solved.")


def is_last_star(id: str, part: int) -> bool:
    """Tell whether a part is the last of its year, which asks no question."""
    year, day = aoc.date(id)
    return part == PARTS[-1] and day == aoc.days(year)


def check_part(part: int, known: State) -> None:
    """Refuse a part that is solved, or that there is not."""
    if part not in PARTS:
        raise Refused(f"{known.id} has no part {part}: there are parts 1 and 2.")
    if is_solved(part, known):
        answer = known.answers.get(part)
        told = f": {answer.text}" if answer and not answer.hidden else ""
        raise Refused(f"Part {part} of {known.id} is solved{told}.")


def check_wait(known: State) -> None:
    """Refuse any answer while the site wants to hear none."""
    if left := guesses.cooldown(known.guesses, guesses.now()):
        raise Refused(f"The site asks to wait for {waiting(left)} more before {known.id} is tried again.")


def check_answer(part: int, answer: str, known: State) -> None:
    """Refuse an answer that can only be wrong."""
    if reason := guesses.implausible(answer):
        raise Refused(f'"{_shown(answer)}" is no plausible answer: {reason}.')
    for other, expected in known.answers.items():
        if other != part and answers.matches(answer, expected):
            raise Refused(f"{_shown(answer)} is the answer of part {other}.")
    if reason := guesses.contradiction(part, answer, known.guesses):
        raise Refused(f"{_shown(answer)} is wrong: {reason}.")


def _shown(answer: str) -> str:
    """Return an answer as a sentence can hold it."""
    text = printable(answer)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def submit(visit: Visit, part: int, answer: str, known: State) -> Sent:
    """Send an answer, and keep the reply before it is judged. A right answer becomes the stored one.

    Raises SiteFailed where there is no reply, or one that cannot be understood; NotLoggedIn.
    """
    folder = cached.inputs(visit.account.folder, known.id)
    sent = guesses.now()
    writing.add_guess(folder, part, answer, sent)
    try:
        html = _send(visit, known.id, part, answer)
    except NotReached:
        writing.drop_guess(folder, sent)
        raise
    text = pages.reply(html)
    writing.set_reply(folder, sent, text)
    reply = guesses.read_reply(text)
    if reply.said is Said.LOGGED_OUT:
        writing.mark(visit.account, alive=False)
        raise dead(visit.account.label)
    if reply.said is Said.RIGHT and not is_last_star(known.id, part):
        writing.set_answers(folder / cases.FILE, MAIN, {part: answer})
    return Sent(answer, reply, guesses.bounds(part, cached.guesses(folder)))


def _send(visit: Visit, id: str, part: int, answer: str) -> str:
    try:
        got = send(visit, id, part, answer)
        if got.status == 200 and got.data.strip():
            return got.text
        raise visit.site.failed(got, "the reply to an answer")
    except NotReached:
        raise
    except SiteFailed as error:
        raise SiteFailed(
            f"{error} Whether the answer was counted is not known, and it is not sent again by itself: "
            f'look with "puzzles fetch {id} --refresh" first.'
        ) from None
