"""`puzzles import`: add records from another machine."""

import sys
from typing import Annotated

import typer

from puzzle_runner import files
from puzzle_runner.errors import Unreadable
from puzzle_runner.output.render import Report, shown, single
from puzzle_runner.text import count
from puzzle_runner.timing import exchange
from puzzle_runner.timing.records import open_records

File = Annotated[
    str,
    typer.Argument(metavar="FILE.jsonl", help='The output of "puzzles export --to jsonl"; - is stdin.'),
]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command("import")(shown(import_))


def import_(file: File) -> Report[None]:
    """Add the records of a file, all or none. Records that are here already are left out."""
    try:
        data = files.drain(sys.stdin.buffer.read) if file == "-" else files.read(file)
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{file} is not UTF-8: {error.reason} at byte {error.start}.") from None
    except OSError as error:
        raise Unreadable(f"{file} cannot be read: {error.strerror}.") from None
    lines = text.split("\n")
    with open_records() as store:
        added = store.add(exchange.records(lines, file))
    present = len([line for line in lines if line.strip()]) - added
    rest = f", {present} were here already" if present else ""
    return single({"imported": added, "present": present}, f"{count(added, 'record')} imported{rest}.")
