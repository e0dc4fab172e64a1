"""`puzzles init`: a workspace, ready for git."""

import os
import shlex
from pathlib import Path

from puzzle_runner import settings
from puzzle_runner.catalog import scaffold
from puzzle_runner.commands.options import Folder
from puzzle_runner.errors import UsageError
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report

ORDER = 20
EXAMPLE = "puzzles init advent"


def init(folder: Folder = Path()) -> Report:
    """Make a workspace, ready for git. Existing files stay as they are."""
    folder = settings.expanded(str(folder))
    if os.path.lexists(folder) and not folder.is_dir():
        raise UsageError(f"{folder} is no folder: give the name of a folder, or of one that is to be made.")
    created = [str(folder / name) for name in scaffold.make_workspace(folder)]
    closing = f"{folder} is a workspace already: nothing was changed."
    if created:
        going = ""
        if folder != Path.cwd():
            going = f'"cd {shlex.quote(os.path.relpath(folder))}", then '
        closing = f'A workspace. Next: {going}"puzzles new 2021/3" or any other id.'
    lines = [*created, *terminal.sentences(closing)]
    return Report({"workspace": str(folder), "created": created}, lines)
