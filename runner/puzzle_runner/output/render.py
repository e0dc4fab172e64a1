"""The one place where the report of a command becomes text or JSON, and an exit code."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Annotated, Any, Generic, NoReturn, TypeVar

import typer

from puzzle_runner.errors import Exit
from puzzle_runner.output import terminal

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]

Row = TypeVar("Row")


def nothing(_: object) -> Sequence[str]:
    """Return no lines."""
    return ()


def all_right(_: object) -> Exit:
    """Return the exit code of a command that has no failing rows."""
    return Exit.RIGHT


class Report(Generic[Row]):
    """The result of a command: rows, which may be a generator, and the functions that show them.

    As text, the `lines` of each row are printed as it comes, those of a list at once, with a blank line
    between rows if they stand `apart`; the lines of `closing` come last. As JSON, `document` returns the keys
    that follow `schema`.
    `exit_code` gets all rows. Warnings do not belong here: whoever makes the rows prints them on stderr.
    """

    def __init__(
        self,
        rows: Iterable[Row],
        *,
        document: Callable[[list[Row]], Mapping[str, Any]],
        lines: Callable[[Row], Iterable[str]] = nothing,
        closing: Callable[[list[Row]], Iterable[str]] = nothing,
        exit_code: Callable[[list[Row]], int] = all_right,
        apart: bool = False,
    ) -> None:
        self.rows = rows
        self.document = document
        self.lines = lines
        self.closing = closing
        self.exit_code = exit_code
        self.apart = apart


def single(document: Mapping[str, Any], *lines: str, exit_code: int = Exit.RIGHT) -> Report[None]:
    """Return the report of a command with a single result: its JSON, and its lines of text."""
    return Report([None], document=lambda _: document, lines=lambda _: lines, exit_code=lambda _: exit_code)


def show(report: Report[Row], json: bool) -> int:
    """Print a report; return its exit code."""
    rows = [*report.rows] if json else _said(report)
    if json:
        from puzzle_runner.output.exporters.json import to_json

        print(to_json(report.document(rows)))
    else:
        terminal.say_all(report.closing(rows))
    return report.exit_code(rows)


def _said(report: Report[Row]) -> list[Row]:
    """Print the rows of a report as they come; return them."""
    if isinstance(report.rows, list) and not report.apart:
        terminal.say_all(line for row in report.rows for line in report.lines(row))
        return report.rows
    rows: list[Row] = []
    for row in report.rows:
        if rows and report.apart:
            terminal.say("")
        terminal.say_all(report.lines(row))
        rows.append(row)
    return rows


def shown(command: Callable[..., Report[Any]]) -> Callable[..., NoReturn]:
    """Return a command that shows the report of a function and ends with its exit code.

    It has the options of the function, and `--json`.
    """

    @wraps(command)
    def shows(*arguments: Any, json: bool = False, **options: Any) -> NoReturn:
        raise typer.Exit(show(command(*arguments, **options), json))

    signature = inspect.signature(command)
    flag = inspect.Parameter("json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Json)
    parameters = [*signature.parameters.values(), flag]
    shows.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    shows.__annotations__ = command.__annotations__ | {"json": Json, "return": None}
    return shows
