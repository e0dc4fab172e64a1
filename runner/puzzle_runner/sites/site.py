"""The protocol of a site.

A site is one source of puzzles. All that is particular to it lies in one folder here and is pure: text in,
values out. It says what to ask for and what a reply means; the flows ask and store. What needs a parser of
pages, a clock or more than a few lines is imported by the method that uses it, as every `run` pays for this.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.text import whole

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from puzzle_runner.replies import SiteReply
    from puzzle_runner.sites import values
    from puzzle_runner.sites.board import Board

# The most puzzles that a range in a selector may mean.
MOST = 1000


class Span(NamedTuple):
    """What a year or a range means: ids that are `prefix` and one of `numbers`, or groups, such as years."""

    prefix: str
    numbers: range
    is_of_groups: bool

    def has(self, name: str) -> bool:
        """Tell whether the name of a group, or an id, is inside."""
        if not name.startswith(self.prefix):
            return False
        return whole(name.removeprefix(self.prefix)) in self.numbers


class PuzzleId(str):
    """The id of a puzzle, as its file is named or as it was typed.

    It is a puzzle of its `site`, which spells it `canonical`: `euler022` is `euler22`. Two ids are equal if
    their texts are.
    """

    __slots__ = ("canonical", "site")

    site: "Site"
    canonical: "PuzzleId"

    def __new__(cls, text: str, site: "Site", canonical: str = "") -> "PuzzleId":
        """Make an id of its text, its site and the text that the site has for it, by default the same."""
        id = super().__new__(cls, text)
        id.site = site
        id.canonical = id if canonical in ("", text) else cls(canonical, site)
        return id

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle it by its text: each process has its own table of sites."""
        from puzzle_runner.sites.registry import identify

        return identify, (str(self),)

    @property
    def group(self) -> str:
        """The selector of its group: its year, else its site."""
        return self.site.group(self.canonical)

    @property
    def url(self) -> str:
        """The URL of its page; an empty text if it has none."""
        return self.site.url(self.canonical)

    @property
    def fields(self) -> Mapping[str, int]:
        """What it says: `year` and `day`, or `number`."""
        return self.site.fields(self.canonical)

    @property
    def unlocks(self) -> "datetime | None":
        """When it unlocks, in UTC; None if it was never locked."""
        return self.site.unlocks(self.canonical)


class Site(Protocol):
    """One source of puzzles. A subclass says what differs from one without address, login and calendar.

    `NAME` is a word of small letters, `TITLE` what people call the site, `LIKE` an id as an example and
    `LIMITS` what ids there are, as the end of a sentence. `SPELLED` is an expression of the words that ids
    begin with, by default the name; `SPELLINGS` one of the ids themselves, where others are known.
    `ADDRESS` is its URL without a final slash, or empty. `API` is the address that gets the requests with a
    login, if that is another one. At a `PERSONAL` site inputs differ by account, and requests have the
    account's session: the `COOKIE` of the browser, whose value fits the pattern `SESSION`. It may be in the
    environment variable `SESSION_VARIABLE`, or in the variables and the files below the home folder of other
    tools, `OTHER_VARIABLES` and `SESSION_FILES`. The page at `USER_PATH` tells whose it is.
    `PARTS` is how many parts a puzzle has. If most have no input, it is `INPUT_OPTIONAL`: a part that takes
    one gets an empty text. `DECIMALS` tells whether an answer may be a decimal number. `ANSWERS_DIFFER`: the
    parts of a puzzle have one input, so that they hardly ever have one answer. `BY_HAND` tells whether a
    person has to enter an answer, as the site refuses programs. `TEMPLATE` is the text of a new module,
    `PAGE` what a page is called, `TITLES` the path of a list of all titles, for a site whose pages lack them.
    `BOARDS`: it has private leaderboards.
    """

    NAME: str
    TITLE: str
    LIKE: str = ""
    LIMITS: str = ""
    SPELLED: str = ""
    SPELLINGS: str = "(?!)"
    ADDRESS: str = ""
    API: str = ""
    PERSONAL: bool = False
    COOKIE: str = "session"
    SESSION: str = r"[!#-+\--:<-\[\]-~]+"
    SESSION_VARIABLE: str = ""
    OTHER_VARIABLES: tuple[str, ...] = ()
    SESSION_FILES: tuple[str, ...] = ()
    USER_PATH: str = "/"
    PARTS: int = 1
    INPUT_OPTIONAL: bool = False
    DECIMALS: bool = False
    ANSWERS_DIFFER: bool = False
    BY_HAND: bool = False
    TEMPLATE: str = ""
    PAGE: str = "page"
    TITLES: str = ""
    BOARDS: bool = False

    # Ids and spellings

    def parse(self, text: str) -> str | None:
        """Return the canonical id that a text means at this site; None if it means none."""
        ...

    def group(self, id: str) -> str:
        """Return the selector of the group that an id belongs to: its year, else its site."""
        return self.NAME

    def url(self, id: str) -> str:
        """Return the URL of the puzzle's page; an empty text if it has none."""
        return ""

    def fields(self, id: str) -> Mapping[str, int]:
        """Return what an id says: `year` and `day`, or `number`."""
        return {}

    def id_of(self, fields: Mapping[str, int]) -> str | None:
        """Return the id that such fields mean, whose values may be 0; None if they mean none here."""
        return None

    def missing(self, text: str) -> str:
        """Return why a text that is spelled like an id means no puzzle; an empty text for any other."""
        import re

        if self.parse(text) or self.parse_group(text):
            return ""
        # A dash between two numbers is that of a range.
        word = rf"(?:{self.SPELLED or self.NAME})[-_ ]?\d+(?:[-_ /]?[a-z]{{1,5}}[-_ ]?\d+|[_ /]\d+)?"
        if not re.fullmatch(f"{word}|{self.SPELLINGS}", text, re.IGNORECASE):
            return ""
        example = f": an id is one like {self.LIKE}{self.LIMITS}" if self.LIKE else ""
        return f"{self.TITLE} has no {text}{example}."

    def parse_group(self, text: str) -> str | None:
        """Return the group that a text means, such as a year; None if it means none."""
        return None

    def ids(self, group: str) -> list[str]:
        """Return the ids of a group. Raises NoSuchPuzzle if there is no such group."""
        return []

    def span(self, text: str) -> Span | None:
        """Return what a year or a range means; None for another text.

        Raises NoSuchPuzzle for what the site does not have, UsageError for a range that cannot be.
        """
        import re

        match = re.fullmatch(r"(.*?(\d{1,9}))(?:-(\d{1,9}))?", text)
        if not match:
            return None
        beginning, first, last = match.groups()
        group = self.parse_group(beginning)
        name = group
        if last and not group:
            name = self.parse(beginning)
            if reason := self.missing(beginning):
                raise NoSuchPuzzle(reason)
        if not name:
            return None
        numbers = range(int(first), int(last or first) + 1)
        if not numbers:
            raise UsageError(f'The range "{text}" ends before it begins.')
        return Span(name.removesuffix(str(int(first))), numbers, is_of_groups=bool(group))

    def members(self, span: Span) -> list[str]:
        """Return all ids in a span, whether they are here or not.

        Raises NoSuchPuzzle for what the site does not have, UsageError for too many.
        """
        if len(span.numbers) > MOST:
            raise UsageError(f"The range has {len(span.numbers)} puzzles: at most {MOST} are taken at once.")
        ids = []
        for number in span.numbers:
            name = f"{span.prefix}{number}"
            if span.is_of_groups:
                ids += self.ids(name)
            elif reason := self.missing(name):
                raise NoSuchPuzzle(reason)
            else:
                ids.append(name)
        return ids

    def spelled_out(self, word: str, ids: Iterable[PuzzleId]) -> str | None:
        """Return the id or the selector that a word means here and now: `today`. None if it means none.

        `ids` are the puzzles of the workspace. Raises NoSuchPuzzle or UsageError.
        """
        return None

    def next(self, ids: Iterable[PuzzleId]) -> str | None:
        """Return the id of the puzzle that comes next, given the puzzles of the workspace; None for none."""
        return None

    # Asking for a puzzle

    def check_installed(self) -> None:
        """Raise UsageError if a package that the site needs is not installed."""
        return

    def user(self, html: str) -> str | None:
        """Return the user's id from the page at `USER_PATH`; None if it is another page."""
        return None

    def unlocks(self, id: str) -> "datetime | None":
        """Return when a puzzle unlocks, in UTC; None if it was never locked."""
        return None

    def inputs(self, id: str) -> "Sequence[values.Wanted]":
        """Return the inputs that are asked for before the page, at a personal site with a login only."""
        return ()

    def page_path(self, id: str) -> str:
        """Return the path of a puzzle's page."""
        return self.url(id).removeprefix(self.ADDRESS)

    def ask(
        self, id: str, user: str, kept: str, refresh: bool
    ) -> "Generator[values.Asked, values.Response, bytes | None]":
        """Ask for the page of a puzzle, for one document after the other; return it as it is to be kept.

        `user` is the user's id, empty without a login, `kept` the page that was kept, or empty. With
        `refresh`, what may have changed of it is asked for again. Returns None if the last response is
        another document than was asked for. May raise any error that a fetch may.
        """
        from puzzle_runner.sites.values import Asked

        response = yield Asked(self.page_path(id), f"the {self.PAGE}")
        return response.data

    def read_page(self, id: str, html: str, input: str | None = None) -> "values.Page | None":
        """Return what the page of a puzzle that `ask` returned says; None if it is another page.

        `input` is the text of the main input, if that is here: examples have its shape.
        """
        return None

    def title(self, html: str) -> str:
        """Return the title in a puzzle's page; an empty text if there is none."""
        from puzzle_runner.sites import pages

        return pages.heading(html)

    def titles(self, text: str) -> Mapping[str, str]:
        """Return the titles by id in the list of all titles; none in another text."""
        return {}

    def statement(self, html: str, title: str) -> "values.Statement":
        """Return what a puzzle asks, from its page. `title` is that of the list, or empty."""
        from puzzle_runner.sites import pages
        from puzzle_runner.sites.values import Statement

        text = pages.markdown(html)
        return Statement(title, f"## {title}\n\n{text}" if title else text)

    def trouble(self, response: "values.Response") -> "values.Trouble | None":
        """Return why a response is not what was asked for; None if its status and content will tell."""
        from puzzle_runner.sites.values import Trouble

        if self.PERSONAL and (response.turned_away or response.status in (401, 403)):
            return Trouble.LOGGED_OUT
        return Trouble.NO_PAGE if response.status == 404 else None

    def is_login(self, html: str) -> bool:
        """Tell whether a page is one for users who are logged out."""
        return False

    # Answers

    def questions(self, id: str) -> int:
        """Return how many parts of a puzzle ask a question, as far as that is known without its page."""
        return self.PARTS

    def form(self, id: str, part: int, answer: str) -> "values.Form":
        """Return the form that sends an answer."""
        from puzzle_runner.sites.values import Form

        return Form(self.page_path(id), {"part": str(part), "answer": answer})

    def reply_text(self, response: "values.Response") -> str | None:
        """Return the text of the reply to an answer, which is stored; None if the response is none."""
        if response.status != 200 or not response.data.strip():
            return None
        return " ".join(response.text.split())

    def read_reply(self, text: str) -> "SiteReply":
        """Return the meaning of a stored reply; by default of what a person said of an answer."""
        from puzzle_runner.replies import read_by_hand

        return read_by_hand(text)

    # Years, stars and boards

    def years(self) -> range:
        """Return the years whose events have begun; an empty range if the site has no calendar."""
        return range(0)

    def no_event(self, year: int) -> str:
        """Return why a year has no event that has begun; an empty text if it has one."""
        years = self.years()
        if year in years:
            return ""
        if year < years[0]:
            return f"{self.TITLE} began in {years[0]}."
        return f"{self.TITLE} {year} has not begun: the latest is {years[-1]}."

    def days(self, year: int) -> int:
        """Return how many days the calendar of a year has, as far as it is known; 0 means no year."""
        return 0

    def calendar_path(self, year: int) -> str:
        """Return the path of the page with the stars of a year."""
        return f"/{year}"

    def stars(self, html: str) -> dict[int, int] | None:
        """Return the stars of each day of the page, also of those without; None if it is no calendar."""
        return None

    def board_link(self, text: str) -> "values.Link | None":
        """Return the leaderboard that a number or a pasted address means; None if it means none."""
        return None

    def board_path(self, year: int, number: str, key: str) -> str:
        """Return the path of a leaderboard, by its read-only link if there is a key."""
        return ""

    def read_board(self, data: bytes, year: int) -> "Board | None":
        """Return the leaderboard in a reply; None where it is none."""
        return None

    # Other tools

    def read_cache(self, path: "Path") -> "list[tuple[str, str, list[values.Kept]]] | None":
        """Return the id and the name of each user in another tool's cache, and what it has.

        None for another path. Raises OSError, Unreadable or UsageError.
        """
        return None

    def read_problem(self, text: str, source: str) -> "values.Problem | None":
        """Return the problem in a saved page or a pasted text; None for another text. Raises Unreadable."""
        return None

    def read_answers(self, text: str, source: str) -> "values.AnswerList | None":
        """Return the answers of a list that people publish, to be stored hidden; None for another text.

        Raises Unreadable with the number of the line, if too few lines are those of a list.
        """
        return None
