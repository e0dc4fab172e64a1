"""`puzzles layouts`: how a folder of solutions is laid out, so that they can be run as they are."""

from pathlib import Path
from typing import Annotated

from puzzle_runner import settings
from puzzle_runner.catalog import workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.commands.options import Folder
from puzzle_runner.declare import Option
from puzzle_runner.errors import UsageError
from puzzle_runner.layouts import layout, proposals
from puzzle_runner.layouts.survey import survey
from puzzle_runner.output import layouts as output
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.storage import toml

Write = Annotated[bool, Option(help="Write the layout into its pyproject.toml.")]

ORDER = 30
EXAMPLE = "puzzles layouts ~/advent-of-code"


def layouts(folder: Folder = Path(), write: Write = False) -> Report:
    """Detect how existing solutions are laid out."""
    root = settings.expanded(str(folder))
    if not root.is_dir():
        raise UsageError(f"{root} is not a folder.")
    has_puzzles = (root / "puzzles").is_dir()
    workspace = Workspace(root, whole=not has_puzzles)
    settings_file = root / "pyproject.toml"
    if write and workspace.settings.layout:
        raise UsageError(f"{settings_file} has a layout already: change it there.")
    layouts = workspace.layouts
    if not layouts:
        with terminal.status("Looking at the files ..."):
            languages = tuple(workspace.settings.languages)
            layouts = (proposals.of_folder(root, languages),)
    with terminal.status("Trying the layout ..."):
        found = survey(workspace.root, layouts, workspace.settings)
    if write:
        table = layout.toml(found.layouts[0])
        names = ("tool", "puzzles", "layout")
        toml.change(settings_file, lambda document: toml.add_below(document, names, [table]))
    # Commands in the folder use the layout if they find this workspace, and most of its files can be run.
    used = workspaces.around(workspace.root)
    works = False
    if used and used.root == workspace.root and used.layouts:
        works = found.broken < len(found.ids) / 2
    document = output.document(found, works=works, written=write)
    lines = output.lines(found, works=works, written=write)
    return Report(document, [*lines])
