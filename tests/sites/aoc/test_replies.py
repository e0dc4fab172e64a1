"""What the replies of Advent of Code mean."""

import pytest
from puzzle_runner.replies import SiteReply, Status
from puzzle_runner.sites.aoc import replies
from puzzle_runner.sites.aoc.site import SITE
from puzzle_runner.sites.values import Response

from tests.stand_in import RIGHT, article, wrong


@pytest.mark.parametrize("hours", ["99999999999999", "9" * 5000, "25"])
def test_an_absurd_wait_is_a_day(hours: str) -> None:
    """A page that is damaged does not keep anybody from trying for years."""
    left = replies.read(f"You gave an answer too recently. You have {hours}h 1s left to wait.")
    please = replies.read(wrong(wait=f"{hours} hours"))
    assert (Status.WAIT, 86400) == (left.status, left.wait)
    assert (Status.WRONG, 86400) == (please.status, please.wait)


RECENTLY = "You gave an answer too recently; "


@pytest.mark.parametrize(("status", "hints", "wait", "text"), [
    (Status.RIGHT, (), 0, RIGHT),
    (Status.RIGHT, (), 0, "Congratulations!  You've finished every puzzle in Advent of Code 2021!"),
    (Status.WRONG, (), 60, wrong()), (Status.WRONG, ("too high",), 60, wrong("too high")),
    (Status.WRONG, ("too low",), 300, wrong("too low", "5 minutes")),
    (Status.WRONG, ("too low",), 600, wrong("too low", "10 minutes")),
    (Status.WRONG, ("too low", "the right answer for someone else"), 60,
     wrong("too low") + " Curiously, it's the right answer for someone else; you might be unlucky."),
    (Status.WAIT, (), 210, f"{RECENTLY}you have to wait after submitting an answer before trying again.  "
     "You have 3m 30s left to wait. [Return to Day 3]"),
    (Status.WAIT, (), 30, "You gave an answer too recently.  You have 30s left to wait."),
    (Status.WAIT, (), 60, f"{RECENTLY}come back later."),
    (Status.LEVEL, (), 0, "You don't seem to be solving the right level.  Did you already complete it?"),
    (Status.LOGGED_OUT, (), 0, "To play, please identify yourself via one of these services: [Log In]"),
    (Status.WRONG, (), 0, "That's not the right answer. Sent: that's the right answer"),
    (Status.UNCLEAR, (), 0, "The lighthouse is closed."), (Status.NOTHING, (), 60, ""),
])  # fmt: skip
def test_a_reply_is_understood(status: Status, hints: tuple[str, ...], wait: int, text: str) -> None:
    """Each sentence of the site has its meaning, also where two of them are combined."""
    assert SiteReply(status, hints, wait) == replies.read(text)


@pytest.mark.parametrize("answer", [
    "that's the right answer", "x.) That's the right answer! (You guessed y",
    "You\u2019ve finished every puzzle.)", "[Log In]", "too low", "You have 99h left to wait",
    "that's\nthe right answer",
])  # fmt: skip
def test_the_answer_is_no_part_of_the_reply(answer: str) -> None:
    """The site repeats what was sent: whatever that says, the reply means the same."""
    html = article(wrong("too high").replace("<code>x</code>", f"<code>{answer}</code>"))
    text = SITE.pages.reply_text(Response(200, html.encode())) or ""
    assert (True, False) == (" ".join(answer.split()) in text, text.endswith("] [Log In]"))
    assert SiteReply(Status.WRONG, ("too high",), 60) == replies.read(text)
