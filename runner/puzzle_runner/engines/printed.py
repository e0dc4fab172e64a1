"""Answers read from what a program printed: one rule after the other, the first that applies.

A rule says what it read with certainty, and what is only its guess. A guess can be right, and is never wrong.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from textwrap import dedent
from typing import NamedTuple

from puzzle_runner.engines import cleaning, part_words
from puzzle_runner.engines.cleaning import DRAWN, DRAWN_LINES, LONGEST_PHRASE, TRAILING_TIME, value
from puzzle_runner.model import Doubt, Reason
from puzzle_runner.running.call import Answered
from puzzle_runner.sites.site import PuzzleId

# Of so many lines at the end, answers are read.
MOST_LINES = 100
# Of what else is printed, the last texts of so many characters may be the stored answer.
SHORTEST_OTHER, MOST_OTHERS = 3, 8
# An answer that is a word of these has not been worked out yet.
MISSING = frozenset({"", "none", "null", "nil", "undefined", "nothing", "todo", "nan", "?", "-", "n/a"})

_NUMBERED = (
    r"(?:part|pt|star|puzzle|level|task|quest|problem|p(?=[\s_-]?\d)"
    r"|(?:answer|solution|result)(?=[\s_-]*#?[123]\s*[:=]))"
    r"[\s._-]*#?(?P<number>(?a:[123]|one|two|three|i{1,3}|[abc]))\b"
)
_IN_WORDS = r"(?:the\s+)?(?:answers?|solutions?|results?|outputs?)"
# `Part 1: x`, `Answer to part two is x`; not `Part 1 took x`, nor `Part 1 example: x`.
_LABEL = re.compile(
    rf"(?:day\W*\d+\W+)?(?:{_IN_WORDS}\s+(?:(?:to|for|of|in)\s+)?)?(?:the\s+)?{_NUMBERED}"
    r"(?!\W*(?:(?:run|execution|total)\W*)?(?:examples?|samples?|tests?|time|took|elapsed|runtime|duration)\b)"
    rf"(?:\s*{_IN_WORDS}\b)?(?:\s*[(\[][^)\]]*[)\]])?\s*(?:(?:is|was|equals)\b|[:=)\]]|[-=]>|[-→–—])*\s*",  # noqa: RUF001
    re.IGNORECASE,
)
# Another label on the same line.
_INNER_LABEL = re.compile(
    rf"(?<=[^\s])\s*[\s,;|/]\s*(?:and\s+)?(?={_NUMBERED}\b\s*(?:[:=]|[-=]>|is\b))", re.IGNORECASE
)
# `12 trees`, behind a label.
_COUNTED = re.compile(r"\A(-?\d+)\s[^\d]+\Z")
_TWO_NUMBERS = re.compile(r"[(\[]?\s*(-?\d[\d.]*)(?:\s*[,;|]\s+|\s+)(-?\d[\d.]*)\s*[)\]]?")
# How a text in lower case compares an answer with the expected one: to ignore case is slow.
_COMPARED = re.compile(r"!=|≠|expected|should\b|instead\b|wrong\b|incorrect\b|fail")
# Numbers, and words that may have been drawn, in a sentence.
_NUMBER = re.compile(r"(?<![\w.,-])(?:-?\d+|[A-Z]{5,})(?![\w-]|[.,]\d)")


class Reading(NamedTuple):
    """Answers read from what was printed, by a `rule`: `texts` by part, some of them `certain`.

    `alone` is the only value, if nothing tells its part.
    """

    rule: str
    texts: Mapping[int, str]
    certain: frozenset[int]
    alone: str = ""

    def of(self, part: int) -> str | None:
        """Return what may be the answer to a part, with certainty or not."""
        return self.texts.get(part, self.alone or None)


def reading(rule: str, texts: Mapping[int, str], doubtful: Collection[int] = ()) -> Reading:
    """Return a reading of texts by part: those that look like answers are certain, but for the doubtful."""
    written: dict[int, str] = {}
    certain: set[int] = set()
    for part, text in texts.items():
        if text.lower() in MISSING:
            continue
        written[part] = text
        if part not in doubtful and cleaning.is_certain(text):
            certain.add(part)
    return Reading(rule, written, frozenset(certain))


def read_for(id: PuzzleId, text: str, asked: int | None, *, is_own: bool) -> Reading:
    """Return the answers in what a program for a puzzle printed, which may have one part only."""
    if is_own and not id.site.ADDRESS:
        # How many parts it has is not known by its name.
        return read(text, asked)
    return read(text, asked, id.site.questions(id.canonical))


def read(text: str, asked: int | None = None, parts: int = 2) -> Reading:
    """Return the answers in what was printed by a program for a puzzle of some parts.

    `asked` is the part that the program was told to answer, which it may answer alone or with the others;
    None where it was told nothing.
    """
    kept = telling_lines(text)
    full = [line.strip() for line in kept if line.strip()]
    found = by_labels(kept)
    if parts == 1:
        found = _of_one_part(found, full)
    if not found:
        found = _by_two_numbers(full, asked)
    if not found:
        found = _by_drawing(kept, asked)
    if not found:
        found = _by_last_lines(full, asked, parts)
    if any(map(_compares, full)):
        found = found._replace(certain=frozenset())
    return found


@lru_cache(1)
def telling_lines(text: str) -> list[str]:
    """Return the last lines of what was printed, cleaned."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").rstrip()
    last = plain.split("\n")[-MOST_LINES:]
    return cleaning.lines("\n".join(last))


def by_labels(kept: Sequence[str]) -> Reading | None:
    """Read `Part 1: x` and the like; where a label stands alone, its value is below, as a line or a drawing.

    A label that comes twice with other values tells nothing with certainty: the last value is the guess. Nor
    is the first of several lines below a label certain.
    """
    split: list[str] = []
    for line in kept:
        if len(line) <= LONGEST_PHRASE:
            line = _INNER_LABEL.sub("\n", line)
        split += line.split("\n")
    texts: dict[int, str] = {}
    doubtful: set[int] = set()
    for position, line in enumerate(split):
        label = _label(line)
        if not label:
            continue
        part, rest = label
        block = [rest]
        if not rest:
            block = _below(split[position + 1 :])
        if cleaning.is_drawing(block):
            text = dedent("\n".join(block))
        else:
            text = _COUNTED.sub(r"\1", value(block[0]))
            if len(block) > 1:
                doubtful.add(part)
        if texts.get(part, text) != text:
            doubtful.add(part)
        texts[part] = text
    if not texts:
        return None
    return reading("labels", texts, doubtful)


def _label(line: str) -> tuple[int, str] | None:
    """Return the part in the label of a line, and what is behind it."""
    line = line.lstrip(" *•>|#-")
    label = _LABEL.match(line)
    if not label:
        return None
    number = label["number"].lower()
    return part_words.EVERY.get(number) or int(number), line[label.end() :].strip()


def _below(following: Sequence[str]) -> list[str]:
    """Return the lines below a label up to another or an empty one; an empty line if there are none."""
    block: list[str] = []
    for line in following:
        if _label(line):
            break
        if line.strip():
            block.append(line)
        elif block:
            break
    return block or [""]


def _by_two_numbers(full: Sequence[str], asked: int | None) -> Reading | None:
    """Read `x y` or `(x, y)` in the only line; where a part was asked for, both may be about that."""
    if len(full) != 1:
        return None
    numbers = _TWO_NUMBERS.fullmatch(full[0])
    if not numbers:
        return None
    texts = {1: numbers[1], 2: numbers[2]}
    return reading("two numbers", texts, doubtful=texts if asked else ())


def _by_drawing(kept: Sequence[str], asked: int | None) -> Reading | None:
    """Read letters drawn in the last lines: part 2, and the only line before is part 1.

    Without a line before, it is the part that was asked for.
    """
    rows = "\n".join(kept).rstrip().split("\n")
    drawing: list[str] = []
    while rows and DRAWN.fullmatch(rows[-1]) and len(drawing) < DRAWN_LINES.stop:
        drawing.insert(0, rows.pop())
    if not cleaning.is_drawing(drawing):
        return None
    letters = dedent("\n".join(drawing))
    before = [value(line) for line in rows if line.strip()]
    if not before:
        return reading("a drawing", {asked or 2: letters})
    texts = {1: before[-1], 2: letters}
    if len(before) > 1:
        # The last of several lines need not be the answer to part 1.
        return reading("a drawing", texts, doubtful=[1])
    return reading("a drawing", texts)


def _of_one_part(labelled: Reading | None, full: Sequence[str]) -> Reading:
    """Read the answer to a puzzle of one part: that with the label of part 1, or the last line.

    That is certain where no other line has what can be an answer: where there are numbers, words are none.
    """
    if labelled and 1 in labelled.certain:
        return reading(labelled.rule, {1: labelled.texts[1]})
    values = [value(line) for line in full]
    if not values:
        return reading("the last line", {})
    numbers = [text for text in values if _is_bare(text) and re.search(r"\d", text)]
    texts = {1: values[-1]}
    for other in numbers or values:
        if other != values[-1]:
            return reading("the last line", texts, doubtful=[1])
    return reading("the last line", texts)


def _by_last_lines(full: Sequence[str], asked: int | None, parts: int) -> Reading:
    """Read the last lines, one for each part, or the last where one was asked for and only that is bare.

    Only lines that are all there is are certain, unless a part was asked for. The only line is the part that
    was asked for, or may be of any part.
    """
    if not full:
        return reading("what it printed", {})
    if len(full) == 1:
        only = reading("the only line", {asked or 1: value(full[0])})
        if asked:
            return only
        return Reading(only.rule, {}, frozenset(), alone=only.of(1) or "")
    bare = [_is_bare(line) for line in full]
    if asked and bare[-2:] != [True, True]:
        texts = {asked: value(full[-1])}
        if bare[-1] and bare.count(True) == 1:
            return reading("the last line", texts)
        return reading("the last line", texts, doubtful=[asked])
    texts = {}
    for part, line in enumerate(full[-parts:], start=1):
        texts[part] = value(line)
    last = reading("the last lines", texts)
    if asked or len(full) != parts or len(last.certain) != parts or not all(map(_has_one_result, full)):
        return reading(last.rule, texts, doubtful=texts)
    return last


def _has_one_result(line: str) -> bool:
    """Tell whether a line has no more than one number; else the last need not be an answer."""
    if _is_bare(line):
        return True
    numbers = _NUMBER.findall(TRAILING_TIME.sub("", line))
    return len(numbers) < 2


def _is_bare(line: str) -> bool:
    alone = TRAILING_TIME.sub("", line)
    return cleaning.is_certain(alone.strip())


def _compares(line: str) -> bool:
    return bool(_COMPARED.search(line.lower()))


def outcome(ended: Answered, reading: Reading, id: PuzzleId, part: int) -> Answered:
    """Return the end for a part of a call whose output was read, with those of other parts in it."""
    ended = ended._replace(details=f"read from {reading.rule}")
    own = _of_part(ended, reading, id, part)
    parts = [*reading.texts]
    if reading.alone:
        parts = [1, 2, 3]
    if len(parts) < 2:
        return own
    by_part = {each: _of_part(ended, reading, id, each) for each in parts}
    return own._replace(by_part=by_part)


def _of_part(ended: Answered, reading: Reading, id: PuzzleId, part: int) -> Answered:
    answer = reading.of(part)
    if part in reading.certain:
        return ended._replace(answer=answer)
    if answer is None:
        doubt = Doubt(Reason.READING, f"it printed no answer to part {part} that can be read")
    elif reading.alone:
        shown = "a drawing" if "\n" in answer else answer
        message = f"it printed only {shown}, which may answer the next part that is not solved"
        if ended.doubt:
            message = f"{ended.doubt.message}; {message}"
        elif id.site.ADDRESS and re.fullmatch(r"[\w,.-]+", answer):
            message += f': "puzzles submit {id} {answer}" sends it'
        doubt = Doubt(Reason.PART, message)
    else:
        doubt = Doubt(Reason.READING, f"its answer cannot be read with certainty from {reading.rule}")
    return ended._replace(answer=answer, doubt=doubt, others=answers_in(ended.output))


def answers_in(text: str) -> tuple[str, ...]:
    """Return what looks like an answer at the end: lines of a word, and numbers in sentences.

    A line that compares an answer with what its author knows has both, and is left out.
    """
    found: list[str] = []
    for line in telling_lines(text):
        is_drawn = DRAWN.fullmatch(line) and not line.strip().isdigit()
        if is_drawn or len(line) > LONGEST_PHRASE or _compares(line):
            continue
        alone = value(line)
        words: list[str] = [alone] if cleaning.is_certain(alone) else _NUMBER.findall(line)
        found += [word for word in words if len(word) >= SHORTEST_OTHER]
    return tuple(dict.fromkeys(found))[-MOST_OTHERS:]
