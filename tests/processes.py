"""Processes that tests start: whether they are there, and waiting for them."""

import time
from collections.abc import Callable
from pathlib import Path


def is_running(process: int) -> bool:
    """Tell whether a process is there, and no mere entry of one that has ended."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)
