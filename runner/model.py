"""The records that the modules hand to one another. None can be changed; none knows how it is made or shown.

They are named tuples: a frozen dataclass takes 0.3 ms to define, a named tuple 0.04, and `puzzles run`
pays for each of them.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from runner.errors import Exit

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
    """One way to answer a part: a function of the module, defined in `line`."""

    part: int
    name: str
    function: str
    summary: str = ""
    takes_input: bool = True
    line: int = 0


class Puzzle(NamedTuple):
    """One module of the workspace, as its syntax tree tells. `error` says why it could not be read."""

    id: str
    kind: str
    path: Path
    title: str = ""
    url: str = ""
    solutions: tuple[Solution, ...] = ()
    error: str = ""


class Expected(NamedTuple):
    """A stored answer: its text, or where `hidden` its salted hash."""

    text: str
    hidden: bool = False


class Case(NamedTuple):
    """One input of a puzzle and the answers stored for it, by part.

    The input is `inline`, or lies in the file `path`. `tolerance` is absolute or relative.
    """

    name: str
    path: Path
    inline: str | None = None
    answers: Mapping[int, Expected] = MappingProxyType({})
    tolerance: float | None = None
    account: str | None = None


class Limits(NamedTuple):
    """What one call may take: wall-clock seconds and bytes of memory."""

    timeout: float
    memory: int


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
