"""The pages of a site: what to ask it for, and what its pages, replies and files say."""

import re
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from puzzle_runner.sites import values
from puzzle_runner.sites.board import Board
from puzzle_runner.sites.site import Site

# What Markdown would take for its own in the text of a page.
SYNTAX = re.compile(r"\A\s*[#>*]|\*(?=\S)|(?<!\w)_|_(?!\S)|`|<(?=[A-Za-z/!?])|(?<=\])\(")
# Characters for private use stand for these signs, as the writer puts a backslash before each backslash.
PRIVATE = 0xE000
ESCAPES = {PRIVATE + ord(sign): f"\\{sign}" for sign in "#>*_`<("}


class Pages:
    """What a site sends. A subclass says what differs from one with public pages and answers by hand."""

    def __init__(self, site: Site) -> None:
        """Read what this site sends."""
        self.site = site

    # Asking for a puzzle

    def user(self, html: str) -> str | None:
        """Return the user's id from the page at `USER_PATH`; None if it is another page."""
        return None

    def inputs(self, id: str) -> Sequence[values.Asked]:
        """Return the inputs that are asked for before the page, at a personal site with a login only."""
        return ()

    def path(self, id: str) -> str:
        """Return the path of a puzzle's page."""
        return self.site.url(id).removeprefix(self.site.ADDRESS)

    def ask(
        self, id: str, user: str, kept: str, refresh: bool
    ) -> Generator[values.Asked, values.Response, bytes | None]:
        """Ask for one document after the other; return the page as it is to be kept, None if one is another.

        `user` is the user's id, empty without a login, `kept` the page that was kept, or empty. With
        `refresh`, what may have changed of it is asked for again.
        """
        response = yield values.Asked(self.path(id), self.site.PAGE)
        return response.data

    def trouble(self, response: values.Response) -> values.Trouble | None:
        """Return why a response is not what was asked for; None if its status and content will tell."""
        if self.site.PERSONAL and (response.turned_away or response.status in (401, 403)):
            return values.Trouble.LOGGED_OUT
        return values.Trouble.NO_PAGE if response.status == 404 else None

    def is_login(self, html: str) -> bool:
        """Tell whether a page is one for users who are logged out."""
        return False

    # Reading the page of a puzzle

    def read(self, id: str, html: str, input: str | None = None) -> values.Page | None:
        """Return what a puzzle's page says; None for another one. Examples have the shape of the `input`."""
        return None

    def title(self, html: str) -> str:
        """Return the title in a puzzle's page; an empty text if there is none."""
        return ""

    def titles(self, text: str) -> Mapping[str, str]:
        """Return the titles by id in the list of all titles; none in another text."""
        return {}

    def statement(self, html: str, title: str) -> values.Statement:
        """Return what a puzzle asks, from its page. `title` is that of the list, or empty."""
        text = markdown(html)
        return values.Statement(title, f"## {title}\n\n{text}" if title else text)

    # Answers

    def form(self, id: str, part: int, answer: str) -> values.Form:
        """Return the form that sends an answer."""
        return values.Form(self.path(id), {"part": str(part), "answer": answer})

    def reply_text(self, response: values.Response) -> str | None:
        """Return the text of the reply to an answer, which is stored; None if the response is none."""
        if response.status != 200 or not response.data.strip():
            return None
        return " ".join(response.text.split())

    # Stars and boards

    def stars(self, html: str) -> dict[int, int] | None:
        """Return the stars of each day of the page, also of those without; None if it is no calendar."""
        return None

    def board_link(self, text: str) -> values.Link | None:
        """Return the leaderboard that a number or a pasted address means; None if it means none."""
        return None

    def board_path(self, year: int, link: values.Link) -> str:
        """Return the path of a leaderboard, by its read-only link if there is a key."""
        return ""

    def read_board(self, data: bytes, year: int) -> Board | None:
        """Return the leaderboard in a reply; None where it is none."""
        return None

    # Other tools

    def read_cache(self, path: Path) -> list[tuple[str, str, list[values.Kept]]] | None:
        """Return what another tool's cache has of each user, by id and name; None for another path."""
        return None

    def read_problem(self, text: str, source: str) -> values.Problem | None:
        """Return the problem in a saved page or a pasted text; None for another text. Raises Unreadable."""
        return None

    def read_answers(self, text: str, source: str) -> values.AnswerList | None:
        """Return the answers of a list that people publish; None for another text. Raises Unreadable."""
        return None


def markdown(html: str) -> str:
    """Return a statement as Markdown, powers and indices kept: `2^10`, `a_1`."""
    import html2text

    tree = LexborHTMLParser(html)
    # Code has no emphasis in Markdown, and no syntax to hide.
    for emphasis in tree.css("pre em, code em"):
        emphasis.unwrap()
    for node in tree.css("*"):
        for text in node.iter(include_text=True) if node.tag not in ("pre", "code") else ():
            if text.is_text_node:
                text.replace_with(SYNTAX.sub(_hide, text.text(deep=False)))
    # From the inside out: a power may have an index.
    for raised in reversed(tree.css("sup, sub")):
        content = raised.text().strip()
        # Anything but a number, a word or one character gets parentheses.
        if not re.fullmatch(r"-?[\w.]*|.", content):
            content = f"({content})"
        sign = "^" if raised.tag == "sup" else "_"
        raised.replace_with(sign + content)
    writer = html2text.HTML2Text(bodywidth=0)
    writer.unicode_snob = True
    markdown = writer.handle(tree.html or "").translate(ESCAPES)
    # The first line may be indented: it is code, or an item.
    lines = "\n".join(line.rstrip() for line in markdown.splitlines()).strip("\n")
    return re.sub(r"\n{3,}", "\n\n", lines) + "\n"


def _hide(match: re.Match[str]) -> str:
    before, sign = match[0][:-1], match[0][-1]
    return before + chr(PRIVATE + ord(sign))
