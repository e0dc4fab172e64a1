"""`puzzles show`: a cached statement, read in the terminal."""

from typing import Annotated, Any

import typer

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.cases import folder
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.commands.options import Account, OrLast
from puzzle_runner.errors import InputMissing
from puzzle_runner.flows import fetching
from puzzle_runner.inputs import cached, cases
from puzzle_runner.model import MAIN
from puzzle_runner.output import cases as output
from puzzle_runner.output import markdown
from puzzle_runner.output.cases import Shown
from puzzle_runner.output.render import Report, shown, single
from puzzle_runner.sites.site import identify

Examples = Annotated[bool, typer.Option("--examples", help="Show its examples, and where they are from.")]


def register(program: typer.Typer) -> None:
    """Add the command."""
    program.command()(shown(show))


def show(id: OrLast = None, account: Account = None, examples: Examples = False) -> Report[Any]:
    """Read the statement of a puzzle in the terminal, without the network."""
    where = workspace.find()
    id = lookup.puzzle_id(where, id)
    if examples:
        return _examples(where, id)
    if not identify(id)[0].ADDRESS:
        raise InputMissing(f"{id} has no statement here: it has no site to get one from.")
    statement = fetching.statement(id, account)
    document = {"puzzle": id, "title": statement.title, "markdown": statement.markdown}
    return single(document, *markdown.lines(statement.markdown))


def _examples(workspace: Workspace, id: str) -> Report[Shown]:
    """Return the cases of a puzzle that are neither personal nor its main one. Raises InputMissing."""
    available = cached.read(id, cases.read(folder(workspace, id)))
    examples = [case for case in available if case.account is None and case.name != MAIN]
    if not examples:
        raise InputMissing(f'{id} has no example here. "puzzles fetch {id}" gets those of its page.')
    shown = [Shown(case, cases.text(case)) for case in examples]
    return Report(
        shown,
        lines=output.text,
        apart=True,
        document=lambda rows: {"puzzle": id, "examples": [output.document(row) for row in rows]},
    )
