"""The cases of a puzzle as text and as JSON: their inputs, their answers, and where these are from."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from puzzle_runner.model import PAGE, Case, Expected
from puzzle_runner.text import lines, printable

# How much of an input is shown.
MOST_LINES, LONGEST_LINE = 40, 200


class Shown(NamedTuple):
    """A case and the text of its input."""

    case: Case
    text: str


def text(shown: Shown) -> Iterator[str]:
    """Yield the lines of a case: its name and source, its input, its answers with their sentences."""
    case = shown.case
    notes = [*(["read from the page"] if case.source == PAGE else []), *(["off"] if case.off else [])]
    yield printable(case.name) + (f"  ({', '.join(notes)})" if notes else "")
    yield from (f"    {line}".rstrip() for line in lines(shown.text, MOST_LINES, LONGEST_LINE))
    yield from (f"  {printable(name)} = {printable(repr(value))}" for name, value in case.parameters)
    for part, answer in sorted(case.answers.items()):
        yield f"  part {part}: {_answer(answer)}"
        if answer.sentence:
            yield f"    from: {printable(answer.sentence)}"


def _answer(answer: Expected) -> str:
    return "a hidden answer" if answer.hidden else printable(answer.text)


def document(shown: Shown) -> dict[str, Any]:
    """Return a case as JSON has it. A hidden answer is null, and so is the sentence of one by hand."""
    case = shown.case
    return {
        "case": case.name,
        "source": case.source or None,
        "off": case.off,
        "parameters": dict(case.parameters),
        "input": shown.text,
        "answers": [
            {
                "part": part,
                "answer": None if answer.hidden else answer.text,
                "sentence": answer.sentence,
            }
            for part, answer in sorted(case.answers.items())
        ],
    }
