"""The saves of files as they happen."""

from pathlib import Path

import pytest
from puzzle_runner.checking import watch_changes
from puzzle_runner.errors import StoreFailed


def test_folders_that_cannot_be_watched_are_said(tmp_path: Path) -> None:
    """One that is gone ends as a system does that has no more watches: in a sentence."""
    with pytest.raises(StoreFailed, match="cannot be watched"):
        next(watch_changes.happenings([tmp_path / "gone"], watch_changes.Keys()))
