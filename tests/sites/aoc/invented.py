"""Invented pages of every shape that the pages of Advent of Code have, with their inputs and examples.

Stories, words and numbers are made up; what is alike is where things stand and which code is emphasised. A
page is a file in `pages/`: what is expected of it in TOML between two lines `+++`, then its parts, with `---`
between them.

- Paragraphs and items (`- `) have `code`, *emphasis* and `*value*`, which is code emphasised as a whole.
- Lines of a block begin with `|`; one right below an item is in that item. `·` is a space at a line's end.
- The input is made of lines: `60 * {n},{a}` are 60 lines with a number for each `{n}` and a letter for each
  `{a}`, `40 x 30 of .= with SE` is a grid of 40 by 30 signs with one S and one E, any other line is one.
"""

import re
import tomllib
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

PAGES = Path(__file__).parent / "pages"


class Invented(NamedTuple):
    """A page, the input that was fetched for it, and the answers by part of each of its examples.

    `blind` tells that all of it can be read without the input.
    """

    html: str
    input: str
    examples: dict[str, dict[int, str]]
    blind: bool


def names() -> list[str]:
    """Return the names of all invented pages."""
    return sorted(path.stem for path in PAGES.glob("*.txt"))


def read(name: str) -> Invented:
    """Return an invented page."""
    _, header, body = (PAGES / f"{name}.txt").read_text("utf-8").split("+++\n", 2)
    expected = tomllib.loads(header)
    html = page(*body.split("\n---\n"))
    blocks = [_text(lines) for lines in _blocks(body)]
    examples = {_input(table, blocks): _answers(table) for table in expected.get("example", [])}
    return Invented(html, _made(expected["input"]), examples, expected.get("blind", True))


def page(*parts: str) -> str:
    """Return parts as a page of the site."""
    heading = "<h2>--- Day 4: Harbour ---</h2>"
    articles = [f'<article class="day-desc">{heading}{article(part)}</article>' for part in parts]
    return f"<html><body><header>[Log Out]</header><main>{''.join(articles)}</main></body></html>"


def article(part: str) -> str:
    """Return a part as HTML."""
    return "".join(_html(piece) for piece in re.split(r"\n{2,}", part.strip("\n")))


def _html(piece: str) -> str:
    lines = piece.split("\n")
    if lines[0].startswith("- "):
        return f"<ul>\n{''.join(_items(lines))}</ul>\n"
    if lines[0].startswith("|"):
        return _block(lines)
    return f"<p>{_inline(' '.join(lines))}</p>\n"


def _items(lines: list[str]) -> Iterator[str]:
    item = ""
    for blocks, group in groupby(lines, lambda line: line.startswith("|")):
        for line in [_block([*group])] if blocks else group:
            if line.startswith("- ") and item:
                yield f"<li>{item}</li>\n"
                item = ""
            item += line if blocks else _inline(line.removeprefix("- "))
    yield f"<li>{item}</li>\n"


def _block(lines: list[str]) -> str:
    return f"<pre><code>{escape(_text(lines), quote=False)}\n</code></pre>\n"


def _text(lines: list[str]) -> str:
    return "\n".join(line[2:].replace("·", " ") for line in lines)


def _blocks(body: str) -> Iterator[list[str]]:
    for blocks, group in groupby(body.split("\n"), lambda line: line.startswith("|")):
        if blocks:
            yield [*group]


def _inline(text: str) -> str:
    text = re.sub(r"`([^`]*)`", lambda match: _code(match[1]), escape(text, quote=False))
    return _emphasis(text, r"[^* ](?:[^*]*[^* ])?")


def _code(text: str) -> str:
    return f"<code>{_emphasis(text, r'[^ *]+')}</code>"


def _emphasis(text: str, inner: str) -> str:
    return re.sub(rf"\*({inner})\*", r"<em>\1</em>", text)


def _input(table: dict[str, Any], blocks: list[str]) -> str:
    return table["text"] if "text" in table else blocks[table["block"] - 1]


def _answers(table: dict[str, Any]) -> dict[int, str]:
    return {part: table[f"part{part}"] for part in (1, 2) if f"part{part}" in table}


def _made(recipe: str) -> str:
    chance = Random(4)
    return "".join(_lines(line, chance) for line in recipe.strip("\n").split("\n"))


def _lines(line: str, chance: Random) -> str:
    if match := re.fullmatch(r"(\d+) x (\d+) of (\S+)(?: with (\S+))?", line):
        return _grid(int(match[1]), int(match[2]), match[3], match[4] or "", chance)
    if match := re.fullmatch(r"(\d+) \* (.*)", line):
        return "".join(_filled(match[2], chance) + "\n" for _ in range(int(match[1])))
    return f"{line}\n"


def _filled(pattern: str, chance: Random) -> str:
    numbered = re.sub(r"\{n\}", lambda _: str(chance.randint(1, 99)), pattern)
    return re.sub(r"\{a\}", lambda _: chance.choice("abcdefghijklmnop"), numbered)


def _grid(width: int, height: int, signs: str, once: str, chance: Random) -> str:
    field = chance.choices(signs, k=width * height)
    for mark, place in zip(once, chance.sample(range(width * height), len(once)), strict=True):
        field[place] = mark
    return "".join("".join(field[row * width : (row + 1) * width]) + "\n" for row in range(height))
