"""The passages and blocks of a part, in the order of the page, with the values marked in the text."""

import re
from html import unescape
from typing import NamedTuple

# Marks from the private use area begin and end a code that is emphasised as a value.
VALUE, END = "\ue001", "\ue002"
_MARKED = re.compile(f"{VALUE}([^{END}]*){END}")
# `<em><code>12</code></em>`, `<code><em>12</em></code>`, `<code>3 * 4 = <em>12</em></code>`
_EMPHASISED = re.compile(
    r"<em\b[^>]*><code\b[^>]*>([^<]*)</code></em>|<code\b[^>]*>([^<]*= )?<em\b[^>]*>([^<]*)</em></code>"
)
_STRUCTURE = re.compile(r"(</?(?:p|div|li|h2|ul|ol|pre)\b[^>]*>)")
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
    pieces: list[Piece] = []
    number_of_lists = 0
    open_lists = [0]
    tag = ""
    for source in _STRUCTURE.split(_EMPHASISED.sub(_mark, plain(article))):
        if _STRUCTURE.fullmatch(source):
            tag = source
            if tag.startswith(("<ul", "<ol")):
                number_of_lists += 1
                open_lists.append(number_of_lists)
            elif tag.startswith(("</ul", "</ol")):
                open_lists = open_lists[:-1] or [0]
            continue
        text = unescape(re.sub(r"<[^>]*>", "", source))
        is_block = tag.startswith("<pre")
        if is_block:
            text = plain(text).removesuffix("\n")
            initial = _INITIAL.match(text)
            text = initial[1] if initial else text
        else:
            text = " ".join(text.split())
        if text.strip():
            pieces.append(Piece(text, is_block, open_lists[-1]))
    return pieces


def _mark(code: re.Match[str]) -> str:
    alone, calculation, result = code.groups("")
    return f"{calculation}{VALUE}{alone or result}{END}"


def sentences(passage: str) -> list[str]:
    """Return the sentences of a passage."""
    return _SENTENCE_ENDS.split(passage)


def plain(text: str) -> str:
    """Return a text as it reads on the page, without marks."""
    return re.sub(f"[{VALUE}{END}]", "", text)


def values(text: str) -> list[str]:
    """Return the codes in a text that are emphasised as values."""
    return [value.strip() for value in _MARKED.findall(text) if value.strip()]
