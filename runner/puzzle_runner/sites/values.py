"""The immutable records that sites and flows hand to one another."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzle_runner.model import Expected

REDIRECTS = range(300, 400)


class Response(NamedTuple):
    """The reply of a site to a request."""

    status: int
    data: bytes
    location: str = ""  # the whole address of a redirect
    pause: float | None = None  # the seconds that the site asks to wait
    leaves: bool = False  # the redirect leads to another site

    @property
    def text(self) -> str:
        """The body as text."""
        return self.data.decode("utf-8", "replace")

    @property
    def turned_away(self) -> bool:
        """Tell whether the site sends on to another page of its own."""
        return self.status in REDIRECTS and bool(self.location) and not self.leaves


class Trouble(Enum):
    """Why a response is not what was asked for."""

    LOGGED_OUT = "the session has ended"
    LOCKED = "the puzzle is not unlocked"
    NO_PAGE = "the site has no page of it"
    NO_PUZZLE = "the site has no such puzzle"
    BAD_SESSION = "the session may be malformed"


class Asked(NamedTuple):
    """A document to ask for: its path, what people call it, such as "page", and of an input its case.

    One that is `public` is asked for at the site's own address, without a session.
    """

    path: str
    what: str
    case: str = ""
    public: bool = False


class Example(NamedTuple):
    """An example input, and its answers by part as far as the page tells them."""

    text: str
    answers: Mapping[int, Expected]


class Page(NamedTuple):
    """The content of a puzzle's page, in part by the number of a part."""

    title: str = ""
    examples: Sequence[Example] = ()
    answers: Mapping[int, str] = MappingProxyType({})  # the accepted ones
    complete: bool = True  # it will say no more
    logged_in: bool = True  # not everybody sees it so
    files: Sequence[Asked] = ()  # inputs that it links
    articles: Sequence[str] = ()  # the texts of the parts that it shows
    # Answers that it sends itself for a part that asks no question, None while it does not.
    unasked: Mapping[int, str | None] = MappingProxyType({})
    inputs: Mapping[int, str] = MappingProxyType({})  # those of single parts

    def shows(self, part: int) -> bool:
        """Tell whether it has the text of a part, or its answer if it asks no question."""
        if part in self.unasked:
            return bool(self.unasked[part])
        return len(self.articles) >= part


class Statement(NamedTuple):
    """The statement of a puzzle, as Markdown; `parts` has the text of each part if the page tells them."""

    title: str
    markdown: str
    parts: tuple[str, ...] = ()


class Form(NamedTuple):
    """A form to send, and where to; `as_json` if not in the way of browsers."""

    path: str
    fields: Mapping[str, str]
    as_json: bool = False


class Link(NamedTuple):
    """The leaderboard that is meant: its number, and where an address was pasted, year and key."""

    number: str
    year: int | None = None
    key: str | None = None


class Sent(NamedTuple):
    """An answer that was sent, and the text of the reply."""

    part: int
    answer: str
    sent: datetime
    reply: str


class Kept(NamedTuple):
    """The data that another tool has of a puzzle: an input as it came, answers by part, guesses.

    `problem` says which file cannot be read, and why; an empty text if all can.
    """

    id: str
    input: bytes | None = None
    answers: Mapping[int, Expected] = MappingProxyType({})
    guesses: tuple[Sent, ...] = ()
    problem: str = ""


class AnswerList(NamedTuple):
    """The answers of a list that people keep, and by their number the lines that are `left` without one."""

    kept: Sequence[Kept]
    left: Mapping[int, str]


class Problem(NamedTuple):
    """A problem that was read from a saved page or a pasted text, as it becomes a puzzle of the workspace."""

    id: str  # empty if it is not told
    title: str
    module: str  # the text of it
    cases: Mapping[str, tuple[Mapping[str, Any], Any]]  # arguments and answers by the names of the cases
    ranges: Mapping[str, Any]  # those of all arguments, where constraints tell them
    doubt: str  # why there are none
    tolerance: float | None  # that of a case file
