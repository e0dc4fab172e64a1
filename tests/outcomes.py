"""Outcomes as tests compare them."""

from puzzle_runner.model import Verdict
from puzzle_runner.running.call import Failed, Outcome


def ending(outcome: Outcome) -> tuple[str | None, Verdict | None]:
    """Return the answer of a call, and the verdict on one that has failed."""
    if isinstance(outcome, Failed):
        return None, outcome.verdict
    return outcome.answer, None
