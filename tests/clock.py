"""A clock for what counts down."""

from datetime import datetime, timedelta

import pytest
from puzzle_runner.commands import person
from puzzle_runner.inputs import guesses


class Clock:
    """A clock that only sleeping moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
        self.now = now
        monkeypatch.setattr(guesses, "now", lambda: self.now)
        monkeypatch.setattr(person, "sleep", self.sleep)

    def sleep(self, seconds: float) -> None:
        """Move on."""
        self.now += timedelta(seconds=seconds)
