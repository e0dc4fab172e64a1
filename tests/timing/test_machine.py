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
    ("sentence", "note"),
    [
        ("", machine.busy(0.1)),
        ("", machine.busy(None)),
        ("The machine is busy (load 99.0", machine.busy(99.0)),
        ("", machine.crowded(0.01)),
        ("kept the processor busy", machine.crowded(0.03)),
        ("", machine.unsteady(1.0, 1.05)),
        ("speed changed", machine.unsteady(1.0, 1.2)),
        ("speed changed", machine.unsteady(1.0, 0.8)),
    ],
)
def test_each_disturbance_is_a_sentence(sentence: str, note: str) -> None:
    """The load, time spent waiting for other programs, and a speed that differs before and after."""
    assert (True, bool(sentence)) == (sentence in note, bool(note))
