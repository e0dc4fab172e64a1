"""Reading the pages of Advent of Code: pages in, plain values out."""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

from puzzle_runner.sites import pages
from puzzle_runner.sites.aoc.examples import examples
from puzzle_runner.sites.aoc.replies import without_echo
from puzzle_runner.sites.values import Page, Statement

LONGEST_TITLE = 200
# Each article of a page is a part.
MOST_PARTS = 10
_HEADING = re.compile(r"-{3}\s*(?:Day \d+:\s*)?(.*?)\s*-{3}")


def read(html: str, input: str | None = None, *, is_last: bool = False) -> Page | None:
    """Return what the page of a day says; None if it is another page.

    `input` is the text that was fetched, if there is one: examples have its shape. `is_last` is the last day
    of a year, as far as that is known. Of a page that is too deep or too large, or has too many articles, the
    first is taken, without examples and answers.
    """
    tree, is_whole = pages.parsed(html)
    articles = tree.css("article.day-desc")
    if not articles:
        return None
    is_odd = len(articles) > MOST_PARTS or not is_whole
    accepted = []
    for paragraph in [] if is_odd else tree.css("p"):
        code = paragraph.css_first("code")
        answer = code.text().strip() if code is not None else ""
        if answer and paragraph.text().strip().startswith("Your puzzle answer was"):
            accepted.append(answer)
    text = tree.body.text() if tree.body else ""
    heading = articles[0].css_first("h2")
    complete = "Both parts of this puzzle are complete" in text or len(accepted) > 1
    unasked: dict[int, str | None] = {}
    if not is_odd:
        forms = dict(_forms(tree))
        unasked = {part: answer for part, answer in forms.items() if answer}
        # Once the first part is solved, only the last star of a year has no form: the others come first.
        few = is_last or len(articles) == 1 or "enough stars" in articles[-1].text()
        if accepted and not complete and 2 not in forms and few:
            unasked[2] = None
    return Page(
        title=_title(heading.text() if heading else ""),
        articles=tuple(article.html or "" for article in (articles[:1] if is_odd else articles)),
        examples=() if is_odd else examples(articles, input),
        answers=dict(enumerate(accepted, start=1)),
        complete=complete,
        logged_in="[Log In]" not in text,
        unasked=unasked,
    )


def _forms(tree: LexborHTMLParser) -> Iterator[tuple[int, str]]:
    """Yield the part of each form, and the answer that it has: the last star of a year wants no solution."""
    for form in tree.css("form"):
        nodes = form.css("input[type=hidden]")
        hidden = {node.attributes.get("name"): node.attributes.get("value") or "" for node in nodes}
        part, answer = hidden.get("level", ""), hidden.get("answer", "")
        if re.fullmatch(r"[1-9]", part):
            yield int(part), answer if re.fullmatch(r"[\w.-]{1,100}", answer, re.ASCII) else ""


def _title(heading: str) -> str:
    match = _HEADING.search(heading)
    return (match[1] if match else heading.strip())[:LONGEST_TITLE]


def title(html: str) -> str:
    """Return the title of a day from its page; an empty text if it is another page."""
    node = pages.parsed(html)[0].css_first("article.day-desc h2")
    return _title(node.text()) if node else ""


def statement(html: str) -> Statement:
    """Return the parts of a page as Markdown."""
    page = read(html)
    if page is None:
        return Statement("", markdown(html))
    parts = tuple(map(markdown, page.articles))
    return Statement(page.title, "\n".join(parts), parts)


def markdown(html: str) -> str:
    """Return a part as Markdown, below its title."""
    return pages.markdown(html, _title)


def stars(html: str) -> dict[int, int] | None:
    """Return the stars of each day of the page, also of those without; None if it is no calendar."""
    stars = {}
    for node in pages.parsed(html)[0].css("[class^=calendar-day]"):
        if day := re.match(r"calendar-day(\d{1,2})\b", node.attributes.get("class") or ""):
            label = node.attributes.get("aria-label") or ""
            stars[int(day[1])] = 1 if "one star" in label else 2 if "two stars" in label else 0
    return stars or None


def reply(html: str) -> str:
    """Return the text of the article of a reply, with "[Log In]" if that is anywhere on the page."""
    tree, _ = pages.parsed(html)
    article = tree.css_first("article") or tree.body
    text = " ".join(article.text().split()) if article else ""
    page = without_echo(tree.body.text() if tree.body else "")
    return f"{text} [Log In]" if "[Log In]" in page and "[Log In]" not in text else text
