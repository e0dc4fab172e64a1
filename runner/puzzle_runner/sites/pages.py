"""Reading pages of any site: headings, and statements as Markdown."""

import re
from collections.abc import Callable
from html import escape

from selectolax.lexbor import LexborHTMLParser


def heading(html: str) -> str:
    """Return the text of the first heading of a page."""
    tree = LexborHTMLParser(html)
    node = tree.css_first("h2") or tree.css_first("title")
    return " ".join(node.text().split()) if node else ""


def markdown(html: str, heading: Callable[[str], str] = str.strip) -> str:
    """Return a statement as Markdown, powers and indices kept: `2^10`, `a_1`.

    `heading` makes the text of a heading shorter.
    """
    import html2text

    tree = LexborHTMLParser(html)
    # A block of code has no emphasis in Markdown.
    for emphasis in tree.css("pre em"):
        emphasis.unwrap()
    for emphasis in tree.css("code > em"):
        code = emphasis.parent
        bold = LexborHTMLParser("<strong></strong>").css_first("strong")
        # Code all of which is emphasised is bold.
        if code is not None and bold is not None and code.text().strip() == emphasis.text().strip():
            emphasis.unwrap()
            bold.insert_child(code)
            code.replace_with(bold)
    # From the inside out: a power may have an index.
    for raised in reversed(tree.css("sup, sub")):
        text = raised.text().strip()
        # Anything but a number, a word or one character gets parentheses.
        is_short = re.fullmatch(r"-?[\w.]*|.", text)
        raised.replace_with(("^" if raised.tag == "sup" else "_") + (text if is_short else f"({text})"))
    for title in tree.css("h2"):
        title.inner_html = escape(heading(title.text()), quote=False)
    writer = html2text.HTML2Text(bodywidth=0)
    writer.unicode_snob = True
    text = writer.handle(tree.html or "")
    # The first line may be indented: it is code, or an item.
    lines = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
    return re.sub(r"\n{3,}", "\n\n", lines) + "\n"
