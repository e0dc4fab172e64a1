"""The machine that measures: its name, its pace, and what disturbs it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from puzzle_runner.timing import machine


def test_identity_is_stable_and_names_no_host() -> None:
    """The name of this machine is the same each time, and its host's name is not in it."""
    assert machine.identity() == machine.identity.__wrapped__()
    assert f"x{os.cpu_count()} #" in machine.identity()


def test_calibration_is_a_time() -> None:
    """The calibration figure is the time of a fixed piece of work."""
    assert 1e-5 < machine.calibrate() < 1


@pytest.mark.parametrize(
    ("sentences", "load", "governor", "battery"),
    [
        ([], 0.1, "performance", "Full"),
        ([], None, "performance", "Charging"),
        (["The machine is busy (load 99.0"], 99.0, "performance", "Full"),
        (['governor is "powersave"'], 0.0, "powersave", "Full"),
        (["on battery"], 0.0, "performance", "Discharging"),
    ],
)
def test_each_disturbance_is_a_sentence(
    tmp_path: Path, sentences: list[str], load: float | None, governor: str, battery: str
) -> None:
    """Load, governor and battery each give a sentence; a quiet machine none."""
    for name, text in {
        "devices/system/cpu/cpu0/cpufreq/scaling_governor": governor,
        "class/power_supply/BAT0/status": battery,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(f"{text}\n")
    told = [*machine.disturbances(load, tmp_path)]
    assert len(sentences) == len(told)
    assert all(sentence in each for sentence, each in zip(sentences, told, strict=True))


@pytest.mark.parametrize(
    ("sentence", "told", "figures"),
    [
        ("", machine.crowded, (0.01,)),
        ("kept the processor busy for 3%", machine.crowded, (0.03,)),
        ("", machine.unsteady, (1.0, 1.05)),
        ("speed changed by 17%", machine.unsteady, (1.0, 1.2)),
        ("speed changed by 25%", machine.unsteady, (1.0, 0.8)),
    ],
)
def test_what_changes_meanwhile_is_a_sentence(
    sentence: str, told: Callable[..., str], figures: tuple[float, ...]
) -> None:
    """Time spent waiting for other programs is told, and a speed that differs before and after."""
    assert sentence in told(*figures)
    assert bool(sentence) == bool(told(*figures))


def test_sentences_that_differ_in_figures_are_one() -> None:
    """The largest figure stands for all."""
    said = [machine.unsteady(1.0, after) for after in (1.2, 0.5, 1.3)]
    assert {said[1]: 3, "It is hot.": 1} == machine.gravest([*said, "It is hot."])
