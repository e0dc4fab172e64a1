"""The examples of an Advent of Code page: its inputs, and the answers that its sentences come to.

All of it is a guess from the way these pages are written. What is doubtful is left out.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from puzzle_runner.sites.aoc import example_inputs, prose, shape, wording
from puzzle_runner.sites.aoc.example_inputs import Input, Listed
from puzzle_runner.sites.aoc.prose import (
    END,
    PLAIN,
    STRONG,
    VALUE,
    PageBlock,
    Part,
    Passage,
    plain,
    sentences,
    without_asides,
)
from puzzle_runner.sites.aoc.wording import Label
from puzzle_runner.sites.values import Example, Found


class Answer(NamedTuple):
    """An answer of an example, the sentence that tells it, and its place: the passage, the sentence in it."""

    example: str
    value: str
    sentence: str
    place: tuple[int, int]


class Speaking:
    """The example that a page speaks of: `met` are those met so far and their labels, `current` is the one.

    It goes from one part into the next: what a part says before an example of its own is about the one that
    the part before spoke of last. `answered` are those that a part has told the answer of.
    """

    def __init__(self) -> None:
        self.met: dict[str, Label] = {}
        self.current: str | None = None
        self.answered: set[str] = set()

    def show(self, text: str, label: Label = ()) -> None:
        """Speak of an example that stands here or is introduced."""
        self.met.setdefault(text, label)
        self.current = text

    def refer(self, name: Label) -> None:
        """Speak of the example of a name.

        Where that is none of those met, it is one that was not recognised, or one without an answer yet.
        """
        named = wording.resolve(name, self.met)
        if named is not None:
            self.current = None if wording.contradicts(name, self.met[named]) else named
        elif wording.is_place(name) and self.current in self.answered:
            self.current = None


def emphasis(parts: Sequence[Part]) -> tuple[str, ...]:
    """Return the mark that answers have in each part: the strongest that is there, or "".

    Plain code counts only on pages where nothing is emphasised, as on those of the first years.
    """
    present = [
        [mark for mark in (VALUE, STRONG) if any(values(mark, text) for text in texts(part))]
        for part in parts
    ]
    otherwise = "" if any(present) else PLAIN
    return tuple(marks[0] if marks else otherwise for marks in present)


def values(mark: str, text: str) -> list[tuple[int, str]]:
    """Return the values of a sentence or passage, and where they begin.

    An emphasised number is a value only where the example is spoken of.
    """
    if mark == STRONG and not wording.speaks_of_example(text):
        return []
    if mark == PLAIN:
        stated = wording.stated(text)
        return [(len(text), stated)] if stated else []
    marked = re.finditer(f"{mark}([^{END}]*){END}", text) if mark else ()
    found = ((match.start(), plain(match[1])) for match in marked)
    return [(start, value) for start, value in found if wording.is_answer(value, "")]


def texts(part: Part) -> list[str]:
    """Return the passages of a part, with marks; blocks are empty."""
    return [item.text if isinstance(item, Passage) else "" for item in part]


def told(part: Part) -> list[str]:
    """Return the passages of a part without the one that asks at its end."""
    passages = texts(part)
    last = max((index for index, text in enumerate(passages) if "?" in text), default=len(passages))
    return passages[:last] + passages[last + 1 :]


def read(
    speaking: Speaking,
    part: Part,
    mark: str,
    inputs: Mapping[int, Input | None],
    listed: Mapping[int, Listed],
) -> Iterator[Answer]:
    """Yield the answers of a part in its order.

    `inputs` are the examples in blocks, by index; `listed` those in lists, by item.
    """
    speaking.answered.clear()
    passages = texts(part)
    question = wording.question(passages)
    # Several items of one list that tell a value tell steps on the way, or answers of others. An item that
    # shows an example tells the answer of that.
    shown = {part[index].item for index in inputs}
    telling = Counter(
        item.list
        for item in part
        if isinstance(item, Passage) and item.list and item.item not in shown and values(mark, item.text)
    )
    for index, item in enumerate(part):
        if isinstance(item, PageBlock):
            if input := inputs.get(index):
                speaking.show(input.text, input.label)
            elif index in inputs:
                speaking.current = None
        elif item.item in listed:
            example = listed[item.item]
            if wording.is_answer(example.value, question):
                speaking.show(example.text)
                # The next sentences are about the whole list.
                speaking.current = None
                yield Answer(example.text, example.value, example.sentence, (index, 0))
        elif telling[item.list] < 2:
            context = " ".join(passages[max(0, index - 1) : index + 1])
            for answer in _passage(speaking, item, index, mark, inputs.get(index + 1)):
                if wording.is_answer(answer.value, question) and not wording.is_a_factor(context, question):
                    yield answer


def _passage(
    speaking: Speaking, passage: Passage, index: int, mark: str, follows: Input | None
) -> Iterator[Answer]:
    """Yield the answers of a passage; `follows` is the example that its last sentence introduces."""
    parts = sentences(passage.text)
    # Of plain code, the last sentence that has any may tell an answer.
    coded = [number for number, sentence in enumerate(parts) if PLAIN in without_asides(sentence)]
    may_tell = coded[-1:] if mark == PLAIN else range(len(parts))
    for number, sentence in enumerate(parts):
        names: list[tuple[int, Label, str]] = []
        if follows and number == len(parts) - 1:
            speaking.show(follows.text, follows.label)
        else:
            names = [(place, name, "") for place, name in wording.mentions(sentence)]
        answers: list[tuple[int, Label, str]] = []
        if number in may_tell and not wording.is_question(sentence) and not wording.supposes(sentence):
            answers = [(place, (), value) for place, value in values(mark, sentence)]
        # A value belongs to the example that is named last before it.
        for _, name, value in sorted([*names, *answers]):
            if not value:
                speaking.refer(name)
            elif speaking.current is not None:
                speaking.answered.add(speaking.current)
                yield Answer(speaking.current, value, sentence, (index, number))


def asks_more(answers: Sequence[Answer], part: Part, before: Sequence[str]) -> bool:
    """Tell whether a part, after its last answer, asks for numbers that come in there.

    `before` is what the parts before it told.
    """
    if not answers:
        return False
    passages = texts(part)
    passage, sentence = answers[-1].place
    here = sentences(passages[passage])
    after = [" ".join(here[sentence + 1 :]), *passages[passage + 1 :]]
    return wording.has_own_numbers(after, " ".join([*before, *passages[:passage], *here[: sentence + 1]]))


def examples(articles: Sequence[LexborNode], fetched: str | None) -> tuple[Example, ...]:
    """Return the examples of a page, in its order; `fetched` is the text of the input, where it is here.

    An example without an answer is left out, unless it is beyond doubt the only one.
    """
    parts = [prose.read(article) for article in articles]
    inputs = example_inputs.blocks(parts, fetched)
    speaking = Speaking()
    answers: dict[str, dict[int, Found]] = {}
    for part, answer in _answers(speaking, parts, inputs, fetched):
        answers.setdefault(answer.example, {})[part] = Found(answer.value, plain(answer.sentence))
    unclear = any(input is None for here in inputs for input in here.values())
    if not answers and not unclear and len(speaking.met) == 1:
        answers = {text: {} for text in speaking.met}
    return tuple(Example(text, answers[text]) for text in speaking.met if text in answers)


def _answers(
    speaking: Speaking,
    parts: Sequence[Part],
    inputs: Sequence[Mapping[int, Input | None]],
    fetched: str | None,
) -> Iterator[tuple[int, Answer]]:
    """Yield the answers of a page with their parts, except those to another question than the puzzle's."""
    first = next((input.text for here in inputs for input in here.values() if input), None)
    text = fetched or first
    form = shape.of(text) if text else None
    doubtful = {input.text for here in inputs for input in here.values() if input and input.restricted}
    before: list[str] = []
    for number, mark in enumerate(emphasis(parts)):
        part = parts[number]
        shown = {input.text for here in inputs[: number + 1] for input in here.values() if input}
        listed = example_inputs.listed(part, form, shown, mark)
        answers = [*read(speaking, part, mark, inputs[number], listed)]
        if any(wording.asks_otherwise(sentence) for text in texts(part) for sentence in sentences(text)):
            # Its example is asked something else than the puzzle.
            doubtful.update(speaking.met)
        elif not asks_more(answers, part, before):
            yield from ((number + 1, answer) for answer in answers if answer.example not in doubtful)
        before += told(part)
