"""The one place where the result of a command becomes text or JSON, and an exit code."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Annotated, Any, Generic, NamedTuple, NoReturn, TypeVar

from puzzle_runner import declare, sessions
from puzzle_runner.errors import Exit
from puzzle_runner.interruption import Interrupted
from puzzle_runner.output import terminal

Json = Annotated[bool, declare.Option("--json", help="Print one JSON document and nothing else.")]
SCHEMA = 1

Row = TypeVar("Row")


class Report(NamedTuple):
    """The result of a command: the keys of its JSON document after `schema`, its lines, its exit code.

    Warnings do not belong here: whoever finds one prints it on stderr.
    """

    document: Mapping[str, Any]
    lines: Sequence[str]
    exit: int = Exit.RIGHT


class LiveReport(NamedTuple, Generic[Row]):
    """The result of a command that takes a while: its rows are shown as they come.

    As text, the `lines` of each row are printed at once, with a blank line between rows if they stand
    `apart`, and the lines of `closing` come last. `document`, `closing` and `exit` get all rows.
    """

    rows: Iterable[Row]
    document: Callable[[list[Row]], Mapping[str, Any]]
    lines: Callable[[Row], Iterable[str]] = lambda _: ()
    closing: Callable[[list[Row]], Iterable[str]] = lambda _: ()
    exit: Callable[[list[Row]], int] = lambda _: Exit.RIGHT
    apart: bool = False


def show(result: Report | LiveReport[Any], json: bool) -> int:
    """Print the result of a command; return its exit code.

    If the command is interrupted, the JSON of a live report has the rows so far.
    """
    if isinstance(result, Report):
        if json:
            print(to_json(result.document))
        else:
            terminal.say_all(result.lines)
        return result.exit
    rows: list[Any] = []
    if json:
        try:
            for row in result.rows:
                rows.append(row)  # noqa: PERF402  (an interruption leaves those before it)
        except Interrupted:
            show_interrupted(result.document(rows))
            raise
        print(to_json(result.document(rows)))
        return result.exit(rows)
    for row in result.rows:
        if rows and result.apart:
            terminal.say("")
        terminal.say_all(result.lines(row))
        rows.append(row)
    terminal.say_all(result.closing(rows))
    return result.exit(rows)


def show_interrupted(document: Mapping[str, Any]) -> None:
    """Print the JSON of a command that was interrupted: it has what was known by then."""
    print(to_json({"interrupted": True, **document}))


def to_json(document: Mapping[str, Any]) -> str:
    """Return a document as JSON text, with the version of its schema as the first key."""
    from json import dumps

    # For GitHub Actions, ##[ would begin a command, wherever it stands.
    return sessions.removed(dumps({"schema": SCHEMA, **document}, indent=2)).replace("##[", "##\\u005b")


def shown(command: Callable[..., Report | LiveReport[Any]]) -> Callable[..., NoReturn]:
    """Return a command that shows the result of a function and ends with its exit code.

    It has the options of the function, and `--json`.
    """

    @wraps(command)
    def shows(*arguments: Any, json: bool = False, **options: Any) -> NoReturn:
        raise SystemExit(show(command(*arguments, **options), json))

    shows.__annotations__ = command.__annotations__ | {"json": Json, "return": None}
    return shows
