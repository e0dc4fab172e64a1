"""The examples of an Advent of Code page: blocks that look like the input, and the last value told of each.

All of it is a guess from the way these pages are written. What is doubtful is left out: an example that a
right solution fails on is worse than none.
"""

import re
from collections.abc import Sequence

from puzzle_runner.model import Expected
from puzzle_runner.sites.aoc.passages import Piece, plain, read, sentences, values
from puzzle_runner.sites.values import Example

# A page with more examples is none that these rules are for.
MOST = 50
# The characters at the end of a sentence that tell what comes.
FAR = 300
# The share of its signs by which a text resembles another.
MOSTLY = 0.95
DIGITS = "-0123456789"
ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")

_INTRODUCES = re.compile(
    r"\bexamples?\b|\bsuppose\b|\bconsider (?:the following|this|these|just|only|an?)\b"
    r"|\bhere(?:'s| is| are) (?:an?|another|some)\b",
    re.I,
)
# "In the example above": no new one.
_REFERS_BACK = re.compile(
    r"\b(?:above|previous|earlier|original|same|its) (?:[\w-]+ ){0,2}examples?\b"
    r"|\bexamples?(?: [\w-]+){0,2} (?:above|again|from (?:above|before|earlier))\b"
    r"|\b(?:in|of|for|from|with|using|to) (?:this|that|these|those|the) (?:[\w-]+ ){0,2}examples?\b"
    r"|\bthe (?:first|second|third|last|larger) (?:[\w-]+ ){0,2}examples?\b|\bagain\b|\bthe same\b",
    re.I,
)
_NAMES = re.compile(r"\b(first|second|third|larg|long|small|short)\w* (?:[\w-]+ )?example\b", re.I)
_PLACES = {"first": 0, "second": 1, "third": 2}
# The example is asked something else than the puzzle: its grid is smaller, it takes fewer steps.
_ASKS_OTHERWISE = re.compile(
    r"\bhowever, (?:in|for) (?:this|the) example\b[^.]{0,99}\b(?:only|just|merely)\b"
    r"|\bexample\b[^.]{0,99}\b(?:smaller|reduced|simplified)\b(?! (?:[\w-]+ ){0,2}examples?\b)"
    r"|\bexample\b[^.]{0,99}\bonly \w+s\b[^.]{0,60}\d",
    re.I,
)
# "If the rows were 20 times as wide, it would be 9."
_SUPPOSES = re.compile(r"\bif\b[^,.;]{0,99} were\b[^,.;]{0,99}\d", re.I)
_OF_THE_INPUT = re.compile(r"\b(?:however|your)\b", re.I)
_LARGE_NUMBER = re.compile(r"\d{2,}")
_PRODUCT = re.compile(r"\bmultipl|\bproduct\b|[*]", re.I)
_ASIDE = re.compile(r"(?:^|(?<=\s))\([^()]*\)")


def examples(articles: Sequence[str], fetched: str | None) -> tuple[Example, ...]:
    """Return the examples of a page, in its order; `fetched` is the text of the input, where it is here.

    One without an answer is left out, unless it is the only one.
    """
    parts = [read(article) for article in articles]
    blocks = find_blocks(parts, fetched)
    reader = Reader(blocks)
    for part, pieces in enumerate(parts, start=1):
        reader.read(part, pieces)
    examples_of_page = []
    for text, answers in reader.answers.items():
        if answers or len(reader.answers) == 1:
            examples_of_page.append(Example(text, answers))
    return tuple(examples_of_page)


class Reader:
    """Reads the parts of a page in turn.

    `answers` has the examples met so far, and is filled with their answers by part. `current` is the example
    that the page speaks of, also from one part into the next; None where it is not clear which.
    """

    def __init__(self, blocks: set[str]) -> None:
        self.blocks = blocks
        self.answers: dict[str, dict[int, Expected]] = {}
        self.current: str | None = None
        self.doubtful: set[str] = set()
        self.text_before = ""

    def read(self, part: int, pieces: Sequence[Piece]) -> None:
        """Add the last value that a part tells of each example."""
        answers: dict[str, Expected] = {}
        steps = lists_of_steps(pieces, self.blocks)
        is_product = _PRODUCT.search(question(pieces)) is not None
        for place, piece in enumerate(pieces):
            if piece.is_block:
                self.show([piece])
            elif piece.list not in steps:
                before = pieces[place - 1].text if place else ""
                around = plain(f"{before} {piece.text}")
                is_factor = is_product and not _PRODUCT.search(around)
                passage = piece.text
                if "?" in passage:
                    # Beside the question, a value in parentheses explains the form of an answer.
                    passage = _ASIDE.sub("", passage)
                marked = sentences(passage)
                for sentence in marked:
                    said = plain(sentence)
                    self.refer(said)
                    if sentence is marked[-1]:
                        # It may introduce an example.
                        self.show(pieces[place + 1 : place + 2])
                    emphasised = values(sentence)
                    if emphasised and self.current and not is_factor and not _SUPPOSES.search(said):
                        answers[self.current] = Expected(emphasised[-1], sentence=said)
        text = passages(pieces)
        if any(map(_ASKS_OTHERWISE.search, text)):
            self.doubtful.update(self.answers)
        if not asks_more(pieces, self.text_before):
            for example, answer in answers.items():
                if example not in self.doubtful:
                    self.answers[example][part] = answer
        self.text_before += " ".join(text)

    def show(self, pieces: Sequence[Piece]) -> None:
        """Speak of an example that stands here, or is introduced."""
        for piece in pieces:
            if piece.is_block and piece.text in self.blocks:
                self.answers.setdefault(piece.text, {})
                self.current = piece.text

    def refer(self, sentence: str) -> None:
        """Speak of the example that a sentence names: the first, the larger one."""
        match = _NAMES.search(sentence)
        if match is None:
            return
        word = match[1].lower()
        known = list(self.answers)
        if not known or _PLACES.get(word, 0) >= len(known):
            self.current = None
        elif word in _PLACES:
            self.current = known[_PLACES[word]]
        elif word in ("larg", "long"):
            self.current = max(known, key=len)
        else:
            self.current = min(known, key=len)


def find_blocks(parts: Sequence[Sequence[Piece]], fetched: str | None) -> set[str]:
    """Return the blocks that are examples.

    They are spelt as the fetched input is, or as the first one that is introduced, and are introduced
    themselves. Where none is in the first part, its first block of that kind is one.
    """
    introduced: list[str] = []
    in_first: list[str] = []
    for part, pieces in enumerate(parts):
        before = ""
        for piece in pieces:
            if piece.is_block and introduces(before):
                introduced.append(piece.text)
            if piece.is_block and part == 0:
                in_first.append(piece.text)
            before = "" if piece.is_block else sentences(piece.text)[-1]
    model = (fetched or "".join(introduced[:1])).rstrip("\n")
    signs = alphabet(model)
    in_first = [block for block in in_first if fits(block, model, signs)]
    blocks = {block for block in introduced if fits(block, model, signs)}
    if not in_first:
        blocks.update(block for block in introduced if resembles(block, model, signs))
    elif not blocks.intersection(in_first):
        blocks.add(in_first[0])
    return blocks if len(blocks) <= MOST else set()


def introduces(sentence: str) -> bool:
    """Tell whether the sentence before a block says that a new example comes, or tells its answer."""
    end = plain(sentence)[-FAR:]
    if _REFERS_BACK.search(end):
        return False
    tells_answer = bool(values(sentence)) and end.endswith(":")
    return tells_answer or _INTRODUCES.search(end) is not None


def fits(text: str, model: str, signs: set[str]) -> bool:
    """Tell whether a text is spelt as the model is, whose alphabet is `signs`."""
    for gap in ("\n", "\n\n"):
        if (gap in text) != (gap in model):
            return False
    if "  " in text and "  " not in model:
        return False
    return signs.issuperset(text)


def resembles(text: str, model: str, signs: set[str]) -> bool:
    """Tell whether a text may be one that was wrapped, indented or embellished for reading."""
    if "\n" not in model and re.search(r"[^,; ] *\n", text):
        return False
    unknown = 0
    for sign in text:
        if sign not in signs and sign != " ":
            unknown += 1
    return unknown <= (1 - MOSTLY) * len(text)


def alphabet(text: str) -> set[str]:
    """Return the characters that a text like this one may have."""
    signs = set(text) | {"\n"}
    if not signs.isdisjoint(DIGITS):
        signs.update(DIGITS)
    for letters in ALPHABETS:
        # A few letters are marks on a map, or moves.
        used = len(signs.intersection(letters))
        if used > 7 or (used and len(text) < 300):
            signs.update(letters, DIGITS)
    return signs


def lists_of_steps(pieces: Sequence[Piece], blocks: set[str]) -> set[int]:
    """Return the lists of which several items tell a value: steps on the way, or answers of others.

    Where examples stand in the list, its items tell the answers of those.
    """
    tell_once: set[int] = set()
    steps: set[int] = set()
    of_examples = {0}
    for piece in pieces:
        if piece.text in blocks:
            of_examples.add(piece.list)
        elif values(piece.text):
            if piece.list in tell_once:
                steps.add(piece.list)
            tell_once.add(piece.list)
    return steps - of_examples


def question(pieces: Sequence[Piece]) -> str:
    """Return what a part asks: the last passage with a question, without the sentences that tell a value."""
    for piece in reversed(pieces):
        if "?" in piece.text and not piece.is_block:
            asking = [text for text in sentences(piece.text) if not values(text)]
            return plain(" ".join(asking))
    return ""


def passages(pieces: Sequence[Piece]) -> list[str]:
    """Return the passages of a part, without marks."""
    return [plain(piece.text) for piece in pieces if not piece.is_block]


def asks_more(pieces: Sequence[Piece], text_before: str) -> bool:
    """Tell whether a part asks for numbers that come in after its last answer: the example has others."""
    end = 1
    for place, piece in enumerate(pieces, start=1):
        if values(piece.text):
            end = place
    asked = question(pieces)
    known = text_before + " ".join(passages(pieces[:end])).replace(asked, "")
    for passage in passages(pieces[end:]):
        if _OF_THE_INPUT.search(passage):
            asked += f" {passage}"
    return not set(_LARGE_NUMBER.findall(asked)) <= set(_LARGE_NUMBER.findall(known))
