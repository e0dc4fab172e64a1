"""The machine that measures: its name, its pace, and what disturbs it."""

import os

from puzzle_runner.timing import machine


def test_identity_is_stable_and_calibration_a_time() -> None:
    """The name of this machine is the same each time; a fixed piece of work takes a time."""
    assert machine.identity() == machine.identity.__wrapped__()
    assert f"x{os.cpu_count()} #" in machine.identity()
    assert 1e-5 < machine.calibrate() < 1


def test_a_machine_that_changes_its_pace_is_unsteady() -> None:
    """A tenth more or less makes small differences doubtful."""
    assert [False, True, True] == [machine.is_unsteady(1.0, after) for after in (1.05, 1.2, 0.8)]
