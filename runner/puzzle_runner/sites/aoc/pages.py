"""The pages of Advent of Code."""

import re
from pathlib import Path
from urllib.parse import quote

from selectolax.lexbor import LexborHTMLParser

from puzzle_runner.model import MAIN
from puzzle_runner.sites import pages
from puzzle_runner.sites.aoc import aocd, board
from puzzle_runner.sites.aoc.examples import examples
from puzzle_runner.sites.aoc.replies import without_echo
from puzzle_runner.sites.board import Board
from puzzle_runner.sites.values import Asked, Form, Kept, Link, Page, Response, Statement, Trouble

LONGEST_TITLE = 200
# `--- Day 4: Harbour ---`
_HEADING = re.compile(r"(<h2\b[^>]*>)\s*---(?: Day \d+:)?\s*(.*?)\s*---\s*(?=</h2>)")


class Pages(pages.Pages):
    """A page shows as many parts as are open, and the answers that were accepted."""

    def user(self, html: str) -> str | None:
        match = re.search(r"(?:ownerproof-|anonymous user #)(\d{1,20})\b", html)
        if not match:
            return None
        return match[1]

    def inputs(self, id: str) -> list[Asked]:
        return [Asked(f"{self.path(id)}/input", "input", MAIN)]

    def trouble(self, response: Response) -> Trouble | None:
        if response.turned_away or "Puzzle inputs differ by user" in response.text:
            return Trouble.LOGGED_OUT
        if response.status == 404 and "before it unlocks" in response.text:
            return Trouble.LOCKED
        if response.status == 404:
            return Trouble.NO_PAGE
        if response.status in (400, 500):
            return Trouble.BAD_SESSION
        return None

    def is_login(self, html: str) -> bool:
        return "[Log In]" in html or "please identify yourself" in html

    def read(self, id: str, html: str, input: str | None = None) -> Page | None:
        tree = LexborHTMLParser(html)
        articles = tree.css("article.day-desc")
        if not articles:
            return None
        text = tree.body.text() if tree.body else ""
        answers: dict[int, str] = {}
        for paragraph in tree.css("p"):
            code = paragraph.css_first("code")
            answer = code.text().strip() if code is not None else ""
            if answer and paragraph.text().strip().startswith("Your puzzle answer was"):
                answers[len(answers) + 1] = answer
        complete = "Both parts of this puzzle are complete" in text or len(answers) > 1
        unasked: dict[int, str | None] = {}
        has_form = False
        for form in tree.css("form"):
            fields = {"level": "", "answer": ""}
            for node in form.css("input[type=hidden]"):
                fields[node.attributes.get("name") or ""] = node.attributes.get("value") or ""
            has_form = has_form or fields["level"] == "2"
            # The last star of a year wants no solution: its form has the answer.
            if fields["level"] in ("1", "2") and re.fullmatch(r"[\w.-]{1,100}", fields["answer"], re.ASCII):
                unasked[int(fields["level"])] = fields["answer"]
        # Once the first part is solved, only the last star of a year has no form: the others come first.
        is_last = self.site.questions(id) == 1
        shows_one = len(articles) == 1 or "enough stars" in articles[-1].text()
        if answers and not complete and not has_form and (is_last or shows_one):
            unasked[2] = None
        texts = [article.html or "" for article in articles]
        return Page(
            title=self.title(html),
            articles=tuple(texts),
            examples=examples(texts, input),
            answers=answers,
            complete=complete,
            logged_in="[Log In]" not in text,
            unasked=unasked,
        )

    def title(self, html: str) -> str:
        tree = LexborHTMLParser(_HEADING.sub(r"\1\2", html))
        node = tree.css_first("article.day-desc h2")
        if not node:
            return ""
        return node.text().strip()[:LONGEST_TITLE]

    def statement(self, html: str, title: str) -> Statement:
        tree = LexborHTMLParser(_HEADING.sub(r"\1\2", html))
        articles = [article.html or "" for article in tree.css("article.day-desc")]
        if not articles:
            articles.append(tree.html or "")
        parts = [pages.markdown(article) for article in articles]
        return Statement(self.title(html), "\n".join(parts), tuple(parts))

    def form(self, id: str, part: int, answer: str) -> Form:
        fields = {"level": str(part), "answer": answer}
        return Form(f"{self.path(id)}/answer", fields)

    def reply_text(self, response: Response) -> str | None:
        """Return the text of the article of a reply, with "[Log In]" if that is anywhere on the page."""
        tree = LexborHTMLParser(response.text)
        if super().reply_text(response) is None or tree.body is None:
            return None
        article = tree.css_first("article") or tree.body
        text = " ".join(article.text().split())
        if "[Log In]" in without_echo(tree.body.text()) and "[Log In]" not in text:
            return f"{text} [Log In]"
        return text

    def stars(self, html: str) -> dict[int, int] | None:
        stars = {}
        for node in LexborHTMLParser(html).css("[class^=calendar-day]"):
            day = re.match(r"calendar-day(\d{1,2})\b", node.attributes.get("class") or "")
            if not day:
                continue
            label = node.attributes.get("aria-label") or ""
            stars[int(day[1])] = 0
            if "one star" in label:
                stars[int(day[1])] = 1
            elif "two stars" in label:
                stars[int(day[1])] = 2
        return stars or None

    def board_link(self, text: str) -> Link | None:
        return board.link(text)

    def board_path(self, year: int, link: Link) -> str:
        path = f"/{year}/leaderboard/private/view/{link.number}.json"
        if link.key:
            path += f"?view_key={quote(link.key)}"
        return path

    def read_board(self, data: bytes, year: int) -> Board | None:
        return board.parse(data, year)

    def read_cache(self, path: Path) -> list[tuple[str, str, list[Kept]]] | None:
        if not aocd.is_cache(path):
            return None
        return aocd.read(path, self.site.parse)
