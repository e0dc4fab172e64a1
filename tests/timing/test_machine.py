"""The machine that measures: its name, its pace, and what disturbs it."""

import os
from pathlib import Path

import pytest
from puzzle_runner.timing import machine


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """Return a folder that takes the place of /sys."""
    (tmp_path / "devices/system/cpu/cpu0/cpufreq").mkdir(parents=True)
    (tmp_path / "class/power_supply/BAT0").mkdir(parents=True)
    return tmp_path


def test_identity_is_stable_and_names_no_host() -> None:
    """The name of this machine is the same each time, and its host's name is not in it."""
    assert machine.identity() == machine.identity.__wrapped__()
    assert f"x{os.cpu_count()} #" in machine.identity()


def test_calibration_is_a_time() -> None:
    """The calibration figure is the time of a fixed piece of work."""
    assert 1e-5 < machine.calibrate() < 1


def test_a_quiet_machine_has_no_disturbance(system: Path) -> None:
    """Where nothing disturbs, nothing is said."""
    (system / "devices/system/cpu/cpu0/cpufreq/scaling_governor").write_text("performance\n")
    (system / "class/power_supply/BAT0/status").write_text("Full\n")
    assert [] == [*machine.disturbances(0.1, system)]


@pytest.mark.parametrize(
    ("sentence", "load", "file", "content"),
    [
        ("The machine is busy (load 99.0", 99.0, None, ""),
        ('governor is "powersave"', 0.0, "devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n"),
        ("on battery", 0.0, "class/power_supply/BAT0/status", "Discharging\n"),
    ],
)
def test_each_disturbance_is_a_sentence(
    system: Path, sentence: str, load: float, file: str | None, content: str
) -> None:
    """Load, governor and battery each give a sentence."""
    if file:
        (system / file).write_text(content)
    [said] = machine.disturbances(load, system)
    assert sentence in said


@pytest.mark.parametrize(("sentence", "share"), [("", 0.01), ("kept the processor busy for 25%", 0.25)])
def test_a_crowded_processor_is_a_sentence(sentence: str, share: float) -> None:
    """Time spent waiting for other programs is told."""
    said = machine.crowded(share)
    assert sentence in said
    assert bool(sentence) == bool(said)


def test_sentences_that_differ_in_figures_are_one() -> None:
    """The largest figure stands for all."""
    said = [machine.unsteady(1.0, after) for after in (1.2, 0.5, 1.3)]
    assert {said[1]: 3, "It is hot.": 1} == machine.gravest([*said, "It is hot."])


@pytest.mark.parametrize(
    ("sentence", "after"),
    [("", 1.05), ("speed changed by 17%", 1.2), ("speed changed by 25%", 0.8)],
)
def test_a_change_of_pace_is_a_sentence(sentence: str, after: float) -> None:
    """A calibration that differs before and after is told, as a share of the speed."""
    said = machine.unsteady(1.0, after)
    assert sentence in said
    assert bool(sentence) == bool(said)
