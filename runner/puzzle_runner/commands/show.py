"""`puzzles show`: a cached statement, read in the terminal."""

from typing import Annotated

from puzzle_runner.catalog import lookup
from puzzle_runner.commands.options import Account, OrLast
from puzzle_runner.declare import Option
from puzzle_runner.errors import InputMissing
from puzzle_runner.flows import fetching
from puzzle_runner.inputs import cases
from puzzle_runner.model import MAIN
from puzzle_runner.output import case_details, terminal
from puzzle_runner.output.render import Report

Examples = Annotated[bool, Option(help="Show the puzzle's examples and their sources.")]

ORDER = 150
EXAMPLE = "puzzles show 2021/3"


def show(id: OrLast = None, account: Account = None, examples: Examples = False) -> Report:
    """Read the statement of a puzzle, without the network."""
    workspace = lookup.workspace_of([id])
    meant = lookup.puzzle_id(workspace, id)
    if not examples:
        if not meant.site.ADDRESS:
            raise InputMissing(f"{meant} has no statement here: there is no site for it.")
        statement = fetching.statement(meant, account)
        document = {"puzzle": meant, "title": statement.title, "markdown": statement.markdown}
        return Report(document, terminal.markdown(statement.markdown))
    documents = []
    lines: list[str] = []
    for case in lookup.cases_of_id(workspace, meant):
        if case.account is None and case.name != MAIN:
            texts = cases.texts(case)
            documents.append(case_details.document(case, texts))
            if lines:
                lines.append("")
            lines += case_details.lines(case, texts)
    if not documents:
        raise InputMissing(f'{meant} has no example here. "puzzles fetch {meant}" gets those of its page.')
    return Report({"puzzle": meant, "examples": documents}, lines)
