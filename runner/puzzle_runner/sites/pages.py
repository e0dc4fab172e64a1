"""Reading pages of any site: headings, links, and statements as Markdown."""

import re
from collections.abc import Callable
from html import escape

from selectolax.lexbor import LexborHTMLParser

# Elements in one another. No page of a site is nested so, and much of what reads one takes the square of it.
DEEPEST = 500


def is_deep(tree: LexborHTMLParser) -> bool:
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


def markdown(html: str, heading: Callable[[str], str] = str.strip) -> str:
    """Return a statement as Markdown, powers and indices kept: `2^10`, `a_1`.

    `heading` makes the text of a heading shorter. A page that is nested too deeply is its mere text.
    """
    import html2text

    tree = LexborHTMLParser(html)
    if is_deep(tree):
        return f"{tree.body.text().strip() if tree.body else ''}\n"
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
    lines = (line.rstrip() for line in writer.handle(tree.html or "").strip().splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"
