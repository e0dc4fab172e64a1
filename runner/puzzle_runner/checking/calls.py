"""Calls made one after the other, and their results as they come."""

from collections.abc import Iterator, Sequence

from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import Task, runnable
from puzzle_runner.model import Result
from puzzle_runner.running import executors
from puzzle_runner.running.job import Show


def run(tasks: Sequence[Task], show: Show | None = None, *, last: bool = False) -> Iterator[Result]:
    """Run tasks one after the other; yield each result once no other solution can change it.

    `show` gets what parts print. `last` tells that nothing more is to be run.
    """
    stream = judge.Stream(tasks, show)
    jobs = [task.job for task in runnable(tasks)]
    return stream.results(executors.one_by_one(jobs, show and stream.hear, last=last))
