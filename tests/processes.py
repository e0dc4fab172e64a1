"""Processes that tests start: whether they are there."""

from pathlib import Path


def is_running(process: int) -> bool:
    """Tell whether a process is there, and no mere entry of one that has ended."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
