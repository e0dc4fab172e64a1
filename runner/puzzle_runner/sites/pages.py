"""What the pages of sites say, as plain values."""

import re
from html import escape
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from puzzle_runner.sites.aoc.examples import Example, examples

LONGEST_TITLE = 200
# Elements in one another. No page of a site is nested so, and much of what reads one takes the square of it.
DEEPEST = 500
# Articles of a page, of which each is a part.
MOST_PARTS = 10
_HEADING = re.compile(r"-{3}\s*(?:Day \d+:\s*)?(.*?)\s*-{3}")


class Page(NamedTuple):
    """A page of Advent of Code: `answers` are the accepted ones, by part."""

    title: str
    articles: tuple[str, ...]
    examples: tuple[Example, ...]
    answers: dict[int, str]
    complete: bool
    logged_in: bool


def advent_of_code(html: str, input: str | None = None) -> Page | None:
    """Return what the page of a day says; None if it is another page.

    `input` is the text that was fetched, if there is one: examples have its shape. Of a page that is nested
    too deeply, or has too many articles, the first is taken, without examples and answers.
    """
    tree = LexborHTMLParser(html)
    articles = tree.css("article.day-desc")
    if not articles:
        return None
    is_odd = len(articles) > MOST_PARTS or _is_deep(tree)
    paragraphs = [] if is_odd else tree.css("p")
    accepted = [answer for paragraph in paragraphs if (answer := _accepted(paragraph))]
    text = tree.body.text() if tree.body else ""
    heading = articles[0].css_first("h2")
    return Page(
        title=_title(heading.text() if heading else ""),
        articles=tuple(article.html or "" for article in (articles[:1] if is_odd else articles)),
        examples=() if is_odd else examples(articles, input),
        answers=dict(enumerate(accepted, start=1)),
        complete="Both parts of this puzzle are complete" in text or len(accepted) > 1,
        logged_in="[Log In]" not in text,
    )


def _is_deep(tree: LexborHTMLParser) -> bool:
    """Tell whether elements are nested deeper than DEEPEST."""
    node, depth = tree.root, 0
    while node is not None and depth <= DEEPEST:
        if node.child is not None:
            node, depth = node.child, depth + 1
            continue
        while node is not None and node.next is None and depth:
            node, depth = node.parent, depth - 1
        node = node.next if node is not None else None
    return depth > DEEPEST


def _accepted(paragraph: LexborNode) -> str | None:
    """Return the answer that a paragraph says was accepted."""
    code = paragraph.css_first("code")
    if code is None or not paragraph.text().strip().startswith("Your puzzle answer was"):
        return None
    return code.text().strip()


def _title(heading: str) -> str:
    match = _HEADING.search(heading)
    return (match[1] if match else heading.strip())[:LONGEST_TITLE]


def title(html: str) -> str:
    """Return the title of a day from its page; an empty text if it is another page."""
    node = LexborHTMLParser(html).css_first("article.day-desc h2")
    return _title(node.text()) if node else ""


def stars(html: str) -> dict[int, int] | None:
    """Return the stars of each day that has any; None if the page is no calendar."""
    days = LexborHTMLParser(html).css("a[class^=calendar-day]")
    if not days:
        return None
    stars = {}
    for day in days:
        if label := re.match(r"Day (\d{1,2}), (one|two) star", day.attributes.get("aria-label") or ""):
            stars[int(label[1])] = 1 if label[2] == "one" else 2
    return stars


def user(html: str) -> str | None:
    """Return the user's id from the settings page of Advent of Code; None if it is not there."""
    match = re.search(r"ownerproof-(\d{1,20})-", html) or re.search(r"anonymous user #(\d{1,20})\b", html)
    return match[1] if match else None


def reply(html: str) -> str:
    """Return the text of the article of a reply, with "[Log In]" if that is anywhere on the page."""
    tree = LexborHTMLParser(html)
    article = tree.css_first("article") or tree.body
    text = " ".join(article.text().split()) if article else ""
    page = tree.body.text() if tree.body else ""
    return f"{text} [Log In]" if "[Log In]" in page and "[Log In]" not in text else text


def links(html: str, folder: str) -> list[str]:
    """Return the links of a page into a folder of the site, each once."""
    nodes = LexborHTMLParser(html).css("a[href]")
    addresses = [node.attributes.get("href") or "" for node in nodes]
    return list(dict.fromkeys(address for address in addresses if folder in address))


def heading(html: str) -> str:
    """Return the text of the first heading of a page."""
    tree = LexborHTMLParser(html)
    node = tree.css_first("h2") or tree.css_first("title")
    return " ".join(node.text().split()) if node else ""


def markdown(html: str) -> str:
    """Return a statement as Markdown, powers and indices kept: `2^10`, `a_1`.

    One that is nested too deeply is its mere text.
    """
    import html2text

    tree = LexborHTMLParser(html)
    if _is_deep(tree):
        return f"{tree.body.text().strip() if tree.body else ''}\n"
    _mark_up(tree)
    writer = html2text.HTML2Text(bodywidth=0)
    writer.unicode_snob = True
    text = writer.handle(tree.html or "")
    lines = (line.rstrip() for line in text.strip().splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def _mark_up(tree: LexborHTMLParser) -> None:
    """Replace what Markdown has no sign for."""
    # A block of code has no emphasis in Markdown.
    for emphasis in tree.css("pre em"):
        emphasis.unwrap()
    for emphasis in tree.css("code > em"):
        _embolden(emphasis)
    # From the inside out: a power may have an index.
    for raised in reversed(tree.css("sup, sub")):
        raised.replace_with(_raised("^" if raised.tag == "sup" else "_", raised.text().strip()))
    for heading in tree.css("h2"):
        heading.inner_html = escape(_title(heading.text()), quote=False)


def _embolden(emphasis: LexborNode) -> None:
    """Make code bold if all of it is emphasised: Markdown has no emphasis inside of code."""
    code = emphasis.parent
    if code is None or code.text().strip() != emphasis.text().strip():
        return
    bold = LexborHTMLParser("<strong></strong>").css_first("strong")
    if bold is not None:
        emphasis.unwrap()
        bold.insert_child(code)
        code.replace_with(bold)


def _raised(sign: str, text: str) -> str:
    """Return a power or an index, in parentheses if it is more than a number, a word or one character."""
    return f"{sign}{text}" if re.fullmatch(r"-?[\w.]*|.", text) else f"{sign}({text})"
