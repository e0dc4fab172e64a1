"""The passages and blocks of a part, in the order of the page, with what is code marked in the text."""

import re
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

# Marks from the private use area begin a code, and one that is emphasised as a value; END ends either.
PLAIN, VALUE, END = "\ue000", "\ue001", "\ue002"
# These stand between passages, before a block, and around a list.
BREAK, BLOCK, LIST, LIST_END = "\ue003", "\ue004", "\ue005", "\ue006"
_MARK = re.compile("[\ue000-\ue002]")
_SEPARATOR = re.compile("([\ue003-\ue006])")
_CODE = re.compile(f"([{PLAIN}{VALUE}])([^{END}]*){END}")
# "Initial state:", the state, an empty line, "After 1 step:", ...
_INITIAL = re.compile(r"Initial [\w ]{1,30}:\n(.+?)(?:\n\n|\Z)", re.S)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[.!?]\))\s+")


class Piece(NamedTuple):
    """A block, or a passage with marks; `list` is the number of its list, 0 for none."""

    text: str
    is_block: bool
    list: int


def read(article: str) -> list[Piece]:
    """Return the passages and blocks in the HTML of a part; of an initial state and later ones, the first."""
    tree = LexborHTMLParser(article)
    for code in tree.css("code"):
        _mark(code)
    for selector, before, behind in (
        ("p, div, li, h2", BREAK, BREAK),
        ("ul, ol", LIST, LIST_END),
        ("pre", BLOCK, BREAK),
    ):
        for node in tree.css(selector):
            node.insert_before(before)
            node.insert_after(behind)
    pieces: list[Piece] = []
    number_of_lists = 0
    open_lists = [0]
    separator = ""
    for text in _SEPARATOR.split(tree.root.text() if tree.root else ""):
        if text == LIST:
            number_of_lists += 1
            open_lists.append(number_of_lists)
        elif text == LIST_END:
            open_lists = open_lists[:-1] or [0]
        if _SEPARATOR.fullmatch(text):
            separator = text
        elif text.strip():
            is_block = separator == BLOCK
            if is_block:
                text = plain(text).removesuffix("\n")
                initial = _INITIAL.match(text)
                text = initial[1] if initial else text
            else:
                text = " ".join(text.split())
            pieces.append(Piece(text, is_block, open_lists[-1]))
    return pieces


def _mark(code: LexborNode) -> None:
    """Mark a code in the tree: as a value if all of it is emphasised, or what its calculation comes to."""
    text = code.text().strip()
    begin, value = PLAIN, code
    emphasis = code.css_first("em")
    parent = code.parent
    if emphasis is not None:
        calculation = text.removesuffix(emphasis.text().strip())
        if calculation != text and (not calculation or calculation.endswith("= ")):
            begin, value = VALUE, emphasis
    elif parent is not None and parent.tag == "em" and parent.text().strip() == text:
        begin = VALUE
    value.insert_before(begin)
    value.insert_after(END)


def sentences(passage: str) -> list[str]:
    """Return the sentences of a passage."""
    return _SENTENCE_ENDS.split(passage)


def plain(text: str) -> str:
    """Return a text as it reads on the page, without marks."""
    return _MARK.sub("", text)


def values(text: str) -> list[str]:
    """Return the codes in a text that are emphasised as values."""
    values = []
    for mark, code in _CODE.findall(text):
        if mark == VALUE and code.strip():
            values.append(code.strip())
    return values
