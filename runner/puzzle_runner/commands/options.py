"""Options that several commands share."""

from typing import Annotated

import typer

from puzzle_runner.model import Limits
from puzzle_runner.output.render import Json as Json
from puzzle_runner.settings import Settings

Selectors = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SELECTOR]...",
        help="An id, a kind (aoc), a year (aoc2021), a range (euler1-50) or a glob (*d21). Default: all.",
        show_default=False,
    ),
]
SelectorsOrLast = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SELECTOR]...",
        help="An id, a kind (aoc), a year (aoc2021), a range (euler1-50) or a glob (* is all). "
        "Default: the one edited last.",
        show_default=False,
    ),
]
Id = Annotated[str, typer.Argument(metavar="ID", help="The puzzle.", show_default=False)]
OrLast = Annotated[
    str | None,
    typer.Argument(metavar="[ID]", help="The puzzle; else the one edited last.", show_default=False),
]


def part_number(text: str) -> int:
    """Return the part that a text means: `2`, `two`, `b`. Raises typer.BadParameter."""
    word = text.strip().lower()
    for names in (["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"], "abcdefghi"):
        if word in names:
            return names.index(word) + 1
    if word.isascii() and word.isdecimal() and int(word) > 0:
        return int(word)
    raise typer.BadParameter(f'"{text}" is no part: write 1, one or a.')


Part = Annotated[
    int | None, typer.Option("--part", "-p", metavar="N", parser=part_number, help="Only this part.")
]
Case = Annotated[
    str | None, typer.Option("--case", "-c", metavar="NAME", help="The case. Default: the real one.")
]
Account = Annotated[
    str | None, typer.Option(metavar="LABEL", help="The account. Default: the default account.")
]
SiteName = Annotated[
    str | None,
    typer.Option("--site", metavar="SITE", help="The site, by the word its ids begin with. Default: aoc."),
]
Timeout = Annotated[float | None, typer.Option(metavar="S", help="The seconds that one call may take.")]
Untrusted = Annotated[
    bool, typer.Option("--untrusted", help="Run them in a sandbox: other people's solutions.")
]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Show how answers were read from what programs printed.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only what is not right.")]


def limits(settings: Settings, timeout: float | None, untrusted: bool) -> Limits:
    """Return what a call may take and see. Raises UsageError where it needs a sandbox and there is none."""
    chosen = settings.limits(timeout, untrusted=untrusted)
    if chosen.untrusted:
        from puzzle_runner.running import sandbox

        sandbox.check()
    return chosen
