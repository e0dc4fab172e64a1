"""A part under a debugger or a profiler: `run --debug` and `run --profile`."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from puzzle_runner import settings
from puzzle_runner.checking import pipeline
from puzzle_runner.checking.pipeline import Task
from puzzle_runner.model import Job, Outcome, Result
from puzzle_runner.running import interpreter, workers
from puzzle_runner.running.job import Show

COSTLIEST = 12


def debug(tasks: Sequence[Task]) -> Iterator[Result]:
    """Call each part in the foreground, the terminal attached; what it raises ends in the debugger."""
    for task in tasks:
        yield task.problem or pipeline.result(task, _debugged(task.job))


def _debugged(job: Job | None) -> Outcome:
    assert job
    sys.stdout.flush()
    return interpreter.debug(job)


def profile(tasks: Sequence[Task], show: Show) -> Iterator[Result]:
    """Run each part under the profiler; show its costliest functions and keep the profile."""
    for task in tasks:
        yield task.problem or pipeline.result(task, _profiled(task, show))


def _profiled(task: Task, show: Show) -> Outcome:
    assert task.job and task.case
    folder = settings.data_folder() / "profiles"
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{task.job.id}-{task.job.function}-{task.case.name}.prof"
    fresh_one = kept.with_suffix(".new")
    fresh_one.unlink(missing_ok=True)
    outcome = workers.run(task.job._replace(profile=fresh_one), show)
    if fresh_one.exists():
        fresh_one.replace(kept)
        show(f"{_costliest(kept)}\nThe profile is kept in {kept}.\n")
    return outcome


def _costliest(kept: Path) -> str:
    """Return the functions that took longest by themselves, one a line."""
    import pstats

    stats = pstats.Stats(str(kept)).get_stats_profile().func_profiles
    rows = sorted(stats.items(), key=lambda item: item[1].tottime, reverse=True)[:COSTLIEST]
    lines = [f"{'calls':>12}  {'own s':>8}  {'total s':>8}  function"]
    for name, cost in rows:
        built_in = cost.file_name == "~"
        where = "" if built_in else f" ({Path(cost.file_name).name}:{cost.line_number})"
        lines.append(f"{cost.ncalls:>12}  {cost.tottime:8.3f}  {cost.cumtime:8.3f}  {name}{where}")
    return "\n".join(lines)
