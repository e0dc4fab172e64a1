"""The workspace of files that the user points at, as in `puzzles run 2026/day01.py`."""

import os
from collections.abc import Sequence
from pathlib import Path

from puzzle_runner.catalog import lookup, workspace
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.engines.foreign import recognition


def find(files: Sequence[Path]) -> Workspace:
    """Return the workspace that knows some files: around the user, or around them, else one made of them.

    Raises UsageError.
    """
    here = workspace.find()
    for known in (here, workspace.around(files[0].parent)):
        if known and _knows(known, files):
            return known
    above = [folder for folder in files[0].parents if all(file.is_relative_to(folder) for file in files)]
    # All files of the machine, or of a user, are no repository.
    everything = (Path(files[0].anchor), Path(os.path.expanduser("~")))
    tops = [
        folder
        for folder in above
        if folder not in everything and (folder == Path.cwd() or (folder / ".git").exists())
    ] + above[:3]
    for top in tops:
        # In this folder the paths tell which puzzles they are.
        if layouts := recognition.of_files(top, [file.relative_to(top).as_posix() for file in files]):
            found = Workspace(top, whole=True).with_layouts(layouts)
            # It does not if too much lies in the folder.
            if _knows(found, files):
                return found
    names = (file.relative_to(tops[0]).as_posix() for file in files)
    return Workspace(tops[0], whole=True).with_layouts(tuple(map(recognition.by_name, names)))


def _knows(here: Workspace, files: Sequence[Path]) -> bool:
    known = lookup.paths(here)
    return all(lookup.named(str(file), known) for file in files)
