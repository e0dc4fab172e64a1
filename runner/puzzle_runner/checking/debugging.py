"""A part under a debugger or a profiler: `run --debug` and `run --profile`."""

import pstats
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from puzzle_runner import settings
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import Task, runnable
from puzzle_runner.model import Result
from puzzle_runner.running import interpreter, pool
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.job import Show
from puzzle_runner.storage import atomic

# The number of functions of a profile that are shown.
COSTLIEST = 12


def debug(tasks: Sequence[Task]) -> Iterator[Result]:
    """Call each part in the foreground with the terminal attached; an exception opens the debugger."""

    def call_each(jobs: Sequence[Job], _: Show | None) -> Iterator[Outcome]:
        for job in jobs:
            sys.stdout.flush()
            yield interpreter.debug(job)

    return judge.run_and_judge(tasks, run=call_each)


def profile(tasks: Sequence[Task], show: Show) -> Iterator[Result]:
    """Run each part under the profiler; show its costliest functions and keep the profile.

    If a part writes none, the one of its last run is kept.
    """
    folder = settings.data_folder() / "profiles"
    atomic.make_folder(folder)

    def profile_each(jobs: Sequence[Job], _: Show | None) -> Iterator[Outcome]:
        for call, job in zip(runnable(tasks), jobs, strict=True):
            kept = folder / f"{job.id}-{call.solution.label}-{call.case.name}.prof"
            new = kept.with_suffix(".new")
            new.unlink(missing_ok=True)
            outcome = pool.run(job._replace(profile=new), show)
            if new.exists():
                new.replace(kept)
                show("\n".join([*_costliest(kept), f"The profile is kept in {kept}.", ""]))
            yield outcome

    return judge.run_and_judge(tasks, run=profile_each)


def _costliest(profile: Path) -> Iterator[str]:
    """Yield a table of the functions of a profile that took the most time, the costliest first."""
    yield f"{'calls':>12}  {'own s':>8}  {'total s':>8}  function"
    costs: dict[tuple[str, int, str], Any] = vars(pstats.Stats(str(profile)))["stats"]
    functions = sorted(costs.items(), key=lambda item: item[1][2], reverse=True)
    for (file, line, name), (direct_calls, calls, own, total, _) in functions[:COSTLIEST]:
        number = str(calls) if calls == direct_calls else f"{calls}/{direct_calls}"
        # A function that is built in has no file.
        where = "" if file == "~" else f" ({Path(file).name}:{line})"
        yield f"{number:>12}  {own:8.3f}  {total:8.3f}  {name}{where}"
