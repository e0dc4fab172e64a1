"""Reading pages of any site: headings, links, and statements as Markdown."""

import re
from collections import Counter
from collections.abc import Callable
from html import escape

from selectolax.lexbor import LexborHTMLParser

# Elements in one another, and characters of a tag and of a page. No page of a site is beyond these. To read
# it would take the square of its depth, and of the attributes in a tag.
DEEPEST, LONGEST_TAG, LARGEST = 500, 2**14, 2**20
_ATTRIBUTE = r"""[\s/]*+=?+[^\s/>=]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+"""
_TAG = re.compile(rf"<(/?)([a-zA-Z][^\s/>]*+)(?:{_ATTRIBUTE})*+")
_ANY_TAG = re.compile(r"<[^<>]*>")
# These have no content, or end where the next begins: they are often left open.
_LEFT_OPEN = re.compile(
    "area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr"
    "|p|li|d[td]|tr|t[dh]|thead|tbody|tfoot|option"
)

# In HTML, text behind a tag that Markdown would read as a heading, a quotation, a list or a block of code.
_LOOKS_MARKED = re.compile(r"(?<=>)(\s*)(?=#|&gt;|>|\*\s|={2}|~{3}|`{3})")
# What stands before it until the text is Markdown: a sign of the private use area.
_MARK = "\ue003"
_MARK_IN_TEXT = re.compile(rf"^((?: *(?:[*>]|\d+\.) )* {{0,3}}){_MARK}", re.MULTILINE)


def parsed(html: str) -> tuple[LexborHTMLParser, bool]:
    """Return the tree of a page, and whether it is whole: what is too much of it is left as mere text."""
    end = _end(html)
    if end >= len(html):
        return LexborHTMLParser(html), True
    rest = escape(_ANY_TAG.sub("", html[end:LARGEST]), quote=False)
    return LexborHTMLParser(f"{html[:end]}{rest}"), False


def _end(html: str) -> int:
    """Return where a page exceeds one of the limits, or LARGEST: nothing is parsed to know it."""
    is_open: Counter[str] = Counter()
    depth = 0
    for tag in _TAG.finditer(html, 0, LARGEST):
        closing, name = tag[1], tag[2].lower()
        if tag.end() - tag.start() > LONGEST_TAG:
            return tag.start()
        if _LEFT_OPEN.fullmatch(name):
            continue
        if not closing:
            is_open[name] += 1
            if (depth := depth + 1) > DEEPEST:
                return tag.start()
        elif is_open[name]:
            is_open[name] -= 1
            depth -= 1
    return LARGEST


def links(html: str, folder: str) -> list[str]:
    """Return the links of a page into a folder of the site, each once."""
    tree, _ = parsed(html)
    addresses = {}
    for node in tree.css("a[href]"):
        address = node.attributes.get("href") or ""
        if folder in address:
            addresses[address] = True
    return list(addresses)


def heading(html: str) -> str:
    """Return the text of the first heading of a page."""
    tree, _ = parsed(html)
    node = tree.css_first("h2") or tree.css_first("title")
    return " ".join(node.text().split()) if node else ""


def markdown(html: str, heading: Callable[[str], str] = str.strip) -> str:
    """Return a statement as Markdown, powers and indices kept: `2^10`, `a_1`.

    `heading` makes the text of a heading shorter. A page that is too deep or too large is its mere text.
    """
    import html2text

    tree, is_whole = parsed(_LOOKS_MARKED.sub(rf"\1{_MARK}", html.replace(_MARK, "")))
    if not is_whole:
        text = tree.body.text().strip() if tree.body else ""
        return _escaped(text) + "\n"
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
    text = _escaped(writer.handle(tree.html or ""))
    # The first line may be indented: it is code, or an item.
    lines = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
    return re.sub(r"\n{3,}", "\n\n", lines) + "\n"


def _escaped(text: str) -> str:
    """Return Markdown with a backslash for each mark at the beginning of a line, and without the others."""
    return _MARK_IN_TEXT.sub(r"\1\\", text).replace(_MARK, "")
