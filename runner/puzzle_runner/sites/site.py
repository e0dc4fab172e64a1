"""A site is one source of puzzles. All that is particular to it lies in one folder here.

There are two sides of it. `Site` has what every `run` may ask for: ids and dates, addresses, words. `Pages`
(in `pages.py`) reads what the site sends, and says what to ask it for; it is loaded when it is needed.
Both are pure: text in, values out. The flows ask and store.
"""

import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from puzzle_runner.errors import NoSuchPuzzle, UsageError

if TYPE_CHECKING:
    from datetime import datetime

    from puzzle_runner.replies import SiteReply
    from puzzle_runner.sites.pages import Pages

# The most puzzles that a range in a selector may mean.
MOST = 1000


class PuzzleId(str):
    """The id of a puzzle, as its file is named or as it was typed.

    It is a puzzle of its `site`, which spells it `canonical`: `euler022` is `euler22`.
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
        """Pickle it by its three texts."""
        return PuzzleId, (str(self), self.site, str(self.canonical))

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


class Site:
    """One source of puzzles. A subclass says what differs from the user's own puzzles, which have none."""

    NAME = "local"  # a word of small letters
    TITLE = "Your own"  # what people call it
    LIKE = ""  # an id, as an example
    ID = ""  # how its ids are put together of fields, which are `year` and `day`, or `number`
    SPELLED = ""  # an expression of the words that ids begin with, by default the name
    SPELLINGS = "(?!)"  # an expression of ids, where others than by these words are known
    ADDRESS = ""  # the URL without a final slash
    API = ""  # that which gets the requests with a login, if it is another
    PERSONAL = False  # inputs differ by account, and requests have the account's session
    COOKIE = "session"
    SESSION = r"[!#-+\--:<-\[\]-~]+"  # a pattern of the cookie's value
    # Where a session may be: the environment, and variables and files below the home folder of other tools.
    SESSION_VARIABLE = ""
    OTHER_VARIABLES: tuple[str, ...] = ()
    SESSION_FILES: tuple[str, ...] = ()
    USER_PATH = "/"  # the page that tells whose a session is
    PARTS = 1
    INPUT_OPTIONAL = False  # most puzzles have none: a part that takes one gets an empty text
    DECIMALS = False  # an answer may be a decimal number
    ANSWERS_DIFFER = False  # the parts of a puzzle have one input, and hardly ever one answer
    BY_HAND = False  # a person has to enter an answer, as the site refuses programs
    TEMPLATE = ""  # the text of a new module
    PAGE = "page"  # what it is called
    TITLES = ""  # the path of a list of all titles, for a site whose pages lack them
    BOARDS = False  # it has private leaderboards

    def __reduce__(self) -> str:
        """Pickle it by the name that it has in its module, as there is one of it in a process."""
        return "SITE"

    @property
    def pages(self) -> "Pages":
        """What reads its pages: `Pages` of the module `pages` in its folder."""
        folder, _, _ = type(self).__module__.rpartition(".")
        pages: Pages = import_module(f"{folder}.pages").Pages(self)
        return pages

    # Ids and spellings

    def parse(self, text: str) -> str | None:
        """Return the canonical id that a text means at this site; None if it means none."""
        return text

    def group(self, id: str) -> str:
        """Return the selector of the group that an id belongs to: its year, else its site."""
        return self.NAME

    def url(self, id: str) -> str:
        """Return the URL of the puzzle's page; an empty text if it has none."""
        return ""

    def fields(self, id: str) -> dict[str, int]:
        """Return what an id says: `year` and `day`, or `number`."""
        names = re.findall(r"{(\w+)}", self.ID)
        return dict(zip(names, map(int, re.findall(r"\d+", id)), strict=False))

    def id_of(self, fields: Mapping[str, int]) -> str | None:
        """Return the id that such fields mean, also if there is none; 0 means that one is not known."""
        names = re.findall(r"{(\w+)}", self.ID)
        if fields.get("number") and "number" not in names:
            return None
        if not names or not all(map(fields.get, names)):
            return None
        return self.ID.format(**fields)

    def missing(self, text: str) -> str:
        """Return why a text that is spelled like an id means no puzzle; an empty text for any other."""
        if self.parse(text) or self.parse_group(text):
            return ""
        # A dash between two numbers is that of a range.
        word = rf"(?:{self.SPELLED or self.NAME})[-_ ]?\d+(?:[-_ /]?[a-z]{{1,5}}[-_ ]?\d+|[_ /]\d+)?"
        if not re.fullmatch(f"{word}|{self.SPELLINGS}", text, re.IGNORECASE):
            return ""
        return f"{self.TITLE} has no {text}: an id is one like {self.LIKE or self.NAME}."

    def parse_group(self, text: str) -> str | None:
        """Return the group that a text means, such as a year; None if it means none."""
        return None

    def ids(self, group: str) -> list[str]:
        """Return the ids of a group. Raises NoSuchPuzzle if there is no such group."""
        return []

    def members(self, text: str) -> list[str]:
        """Return the ids of a year, several years or a range, whether they are here or not; else none.

        Raises NoSuchPuzzle for what the site does not have, UsageError for a range that cannot be.
        """
        match = re.fullmatch(r"(.*?(\d{1,9}))(?:-(\d{1,9}))?", text)
        if not match:
            return []
        beginning, first, last = match.groups()
        group = self.parse_group(beginning)
        if not group and not last:
            return []
        numbers = range(int(first), int(last or first) + 1)
        name = group or self.parse(beginning)
        if not name:
            if reason := self.missing(beginning):
                raise NoSuchPuzzle(reason)
            return []
        if not numbers:
            raise UsageError(f'The range "{text}" ends before it begins.')
        if len(numbers) > MOST:
            raise UsageError(f"The range has {len(numbers)} puzzles: at most {MOST} are taken at once.")
        prefix = name.removesuffix(str(int(first)))
        ids = []
        for number in numbers:
            if group:
                ids += self.ids(f"{prefix}{number}")
            elif reason := self.missing(f"{prefix}{number}"):
                raise NoSuchPuzzle(reason)
            else:
                ids.append(f"{prefix}{number}")
        return ids

    def spelled_out(self, word: str, ids: Iterable[PuzzleId]) -> str | None:
        """Return what a word means, such as `today`, where `ids` are in the workspace; None if nothing."""
        return None

    def next(self, ids: Iterable[PuzzleId]) -> str | None:
        """Return the id that comes next where `ids` are in the workspace; None for none."""
        return None

    # What a puzzle is like

    def check_installed(self) -> None:
        """Raise UsageError if a package that the site needs is not installed."""
        return

    def unlocks(self, id: str) -> "datetime | None":
        """Return when a puzzle unlocks, in UTC; None if it was never locked."""
        return None

    def questions(self, id: str) -> int:
        """Return how many parts of a puzzle ask a question, as far as that is known without its page."""
        return self.PARTS

    def read_reply(self, text: str) -> "SiteReply":
        """Return the meaning of a stored reply; by default of what a person said of an answer."""
        from puzzle_runner.replies import read_by_hand

        return read_by_hand(text)

    # Years

    def years(self) -> range:
        """Return the years whose events have begun; an empty range if the site has no calendar."""
        return range(0)

    def no_event(self, year: int) -> str:
        """Return why a year has no event that has begun; an empty text if it has one."""
        years = self.years()
        if year in years:
            return ""
        return f"{self.TITLE} has no {year}: there are {years[0]} to {years[-1]}."

    def days(self, year: int) -> int:
        """Return how many days the calendar of a year has, as far as it is known; 0 means no year."""
        return 0


# The user's own puzzles: every stem that no site claims.
SITE = Site()
