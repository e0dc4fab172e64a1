"""A part under a debugger or a profiler: `run --debug` and `run --profile`."""

import pstats
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

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
        show(f"{'calls':>12}  {'own s':>8}  {'total s':>8}  function\n")
        for line in _costliest(kept):
            show(f"{line}\n")
        show(f"The profile is kept in {kept}.\n")
    return outcome


def _costliest(profile: Path) -> Iterator[str]:
    """Yield a line for each of the functions of a profile that took the most time, the costliest first."""
    costs: dict[tuple[str, int, str], Any] = vars(pstats.Stats(str(profile)))["stats"]
    functions = []
    for (file, line, name), (direct_calls, calls, own, total, _) in costs.items():
        number = str(calls) if calls == direct_calls else f"{calls}/{direct_calls}"
        # A function that is built in has no file.
        where = "" if file == "~" else f" ({Path(file).name}:{line})"
        functions.append((own, f"{number:>12}  {own:8.3f}  {total:8.3f}  {name}{where}"))
    functions.sort(key=lambda function: function[0], reverse=True)
    for _, text in functions[:COSTLIEST]:
        yield text
