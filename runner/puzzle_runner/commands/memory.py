"""The memory of `check` at the edge: where it fails, one sentence says so, and the check goes on."""

import sys
from collections.abc import Mapping
from pathlib import Path

from puzzle_runner import settings
from puzzle_runner.checking import remembered
from puzzle_runner.checking.incremental import Memory
from puzzle_runner.checking.remembered import Key, Remembered
from puzzle_runner.errors import StoreFailed
from puzzle_runner.output import terminal


def memory(workspace: Path, fresh: bool) -> Memory:
    """Return what is remembered of a workspace: nothing where all is to run."""
    store = _Store(settings.data_folder(), workspace)
    return Memory(workspace, {} if fresh else store.read(), store.write)


class _Store:
    def __init__(self, folder: Path, workspace: Path) -> None:
        self.folder = folder
        self.workspace = workspace
        self.works = True

    def read(self) -> dict[Key, Remembered]:
        try:
            return remembered.read(self.folder, self.workspace)
        except StoreFailed as error:
            self._failed(error)
            return {}

    def write(self, fresh: Mapping[Key, Remembered]) -> None:
        if not self.works:
            return
        try:
            remembered.write(self.folder, self.workspace, fresh)
        except StoreFailed as error:
            self._failed(error)

    def _failed(self, error: StoreFailed) -> None:
        self.works = False
        terminal.say(f"Nothing is remembered of this check: {error}", sys.stderr)
