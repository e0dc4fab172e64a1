"""`puzzles export`: write records for other tools and other machines."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated

import typer

from puzzle_runner import settings
from puzzle_runner.catalog import lookup, selection, workspace
from puzzle_runner.checking.plan import Selection, plan, runnable
from puzzle_runner.commands.options import Selectors
from puzzle_runner.output import leaderboard, terminal
from puzzle_runner.timing import exchange, machine, ranking
from puzzle_runner.timing.records import Record, RecordStore, open_records


class To(StrEnum):
    """The formats of an export."""

    HYPERFINE = "hyperfine"
    PYPERF = "pyperf"
    GITHUB_ACTION = "github-action"
    CSV = "csv"
    JSONL = "jsonl"


ToOption = Annotated[
    To,
    typer.Option(
        "--to", help="The format. csv and jsonl have all records, the others those that leaderboard ranks."
    ),
]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(export)


def export(to: ToOption, selectors: Selectors = None) -> None:
    """Write records to stdout for other tools, or to import them on another machine."""
    with open_records() as store:
        stems = selection.select(store.puzzles(), selectors or [], settings.data_folder())
        records = store.of(stems) if to in (To.CSV, To.JSONL) else _holding(store, list(stems))
        for text in _texts(to, records):
            terminal.say(text)


def _holding(store: RecordStore, stems: Sequence[str]) -> list[Record]:
    """Return the newest record of each solution of the workspace that still holds, of this machine."""
    where = workspace.find()
    paths = lookup.paths(where)
    puzzles = [lookup.read(where, stem, paths[stem]) for stem in stems if stem in paths]
    choice, limits = Selection(solution=None, every_case=True), where.settings.limits(None)
    tasks = [task for puzzle in puzzles for task in runnable(plan(where, puzzle, choice, limits))]
    records = [record for record in store.light(stems) if record.machine == machine.identity()]
    holding = ranking.holding(store, records, tasks, where)
    there, fresh = {task.key for task in tasks}, {record.key for record in holding}
    if stale := sorted({record.key for record in records} & there - fresh, key=str):
        terminal.warn(leaderboard.stale(stale))
    return [store.whole(record) for record in holding]


def _texts(to: To, records: Iterable[Record]) -> Iterable[str]:
    match to:
        case To.JSONL:
            return exchange.jsonl(records)
        case To.CSV:
            return exchange.flat_csv(records).splitlines()
        case To.HYPERFINE:
            return [exchange.hyperfine(records)]
        case To.PYPERF:
            return [exchange.pyperf(records)]
        case To.GITHUB_ACTION:
            return [exchange.github_action(records)]
