"""A part under a debugger or a profiler: `run --debug` and `run --profile`."""

import pstats
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from puzzle_runner import settings
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import Call, Task, runnable
from puzzle_runner.model import Result
from puzzle_runner.running import interpreter, pool
from puzzle_runner.running.call import Outcome
from puzzle_runner.running.job import Show
from puzzle_runner.storage import atomic

# The number of functions of a profile that are shown.
COSTLIEST = 12


def debug(tasks: Sequence[Task]) -> Iterator[Result]:
    """Call each part in the foreground with the terminal attached; an exception opens the debugger."""

    def call(task: Call) -> Outcome:
        sys.stdout.flush()
        return interpreter.debug(task.job)

    return judge.Stream(tasks).results(map(call, runnable(tasks)))


def profile(tasks: Sequence[Task], show: Show) -> Iterator[Result]:
    """Run each part under the profiler; show its costliest functions and keep the profile."""
    return judge.Stream(tasks).results(_profiled(task, show) for task in runnable(tasks))


def _profiled(task: Call, show: Show) -> Outcome:
    """Run a part under the profiler. If it writes no profile, the one of the last run is kept."""
    folder = settings.data_folder() / "profiles"
    atomic.make_folder(folder)
    kept = folder / f"{task.job.id}-{task.solution.label}-{task.case.name}.prof"
    new = kept.with_suffix(".new")
    new.unlink(missing_ok=True)
    outcome = pool.run(task.job._replace(profile=new), show)
    if new.exists():
        new.replace(kept)
        stats = pstats.Stats(str(kept)).get_stats_profile().func_profiles
        rows = sorted(stats.items(), key=lambda item: item[1].tottime, reverse=True)[:COSTLIEST]
        show(f"{'calls':>12}  {'own s':>8}  {'total s':>8}  function\n")
        for name, cost in rows:
            # A function that is built in has no file.
            where = f" ({Path(cost.file_name).name}:{cost.line_number})" if cost.file_name != "~" else ""
            show(f"{cost.ncalls:>12}  {cost.tottime:8.3f}  {cost.cumtime:8.3f}  {name}{where}\n")
        show(f"The profile is kept in {kept}.\n")
    return outcome
