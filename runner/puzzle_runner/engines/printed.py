"""Answers read from what a program printed: one rule after the other, the first that applies.

A rule says what it read with certainty, and what is only its guess. A guess can be right, and is never wrong.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
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
from puzzle_runner.model import Doubt, Reason, Verdict
from puzzle_runner.running.call import Outcome
from puzzle_runner.sites.registry import identify

Answers = Mapping[int, str]
NOTHING: Answers = MappingProxyType({})
# Of what else is printed, so many texts of so many characters may be the stored answer.
SHORTEST_OTHER, MOST_OTHERS = 3, 12
# Of more than twice as many lines, so many are looked at from the beginning and as many from the end.
MANY = 50
# An answer that is a word of these has not been worked out yet.
MISSING = frozenset({"", "none", "null", "nil", "undefined", "nothing", "todo", "nan", "?", "-", "n/a"})

_NUMBERED = (
    r"(?:part|pt|star|puzzle|level|task|quest|problem|p(?=[\s_-]?\d))"
    r"[\s_-]*#?(?P<number>(?a:[123]|one|two|three|i{1,3}|[abc]))\b"
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
_TWO_NUMBERS = re.compile(r"[(\[]?\s*(-?\d[\d.]*)(?:\s*[,;|]\s+|\s+)(-?\d[\d.]*)\s*[)\]]?")
# How a line speaks of an answer that is another than the one expected.
_COMPARED = re.compile(r"!=|≠|\b(?:expected|should|instead|wrong|incorrect|fail\w*)\b", re.IGNORECASE)
# A line with a label, and another that tells whether an answer is certain: a word, or a comparison.
_LABELLED = re.compile(_NUMBERED, re.IGNORECASE)
_TELLING = re.compile(rf"\s*\S+\s*\Z|.*(?:{_COMPARED.pattern})", re.IGNORECASE)
# Numbers, and words that may have been drawn, in a sentence.
_NUMBER = re.compile(r"(?<![\w.,-])(?:-?\d+|[A-Z]{5,})(?![\w-]|[.,]\d)")


class Reading(NamedTuple):
    """Answers read from what was printed: `answers` with certainty, `guesses` without, by part.

    `rule` says how they were read, in a few words.
    """

    rule: str
    answers: Answers = NOTHING
    guesses: Answers = NOTHING

    def __bool__(self) -> bool:
        """Tell whether something was read."""
        return bool(self.answers or self.guesses)

    def doubtful(self) -> "Reading":
        """Return it with nothing certain."""
        return Reading(self.rule, NOTHING, {**self.guesses, **self.answers})

    def __str__(self) -> str:
        """Return it in a line: `read from labels: part 1 = 12, part 2 = 345`."""
        certain = _listed(self.answers)
        doubtful = f"perhaps {_listed(self.guesses)}" if self.guesses else ""
        return f"read from {self.rule}: {', '.join(filter(None, [certain, doubtful])) or 'nothing'}"


def _listed(answers: Answers) -> str:
    shown = ((part, "a drawing" if "\n" in text else text) for part, text in sorted(answers.items()))
    return ", ".join(f"part {part} = {text}" for part, text in shown)


@lru_cache(1)
def telling_lines(text: str) -> tuple[str, ...]:
    """Return the lines of what was printed, cleaned: of many, the first and the last.

    Of those in between, the first and the last labels with what is below them are there, and the first and
    the last of others that tell something.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(plain) <= 2 * MANY:
        return tuple(lines(text))
    labels, others = [], []
    for place, line in enumerate(plain[MANY:-MANY], MANY):
        if _LABELLED.search(line):
            labels.append(place)
        elif _TELLING.match(line):
            others.append(place)
    places = {*range(MANY), *others[:MANY], *others[-MANY:], *range(len(plain) - MANY, len(plain))}
    for label in (*labels[:MANY], *labels[-MANY:]):
        places.update(range(label, min(label + DRAWN_LINES.stop, len(plain))))
    return tuple(lines("\n".join(plain[place] for place in sorted(places))))


def read_for(id: str, text: str, asked: int | None, *, is_own: bool) -> Reading:
    """Return the answers in what a program for a puzzle printed, which may have one part only."""
    site, id = identify(id)
    # How many parts one's own puzzle without a site has is not known by its name.
    is_known = site.ADDRESS or not is_own
    return read_only(text) if is_known and site.questions(id) == 1 else read(text, asked)


def read(text: str, asked: int | None = None) -> Reading:
    """Return the answers in what was printed.

    `asked` is the part that the program was told to answer, which it may answer alone or with the others;
    None where it was told nothing.
    """
    kept = telling_lines(text)
    reading = (
        by_labels(kept)
        or by_two_numbers(kept)
        or by_drawing(kept, asked)
        or by_last_lines(kept, asked)
        or Reading("what it printed")
    )
    return reading.doubtful() if any(map(_COMPARED.search, kept)) else reading


def read_only(text: str) -> Reading:
    """Return the answer to a puzzle of one part: that with the label of part 1, or the last line.

    It is certain where no other line ends in what can be an answer.
    """
    kept = telling_lines(text)
    labelled = by_labels(kept)
    if 1 in labelled.answers:
        return Reading(labelled.rule, {1: labelled.answers[1]})
    values = [value(line) for line in kept if line.strip()]
    if not values:
        return Reading("the last line")
    reading = _sorted("the last line", {1: values[-1]})
    numbers = {text for text in values if _is_bare(text) and re.search(r"\d", text)}
    # A comma may separate two results.
    has_others = not numbers <= {*reading.answers.values()} or any("," in text for text in numbers)
    is_text_among_others = not numbers and len(values) > 1
    if has_others or is_text_among_others or any(map(_COMPARED.search, kept)):
        return reading.doubtful()
    return reading


def _sorted(rule: str, texts: Mapping[int, str]) -> Reading:
    """Return a reading of texts by part: those that look like answers are certain. Missing ones go."""
    certain, guesses = {}, {}
    for part, text in texts.items():
        if text.lower() in MISSING:
            continue
        if is_certain(text):
            certain[part] = text
        else:
            guesses[part] = text
    return Reading(rule, certain, guesses)


def by_labels(kept: Sequence[str]) -> Reading:
    """Read `Part 1: x` and the like; where a label stands alone, its value is on the next lines.

    A label that comes twice with other values tells nothing with certainty: the last value is the guess. Nor
    is the first of several lines below a label certain.
    """
    split: list[str] = []
    for line in kept:
        if len(line) <= LONGEST_PHRASE:
            split += _INNER_LABEL.sub("\n", line).split("\n")
        else:
            split.append(line)
    texts: dict[int, str] = {}
    doubtful: set[int] = set()
    for position, line in enumerate(split):
        label = _label(line)
        if not label:
            continue
        part, rest = label
        text, is_alone = value(rest), True
        if not rest:
            text, is_alone = _below(split[position + 1 :])
        if not is_alone:
            doubtful.add(part)
        if text.lower() in MISSING:
            continue
        if texts.get(part, text) != text:
            doubtful.add(part)
        texts[part] = text
    certain, guesses = {}, {}
    for part, text in texts.items():
        if is_certain(text) and part not in doubtful:
            certain[part] = text
        else:
            guesses[part] = text
    return Reading("labels", certain, guesses)


def _label(line: str) -> tuple[int, str] | None:
    """Return the part that a line's label names, and what comes after it."""
    line = line.lstrip(" *•>|#-")
    label = _LABEL.match(line)
    if not label:
        return None
    number = label["number"].lower()
    return part_words.EVERY.get(number) or int(number), line[label.end() :].strip()


def _below(following: Sequence[str]) -> tuple[str, bool]:
    """Return the value below a label that stands alone: a drawing, or the next line with text.

    The second value tells whether no other line below the label has a number.
    """
    block: list[str] = []
    for line in following:
        if (not line.strip() and block) or _label(line):
            break
        if line.strip():
            block.append(line)
    if is_drawing(block):
        return _dedented(block), True
    return value(block[0]) if block else "", not any(re.search(r"\d", line) for line in block[1:])


def _dedented(block: Sequence[str]) -> str:
    width = min(len(line) - len(line.lstrip()) for line in block if line.strip())
    return "\n".join(line[width:] for line in block)


def by_two_numbers(kept: Sequence[str]) -> Reading:
    """Read `x y` or `(x, y)` in the only line."""
    full = [line.strip() for line in kept if line.strip()]
    numbers = _TWO_NUMBERS.fullmatch(full[0]) if len(full) == 1 else None
    return _sorted("two numbers", {1: numbers[1], 2: numbers[2]}) if numbers else Reading("")


def by_drawing(kept: Sequence[str], asked: int | None) -> Reading:
    """Read letters drawn in the last lines: part 2, and the only line before is part 1.

    Without a line before, it is the part that was asked for. Beside another picture, nothing is certain.
    """
    end = len(kept)
    while end and not kept[end - 1].strip():
        end -= 1
    start = end
    while start and kept[start - 1].strip() and DRAWN.fullmatch(kept[start - 1]):
        start -= 1
    if not is_drawing(kept[start:end]):
        return Reading("")
    drawing = _dedented(kept[start:end])
    before = [value(line) for line in kept[:start] if line.strip()]
    if not before:
        return _sorted("a drawing", {asked or 2: drawing})
    if not is_certain(drawing):
        return by_last_lines(kept[:start], asked).doubtful()
    reading = _sorted("a drawing", {1: before[-1], 2: drawing})
    # The last of several lines need not be the answer to part 1.
    return reading if len(before) == 1 else Reading(reading.rule, {2: drawing}, {1: before[-1]})


def by_last_lines(kept: Sequence[str], asked: int | None) -> Reading:
    """Read the last two lines, or the last one where the part was asked for and only that one is bare.

    Only two lines that are all there is, but for the same ones again, are certain, unless a part was asked
    for. The only line is the part that was asked for, or a guess at part 1.
    """
    full = [line.strip() for line in kept if line.strip()]
    if not full:
        return Reading("")
    if len(full) == 1:
        reading = _sorted("the only line", {asked or 1: value(full[0])})
        return reading if asked else reading.doubtful()
    if asked and not (_is_bare(full[-2]) and _is_bare(full[-1])):
        reading = _sorted("the last line", {asked: value(full[-1])})
        is_alone = _is_bare(full[-1]) and not any(map(_is_bare, full[:-1]))
        return reading if is_alone else reading.doubtful()
    values = [value(line) for line in full]
    once = [*dict.fromkeys(values)]
    # Who finds an answer in several ways prints it several times.
    if len(once) == 2 and all(map(_is_bare, full)):
        values = once
    reading = _sorted("the last two lines", {1: values[-2], 2: values[-1]})
    if asked or len(values) != 2 or len(reading.answers) != 2:
        return reading.doubtful()
    for line in full:
        # It need not be about an answer: `58 points, 9 damage`.
        if not _is_bare(line) and len(_NUMBER.findall(TRAILING_TIME.sub("", line))) > 1:
            return reading.doubtful()
    return reading


def _is_bare(line: str) -> bool:
    """Tell whether a line holds nothing but what can be an answer."""
    return is_certain(TRAILING_TIME.sub("", line).strip())


def outcome(ended: Outcome, reading: Reading, part: int) -> Outcome:
    """Return the outcome for a part of a call whose output was read, with those of other parts in it."""
    ended = ended._replace(details=str(reading))
    parts = {**reading.answers, **reading.guesses}
    shared = {each: _of_part(ended, reading, each) for each in parts} if len(parts) > 1 else None
    return _of_part(ended, reading, part)._replace(shared=shared)


def _of_part(ended: Outcome, reading: Reading, part: int) -> Outcome:
    if part in reading.answers:
        return ended._replace(answer=reading.answers[part], failure=None, message="")
    guess = reading.guesses.get(part)
    if guess is None:
        doubt = Doubt(Reason.NO_ANSWER, f"it printed no answer to part {part} that can be read")
    else:
        doubt = Doubt(Reason.READING, f"its answer cannot be read with certainty from {reading.rule}")
    return ended._replace(
        answer=guess,
        failure=Verdict.UNKNOWN,
        message=doubt.message,
        doubt=doubt,
        others=answers_in(ended.output),
    )


def answers_in(text: str) -> tuple[str, ...]:
    """Return what looks like an answer: lines of a word, and numbers in sentences.

    If it is much, that is what the first two lines and the last two have. A line that compares an answer with
    what its author knows has both, and is left out.
    """
    full = [line for line in telling_lines(text) if line.strip() and not _COMPARED.search(line)]
    candidates = _candidates(full)
    if len(candidates) > MOST_OTHERS:
        candidates = _candidates([*full[:2], *full[-2:]])[:MOST_OTHERS]
    return candidates


def _candidates(full: Sequence[str]) -> tuple[str, ...]:
    candidates: dict[str, None] = {}
    for line in full:
        if DRAWN.fullmatch(line) and not line.strip().isdigit():
            continue
        words = _NUMBER.findall(line[:LONGEST_PHRASE])
        alone = value(line) if len(line) <= LONGEST_PHRASE else ""
        if is_certain(alone):
            words = [alone]
        for word in words:
            if len(word) >= SHORTEST_OTHER:
                candidates[word] = None
    return tuple(candidates)
