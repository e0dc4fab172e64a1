"""Many puzzles fetched in one go: an interrupted fetch goes on where it ended."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from puzzle_runner import settings
from puzzle_runner.storage import atomic

# Seconds: pages change, so that what was got longer ago is asked for again.
LASTING = 6 * 3600


class Batch:
    """The puzzles of one fetch, for an account. `done` are those that it got before an interruption."""

    def __init__(self, ids: Sequence[str], account: str | None, refresh: bool) -> None:
        self.ids = ids
        self.name = [*sorted(ids), account or "", str(refresh)]
        self.done = self._kept()

    def add(self, id: str) -> None:
        """Note that a puzzle was fetched."""
        self.done.append(id)
        if len(self.ids) > 1:
            note = {"fetch": self.name, "done": self.done, "at": time.time()}
            atomic.write(_path(), json.dumps(note).encode())

    def end(self) -> None:
        """Note that all were fetched."""
        if len(self.ids) > 1:
            _path().unlink(missing_ok=True)

    def _kept(self) -> list[str]:
        """Return what the last fetch has got, if it was the same one, and was interrupted lately."""
        try:
            note: Any = json.loads(_path().read_bytes())
            if note["fetch"] == self.name and time.time() - note["at"] < LASTING:
                return [str(id) for id in note["done"]]
        except (OSError, ValueError, TypeError, LookupError):
            # There is none, or it is damaged.
            pass
        return []


def _path() -> Path:
    return settings.data_folder() / "fetching.json"
