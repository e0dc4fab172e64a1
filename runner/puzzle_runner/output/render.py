"""The one place where what a command found out becomes text or JSON, and an exit code."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Annotated, Any, Generic, NoReturn, TypeVar

import typer

from puzzle_runner.errors import Exit
from puzzle_runner.output import terminal

SCHEMA = 1
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]

Row = TypeVar("Row")


def nothing(_: object) -> Sequence[str]:
    """Return no lines."""
    return ()


def all_right(_: object) -> Exit:
    """Return the exit code of what cannot go wrong."""
    return Exit.RIGHT


class Report(Generic[Row]):
    """What a command found out: rows, which may still be coming, and how to show them.

    As text, `lines` are printed for each row as it comes, with a blank line between rows that stand `apart`,
    and `closing` after the last one. As JSON, the keys of `document` follow `schema`. `exit_code` is told by
    all rows. What is said beside the rows goes to stderr, by whoever makes them.
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


def one(document: Mapping[str, Any], *lines: str, exit_code: int = Exit.RIGHT) -> Report[None]:
    """Return the report of a command that has one thing to say."""
    return Report([None], document=lambda _: document, lines=lambda _: lines, exit_code=lambda _: exit_code)


def show(report: Report[Row], json: bool) -> int:
    """Print a report; return its exit code."""
    rows: list[Row] = []
    for row in report.rows:
        if not json:
            terminal.say_all(["", *report.lines(row)] if rows and report.apart else report.lines(row))
        rows.append(row)
    if json:
        print(to_json(report.document(rows)))
    else:
        terminal.say_all(report.closing(rows))
    return report.exit_code(rows)


def to_json(document: Mapping[str, Any]) -> str:
    """Return a document as text, its version first."""
    from json import dumps

    return dumps({"schema": SCHEMA, **document}, indent=2)


def shown(command: Callable[..., Report[Any]]) -> Callable[..., NoReturn]:
    """Return a command that shows a function's report, as JSON with `--json`, and ends with its exit code."""

    @wraps(command)
    def shows(*arguments: Any, json: bool = False, **options: Any) -> NoReturn:
        raise typer.Exit(show(command(*arguments, **options), json))

    signature = inspect.signature(command)
    flag = inspect.Parameter("json", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Json)
    parameters = [*signature.parameters.values(), flag]
    shows.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    shows.__annotations__ = command.__annotations__ | {"json": Json, "return": None}
    return shows
