"""The records that the modules hand to one another. None can be changed; none knows how it is made or shown.

They are named tuples: a frozen dataclass takes 0.3 ms to define, a named tuple 0.04, and `puzzles run`
pays for each of them.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from puzzle_runner.errors import Exit

if TYPE_CHECKING:
    from datetime import datetime

DEFAULT = "default"
MAIN = "main"


class Verdict(StrEnum):
    """What became of one run of a part."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    ERROR = "error"
    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    SKIPPED = "skipped"


class Solution(NamedTuple):
    """One way to answer a part: a function of the module, defined in `line`; `written` if it has a body."""

    part: int
    name: str
    function: str
    summary: str = ""
    takes_input: bool = True
    line: int = 0
    written: bool = True


class Puzzle(NamedTuple):
    """One module of the workspace, as its syntax tree tells. `error` says why it could not be read."""

    id: str
    kind: str
    path: Path
    title: str = ""
    url: str = ""
    solutions: tuple[Solution, ...] = ()
    error: str = ""


class Said(StrEnum):
    """What a site said of an answer that was sent to it."""

    RIGHT = "right"
    WRONG = "wrong"
    WAIT = "wait"
    LEVEL = "not this part"
    LOGGED_OUT = "logged out"
    UNCLEAR = "unclear"
    NOTHING = "nothing"


class Reply(NamedTuple):
    """What a site's reply means; `wait` in seconds."""

    said: Said
    hints: tuple[str, ...] = ()
    wait: int = 0


class Guess(NamedTuple):
    """An answer that was sent, and the reply to it."""

    part: int
    answer: str
    sent: "datetime"
    said: Said
    hints: tuple[str, ...] = ()
    wait: int = 0


class Bounds(NamedTuple):
    """Between which two numbers an answer lies, both excluded; None where that is not known."""

    low: int | None = None
    high: int | None = None

    @property
    def known(self) -> bool:
        """Tell whether there is any."""
        return self.low is not None or self.high is not None

    def __str__(self) -> str:
        """Return them as people write it: `1200 < answer < 1300`."""
        low = "" if self.low is None else f"{self.low} < "
        return f"{low}answer" + ("" if self.high is None else f" < {self.high}")


class Expected(NamedTuple):
    """A stored answer: its text, or where `hidden` its salted hash."""

    text: str
    hidden: bool = False


class Case(NamedTuple):
    """One input of a puzzle and the answers stored for it, by part.

    The input is `inline`, or lies in the file `path`. `tolerance` is absolute or relative.
    What was fetched is `cached`; it may have an `account`, whose it is, and `guesses` that were sent.
    """

    name: str
    path: Path
    inline: str | None = None
    answers: Mapping[int, Expected] = MappingProxyType({})
    tolerance: float | None = None
    account: str | None = None
    cached: bool = False
    guesses: tuple[Guess, ...] = ()


class Limits(NamedTuple):
    """What one call may take, wall-clock seconds and bytes of memory, and what it may see.

    `env` names variables of the environment that it sees beside those that every call sees; `untrusted` code
    runs in a sandbox.
    """

    timeout: float
    memory: int
    env: tuple[str, ...] = ()
    untrusted: bool = False


class Job(NamedTuple):
    """One call to be made in a process of its own. `text` is None where the part takes no input.

    `repeat` asks for more calls in the same process after the first, for so many seconds.
    """

    id: str
    path: Path
    function: str
    text: str | None
    limits: Limits
    profile: Path | None = None
    repeat: float = 0.0


class TaskKey(NamedTuple):
    """What a verdict or a time is about: one solution of one part on one case."""

    puzzle: str
    part: int
    solution: str
    case: str
    account: str | None = None


class Outcome(NamedTuple):
    """What one call did. `failure` is None where it returned; `answer` is None where it returned None.

    `sources` are the workspace's files that had been imported when it ended: the module and its siblings.
    `waited_seconds` of its time it was ready to run, and other programs had the processor.
    `warm_seconds` is the fastest of repeated calls, where the job asked for them; `collects` tells whether
    the module has left the garbage collector on.
    """

    answer: str | None = None
    failure: Verdict | None = None
    message: str = ""
    seconds: float | None = None
    cpu_seconds: float | None = None
    peak_bytes: int | None = None
    output: str = ""
    sources: tuple[str, ...] = ()
    waited_seconds: float = 0.0
    warm_seconds: float | None = None
    collects: bool = True


class Result(NamedTuple):
    """One row of `run` and `check`: the keys of their JSON, in its order, and the exit code it asks for."""

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
    exit: Exit = Exit.RIGHT
