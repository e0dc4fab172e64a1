"""The times of a puzzle over commits, the steps in them, and the cause of each step."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from puzzle_runner.catalog.git import Log
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.model import DEFAULT, TaskKey
from puzzle_runner.text import speed
from puzzle_runner.timing import stats
from puzzle_runner.timing.records import RecordStore, State
from puzzle_runner.timing.stats import median

# Only the newest states are shown: with more, the search for steps would take long.
MOST_STATES = 400


class Step(NamedTuple):
    """A lasting change: the new time over the old one, what caused it, the commits that may have done so."""

    ratio: float
    cause: str
    commits: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The change in a line: `2.57× faster: the input has changed`."""
        return f"{speed(self.ratio)}: {self.cause}"


class Series(NamedTuple):
    """The states of one solution on one case, the oldest first; the steps by the index of the state after."""

    puzzle: str
    part: int
    solution: str
    case: str
    states: Sequence[State]
    steps: Mapping[int, Step]


def series(
    workspace: Workspace,
    store: RecordStore,
    states_of: Mapping[TaskKey, Sequence[State]],
    machine: str,
    commits: Log,
) -> list[Series]:
    """Return the history of each solution on each case on a machine, from the states of a puzzle's tasks."""
    found = []
    for task, every in states_of.items():
        ordered = sorted(
            (state for state in every if state.machine == machine),
            key=lambda state: (state.moment, state.first),
        )
        states = ordered[-MOST_STATES:]
        if not states:
            continue
        widths = [(state.high - state.low) / 2 / state.median for state in states if state.median]
        noise = max(0.01, median(widths)) if widths else 0.01
        steps = {}
        for change in stats.change_points([state.median for state in states], noise):
            before, after = states[change.at - 1], states[change.at]
            ratio = change.after / change.before if change.before else 1.0
            steps[change.at] = Step(ratio, *_cause(workspace, store, commits, task, before, after))
        found.append(Series(*task[:4], states, steps))

    def order(one: Series) -> tuple[int, bool, str, float]:
        return one.part, one.solution != DEFAULT, one.solution, min(state.first for state in one.states)

    return sorted(found, key=order)


def _cause(
    workspace: Workspace, store: RecordStore, commits: Log, task: TaskKey, old: State, new: State
) -> tuple[str, tuple[str, ...]]:
    """Return the cause of a step in words, and the ids of the commits that may have caused it."""
    if old.source_hash == new.source_hash:
        if old.input_hash != new.input_hash:
            return "the input has changed", ()
        if old.python != new.python:
            return f"{new.python} instead of {old.python}", ()
        return "the sources are the same, so it was the machine", ()
    if new.dirty or not new.revision:
        return "a change that is not committed", ()
    made_by = [(new.revision, commits.subject(new.revision))]
    if old.revision:
        names = {file for state in (old, new) for file in store.sources_of(task, state)}
        files = [workspace.puzzles / file for file in sorted(names)]
        touched = commits.between(old.revision, new.revision, files)
        made_by = [(commit.id, commit.subject) for commit in touched] or made_by
    named = [f'commit {id[:10]} "{subject}"' if subject else f"commit {id[:10]}" for id, subject in made_by]
    several = f"one of {len(named)} commits: " if len(named) > 1 else ""
    return several + "; ".join(named), tuple(id for id, _ in made_by)
