"""Reading the pages of Advent of Code: pages in, plain values out."""

import re

from selectolax.lexbor import LexborHTMLParser

from puzzle_runner.sites import pages
from puzzle_runner.sites.aoc.examples import examples
from puzzle_runner.sites.aoc.replies import without_echo
from puzzle_runner.sites.values import Page, Statement

LONGEST_TITLE = 200
_HEADING = re.compile(r"-{3}\s*(?:Day \d+:\s*)?(.*?)\s*-{3}")


def read(html: str, input: str | None = None, *, is_last: bool = False) -> Page | None:
    """Return what the page of a day says; None if it is another page.

    `input` is the text that was fetched, if there is one: examples have its shape. `is_last` is the last day
    of a year, as far as that is known.
    """
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
    few = is_last or len(articles) == 1 or "enough stars" in articles[-1].text()
    if answers and not complete and not has_form and few:
        unasked[2] = None
    texts = [article.html or "" for article in articles]
    return Page(
        title=title(html),
        articles=tuple(texts),
        examples=examples(texts, input),
        answers=answers,
        complete=complete,
        logged_in="[Log In]" not in text,
        unasked=unasked,
    )


def _title(heading: str) -> str:
    match = _HEADING.search(heading)
    title = match[1] if match else heading.strip()
    return title[:LONGEST_TITLE]


def title(html: str) -> str:
    """Return the title of a day from its page; an empty text if it is another page."""
    tree = LexborHTMLParser(html)
    node = tree.css_first("article.day-desc h2")
    return _title(node.text()) if node else ""


def statement(html: str) -> Statement:
    """Return the parts of a page as Markdown."""
    page = read(html)
    if page is None:
        return Statement("", pages.markdown(html, _title))
    parts = tuple(pages.markdown(article, _title) for article in page.articles)
    return Statement(page.title, "\n".join(parts), parts)


def stars(html: str) -> dict[int, int] | None:
    """Return the stars of each day of the page, also of those without; None if it is no calendar."""
    stars = {}
    tree = LexborHTMLParser(html)
    for node in tree.css("[class^=calendar-day]"):
        day = re.match(r"calendar-day(\d{1,2})\b", node.attributes.get("class") or "")
        if not day:
            continue
        label = node.attributes.get("aria-label") or ""
        count = 0
        if "one star" in label:
            count = 1
        elif "two stars" in label:
            count = 2
        stars[int(day[1])] = count
    return stars or None


def reply(html: str) -> str:
    """Return the text of the article of a reply, with "[Log In]" if that is anywhere on the page."""
    tree = LexborHTMLParser(html)
    if tree.body is None:
        return ""
    article = tree.css_first("article") or tree.body
    text = " ".join(article.text().split())
    if "[Log In]" in without_echo(tree.body.text()) and "[Log In]" not in text:
        return f"{text} [Log In]"
    return text
