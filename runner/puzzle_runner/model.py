"""The immutable records that modules pass to one another, without the logic that makes or shows them.

They are named tuples because `puzzles run` pays for every definition: a frozen dataclass takes 0.3 ms, a
named tuple 0.04 ms.
"""

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from puzzle_runner.errors import Exit

if TYPE_CHECKING:
    from threading import Event

    from puzzle_runner.replies import Guess

DEFAULT = "default"
MAIN = "main"
# The source of a case, and of an answer, that was read from the page of the puzzle: a guess.
PAGE, RECORDED = "page", "by hand"
# The number of a part in the name of a function or a key, as a regular expression.
PART_NUMBER = "[1-9][0-9]{0,2}"
# Names and values, sorted by name. A value is a number, a text, a truth value, or a list or a dict of these.
Parameters = tuple[tuple[str, Any], ...]


class Verdict(StrEnum):
    """How one run of a part ended."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    ERROR = "error"
    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    SKIPPED = "skipped"


class Solution(NamedTuple):
    """One way to answer a part. `engine` is the name of what runs it, `data` is for that engine alone.

    It begins at `line` of `path`, its file if that is not the puzzle's module. `written` is false if its body
    is empty so far. `parameters` names its arguments beside the input that a keyword can set. `language` is
    empty if it is Python. `function` is its name in the file, if it is a function. It `asks` for parameters
    if one of them has no default.
    """

    part: int
    name: str
    engine: str
    data: Any
    summary: str = ""
    takes_input: bool = True
    line: int = 0
    written: bool = True
    parameters: tuple[str, ...] = ()
    path: Path | None = None
    language: str = ""
    function: str = ""
    asks: bool = False

    @property
    def label(self) -> str:
        """How it is called in a list of tests, such as `part2_fast`."""
        return self.function or f"part{self.part}_{self.name}"


class Puzzle(NamedTuple):
    """One module of the workspace, read from its syntax tree. `error` says why it could not be read.

    `idea` is the docstring without title and link. `warning` says which part is missing although a function
    looks like it. `default` is the name of the solution that runs unless another one is asked for. `checker`
    is the function that judges answers. One `from_layout` was not written for this runner.
    """

    id: str
    kind: str
    path: Path
    title: str = ""
    url: str = ""
    solutions: tuple[Solution, ...] = ()
    error: str = ""
    idea: str = ""
    warning: str = ""
    default: str = DEFAULT
    checker: Solution | None = None
    from_layout: bool = False


class Expected(NamedTuple):
    """A stored answer: its text, or its salted hash if it is `hidden`.

    One that was read from a page is a guess. It has the `sentence` that it was read from, which may be empty.
    One that a person has recorded `by_hand`, where else only a site's own are, may be wrong as well.
    """

    text: str
    hidden: bool = False
    sentence: str | None = None
    by_hand: bool = False


class Rule(NamedTuple):
    """What is expected of a solution: it is for these `cases`, or all, and may take `timeout` seconds.

    A `slow` one is left out of `check`, unless its puzzle is named.
    """

    cases: tuple[str, ...] | None = None
    timeout: float | None = None
    slow: bool = False


class Case(NamedTuple):
    """One input of a puzzle and the answers stored for it, by part.

    The input is the text `inline`, or the content of `file`, a path; where each part has its own,
    the texts by part, or files beside it: `inputs.cases.of_part`. `tolerance` is absolute or relative.
    A fetched case is `cached`. Its input may belong to an `account`; `guesses` are the answers sent for it.
    `source` is `PAGE` if it was read from the page of the puzzle. `parameters` are handed to a part that has
    keyword arguments of these names. One that is `off` is left out unless it is asked for by name.
    """

    name: str
    file: str
    inline: str | Mapping[int, str] | None = None
    answers: Mapping[int, Expected] = MappingProxyType({})
    tolerance: float | None = None
    account: str | None = None
    cached: bool = False
    guesses: "tuple[Guess, ...]" = ()
    source: str = ""
    parameters: Parameters = ()
    off: bool = False

    @property
    def path(self) -> Path:
        """The file of its input, or where that would be. A batch has thousands, and makes no path of them."""
        return Path(self.file)


class Limits(NamedTuple):
    """The limits of one call: wall-clock seconds, bytes of memory, and what it sees of the environment.

    `env` names variables that it sees beside those that every call sees. `untrusted` is the real path of a
    workspace whose code runs in a sandbox; else it is empty. `python` is the path of the interpreter that
    makes it; empty for the runner's own.
    """

    timeout: float
    memory: int
    env: tuple[str, ...] = ()
    untrusted: str = ""
    python: str = ""


class Job(NamedTuple):
    """One call, to be made in a process of its own. `text` is None if the part takes no input.

    `path` is the file of the solution; `data` is for its `engine` alone. `keywords` are the keyword arguments
    of the call. `profile` is the file that a profile is written to. `repeat` is how many seconds to go on
    calling in the same process after the first call. `code` is the module compiled, after the hash of the
    source that it was compiled from; without it, the process of the call compiles. With `traced`, the outcome
    has a trace, which takes a little time.
    """

    id: str
    path: Path
    engine: "JobEngine"
    data: Any
    text: str | None
    limits: Limits
    profile: Path | None = None
    repeat: float = 0.0
    keywords: Parameters = ()
    code: bytes = b""
    traced: bool = False


class TaskKey(NamedTuple):
    """The key of a verdict or a time: one solution of one part on one case."""

    puzzle: str
    part: int
    solution: str
    case: str
    account: str | None = None


class Clock(StrEnum):
    """The thing that was timed: a call, a process less its language's start, or what a program says itself.

    Of one that answers both parts at once it is the time of both.
    """

    CALL = "call"
    PROCESS = "process"
    OWN = "own"
    PROCESS_BOTH = "process of both parts"
    OWN_BOTH = "own of both parts"

    @property
    def of_both(self) -> bool:
        """Tell whether it is the time of both parts together."""
        return self in (Clock.PROCESS_BOTH, Clock.OWN_BOTH)


class State(NamedTuple):
    """The state of what was looked at; `running.traces` makes and compares them.

    `kind` is `file`, for what is there and its content, `large` for that of a file which is not read, `link`
    for that of a link itself, `folder` for what one holds, but for these `names`, and `names` for what it
    holds of these `names`, with any ending.
    """

    kind: str
    path: str
    names: tuple[str, ...]
    state: str


class Trace(NamedTuple):
    """All that an outcome depends on beside the job itself.

    `doubt` says why there may be more, in words that go on from "not remembered:".
    """

    states: tuple[State, ...] = ()
    doubt: str = ""

    def also(self, other: "Trace") -> "Trace":
        """Return what either depends on."""
        return Trace(tuple(sorted({*self.states, *other.states})), self.doubt or other.doubt)


class Outcome(NamedTuple):
    """The end of a call. `failure` is None if it returned; `answer` is also None if it returned None.

    An answer with a failure is a guess at what was printed: it can be right, and is never wrong. So are the
    `others` that were printed, or returned with it.

    `sources` are the files of the workspace that were imported when it ended: the module and its siblings.
    `cpu_wait` is how long it was ready to run while other programs had the processor.
    `warm_seconds` is the time of the fastest repeated call, if the job asked for repeats, `parse_seconds`
    what of the time the module's `parse` took, if it was called.
    `gc_enabled` tells whether the module has left the garbage collector on. `clock` is what the time is of.
    `details` says in a line how the answer was found, where that needs saying. `doubt` says why a wrong
    answer may not be the solution's fault. `checked` is the verdict of the puzzle's checker on the answer,
    with a message. `shared` has the outcomes of all parts that the call has answered, if these are several.
    `trace` is None where it is not known what the call depends on. `note` is what else is to be told of it.
    """

    answer: str | None = None
    failure: Verdict | None = None
    message: str = ""
    seconds: float | None = None
    cpu_seconds: float | None = None
    peak_bytes: int | None = None
    output: str = ""
    sources: tuple[str, ...] = ()
    cpu_wait: float = 0.0
    warm_seconds: float | None = None
    parse_seconds: float | None = None
    gc_enabled: bool = True
    clock: Clock = Clock.CALL
    details: str = ""
    doubt: str = ""
    note: str = ""
    checked: tuple[Verdict, str] | None = None
    shared: "Mapping[int, Outcome] | None" = None
    others: tuple[str, ...] = ()
    trace: Trace | None = None


class Reply(NamedTuple):
    """The reply of the process of a call: an answer, or the name and text of an exception with its frames.

    `wall`, `parse`, which is in it, `cpu`, `cpu_wait` and `warm` are nanoseconds. A frame is a file, a line
    and a function's name; without a file, the number of frames left out. `unproven` is the doubt of a trace,
    None without a trace, and `looked` has a line for each thing that the call has looked at. `more` is what
    only the engine of the job understands.
    """

    answer: str | None = None
    error: str = ""
    text: str = ""
    frames: tuple[tuple[str, int, str], ...] = ()
    memory: bool = False
    wall: int | None = None
    cpu: int = 0
    cpu_wait: int = 0
    warm: float | None = None
    peak_bytes: int = 0
    sources: tuple[str, ...] = ()
    unproven: str | None = None
    looked: str = ""
    gc_enabled: bool = True
    parse: int | None = None
    more: Mapping[str, Any] = MappingProxyType({})


class JobEngine(Protocol):
    """The part of an engine that a job carries. The defaults suit a plain Python module.

    `engines.engine.Engine` has the rest. `reply_fields` are the keys of a reply that only this engine knows,
    each with its type: str, int, bool, or list for a list of texts. `is_timed_whole` tells that hardly
    anything happens in a call beside what is timed, `can_debug` that --debug and --profile work, `takes_code`
    that the worker takes the compiled module.
    """

    name: str
    reply_fields: Mapping[str, type] = MappingProxyType({})
    is_timed_whole: bool = True
    can_debug: bool = True
    takes_code: bool = False

    def identity(self, job: Job) -> tuple[str, ...]:
        """Return what an outcome depends on beside the sources, the input and the limits."""
        return (repr(job.data),)

    def needs(self, job: Job) -> Any:
        """Return what jobs have in common that need the same made ready; None if they need nothing."""
        return None

    def found(self, job: Job) -> Any:
        """Return what was made before of what a job needs; None if it has to be made now.

        Raises running.job.NotHere.
        """
        return ()

    def make(self, job: Job, stop: "Event | None" = None) -> Any:
        """Make what a job needs; give up when `stop` is set.

        Raises running.job.NotReady or StoreFailed.
        """
        return ()

    def prepare(self, job: Job, made: Any) -> Job:
        """Return a job that can be run, with what was found or made for it."""
        return job

    def folder(self, job: Job) -> str:
        """Return the folder that holds all that a job may import, with a slash at its end."""
        parent, name = os.path.split(job.path)
        return os.path.join(os.path.dirname(parent) if name == "__init__.py" else parent, "")

    def request(self, job: Job) -> Mapping[str, Any]:
        """Return the keys `engine`, `data` and `loads` of an order; `running.job.request` describes them."""
        ...

    def outcome(self, job: Job, reply: Reply, returned: Outcome) -> Outcome:
        """Return what a call did that has not raised; `returned` has its figures, and what it returned."""
        return returned

    def failed(self, job: Job, outcome: Outcome) -> Outcome:
        """Return what a call did that has failed: it may have answered before."""
        return outcome

    def hint(self, job: Job, reply: Reply) -> str:
        """Return what to do about the exception in a reply; an empty text if only its author can know."""
        return ""

    def again(self, job: Job, outcome: Outcome) -> Job | None:
        """Return what to try once more in place of a job, whose outcome counts if it does not fail, too.

        If the answer of the job is wrong, so that its outcome has that failure, the other one counts if it is
        right. The other one is asked the same, until it is None: nothing else is to be tried.
        """
        return None

    def one_call(self, job: Job) -> tuple[Any, int] | None:
        """Return what jobs have in common that one call may answer, and the part of this one among them.

        It is None if a job needs a call of its own. The outcome of such a call has the parts in `shared`.
        """
        return None


PASSING = (Verdict.RIGHT, Verdict.UNKNOWN, Verdict.SKIPPED)


class Result(NamedTuple):
    """One row of `run` and `check`: the keys of their JSON in order, and then what sets its exit code.

    `source` is `PAGE` or `RECORDED` if the expected answer is no site's word. `reading` says in a line
    what was read from what a program printed. `cause` is the exit code of what prevented the call; `strict`
    tells that only what is right passes. `unproven` says why `check` does not remember what it may, `doubt`
    why the answer may not be the solution's: it says nothing of those of others.
    """

    puzzle: str
    part: int | None
    solution: str | None
    case: str | None
    account: str | None
    verdict: Verdict
    answer: str | None = None
    expected: str | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None
    peak_bytes: int | None = None
    message: str = ""
    output: str = ""
    cached: bool = False
    source: str | None = None
    timed: Clock = Clock.CALL
    reading: str = ""
    cause: Exit = Exit.RIGHT
    strict: bool = False
    unproven: str = ""
    doubt: str = ""

    @property
    def exit(self) -> Exit:
        """The exit code of the row, which follows from its verdict."""
        passes = self.verdict is Verdict.RIGHT if self.strict else self.verdict in PASSING
        return max(self.cause, Exit.RIGHT if passes else Exit.NOT_RIGHT)
