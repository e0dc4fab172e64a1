"""The immutable records that modules pass to one another, without the logic that makes or shows them.

They are named tuples because `puzzles run` pays for every definition: a frozen dataclass takes far longer.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzle_runner.errors import Exit

if TYPE_CHECKING:
    from puzzle_runner.replies import Guess

DEFAULT = "default"
MAIN = "main"
# The source of a case, and of an answer, that was read from the page of the puzzle: a guess.
PAGE, RECORDED = "page", "by hand"
# The source of a case whose input lies among the solutions of a layout.
LAYOUT = "layout"
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


class Reason(StrEnum):
    """Why an answer may not be the solution's answer to its input."""

    UNREAD = "input not read"
    BUILT_IN = "input built in"
    OTHER_FILE = "other file read"
    NO_ANSWER = "no answer"
    READING = "answer not certain"
    PART = "part not certain"
    SEVERAL = "several values"
    ARGUMENT = "argument guessed"
    LAST_NEWLINE = "last newline"
    INEXACT = "inexact float"


class Doubt(NamedTuple):
    """A doubt about an answer. If it `excuses` the solution, one that is not the stored one is unknown."""

    reason: Reason
    message: str
    excuses: bool = True


class Solution(NamedTuple):
    """One way to answer a part."""

    part: int
    name: str
    engine: str  # the name of what runs it
    data: Any  # for that engine alone
    summary: str = ""
    takes_input: bool = True
    line: int = 0
    written: bool = True  # false if its body is empty so far
    parameters: tuple[str, ...] = ()  # its arguments beside the input
    path: Path | None = None  # its file, if that is not the puzzle's module
    language: str = ""  # empty if it is Python
    function: str = ""  # its name in the file, if it is a function
    required: tuple[str, ...] = ()  # the parameters without a default

    @property
    def label(self) -> str:
        """How it is called in a list of tests, such as `part2_fast`."""
        return self.function or f"part{self.part}_{self.name}"


class Expected(NamedTuple):
    """A stored answer. One from a page, or by hand, may be wrong."""

    text: str  # a salted hash if it is hidden
    hidden: bool = False
    sentence: str | None = None  # of the page that it was read from, which may be empty
    by_hand: bool = False


class Rule(NamedTuple):
    """What is expected of a solution. A `slow` one is left out of `check`, unless its puzzle is named."""

    cases: tuple[str, ...] | None = None
    timeout: float | None = None
    slow: bool = False


class Case(NamedTuple):
    """One input of a puzzle and the answers stored for it, by part."""

    name: str
    folders: tuple[str, ...]  # of the case files that its answers stand in; new ones go into the first
    inputs: Mapping[int, str | Path] = MappingProxyType({})  # texts or files by part; 0 is for all others
    answers: Mapping[int, Expected] = MappingProxyType({})
    tolerance: float | None = None  # absolute or relative
    account: str | None = None  # the owner of its input
    cached: bool = False  # it was fetched
    guesses: "tuple[Guess, ...]" = ()  # the answers that were sent for it
    source: str = ""  # PAGE if it was read from the page of the puzzle, LAYOUT if it lies among solutions
    parameters: Parameters = ()  # handed to a part that has keyword arguments of these names
    off: bool = False  # left out unless it is asked for by name
    parts: frozenset[int] = frozenset()  # all that it names


class Limits(NamedTuple):
    """The limits of one call."""

    timeout: float  # wall-clock seconds
    memory: int  # bytes
    env: tuple[str, ...] = ()  # further variables of the environment
    untrusted: str = ""  # the real path of a workspace whose code runs in a sandbox
    python: str = ""  # the path of the interpreter; empty for the runner's own


class TaskKey(NamedTuple):
    """The key of a verdict or a time: one solution of one part on one case."""

    puzzle: str
    part: int
    solution: str
    case: str
    account: str | None = None


class Clock(StrEnum):
    """The thing that was timed: a call, a program, maybe of both parts, or what a program says itself."""

    CALL = "call"
    PROCESS = "process"
    OWN = "own"
    PROCESS_BOTH = "process of both parts"
    OWN_BOTH = "own of both parts"


# No clock measures a shorter time, and no time is longer, in seconds.
SHORTEST_TIME, LONGEST_TIME = 1e-10, 1e12


def valid_time(seconds: float | None, most: float = LONGEST_TIME) -> float | None:
    """Return a time that came from outside; None if no clock can have measured it, or it is above `most`."""
    if seconds is None or not SHORTEST_TIME <= seconds <= min(most, LONGEST_TIME):
        return None
    return seconds


# The verdicts of answers whose times are compared.
RANKED = (Verdict.RIGHT, Verdict.UNKNOWN)
PASSING = (Verdict.RIGHT, Verdict.UNKNOWN, Verdict.SKIPPED)


class Result(NamedTuple):
    """One row of `run` and `check`: the keys of their JSON in order, and then what sets its exit code."""

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
    source: str | None = None  # PAGE or RECORDED if the expected answer is no site's word
    timed: Clock = Clock.CALL
    reading: str = ""  # what was read from what a program printed
    cause: Exit = Exit.RIGHT  # the least exit code, as of what prevented the call
    trace_doubt: str = ""  # why it is not remembered
    doubt: Doubt | None = None  # makes it unknown
    agreeing: int = 0  # so many solutions agree on an answer that nothing is stored for

    @property
    def exit(self) -> Exit:
        """The exit code of the row, which follows from its verdict."""
        if self.verdict in PASSING:
            return self.cause
        return max(self.cause, Exit.NOT_RIGHT)
