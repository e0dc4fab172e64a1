"""Answers read from what a program printed: one rule after the other, the first that applies.

A rule says what it read with certainty, and what is only its guess. A guess can be right, and is never wrong.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from textwrap import dedent
from types import MappingProxyType
from typing import NamedTuple

from puzzle_runner.engines import part_words
from puzzle_runner.engines.cleaning import (
    DRAWN,
    DRAWN_LINES,
    LONGEST_PHRASE,
    TRAILING_TIME,
    is_certain,
    is_drawing,
    lines,
    value,
)
from puzzle_runner.model import Doubt, Reason
from puzzle_runner.running.call import Answered
from puzzle_runner.sites.site import PuzzleId

NOTHING: Mapping[int, str] = MappingProxyType({})
# Of what else is printed, so many texts of so many characters may be the stored answer.
SHORTEST_OTHER, MOST_OTHERS = 3, 12
# So many lines are looked at from the beginning, and as many from the end.
MANY = 50
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
# `12 trees`, behind a label.
_COUNTED = re.compile(r"\A(-?\d+)\s[^\d]+\Z")
# Another label on the same line.
_INNER_LABEL = re.compile(
    rf"(?<=[^\s])\s*[\s,;|/]\s*(?:and\s+)?(?={_NUMBERED}\b\s*(?:[:=]|[-=]>|is\b))", re.IGNORECASE
)
_TWO_NUMBERS = re.compile(r"[(\[]?\s*(-?\d[\d.]*)(?:\s*[,;|]\s+|\s+)(-?\d[\d.]*)\s*[)\]]?")
# How a text in lower case compares an answer with the expected one, and names a part: to ignore case is slow.
_COMPARED = re.compile(r"!=|≠|expected|should\b|instead\b|wrong\b|incorrect\b|fail")
_LABELLED = re.compile(_NUMBERED)
# Numbers, and words that may have been drawn, in a sentence.
_NUMBER = re.compile(r"(?<![\w.,-])(?:-?\d+|[A-Z]{5,})(?![\w-]|[.,]\d)")


class Reading(NamedTuple):
    """Answers read from what was printed: `texts` by part, of which those of some parts are `certain`.

    `rule` says how they were read, in a few words. `alone` is the only value, if nothing tells its part.
    """

    rule: str
    texts: Mapping[int, str] = NOTHING
    certain: frozenset[int] = frozenset()
    alone: str = ""

    def of(self, part: int) -> str | None:
        """Return what may be the answer to a part, with certainty or not."""
        return self.texts.get(part, self.alone or None)

    def doubtful(self) -> "Reading":
        """Return it with nothing certain."""
        return self._replace(certain=frozenset())

    def __str__(self) -> str:
        """Return it in a line: `read from labels: part 1 = 12, perhaps part 2 = 345`."""
        words = []
        for part in sorted(self.texts):
            answer = f"part {part} = {_shown(self.texts[part])}"
            words.append(answer if part in self.certain else f"perhaps {answer}")
        if self.alone:
            words.append(f"perhaps {_shown(self.alone)}")
        return f"read from {self.rule}: {', '.join(words) or 'nothing'}"


def _shown(answer: str) -> str:
    return "a drawing" if "\n" in answer else answer


@lru_cache(1)
def telling_lines(text: str) -> tuple[str, ...]:
    """Return the lines of what was printed, cleaned: of many, both ends, labelled ones, and comparisons."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = []
    end_of_label = 0
    for place, line in enumerate(plain):
        if MANY <= place < len(plain) - MANY:
            lowered = line.lower()
            if _LABELLED.search(lowered):
                end_of_label = place + DRAWN_LINES.stop
            elif place >= end_of_label and not _COMPARED.search(lowered):
                continue
        kept.append(line)
    return tuple(lines("\n".join(kept)))


def _compares(line: str) -> bool:
    return bool(_COMPARED.search(line.lower()))


def read_for(id: PuzzleId, text: str, asked: int | None, *, is_own: bool) -> Reading:
    """Return the answers in what a program for a puzzle printed, which may have one part only."""
    if is_own and not id.site.ADDRESS:
        # How many parts it has is not known by its name.
        return read(text, asked)
    parts = id.site.questions(id.canonical)
    return read_only(text) if parts == 1 else read(text, asked, parts)


def read(text: str, asked: int | None = None, parts: int = 2) -> Reading:
    """Return the answers in what was printed by a program for a puzzle of some parts.

    `asked` is the part that the program was told to answer, which it may answer alone or with the others;
    None where it was told nothing.
    """
    kept = telling_lines(text)
    full = [line.strip() for line in kept if line.strip()]
    reading = (
        by_labels(kept)
        or _by_two_numbers(full, asked)
        or _by_drawing(kept, asked)
        or _by_last_lines(full, asked, parts)
        or Reading("what it printed")
    )
    return reading.doubtful() if any(map(_compares, full)) else reading


def read_only(text: str) -> Reading:
    """Return the answer to a puzzle of one part: that with the label of part 1, or the last line.

    It is certain where no other line ends in what can be an answer.
    """
    kept = telling_lines(text)
    labelled = by_labels(kept)
    if labelled and 1 in labelled.certain:
        return _sorted(labelled.rule, {1: labelled.texts[1]})
    values = [value(line) for line in kept if line.strip()]
    if not values:
        return Reading("the last line")
    reading = _sorted("the last line", {1: values[-1]})
    results = [text for text in values if _is_bare(text) and re.search(r"\d", text)]
    # Where numbers are printed, words are no results.
    others = {*(results or values)} - {values[-1]}
    if others or any(map(_compares, kept)):
        return reading.doubtful()
    return reading


def _sorted(rule: str, texts: Mapping[int, str], doubtful: Collection[int] = ()) -> Reading:
    """Return a reading of texts by part: those that look like answers are certain. Missing ones go."""
    written: dict[int, str] = {}
    certain: set[int] = set()
    for part, text in texts.items():
        if text.lower() not in MISSING:
            written[part] = text
            if part not in doubtful and is_certain(text):
                certain.add(part)
    return Reading(rule, written, frozenset(certain))


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
        text = value(rest)
        if not rest:
            block = _below(split[position + 1 : position + MANY])
            if is_drawing(block):
                text = dedent("\n".join(block))
            elif block:
                text = value(block[0])
                if any(re.search(r"\d", other) for other in block[1:]):
                    doubtful.add(part)
        text = _COUNTED.sub(r"\1", text)
        if text.lower() in MISSING:
            continue
        if texts.get(part, text) != text:
            doubtful.add(part)
        texts[part] = text
    return _sorted("labels", texts, doubtful) if texts else None


def _label(line: str) -> tuple[int, str] | None:
    line = line.lstrip(" *•>|#-")
    label = _LABEL.match(line)
    if not label:
        return None
    number = label["number"].lower()
    return part_words.EVERY.get(number) or int(number), line[label.end() :].strip()


def _below(following: Sequence[str]) -> list[str]:
    block: list[str] = []
    for line in following:
        if (not line.strip() and block) or _label(line):
            break
        if line.strip():
            block.append(line)
    return block


def _by_two_numbers(full: Sequence[str], asked: int | None) -> Reading | None:
    """Read `x y` or `(x, y)` in the only line; where a part was asked for, both may be about that."""
    if len(full) != 1:
        return None
    numbers = _TWO_NUMBERS.fullmatch(full[0])
    if not numbers:
        return None
    return _sorted("two numbers", {1: numbers[1], 2: numbers[2]}, (1, 2) if asked else ())


def _by_drawing(kept: Sequence[str], asked: int | None) -> Reading | None:
    """Read letters drawn in the last lines: part 2, and the only line before is part 1.

    Without a line before, it is the part that was asked for.
    """
    rows = "\n".join(kept).rstrip().split("\n")
    drawing: list[str] = []
    while rows and DRAWN.fullmatch(rows[-1]) and len(drawing) < DRAWN_LINES.stop:
        drawing.insert(0, rows.pop())
    if not is_drawing(drawing):
        return None
    letters = dedent("\n".join(drawing))
    before = [value(line) for line in rows if line.strip()]
    if not before:
        return _sorted("a drawing", {asked or 2: letters})
    # The last of several lines need not be the answer to part 1.
    doubtful = {1} if len(before) > 1 else ()
    return _sorted("a drawing", {1: before[-1], 2: letters}, doubtful)


def _by_last_lines(full: Sequence[str], asked: int | None, parts: int) -> Reading | None:
    """Read the last lines, one for each part, or the last where one was asked for and only that is bare.

    Only lines that are all there is are certain, unless a part was asked for. The only line is the part that
    was asked for, or may be of any part.
    """
    if not full:
        return None
    if len(full) == 1:
        reading = _sorted("the only line", {asked or 1: value(full[0])})
        if asked:
            return reading
        return Reading(reading.rule, alone=reading.of(1) or "")
    bare = [_is_bare(line) for line in full]
    if asked and not (bare[-2] and bare[-1]):
        reading = _sorted("the last line", {asked: value(full[-1])})
        is_the_only_one = bare[-1] and bare.count(True) == 1
        return reading if is_the_only_one else reading.doubtful()
    values = [value(line) for line in full[-parts:]]
    reading = _sorted("the last lines", dict(enumerate(values, start=1)))
    if asked or len(full) != parts or len(reading.certain) != parts:
        return reading.doubtful()
    for line in full:
        numbers = _NUMBER.findall(TRAILING_TIME.sub("", line))
        # It need not be about an answer: `58 points, 9 damage`.
        if len(numbers) > 1 and not _is_bare(line):
            return reading.doubtful()
    return reading


def _is_bare(line: str) -> bool:
    return is_certain(TRAILING_TIME.sub("", line).strip())


def outcome(ended: Answered, reading: Reading, id: PuzzleId, part: int) -> Answered:
    """Return the end for a part of a call whose output was read, with those of other parts in it."""
    ended = ended._replace(details=str(reading))
    own = _of_part(ended, reading, id, part)
    parts = (1, 2, 3) if reading.alone else tuple(reading.texts)
    if len(parts) < 2:
        return own
    return own._replace(shared={each: _of_part(ended, reading, id, each) for each in parts})


def _of_part(ended: Answered, reading: Reading, id: PuzzleId, part: int) -> Answered:
    answer = reading.of(part)
    if part in reading.certain:
        return ended._replace(answer=answer)
    if answer is None:
        doubt = Doubt(Reason.READING, f"it printed no answer to part {part} that can be read")
    elif reading.alone:
        message = f"it printed only {_shown(answer)}, which may answer the next part that is not solved"
        if ended.doubt:
            message = f"{ended.doubt.message}; {message}"
        elif id.site.ADDRESS and re.fullmatch(r"[\w,.-]+", answer):
            message += f': "puzzles submit {id} {answer}" sends it'
        doubt = Doubt(Reason.PART, message)
    else:
        doubt = Doubt(Reason.READING, f"its answer cannot be read with certainty from {reading.rule}")
    others = answers_in(ended.output)
    return ended._replace(answer=answer, doubt=doubt, others=others)


def answers_in(text: str) -> tuple[str, ...]:
    """Return what looks like an answer: lines of a word, and numbers in sentences.

    If it is much, that is what the first two lines and the last two have. A line that compares an answer with
    what its author knows has both, and is left out.
    """
    found: list[list[str]] = []
    for line in telling_lines(text):
        is_drawn = DRAWN.fullmatch(line) and not line.strip().isdigit()
        if is_drawn or not line.strip() or _compares(line):
            continue
        words: list[str] = _NUMBER.findall(line[:LONGEST_PHRASE])
        alone = value(line)
        if len(line) <= LONGEST_PHRASE and is_certain(alone):
            words = [alone]
        found.append([word for word in words if len(word) >= SHORTEST_OTHER])
    if len({*chain.from_iterable(found)}) > MOST_OTHERS:
        found = [*found[:2], *found[-2:]]
    candidates = dict.fromkeys(chain.from_iterable(found))
    return tuple(candidates)[:MOST_OTHERS]
