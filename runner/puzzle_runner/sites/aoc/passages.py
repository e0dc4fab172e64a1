"""The passages and blocks of a part, in the order of the page, with what is code marked in the text."""

import re
from html import unescape
from typing import NamedTuple

# Marks from the private use area begin a code, and one that is emphasised as a value; END ends either.
PLAIN, VALUE, END = "\ue000", "\ue001", "\ue002"
_MARK = re.compile("[\ue000-\ue002]")
_CODE = re.compile(f"([{PLAIN}{VALUE}])([^{END}]*){END}")

# No group of alternatives is possessive: Python before 3.11.5 finds nothing by it
# (https://github.com/python/cpython/issues/106052).
# The attributes of a tag, which may contain the sign that ends it, and its end.
_REST = r'(?=[\s/>])[^>"]*+(?:"[^"]*+"[^>"]*+)*+>'
_TAG = re.compile(rf"</?\w+{_REST}")
_BLOCK = re.compile(rf"<pre{_REST}((?:[^<]++|<(?!/?pre\b))*)</pre>")
_BREAK = re.compile(rf"(</?(?:p|div|li|h2|ul|ol){_REST})")
# The three forms of a value.
_EMPHASISED_CODE = re.compile(rf"<em{_REST}<code{_REST}([^<]*)</code></em>")
_CODE_OF_EMPHASIS = re.compile(rf"<code{_REST}\s*<em{_REST}([^<]*)</em>\s*</code>")
_END_OF_CALCULATION = re.compile(rf"<code{_REST}([^<]*= )<em{_REST}([^<]*)</em></code>")
_PLAIN_CODE = re.compile(rf"<code{_REST}((?:[^<]++|<(?!/?code\b))*)</code>")
# What becomes of each in this order.
_MARKS = (
    (_EMPHASISED_CODE, rf"{VALUE}\1{END}"),
    (_CODE_OF_EMPHASIS, rf"{VALUE}\1{END}"),
    (_END_OF_CALCULATION, rf"\1{VALUE}\2{END}"),
    (_PLAIN_CODE, rf"{PLAIN}\1{END}"),
)
# "Initial state:", the state, an empty line, "After 1 step:", ...
_INITIAL = re.compile(r"Initial [\w ]{1,30}:\n(.+?)(?:\n\n|\Z)", re.S)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[.!?]\))\s+")


class Piece(NamedTuple):
    """A block, or a passage with marks; `list` is the number of its list, 0 for none.

    A block has the sentence before it as its `introduction`.
    """

    text: str
    is_block: bool = False
    list: int = 0
    introduction: str = ""


def read(article: str) -> list[Piece]:
    """Return the passages and blocks in the HTML of a part; of an initial state and later ones, the first."""
    pieces: list[Piece] = []
    number_of_lists = 0
    open_lists = [0]
    for index, html in enumerate(_BLOCK.split(_MARK.sub("", article))):
        if index % 2:
            before = "" if not pieces or pieces[-1].is_block else sentences(pieces[-1].text)[-1]
            text = _text(html).removesuffix("\n")
            if initial := _INITIAL.match(text):
                text = initial[1]
            if text.strip():
                pieces.append(Piece(text, True, open_lists[-1], before))
            continue
        for passage in _BREAK.split(_marked(html)):
            if passage.startswith(("<ul", "<ol")):
                number_of_lists += 1
                open_lists.append(number_of_lists)
            elif passage.startswith(("</ul", "</ol")) and len(open_lists) > 1:
                open_lists.pop()
            text = " ".join(_text(passage).split())
            if text:
                pieces.append(Piece(text, list=open_lists[-1]))
    return pieces


def _marked(html: str) -> str:
    for pattern, marked in _MARKS:
        html = pattern.sub(marked, html)
    return html


def _text(html: str) -> str:
    return unescape(_TAG.sub("", html))


def sentences(passage: str) -> list[str]:
    """Return the sentences of a passage."""
    return _SENTENCE_ENDS.split(passage)


def plain(text: str) -> str:
    """Return a text as it reads on the page, without marks."""
    return _MARK.sub("", text)


def codes(text: str) -> list[str]:
    """Return each code in a text."""
    return [code.strip() for _, code in _CODE.findall(text)]


def values(text: str) -> list[str]:
    """Return the codes in a text that are emphasised as values."""
    emphasised = []
    for mark, code in _CODE.findall(text):
        if mark == VALUE and code.strip():
            emphasised.append(code.strip())
    return emphasised
