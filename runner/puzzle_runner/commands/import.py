"""`puzzles import`: take over records from another machine, and what other tools have kept."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from puzzle_runner import files
from puzzle_runner.commands import taking
from puzzle_runner.commands.options import Account
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.inputs.taking import LEFT, PRESENT, TAKEN, Item
from puzzle_runner.output.render import Report, shown, single
from puzzle_runner.text import count, printable
from puzzle_runner.timing import exchange
from puzzle_runner.timing.records import open_records

Source = Annotated[
    str,
    typer.Argument(
        metavar="FILE|FOLDER",
        help='A file of "puzzles export --to jsonl", a cache of aocd (a folder or a tar file), a folder of '
        "inputs (with --inputs), a list of answers of Project Euler; - is stdin.",
    ),
]
Inputs = Annotated[
    str | None,
    typer.Option(metavar="PATTERN", help="How inputs are named in a folder: {year}/{day:02}.txt"),
]
Year = Annotated[
    int | None,
    typer.Option("--year", metavar="YEAR", min=2015, help="The year of inputs that do not say it."),
]
KINDS = ("input", "answer", "guess")
# How many lines say what was left, and why.
MOST_LEFT = 20


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command("import")(shown(import_))


def import_(
    source: Source, inputs: Inputs = None, year: Year = None, account: Account = None
) -> Report[None]:
    """Take over records, inputs, answers and guesses. What is here already stays as it is."""
    path = Path(source)
    if inputs:
        return _report(taking.inputs(path, inputs, year or 0, account))
    if source != "-" and (site := taking.site_of_cache(path)):
        return _report(taking.cache(site, path, account))
    text = _text(source)
    if site := taking.site_of_answers(text):
        return _report(taking.answers(site, text, source))
    return _records(text, source)


def _text(source: str) -> str:
    try:
        if Path(source).is_dir():
            raise UsageError(
                f"{source} is no cache of aocd. Of a folder of inputs, say how they are named: "
                '--inputs "{year}/{day:02}.txt".'
            )
        data = files.drain(sys.stdin.buffer.read) if source == "-" else files.read(source)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{source} is not UTF-8: {error.reason} at byte {error.start}.") from None
    except OSError as error:
        raise Unreadable(f"{source} cannot be read: {error.strerror}.") from None


def _records(text: str, source: str) -> Report[None]:
    """Add records, all or none."""
    lines = text.split("\n")
    with open_records() as store:
        added = store.add(exchange.records(lines, source))
    present = len([line for line in lines if line.strip()]) - added
    rest = f", {present} were here already" if present else ""
    return single({"imported": added, "present": present}, f"{count(added, 'record')} imported{rest}.")


def _report(items: Sequence[Item]) -> Report[None]:
    """Return the summary of what was taken, and what was left and why."""
    left = [item for item in items if item.state == LEFT]
    states = Counter(item.state for item in items)
    lines = [f"{item.puzzle}: {item.what} is left: {printable(item.why)}" for item in left[:MOST_LEFT]]
    if len(left) > MOST_LEFT:
        lines.append(f"... {len(left) - MOST_LEFT} more ...")
    kinds = Counter(item.what.split()[0] for item in items if item.state == TAKEN)
    taken = ", ".join(_count(kinds[kind], kind) for kind in KINDS if kinds[kind]) or "nothing"
    rest = [f"{states[PRESENT]} were here already"] if states[PRESENT] else []
    rest += [f"{states[LEFT]} left"] if left else []
    lines.append(f"{taken} imported{''.join(f', {text}' for text in rest)}.")
    document = {
        "imported": states[TAKEN],
        "present": states[PRESENT],
        "left": [{"puzzle": item.puzzle, "what": item.what, "why": item.why} for item in left],
    }
    return single(document, *lines)


def _count(number: int, kind: str) -> str:
    return f"{number} guesses" if kind == "guess" and number > 1 else count(number, kind)
