"""The machine that measures: its name, its pace, and what disturbs it."""

import os

import pytest
from puzzle_runner.timing import machine


def test_identity_is_stable_and_calibration_a_time() -> None:
    """The name of this machine is the same each time; a fixed piece of work takes a time."""
    assert machine.identity() == machine.identity.__wrapped__()
    assert f"x{os.cpu_count()} #" in machine.identity()
    assert 1e-5 < machine.calibrate() < 1


@pytest.mark.parametrize(
    ("sentence", "after", "waited"),
    [
        ("", 1.05, 0.01),
        ("speed changed", 1.2, 0.0),
        ("speed changed", 0.8, 0.0),
        ("kept the processor busy", 1.0, 0.03),
    ],
)
def test_each_disturbance_is_a_sentence(sentence: str, after: float, waited: float) -> None:
    """A speed that differs before and after, and time spent waiting for other programs."""
    doubts = machine.doubts(1.0, after, waited)
    assert (bool(sentence), True) == (bool(doubts), sentence in "".join(doubts))
