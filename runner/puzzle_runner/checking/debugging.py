"""A part under a debugger or a profiler: `run --debug` and `run --profile`."""

import io
import pstats
from collections.abc import Iterator, Sequence

from puzzle_runner import settings
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import Task, runnable
from puzzle_runner.model import Result
from puzzle_runner.running import interpreter, pool
from puzzle_runner.running.call import Outcome
from puzzle_runner.running.job import Show
from puzzle_runner.storage import atomic

# The number of functions of a profile that are shown.
COSTLIEST = 12


def debug(tasks: Sequence[Task]) -> Iterator[Result]:
    """Call each part in the foreground with the terminal attached; an exception opens the debugger."""
    return judge.judge_in_turn(tasks, (interpreter.debug(call.job) for call in runnable(tasks)))


def profile(tasks: Sequence[Task], show: Show) -> Iterator[Result]:
    """Run each part under the profiler; show its costliest functions and keep the profile."""
    folder = settings.data_folder() / "profiles"
    atomic.make_folder(folder)

    def outcomes() -> Iterator[Outcome]:
        for call in runnable(tasks):
            kept = folder / f"{call.job.id}-{call.solution.label}-{call.case.name}.prof"
            new = kept.with_suffix(".new")
            new.unlink(missing_ok=True)
            outcome = pool.run(call.job._replace(profile=new), show)
            if new.exists():
                new.replace(kept)
                table = io.StringIO()
                stats = pstats.Stats(str(kept), stream=table)
                stats.strip_dirs().sort_stats("tottime")
                stats.print_stats(COSTLIEST)
                show(f"{table.getvalue().strip()}\nThe profile is kept in {kept}.\n")
            yield outcome

    return judge.judge_in_turn(tasks, outcomes())
