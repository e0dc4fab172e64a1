"""Markdown documents as a list of steps, and text without what differs from run to run."""

import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md"))]
# What follows is the whole output, in which a line "..." stands for any lines.
ANYTHING = "..."
_COMMENT = re.compile(r"^<!-- test: (\w+) ?(.*?)(?:\n(.*?))?\s*-->$", re.DOTALL | re.MULTILINE)
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_UNIT = r"(?:ns|µs|ms|min|s)"
_DIFFERS = (
    (r"(?m)^Note: .*\n?", ""),
    # What doctor finds out about the machine is good or worth a note.
    (r"(?m)^[✓!] (interpreter|clock|sandbox) .*", r"\1"),
    (r"C?Python \d+\.\d+\.\d+( at /\S+)?", "PYTHON"),
    (r"\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?", "DATE"),
    (r"at \d\d:\d\d:\d\d", "at TIME"),
    (r"(?<=DATE  )[0-9a-f]{10}\b|(?<=commit )[0-9a-f]{10}\b", "COMMIT"),
    (rf"\d+ min \d+ s\b|\b\d[\d.]* {_UNIT}\b", "TIME"),
    (r"[\d.]+ to TIME|TIME to TIME", "INTERVAL"),
    (r"\d[\d.]* [MG]B\b", "SIZE"),
    (r"(?<=SIZE) +\d+(, \d+ outliers?)?", " SAMPLES"),
    (r"(?<=INTERVAL) +[\d.]+× +(?=SIZE)", " RATIO "),
    (r"(?<=\()[\d.]+ to [\d.]+(?=×\))|[\d.]+(?=× )", "RATIO"),
    (r"\b\d+m \d+s\b|\b\d+[ms]\b(?= more| before)", "WAIT"),
    (r"\d+(\.\d+)?%", "SHARE"),
    (r"(?m)^ +[\d/]+ +\d+\.\d{3} +\d+\.\d{3} ", "COST "),
    (r"\bin \d+\.\d\ds\b", "in TIME"),
    (r'time="[\d.]+"', 'time="TIME"'),
    ("[\u2581-\u258f]+", "BAR"),
)


class Step(NamedTuple):
    """A fenced block, or a hidden comment that acts by itself.

    `kind` is the language of the block, or the word of the comment; `notes` are the comments about the block.
    """

    line: int
    kind: str
    text: str
    notes: dict[str, str]


def steps(document: str) -> Iterator[Step]:
    """Yield the steps of a document in order.

    `<!-- test: file NAME -->` and the like are notes about the next block; where such a comment has further
    lines, or is a `run`, it is a step of its own.
    """
    notes: dict[str, str] = {}
    places = sorted(chain(_COMMENT.finditer(document), _FENCE.finditer(document)), key=lambda at: at.start())
    for place in places:
        line = document.count("\n", 0, place.start()) + 1
        if place.re is _FENCE:
            yield Step(line, place[1], place[2], notes)
            notes = {}
        elif place[1] in ("file", "run") and place[3]:
            yield Step(line, f"hidden {place[1]}", f"{place[3]}\n", {place[1]: place[2]})
        else:
            notes[place[1]] = place[3] or place[2]


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a console block with the output that is shown below it."""
    for part in re.split(r"(?m)^\$ ", block)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown.rstrip("\n")


def tidied(text: str) -> str:
    """Return a text without what differs from run to run: times, shares, commits, dates, white space."""
    for pattern, name in _DIFFERS:
        text = re.sub(pattern, name, text)
    return "\n".join(re.sub(r"\s+", " ", line).strip() for line in text.strip().splitlines())


def fits(shown: str, printed: str) -> bool:
    """Tell whether a shown output is the printed one, as text, or as JSON of the same keys and types."""
    if shown.startswith(("{", "[")):
        return shape(json.loads(shown)) == shape(json.loads(printed))
    pieces = (f"{re.escape(line)}\n" if line != ANYTHING else r"(?:.*\n)*?" for line in shown.splitlines())
    return bool(re.fullmatch("".join(pieces), f"{printed}\n" if printed else ""))


def shape(value: Any) -> Any:
    """Return the keys and types of a JSON document; of a list, those of its first element."""
    match value:
        case dict():
            return {key: shape(inner) for key, inner in value.items()}
        case list():
            return [shape(inner) for inner in value[:1]]
        case bool():
            return "boolean"
        case int() | float():
            return "number"
    return type(value).__name__


def slugs(document: str) -> list[str]:
    """Return the headings of a document as the last part of a link to them."""
    headings = re.findall(r"(?m)^#+ (.*)$", document)
    return [re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings]


def section(document: str, heading: str) -> str:
    """Return the text below a heading, up to the next one of its rank or above."""
    begin = re.search(rf"(?m)^(##+) {re.escape(heading)}$", document)
    assert begin, heading
    rest = document[begin.end() :]
    return re.split(rf"(?m)^#{{1,{len(begin[1])}}} ", rest)[0]


def table(text: str) -> list[list[str]]:
    """Return the rows of the first Markdown table in a text, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
