"""The memory of `check` at the edge: where it fails, one sentence says so, and the check goes on."""

import sys
from collections.abc import Mapping
from pathlib import Path

from runner import settings, terminal, verdicts
from runner.errors import StoreFailed
from runner.incremental import Memory
from runner.verdicts import Key, Remembered


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
            return verdicts.read(self.folder, self.workspace)
        except StoreFailed as error:
            self._failed(error)
            return {}

    def write(self, fresh: Mapping[Key, Remembered]) -> None:
        if not self.works:
            return
        try:
            verdicts.write(self.folder, self.workspace, fresh)
        except StoreFailed as error:
            self._failed(error)

    def _failed(self, error: StoreFailed) -> None:
        self.works = False
        terminal.say(f"Nothing is remembered of this check: {error}", sys.stderr)
