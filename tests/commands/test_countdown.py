"""Waiting for a moment, by a clock of the test's own."""

import io
import sys
from datetime import UTC, datetime, timedelta

import pytest
from puzzle_runner.commands import countdown

from tests.clock import Clock

NOON = datetime(2021, 12, 3, 12, tzinfo=UTC)


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.mark.parametrize(
    ("stream", "shown"),
    [
        (
            Terminal(),
            "\rIt opens in 3s \x1b[K\rIt opens in 2s \x1b[K\rIt opens in 1s \x1b[K\r\x1b[K",
        ),
        (io.StringIO(), "It opens at noon.\n"),
    ],
    ids=["terminal", "pipe"],
)
def test_a_countdown(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, shown: str) -> None:
    """A terminal shows what is left, second by second, and nothing at the end; a pipe gets a sentence."""
    clock = Clock(monkeypatch, NOON - timedelta(seconds=3))
    monkeypatch.setattr(sys, "stderr", stream)
    countdown.wait(NOON, "It opens in", "It opens at noon.")
    assert (shown, NOON) == (stream.getvalue(), clock.now)


def test_a_long_countdown_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its last line is written over."""
    Clock(monkeypatch, NOON - timedelta(seconds=1))
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("puzzle_runner.output.terminal.room", lambda _: 60)
    countdown.wait(NOON, "The site asks to wait before aoc2026d1 is tried again: sending in", "")
    shown = "The site asks to wait before aoc2026d1 is\n\rtried again: sending in 1s \x1b[K\r\x1b[K"
    assert shown == stream.getvalue()
