"""The immutable records that modules pass to one another, without the logic that makes or shows them.

They are named tuples because `puzzles run` pays for every definition: a frozen dataclass takes 0.3 ms, a
named tuple 0.04 ms.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzle_runner.errors import Exit

if TYPE_CHECKING:
    from puzzle_runner.programs import Adapter, Language, Program, Reading
    from puzzle_runner.replies import Guess

DEFAULT = "default"
MAIN = "main"
# The source of a case, and of an answer, that was read from the page of the puzzle: a guess.
PAGE = "page"
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
    """One way to answer a part: a function of the module, which begins at `line`.

    `written` is false if its body is empty so far. `parameters` names its keyword arguments: those that only
    a keyword can set, and those beside the input that have a default. `path` is its file if that is not the
    puzzle's module; `adapter` says how to call somebody else's. A program has a `language`.
    """

    part: int
    name: str
    function: str
    summary: str = ""
    takes_input: bool = True
    line: int = 0
    written: bool = True
    parameters: tuple[str, ...] = ()
    path: Path | None = None
    adapter: "Adapter | None" = None
    language: "Language | None" = None


class Puzzle(NamedTuple):
    """One module of the workspace, read from its syntax tree. `error` says why it could not be read.

    `idea` is the docstring without title and link. `warning` says which part is missing although a function
    looks like it.
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


class Expected(NamedTuple):
    """A stored answer: its text, or its salted hash if it is `hidden`.

    One that was read from a page is a guess. It has the `sentence` that it was read from, which may be empty.
    """

    text: str
    hidden: bool = False
    sentence: str | None = None


class Case(NamedTuple):
    """One input of a puzzle and the answers stored for it, by part.

    The input is the text `inline`, or the content of the file `path`. `tolerance` is absolute or relative.
    A fetched case is `cached`. Its input may belong to an `account`; `guesses` are the answers sent for it.
    `source` is `PAGE` if it was read from the page of the puzzle. `parameters` are handed to a part that has
    keyword arguments of these names. One that is `off` is left out unless it is asked for by name.
    """

    name: str
    path: Path
    inline: str | None = None
    answers: Mapping[int, Expected] = MappingProxyType({})
    tolerance: float | None = None
    account: str | None = None
    cached: bool = False
    guesses: "tuple[Guess, ...]" = ()
    source: str = ""
    parameters: Parameters = ()
    off: bool = False


class Limits(NamedTuple):
    """The limits of one call: wall-clock seconds, bytes of memory, and what it sees of the environment.

    `env` names variables that it sees beside those that every call sees; `untrusted` code runs in a sandbox.
    """

    timeout: float
    memory: int
    env: tuple[str, ...] = ()
    untrusted: bool = False


class Job(NamedTuple):
    """One call, to be made in a process of its own. `text` is None if the part takes no input.

    `path` is the module of the function, or the source of the program. `keywords` are the keyword arguments
    of the call. `profile` is the file that a profile is written to. `repeat` is how many seconds to go on
    calling in the same process after the first call. `code` is the module compiled, after the hash of the
    source that it was compiled from; without it, the process of the call compiles.
    """

    id: str
    path: Path
    function: str
    text: str | None
    limits: Limits
    profile: Path | None = None
    repeat: float = 0.0
    keywords: Parameters = ()
    adapter: "Adapter | None" = None
    program: "Program | None" = None
    code: bytes = b""


class TaskKey(NamedTuple):
    """What a verdict or a time belongs to: one solution of one part on one case."""

    puzzle: str
    part: int
    solution: str
    case: str
    account: str | None = None


class Clock(StrEnum):
    """What a time is of: a call of a function, a process less its language's start, or a program's own words.

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


class Outcome(NamedTuple):
    """What one call did. `failure` is None if it returned; `answer` is also None if it returned None.

    `sources` are the files of the workspace that were imported when it ended: the module and its siblings.
    `cpu_wait` is how long it was ready to run while other programs had the processor.
    `warm_seconds` is the time of the fastest repeated call, if the job asked for repeats.
    `gc_enabled` tells whether the module has left the garbage collector on. `reading` is what was read from
    a program's text; `timed` is how its time was taken: as a process, or its own words.
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
    gc_enabled: bool = True
    reading: "Reading | None" = None
    timed: Clock = Clock.CALL
    unsure: str = ""


PASSING = (Verdict.RIGHT, Verdict.UNKNOWN, Verdict.SKIPPED)


class Result(NamedTuple):
    """One row of `run` and `check`: the keys of their JSON in order, and then what sets its exit code.

    `source` is `PAGE` if the expected answer was read from the page of the puzzle. `reading` says in a line
    what was read from what a program printed. `cause` is the exit code of what prevented the call; `strict`
    tells that only what is right passes.
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

    @property
    def exit(self) -> Exit:
        """The exit code of the row, which follows from its verdict."""
        passes = self.verdict is Verdict.RIGHT if self.strict else self.verdict in PASSING
        return max(self.cause, Exit.RIGHT if passes else Exit.NOT_RIGHT)
