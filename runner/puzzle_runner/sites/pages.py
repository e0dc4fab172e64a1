"""Reading pages of any site: headings, and statements as Markdown."""

import re
from collections.abc import Callable
from html import escape

from selectolax.lexbor import LexborHTMLParser

# What Markdown would take for its own in the text of a page.
SYNTAX = re.compile(r"\A\s*[#>*]|\*(?=\S)|(?<!\w)_|_(?!\S)|`|<(?=[A-Za-z/!?])|(?<=\])\(")
# Characters for private use stand for these signs, as the writer puts a backslash before each backslash.
PRIVATE = 0xE000
ESCAPES = {PRIVATE + ord(sign): f"\\{sign}" for sign in "#>*_`<("}


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
    _hide_syntax(tree)
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
    text = writer.handle(tree.html or "").translate(ESCAPES)
    # The first line may be indented: it is code, or an item.
    lines = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
    return re.sub(r"\n{3,}", "\n\n", lines) + "\n"


def _hide_syntax(tree: LexborHTMLParser) -> None:
    """Replace what Markdown would take for its own, but in code."""

    def hide(match: re.Match[str]) -> str:
        return match[0][:-1] + chr(PRIVATE + ord(match[0][-1]))

    code = {text.mem_id for text in tree.css("pre, code") for text in text.traverse(include_text=True)}
    for node in [*tree.root.traverse(include_text=True)] if tree.root else ():
        if node.is_text_node and node.mem_id not in code:
            node.replace_with(SYNTAX.sub(hide, node.text(deep=False)))
