"""Options that several commands share."""

from typing import Annotated

import typer

from puzzle_runner.output.render import Json as Json

Selectors = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SELECTOR]...",
        help="An id, a kind (aoc), a year (aoc2021), a range (euler1-50) or a glob (*d21). Default: all.",
        show_default=False,
    ),
]
Id = Annotated[str, typer.Argument(metavar="ID", help="The puzzle.", show_default=False)]
Part = Annotated[int | None, typer.Option(metavar="N", min=1, help="Only this part.")]
Case = Annotated[str | None, typer.Option(metavar="NAME", help="The case. Default: the real one.")]
Account = Annotated[
    str | None, typer.Option(metavar="LABEL", help="The account. Default: the default account.")
]
Timeout = Annotated[float | None, typer.Option(metavar="S", help="The seconds that one call may take.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only what is not right.")]
