"""Options that several commands share, and the words that complete an argument or the value of an option."""

from collections.abc import Iterable, Mapping
from enum import Enum, StrEnum
from pathlib import Path
from typing import Annotated, Any

from puzzle_runner import declare
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.errors import UsageError
from puzzle_runner.model import Limits
from puzzle_runner.output.render import Json as Json
from puzzle_runner.text import decimal, whole

# The words that TAB offers for a value, such as `Annotated[str, declare.Option(...), Words.CASE]`;
# `completion.words` looks them up. The last mark counts: `Annotated[OrLast, Words.ID_OR_CASE]` offers
# other words than `OrLast`. Paths, choices, and the words of a metavar such as `NAME|all` need no mark.
Words = Enum("Words", "ID SELECTOR PART SOLUTION CASE ID_OR_CASE BASELINE SAVED LABEL SITE YEAR FILE")
Selectors = Annotated[
    list[str] | None,
    declare.Argument(
        metavar="SELECTOR",
        help="An id, a kind (aoc), a year (aoc2021), a range (euler1-50) or a glob (*d21). Default: all.",
    ),
    Words.SELECTOR,
]
SelectorsOrLast = Annotated[
    list[str] | None,
    declare.Argument(
        metavar="SELECTOR",
        help="An id, a kind (aoc), a year (aoc2021), a range (euler1-50) or a glob (* is all). "
        "Default: the one edited last.",
    ),
    Words.SELECTOR,
]
OrLast = Annotated[
    str | None, declare.Argument(metavar="ID", help="The puzzle. Default: the one edited last."), Words.ID
]


def choice(name: str, values: Iterable[str]) -> Any:
    """Return the type of an option that takes one of some values."""
    return StrEnum(name, [(value, value) for value in values])


def part_number(text: str) -> int:
    """Return the part that a text means: `2`, `two`, `b`. Raises typer.BadParameter."""
    word = text.strip().lower()
    for names in (["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"], "abcdefghi"):
        if word in names:
            return names.index(word) + 1
    if number := whole(word):
        return number
    from typer import BadParameter

    raise BadParameter(f'"{text}" is not a part: write 1, one or a.')


def time_to_spend(text: str) -> float:
    """Return a time to spend, at least a millisecond. Raises typer.BadParameter."""
    number = decimal(text.strip())
    value = 0.0 if number is None else float(number)
    if value < 0.001:
        from typer import BadParameter

        raise BadParameter(f'"{text}" is no number of seconds, 0.001 or more.')
    return value


Part = Annotated[
    int | None,
    declare.Option("--part", "-p", metavar="N", parser=part_number, help="Only this part."),
    Words.PART,
]
Case = Annotated[
    str | None,
    declare.Option("--case", "-c", metavar="NAME", help="The case. Default: the real one."),
    Words.CASE,
]
Account = Annotated[
    str | None,
    declare.Option(metavar="LABEL", help="The account. Default: the default account."),
    Words.LABEL,
]
Folder = Annotated[Path, declare.Argument(metavar="FOLDER", help="The folder. Default: the current one.")]
SiteName = Annotated[
    str | None,
    declare.Option(
        "--site", metavar="SITE", help="The site: the word of its ids, or its name. Default: aoc."
    ),
    Words.SITE,
]
Timeout = Annotated[float | None, declare.Option(metavar="S", help="The seconds that one call may take.")]
Untrusted = Annotated[
    bool, declare.Option("--untrusted", help="Run in a sandbox, for solutions of other people.")
]
Update = Annotated[
    Path | None,
    declare.Option(metavar="README.md", help="Rewrite the block between the two markers in a file."),
]
Verbose = Annotated[
    bool,
    declare.Option(
        "--verbose",
        "-v",
        help="Show the interpreter, how answers were read, and why a part is not remembered.",
    ),
]
Quiet = Annotated[bool, declare.Option("--quiet", "-q", help="Print only what is not right.")]


def limits(workspace: Workspace, timeout: float | None, untrusted: bool) -> Limits:
    """Return what a call may take and see. Raises UsageError where it needs a sandbox and there is none."""
    if untrusted:
        workspace.distrust()
    chosen = workspace.limits(timeout)
    if chosen.untrusted:
        from puzzle_runner.running import sandbox

        sandbox.check()
    return chosen


def refuse_together(options: Mapping[str, object]) -> None:
    """Raise UsageError if all of some options are given."""
    if all(options.values()):
        raise UsageError(f"{' and '.join(options)} do not go together: leave one of them out.")
