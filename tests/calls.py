"""Calls without workers, and a clock that only they move: exact times at no cost."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from puzzle_runner.model import Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Answered, Failed, Figures, Job, Outcome
from puzzle_runner.timing import sampling

# Seconds that the start of a worker takes, and what a call takes beside its sleep.
START, LEAST = 0.05, 1e-6


def ending(outcome: Outcome) -> tuple[str | None, Verdict | None]:
    """Return the answer of a call, and the verdict on one that has failed."""
    if isinstance(outcome, Failed):
        return None, outcome.verdict
    return outcome.answer, None


class Calls:
    """Calls parts in this process; one that sleeps 0.123 s takes 0.123 s by the clock, and no time.

    `made` has the number of the worker and the function of each call.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = 0.0
        self.workers = 0
        self.made: list[tuple[int, str]] = []
        monkeypatch.setattr(pool, "fresh_workers", self.fresh_workers)
        monkeypatch.setattr(pool, "run", self)
        monkeypatch.setattr(sampling, "perf_counter", lambda: self.clock)

    @contextmanager
    def fresh_workers(self) -> Iterator["Calls"]:
        """Yield what calls parts, as if in a new worker."""
        self.workers += 1
        self.clock += START
        yield self

    def __call__(self, job: Job) -> Outcome:
        """Call a function of a module that is read anew."""
        self.made.append((self.workers, job.data))
        before = self.clock
        names: dict[str, object] = {}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "sleep", self.sleep)
            try:
                exec(job.path.read_text("utf-8"), names)
                answer = names[job.data](*([] if job.text is None else [job.text]))
            except Exception as error:
                return Failed(Verdict.ERROR, f"{type(error).__name__}: {error}", "")
        self.sleep(LEAST)
        seconds = self.clock - before
        return Answered(str(answer), "", Figures(seconds))

    def sleep(self, seconds: float) -> None:
        """Move the clock on."""
        self.clock += seconds
