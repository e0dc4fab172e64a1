"""Invented pages of every shape that the pages of Advent of Code have, with their inputs and examples.

Stories, words and numbers are made up; what is alike is where things stand and which code is emphasised. A
page is a file in `pages/`: what is expected of it in TOML between two lines `+++`, then its parts, with `---`
between them.

The input is made of lines: `60 * {n},{a}` are 60 lines with a number for each `{n}` and a letter for each
`{a}`, `40 x 30 of .= with SE` is a grid of 40 by 30 signs with one S and one E, any other line is one.
"""

import re
import tomllib
from html import unescape
from pathlib import Path
from random import Random
from typing import NamedTuple

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
    return sorted(path.stem for path in PAGES.glob("*.html"))


def read(name: str) -> Invented:
    """Return an invented page."""
    _, header, body = (PAGES / f"{name}.html").read_text("utf-8").split("+++\n", 2)
    expected = tomllib.loads(header)
    blocks = re.findall(r"<pre><code>(.*?)\n</code></pre>", unescape(body), re.DOTALL)
    examples = {}
    for table in expected.get("example", []):
        text = table["text"] if "text" in table else blocks[table["block"] - 1]
        examples[text] = {part: table[f"part{part}"] for part in (1, 2) if f"part{part}" in table}
    chance = Random(4)
    lines = [_lines(line, chance) for line in expected["input"].strip("\n").split("\n")]
    return Invented(page(*body.split("\n---\n")), "".join(lines), examples, expected.get("blind", True))


def page(*parts: str) -> str:
    """Return parts as a page of the site."""
    heading = "<h2>--- Day 4: Harbour ---</h2>"
    articles = [f'<article class="day-desc">{heading}{part}</article>' for part in parts]
    return f"<html><body><header>[Log Out]</header><main>{''.join(articles)}</main></body></html>"


def _lines(line: str, chance: Random) -> str:
    if match := re.fullmatch(r"(\d+) x (\d+) of (\S+)(?: with (\S+))?", line):
        width, height, once = int(match[1]), int(match[2]), match[4] or ""
        field = chance.choices(match[3], k=width * height)
        for mark, place in zip(once, chance.sample(range(width * height), len(once)), strict=True):
            field[place] = mark
        return "".join("".join(field[row * width : (row + 1) * width]) + "\n" for row in range(height))
    match = re.fullmatch(r"(\d+) \* (.*)", line)
    number, pattern = (int(match[1]), match[2]) if match else (1, line)
    made = ""
    for _ in range(number):
        numbered = re.sub(r"\{n\}", lambda _: str(chance.randint(1, 99)), pattern)
        made += re.sub(r"\{a\}", lambda _: chance.choice("abcdefghijklmnop"), numbered) + "\n"
    return made
