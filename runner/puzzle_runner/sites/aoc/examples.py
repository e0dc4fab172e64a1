"""The examples of an Advent of Code page: its inputs, and the answers that its sentences come to.

All of it is a guess from the way these pages are written. What is doubtful is left out.
"""

from collections.abc import Iterator, Mapping, Sequence

from selectolax.lexbor import LexborNode

from puzzle_runner.sites.aoc import example_answers, example_inputs, prose, shape
from puzzle_runner.sites.aoc.example_answers import Answer, Speaking
from puzzle_runner.sites.aoc.example_inputs import Input
from puzzle_runner.sites.aoc.prose import Part, plain
from puzzle_runner.sites.aoc.shape import Shape
from puzzle_runner.sites.values import Example, Found


def examples(articles: Sequence[LexborNode], fetched: str | None = None) -> tuple[Example, ...]:
    """Return the examples of a page, in its order; `fetched` is the text of the input, where it is here.

    An example without an answer is left out, save where it is beyond doubt the only one.
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


Inputs = Sequence[Mapping[int, Input | None]]


def _answers(
    speaking: Speaking, parts: Sequence[Part], inputs: Inputs, fetched: str | None
) -> Iterator[tuple[int, Answer]]:
    """Yield the answers of a page with their parts, save those to another question than the puzzle's."""
    form = _form(inputs, fetched)
    doubtful = {input.text for here in inputs for input in here.values() if input and input.restricted}
    told: list[str] = []
    for number, mark in enumerate(example_answers.emphasis(parts)):
        part = parts[number]
        shown = {input.text for here in inputs[: number + 1] for input in here.values() if input}
        listed = example_inputs.listed(part, form, shown, mark)
        answers = [*example_answers.read(speaking, part, mark, inputs[number], listed)]
        if example_answers.asks_otherwise(part):
            doubtful.update(speaking.met)
        elif not example_answers.asks_more(answers, part, told):
            yield from ((number + 1, answer) for answer in answers if answer.example not in doubtful)
        told += example_answers.told(part)


def _form(inputs: Inputs, fetched: str | None) -> Shape | None:
    """Return the shape of the fetched input, else that of the first example, else None."""
    first = next((input.text for here in inputs for input in here.values() if input), None)
    text = fetched or first
    return shape.of(text) if text else None
