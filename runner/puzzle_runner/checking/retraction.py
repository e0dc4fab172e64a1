"""What other commands take back of what `check` remembers: a part that has failed since is not green."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.errors import StoreFailed
from puzzle_runner.model import Result, TaskKey


def forget_failures(workspace: Workspace, results: Iterable[Result]) -> None:
    """Forget the verdicts of parts that have failed now, or whose answers are in doubt."""
    failures = {}
    for result in results:
        if result.part and result.solution and result.case and (result.exit or result.doubt):
            key = TaskKey(result.puzzle, result.part, result.solution, result.case, result.account)
            failures[key] = result.verdict
    if failures:
        # Imported here: most parts do not fail.
        from puzzle_runner.checking import verdict_cache

        # The next check tells of a database that fails.
        with suppress(StoreFailed):
            verdict_cache.forget(workspace.root, failures)


def retracting(workspace: Workspace, results: Iterable[Result]) -> Iterator[Result]:
    """Yield results; forget the verdict of each that has failed."""
    for result in results:
        forget_failures(workspace, [result])
        yield result
