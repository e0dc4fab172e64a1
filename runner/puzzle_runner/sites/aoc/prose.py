"""An article as passages and blocks, in the order of the page, with what is code marked in the text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborNode

# Marks from the private use area. They begin a plain code, a code that is emphasised as a value of its own,
# and an emphasised number; they end any of these; they stand for a space inside of code.
PLAIN, VALUE, STRONG, END, SPACE = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
MARKS = re.compile("[\ue000-\ue003]")
_PRIVATE = re.compile("[\ue000-\ue004]")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[.!?]\))\s+")
_IN_LINE = {"a", "abbr", "b", "code", "em", "i", "s", "span", "strong", "sub", "sup", "-text"}
_LISTS = {"ul", "ol"}


class Passage(NamedTuple):
    """A paragraph or an item of a list, with marks; `item` and `list` tell which list it is in, 0 is none."""

    text: str
    item: int = 0
    list: int = 0


class PageBlock(NamedTuple):
    """A preformatted block as it stands."""

    text: str
    item: int = 0


Part = tuple[Passage | PageBlock, ...]


def read(article: LexborNode) -> Part:
    """Return the passages and blocks of an article. Nesting may be of any depth."""
    reader = _Reader()
    node, depth = article.child, 0
    while node is not None:
        if reader.open(node) and node.child is not None:
            node, depth = node.child, depth + 1
            continue
        reader.close(node)
        while node is not None and node.next is None and depth:
            node, depth = node.parent, depth - 1
            if node is not None:
                reader.close(node)
        node = node.next if node is not None else None
    reader.end_passage()
    return tuple(reader.parts)


class _Reader:
    """Collects the text of an article until a block or the next passage begins."""

    def __init__(self) -> None:
        self.parts: list[Passage | PageBlock] = []
        self._text: list[str] = []
        self._items = [0]
        self._lists = [0]
        self._count = 0

    def open(self, node: LexborNode) -> bool:
        """Take what a node begins with; tell whether its children are still to be read."""
        if node.tag in _IN_LINE:
            text = _marked(node)
            self._text.append(text or "")
            return text is None
        self.end_passage()
        if node.tag == "pre":
            self.parts.append(PageBlock(node.text(), self._items[-1]))
        elif node.tag in _LISTS:
            self._lists.append(self._next())
        elif node.tag == "li":
            self._items.append(self._next())
        return node.tag not in ("pre", "h2")

    def close(self, node: LexborNode) -> None:
        """Take the end of a node."""
        if node.tag in _IN_LINE:
            return
        self.end_passage()
        if node.tag in _LISTS:
            self._lists.pop()
        elif node.tag == "li":
            self._items.pop()

    def end_passage(self) -> None:
        """Make what was collected a passage."""
        text = " ".join("".join(self._text).split())
        self._text.clear()
        if text:
            self.parts.append(Passage(text, self._items[-1], self._lists[-1]))

    def _next(self) -> int:
        self._count += 1
        return self._count


def _marked(node: LexborNode) -> str | None:
    """Return the text of a node in a line, with marks; None where its children have to be read one by one."""
    if node.tag == "-text":
        return _PRIVATE.sub("", node.text())
    if node.tag not in ("code", "em"):
        return None
    text = node.text().strip()
    children = [
        child for child in node.iter(include_text=True) if child.tag != "-text" or child.text().strip()
    ]
    only = children[0] if len(children) == 1 else None
    if node.tag == "em":
        if only is not None and only.tag == "code":
            return _mark(VALUE, text)
        is_number = only is not None and only.tag == "-text" and re.fullmatch(r"-?\d+", text)
        return _mark(STRONG, text) if is_number else None
    if only is not None and only.tag == "em":
        return _mark(VALUE, text)
    # <code>3 * 4 = <em>12</em></code>
    value = children[-1].text().strip() if children and children[-1].tag == "em" else ""
    before = text.removesuffix(value)
    return before + _mark(VALUE, value) if value and before.endswith("= ") else _mark(PLAIN, text)


def _mark(kind: str, text: str) -> str:
    return f"{kind}{SPACE.join(_PRIVATE.sub('', text).split())}{END}"


def sentences(text: str) -> list[str]:
    """Return the sentences of a passage; none ends inside of code."""
    return _SENTENCE_ENDS.split(text)


def without_asides(text: str) -> str:
    """Return a text without what is in parentheses, except those inside of code."""
    return re.sub(r"(?:^|(?<=\s))\([^()]*\)", "", text)


def plain(text: str) -> str:
    """Return a text as it reads on the page, without marks."""
    return MARKS.sub("", text).replace(SPACE, " ")


def codes(text: str) -> Iterator[tuple[str, str]]:
    """Yield mark and text of each code in a text."""
    for match in re.finditer(f"([{PLAIN}{VALUE}{STRONG}])([^{END}]*){END}", text):
        yield match[1], plain(match[2])
