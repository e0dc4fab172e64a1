"""What the tests of measurements share."""

import pytest

from tests.calls import Calls


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Return calls that need no workers, which are made instead of real ones."""
    return Calls(monkeypatch)
