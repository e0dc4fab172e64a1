"""The examples of an Advent of Code page: blocks that look like the input, and the last value told of each.

All of it is a guess from the way these pages are written. What is doubtful is left out: an example that a
right solution fails on is worse than none.
"""

import re
from collections import Counter
from collections.abc import Sequence

from selectolax.lexbor import LexborNode

from puzzle_runner.sites.aoc.passages import PLAIN, Piece, codes, plain, read, sentences, values
from puzzle_runner.sites.values import Example, ExampleAnswer

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
_LARGE_NUMBER = re.compile(r"\d{2,}")
_OF_THE_INPUT = re.compile(r"\b(?:however|your)\b", re.I)
# "If the rows were 20 times as wide, it would be 9."
_SUPPOSES = re.compile(r"\bif\b[^,.;]{0,99} were\b[^,.;]{0,99}\d", re.I)
_PRODUCT = re.compile(r"\bmultipl|\bproduct\b|[*]", re.I)
_INTRODUCES_LIST = re.compile(r"\bexamples?\b[^.]{0,99}:$", re.I)
_ASIDE = re.compile(r"(?:^|(?<=\s))\([^()]*\)")
_STEP = re.compile(r"\b(?:but|becomes?)\b")
_WHOLE_NUMBER = re.compile(r"-?\d+")

# Examples in blocks, by place.
Blocks = dict[int, str]
# Examples in items of a list, by place, each with its answer.
Lines = dict[int, tuple[str, str]]


def examples(articles: Sequence[LexborNode], fetched: str | None) -> tuple[Example, ...]:
    """Return the examples of a page, in its order; `fetched` is the text of the input, where it is here.

    One without an answer is left out, unless it is the only one.
    """
    parts = [read(article.html or "") for article in articles]
    blocks_by_part = find_blocks(parts, fetched)
    in_blocks: list[str] = []
    for blocks in blocks_by_part:
        in_blocks += blocks.values()
    model = fetched or (in_blocks[0] if in_blocks else "")
    may_have_lines = not in_blocks or "\n" not in model.rstrip("\n")
    has_emphasis = any(values(piece.text) for pieces in parts for piece in pieces)
    reader = Reader()
    text_before = ""
    doubtful: set[str] = set()
    for part, (pieces, blocks) in enumerate(zip(parts, blocks_by_part, strict=True), start=1):
        lines = find_lines(pieces, fetched, in_blocks, has_emphasis) if may_have_lines else {}
        answers = reader.read(pieces, blocks, lines)
        text = passages(pieces)
        for passage in text:
            if _ASKS_OTHERWISE.search(passage):
                doubtful.update(reader.answers)
        if not asks_more(pieces, text_before):
            for example, answer in answers.items():
                if example not in doubtful:
                    reader.answers[example][part] = answer
        text_before += " ".join(text)
    examples_of_page = []
    for example, by_part in reader.answers.items():
        if by_part or len(reader.answers) == 1:
            examples_of_page.append(Example(example, by_part))
    return tuple(examples_of_page)


class Reader:
    """Reads the parts of a page in turn.

    `answers` has the examples met so far, and is filled with their answers by part. `current` is the example
    that the page speaks of, also from one part into the next; None where it is not clear which.
    """

    def __init__(self) -> None:
        self.answers: dict[str, dict[int, ExampleAnswer]] = {}
        self.current: str | None = None

    def read(self, pieces: Sequence[Piece], blocks: Blocks, lines: Lines) -> dict[str, ExampleAnswer]:
        """Return the last value that a part tells of each example."""
        answers: dict[str, ExampleAnswer] = {}
        skipped = lists_of_steps(pieces, blocks)
        is_product = _PRODUCT.search(question(pieces)) is not None
        before = ""
        for place, piece in enumerate(pieces):
            if place in blocks:
                self.show(blocks[place])
            elif place in lines:
                example, value = lines[place]
                self.show(example)
                answers[example] = ExampleAnswer(value, plain(piece.text))
                # What comes next is about the whole list.
                self.current = None
            elif not piece.is_block and piece.list not in skipped:
                is_factor = is_product and not _PRODUCT.search(plain(f"{before} {piece.text}"))
                # Beside the question, a value in parentheses explains the form of an answer.
                text = _ASIDE.sub("", piece.text) if "?" in piece.text else piece.text
                texts = sentences(text)
                for number, sentence in enumerate(texts, start=1):
                    if number == len(texts) and place + 1 in blocks:
                        # It introduces that example.
                        self.show(blocks[place + 1])
                    else:
                        self.refer(sentence)
                    emphasised = values(sentence)
                    if not emphasised or is_factor or self.current is None:
                        continue
                    if not _SUPPOSES.search(plain(sentence)):
                        answers[self.current] = ExampleAnswer(emphasised[-1], plain(sentence))
            before = piece.text
        return answers

    def show(self, example: str) -> None:
        """Speak of an example that stands here, or is introduced."""
        self.answers.setdefault(example, {})
        self.current = example

    def refer(self, sentence: str) -> None:
        """Speak of the example that a sentence names: the first, the larger one."""
        match = _NAMES.search(plain(sentence))
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


def find_blocks(parts: Sequence[Sequence[Piece]], fetched: str | None) -> list[Blocks]:
    """Return the examples in blocks, for each part.

    They are spelt as the fetched input is, or as the first one that is introduced, and are introduced
    themselves. Where none is in the first part, its first block of that kind is one.
    """
    introduced: list[Piece] = []
    for pieces in parts:
        introduced += [piece for piece in pieces if piece.is_block and introduces(piece)]
    model = Model(fetched or (introduced[0].text if introduced else ""))
    in_first = [piece for piece in parts[0] if piece.is_block and model.fits(piece.text)]
    texts: set[str] = set()
    for block in introduced:
        if model.fits(block.text) or (not in_first and model.resembles(block.text)):
            texts.add(block.text)
    if in_first and not any(introduces(block) for block in in_first):
        texts.add(in_first[0].text)
    blocks_by_part: list[Blocks] = []
    for pieces in parts:
        blocks: Blocks = {}
        blocks_by_part.append(blocks)
        for place, piece in enumerate(pieces):
            if piece.is_block and piece.text in texts and len(texts) <= MOST:
                blocks[place] = piece.text
    return blocks_by_part


def introduces(block: Piece) -> bool:
    """Tell whether the sentence before a block says that a new example comes, or tells its answer."""
    end = plain(block.introduction)[-FAR:]
    if _REFERS_BACK.search(end):
        return False
    tells_answer = bool(values(block.introduction)) and end.endswith(":")
    return tells_answer or _INTRODUCES.search(end) is not None


class Model:
    """What examples are spelt like: the fetched input, or the first example that is introduced."""

    def __init__(self, text: str) -> None:
        self.text = text.rstrip("\n")
        self.signs = alphabet(text)

    def fits(self, text: str) -> bool:
        """Tell whether a text has as many lines, one or several, is in sections, and has no other signs."""
        for separator in ("\n", "\n\n"):
            if (separator in text) != (separator in self.text):
                return False
        is_in_columns = "  " in text and "  " not in self.text
        return not is_in_columns and self.signs.issuperset(text)

    def resembles(self, text: str) -> bool:
        """Tell whether a text may be one that was wrapped, indented or embellished for reading."""
        *lines, _ = text.split("\n")
        is_wrapped = all(line.rstrip().endswith((",", ";")) for line in lines)
        if "\n" not in self.text and not is_wrapped:
            return False
        if "\n\n" in self.text and "\n\n" not in text:
            return False
        known = [sign for sign in text if sign in self.signs or sign == " "]
        return len(known) >= MOSTLY * len(text)


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


def find_lines(
    pieces: Sequence[Piece], fetched: str | None, in_blocks: Sequence[str], has_emphasis: bool
) -> Lines:
    """Return the examples in the last list of a part that has any. A piece of one in a block is none."""
    lines: Lines = {}
    signs = alphabet(fetched or "")
    last_list = 0
    introduction = ""
    for place, piece in enumerate(pieces):
        if not piece.list:
            introduction = plain(piece.text)
            continue
        line = line_in(piece.text, has_emphasis)
        if line is None or not _INTRODUCES_LIST.search(introduction):
            continue
        is_piece = any(line[0] in text and line[0] != text for text in in_blocks)
        if not is_piece and (fetched is None or signs.issuperset(line[0])):
            if piece.list != last_list:
                lines.clear()
                last_list = piece.list
            lines[place] = line
    return lines if len(lines) <= MOST else {}


def line_in(item: str, has_emphasis: bool) -> tuple[str, str] | None:
    """Return the example that an item of a list begins with, and the value that it ends with.

    Where nothing on a page is emphasised, as on those of the first years, an item has two codes, the second
    of which is a number.
    """
    if has_emphasis:
        answers = values(item)
        if not answers or not item.startswith(PLAIN):
            return None
        return codes(item)[0], answers[-1]
    both = codes(_ASIDE.sub("", item))
    if len(both) != 2 or _STEP.search(item):
        return None
    example, calculation = both
    _, _, value = calculation.rpartition("= ")
    return (example, value) if _WHOLE_NUMBER.fullmatch(value) else None


def lists_of_steps(pieces: Sequence[Piece], blocks: Blocks) -> set[int]:
    """Return the lists of which several items tell a value: steps on the way, or answers of others.

    Where examples stand in the list, its items tell the answers of those.
    """
    telling = Counter(piece.list for piece in pieces if values(piece.text))
    steps = {number for number, count in telling.items() if number and count > 1}
    return steps - {pieces[place].list for place in blocks}


def question(pieces: Sequence[Piece]) -> str:
    """Return what a part asks: the last passage with a question, without the sentences that tell a value."""
    for piece in reversed(pieces):
        if "?" in piece.text and not piece.is_block:
            return " ".join(plain(text) for text in sentences(piece.text) if not values(text))
    return ""


def passages(pieces: Sequence[Piece]) -> list[str]:
    """Return the passages of a part, without marks."""
    return [plain(piece.text) for piece in pieces if not piece.is_block]


def asks_more(pieces: Sequence[Piece], before: str) -> bool:
    """Tell whether a part asks for numbers that come in after its last answer: the example has others.

    `before` is the text of the parts before it.
    """
    last_answer = 0
    for place, piece in enumerate(pieces):
        if values(piece.text):
            last_answer = place
    asked = question(pieces)
    known = before + " ".join(passages(pieces[: last_answer + 1])).replace(asked, "")
    for passage in passages(pieces[last_answer + 1 :]):
        if _OF_THE_INPUT.search(passage):
            asked += f" {passage}"
    return not set(_LARGE_NUMBER.findall(asked)) <= set(_LARGE_NUMBER.findall(known))
