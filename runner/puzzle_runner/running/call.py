"""One call of a part: what is asked of it, what has come of it, and what its engine makes of both."""

import os
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from puzzle_runner.model import Clock, Doubt, Limits, Parameters, Verdict
from puzzle_runner.sites.site import PuzzleId

if TYPE_CHECKING:
    from threading import Event


class Job(NamedTuple):
    """One call, to be made in a process of its own. `text` is None if the part takes no input.

    `path` is the file of the solution; `data` is for its `engine` alone. `profile` is the file that a profile
    is written to. With `traced`, a folder whose files the call may read, the outcome has a trace. `bytecode`
    is a folder in which compiled modules are kept.
    """

    id: PuzzleId
    path: Path
    engine: "JobEngine"
    data: Any
    text: str | None
    limits: Limits
    profile: Path | None = None
    keywords: Parameters = ()
    bytecode: str = ""
    traced: str = ""


# The state of what was looked at: its kind, its path, names in it, and the state itself. The kind is `file`,
# for what is there, its content and where it leads as a link, `names` for what a folder holds of these names,
# with any ending, and `uname` for the machine's name. `running.traces` makes and compares them.
State = tuple[str, str, tuple[str, ...], str]


class Trace(NamedTuple):
    """All that an outcome depends on beside the job. `doubt` says why there may be more."""

    states: tuple[State, ...] = ()
    doubt: str = ""

    def also(self, other: "Trace") -> "Trace":
        """Return what either depends on."""
        return Trace(tuple(sorted({*self.states, *other.states})), self.doubt or other.doubt)


class Figures(NamedTuple):
    """What was measured of a call, by its `clock`.

    A program that tells its own time has no `cpu_seconds`.
    """

    seconds: float
    cpu_seconds: float | None = None
    peak_bytes: int | None = None
    clock: Clock = Clock.CALL


NOT_MEASURED = Figures(0.0)


class Answered(NamedTuple):
    """The end of a call that returned its `answer`, maybe None.

    One of the `others` that were printed, or returned with it, may be the stored answer. `sources` are the
    files of the workspace that it had imported. `details` say how the answer was found. `checked` is what the
    puzzle's checker says. `by_part` has the ends for all parts that the call has answered, if these are
    several. `trace` is None where it is not known what the call depends on.
    """

    answer: str | None
    output: str
    figures: Figures
    details: str = ""
    doubt: Doubt | None = None
    others: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    checked: tuple[Verdict, str] | None = None
    by_part: "Mapping[int, Outcome]" = {}  # noqa: RUF012
    trace: Trace | None = None


class Failed(NamedTuple):
    """The end of a call that did not return: an error, a crash, or a limit; `message` says what and where.

    One of the `others` that it had printed may be the answer.
    """

    verdict: Verdict
    message: str
    output: str
    figures: Figures | None = None
    others: tuple[str, ...] = ()
    trace: Trace | None = None

    @property
    def by_part(self) -> "Mapping[int, Outcome]":
        """Nothing: what fails answers no other part."""
        return {}


Outcome = Answered | Failed


class Reply(NamedTuple):
    """The reply of the process of a call: an answer, or the name and text of an exception with its frames.

    `wall`, which is negative where nothing was measured, and `cpu` are nanoseconds. A frame is a file, a line
    and a function's name; without a file, the number of frames left out. `trace_doubt` is the doubt of a
    trace with these `states`. `more` is for the engine of the job alone.
    """

    more: Mapping[str, Any]
    answer: str | None = None
    error: str = ""
    text: str = ""
    frames: list[tuple[str, int, str]] = []  # noqa: RUF012
    memory: bool = False
    wall: int = -1
    cpu: int = 0
    peak_bytes: int = 0
    sources: list[str] = []  # noqa: RUF012
    trace_doubt: str | None = None
    states: str = ""


class JobEngine(Protocol):
    """The part of an engine that a job carries. The defaults suit a plain Python module.

    `reply_fields` are the keys of a reply that only this engine knows, each with its type: str, int, bool or
    list. `is_timed_whole` tells that hardly anything happens in a call beside what is timed, `can_debug` that
    --debug and --profile work.
    """

    name: str
    reply_fields: Mapping[str, type] = MappingProxyType({})
    is_timed_whole: bool = True
    can_debug: bool = True

    def identity(self, job: Job) -> tuple[str, ...]:
        """Return what an outcome depends on beside the sources, the input and the limits."""
        return (repr(job.data),)

    def needs(self, job: Job) -> Any:
        """Return what jobs have in common that need the same made ready; None if they need nothing."""
        return None

    def prepare(self, jobs: Sequence[Job], stop: "Event | None" = None) -> list[Job]:
        """Return jobs that need the same, ready to run; give up when `stop` is set.

        Raises running.job.NotHere, NotReady or StoreFailed.
        """
        return [*jobs]

    def folder(self, job: Job) -> str:
        """Return the folder that holds all that a job may import, with a slash at its end."""
        parent, name = os.path.split(job.path)
        return os.path.join(os.path.dirname(parent) if name == "__init__.py" else parent, "")

    def request(self, job: Job) -> Mapping[str, Any]:
        """Return the keys `engine`, `data` and `loads` of an order; `running.job.request` describes them."""
        ...

    def outcome(self, job: Job, reply: Reply, returned: Answered) -> Outcome:
        """Return what a call did that has not raised; `returned` has its figures, and what it returned."""
        return returned

    def hint(self, job: Job, reply: Reply) -> str:
        """Return what to do about the exception in a reply; an empty text if only its author can know."""
        return ""

    def one_call(self, job: Job) -> tuple[Hashable, int]:
        """Return what jobs have in common that one call may answer, and the part of this one.

        The first is None if it needs its own call. The outcome has the parts that it answers in `by_part`.
        """
        return None, 0
