"""`puzzles case`: show a case of a puzzle; disable or enable it."""

from typing import Annotated

from puzzle_runner.catalog import lookup
from puzzle_runner.commands import options
from puzzle_runner.commands.options import OrLast, Words
from puzzle_runner.declare import Argument, Option
from puzzle_runner.inputs import case_file, cases, writing
from puzzle_runner.output import case_details
from puzzle_runner.output.render import Report
from puzzle_runner.storage import toml
from puzzle_runner.text import printable

Which = Annotated[OrLast, Words.ID_OR_CASE]
Name = Annotated[str | None, Argument(metavar="CASE", help="The case of that puzzle."), Words.CASE]
Off = Annotated[bool, Option(help="Disable it: it is left out unless named.")]
On = Annotated[bool, Option(help="Enable it again.")]

ORDER = 410
EXAMPLE = "puzzles case 2021/3 example --off"


def case(id: Which = None, name: Name = None, off: Off = False, on: On = False) -> Report:
    """Show a case of a puzzle; disable or enable it."""
    options.refuse_together(off=off, on=on)
    workspace = lookup.workspace_of([id])
    if id and name is None and not lookup.find(lookup.paths(workspace), id):
        id, name = None, id
    meant = lookup.puzzle_id(workspace, id)
    chosen = options.case(workspace, meant, name)
    file, *others = case_file.tables(chosen)
    # A case is disabled where it stands, and enabled wherever it was disabled.
    if off:
        workspace.check_writable(file)
        writing.change_case(file, chosen.name, lambda table: toml.put(table, case_file.OFF, True))
    if on:
        for path in (file, *others):
            workspace.check_writable(path)
            writing.remove(path, chosen.name, case_file.OFF)
    if off or on:
        chosen = chosen._replace(off=off)
    texts = cases.texts(chosen)
    options.warn_of_ignored(workspace, file)
    document = {"puzzle": meant, **case_details.document(chosen, texts)}
    document["file"] = str(file)
    lines = case_details.lines(chosen, texts)
    return Report(document, [*lines, f"  in {printable(str(file))}"])
