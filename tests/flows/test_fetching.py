"""What is said of a puzzle that is not unlocked; `tests/commands/test_fetch.py` has the rest."""

import time
from datetime import UTC, datetime

import pytest
from puzzle_runner.flows import fetching


@pytest.mark.parametrize(("zone", "here"), [
    ("UTC0", ""), ("HERE-1", " (1 December, 06:00 here)"), ("HERE+8", " (30 November, 21:00 here)"),
])  # fmt: skip
def test_a_moment_is_told_in_the_users_zone_too(
    monkeypatch: pytest.MonkeyPatch, zone: str, here: str
) -> None:
    """With the day, which may be another."""
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", zone)
        time.tzset()
        told = fetching.both_times(datetime(2026, 12, 1, 5, tzinfo=UTC))
    time.tzset()
    assert f"1 December 2026 at 05:00 UTC{here}" == told
