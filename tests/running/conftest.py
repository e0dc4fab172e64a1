"""What the tests of running share: workers end with each file, or with each test."""

from collections.abc import Iterator

import pytest
from puzzle_runner.running import pool


@pytest.fixture(scope="module", autouse=True)
def _stopped() -> Iterator[None]:
    """End the workers that the tests of a file share."""
    yield
    pool.stop()


@pytest.fixture
def alone() -> Iterator[None]:
    """Start and end without workers, in an environment of one's own."""
    pool.stop()
    yield
    pool.stop()
