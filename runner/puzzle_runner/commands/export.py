"""`puzzles export`: write records for other tools and other machines."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from puzzle_runner import settings, typer
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.commands.options import Selectors, Words, choice
from puzzle_runner.output import leaderboard, terminal
from puzzle_runner.output.measurements import named
from puzzle_runner.timing import exchange, ranking
from puzzle_runner.timing.records import Record, open_records

To = choice("To", exchange.names())
ToOption = Annotated[
    To,  # type: ignore[valid-type]
    typer.Option(
        "--to",
        help="The format. csv and jsonl have all records, the others those that the leaderboard ranks.",
    ),
]

ORDER = 310


def export(to: ToOption, selectors: Annotated[Selectors, Words.MEASURED] = None) -> None:
    """Write records to stdout for other tools, or to import them on another machine."""
    format = exchange.load(to)
    with open_records() as store:
        stems = lookup.select(store.puzzles(), selectors or [], settings.data_folder())
        records: Iterable[Record]
        if format.EVERY_RECORD:
            records = store.of(stems, samples=format.WITH_SAMPLES)
        else:
            workspace = workspaces.find()
            paths = lookup.paths(workspace)
            puzzles = [lookup.read(workspace, stem, paths[stem]) for stem in stems if stem in paths]
            valid, stale = ranking.valid_records(store, workspace, puzzles, every_case=True)
            if stale:
                terminal.warn(leaderboard.stale(sorted(stale, key=str)))
            number, whole = Counter(record.key for record in valid), map(store.whole, valid)
            records = (each._replace(solution=named(each, number[each.key] > 1)) for each in whole)
        for text in format.export(records):
            terminal.say(text)
