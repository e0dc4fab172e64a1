"""`puzzles show`: a cached statement, read in the terminal."""

from typing import Annotated

from puzzle_runner import declare
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.commands.options import Account, OrLast
from puzzle_runner.errors import InputMissing
from puzzle_runner.flows import fetching
from puzzle_runner.inputs import cases
from puzzle_runner.model import MAIN
from puzzle_runner.output import case_details as output
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.sites.site import PuzzleId
from puzzle_runner.text import paragraphs

Examples = Annotated[bool, declare.Option("--examples", help="Show the puzzle's examples and their sources.")]

ORDER = 150
EXAMPLE = "puzzles show 2021/3"
ALSO = {"read": "show", "examples": "show --examples"}


def show(id: OrLast = None, account: Account = None, examples: Examples = False) -> Report:
    """Read the statement of a puzzle, without the network."""
    workspace = lookup.workspace_of([id])
    meant = lookup.puzzle_id(workspace, id)
    if examples:
        return _examples(workspace, meant)
    if not meant.site.ADDRESS:
        raise InputMissing(f"{meant} has no statement here: there is no site for it.")
    statement = fetching.statement(meant, account)
    document = {"puzzle": meant, "title": statement.title, "markdown": statement.markdown}
    return Report(document, terminal.markdown(statement.markdown))


def _examples(workspace: Workspace, id: PuzzleId) -> Report:
    """Return the cases of a puzzle that are neither personal nor its main one. Raises InputMissing."""
    available = lookup.cases_of_id(workspace, id)
    documents, blocks = [], []
    for case in available:
        if case.account is None and case.name != MAIN:
            texts = cases.texts(case)
            documents.append(output.document(case, texts))
            blocks.append(output.lines(case, texts))
    if not documents:
        raise InputMissing(f'{id} has no example here. "puzzles fetch {id}" gets those of its page.')
    return Report({"puzzle": id, "examples": documents}, paragraphs(blocks))
