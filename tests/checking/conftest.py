"""What tests of several modules need."""

import pytest
from puzzle_runner.timing import machine, sampling


@pytest.fixture
def brief_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have `bench` take samples only: a brief calibration, and no repeated calls of what is short."""
    monkeypatch.setattr(machine, "_ROUNDS", 2)
    monkeypatch.setattr(sampling, "SHORT", 0.0)
