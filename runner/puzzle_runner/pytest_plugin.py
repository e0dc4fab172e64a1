"""`pytest --puzzles`. Every run of pytest loads this module, so it imports nothing unless asked."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: "pytest.Parser") -> None:
    """Add the options to pytest's command line."""
    group = parser.getgroup("puzzles")
    group.addoption("--puzzles", action="store_true", help="Check the answers of the workspace's puzzles.")
    group.addoption("--puzzles-timeout", type=float, metavar="S", help="Seconds one part may take.")


def pytest_configure(config: "pytest.Config") -> None:
    """Load and register the plugin itself if `--puzzles` is given."""
    if config.getoption("puzzles"):
        from puzzle_runner import pytest_items

        config.pluginmanager.register(pytest_items.plugin(config), "puzzles-items")
