"""The cases of a puzzle as text and as JSON: their inputs, their answers, and where these are from."""

from collections.abc import Iterator, Mapping
from typing import Any

from puzzle_runner import text
from puzzle_runner.model import PAGE, Case
from puzzle_runner.text import printable

# The lines of an input that are shown, and the characters of each.
MOST_LINES, LONGEST_LINE = 40, 200


def lines(case: Case, texts: Mapping[int, str]) -> Iterator[str]:
    """Yield the lines of a case: its name and source, its inputs by part, its answers with their sentences.

    The input of part 0 is for all.
    """
    notes = []
    if case.source == PAGE:
        notes.append("read from the page")
    if case.off:
        notes.append("off")
    name = printable(case.name)
    yield f"{name}  ({', '.join(notes)})" if notes else name
    for part, input in texts.items():
        if part:
            yield f"  input of part {part}:"
        for line in text.lines(input, MOST_LINES, LONGEST_LINE):
            yield f"    {line}".rstrip()
    for name, value in case.parameters:
        yield f"  {printable(name)} = {printable(repr(value))}"
    for part, answer in sorted(case.answers.items()):
        yield f"  part {part}: {'a hidden answer' if answer.hidden else printable(answer.text)}"
        if answer.sentence:
            yield f"    from: {printable(answer.sentence)}"


def document(case: Case, texts: Mapping[int, str]) -> dict[str, Any]:
    """Return a case as JSON has it. A hidden answer is null, and so is the sentence of one by hand."""
    return {
        "case": case.name,
        "source": case.source or None,
        "off": case.off,
        "parameters": dict(case.parameters),
        "input": texts.get(0, texts),
        "answers": [
            {
                "part": part,
                "answer": None if answer.hidden else answer.text,
                "sentence": answer.sentence,
            }
            for part, answer in sorted(case.answers.items())
        ],
    }
