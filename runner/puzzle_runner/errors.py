"""What stops a command: one tree, each branch with its exit code and a text for people.

A failing puzzle is not an error of the runner: it is a `Result`.
"""

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes, which scripts rely on."""

    RIGHT = 0
    NOT_RIGHT = 1
    USAGE = 2
    NO_SUCH_PUZZLE = 3
    UNREADABLE = 4
    INPUT_MISSING = 5
    SITE_FAILED = 6
    STORE_FAILED = 7
    INTERRUPTED = 130


class PuzzlesError(Exception):
    """A sentence for the user: what is wrong, where, what to do next."""

    exit = Exit.USAGE


class UsageError(PuzzlesError):
    """An option, a setting or a choice that makes no sense."""


class NoSuchPuzzle(PuzzlesError):
    """An id or a selector that fits nothing in the workspace."""

    exit = Exit.NO_SUCH_PUZZLE


class Unreadable(PuzzlesError):
    """A puzzle module, a case file or an input that cannot be read."""

    exit = Exit.UNREADABLE


class InputMissing(PuzzlesError):
    """A case whose input is not there."""

    exit = Exit.INPUT_MISSING


class NotLoggedIn(InputMissing):
    """No session, or one that a site does not take."""


class Refused(PuzzlesError):
    """An answer that is not sent, as it can only be wrong."""

    exit = Exit.NOT_RIGHT

    def __str__(self) -> str:
        """Return the reason, and that nothing was sent."""
        return f"{super().__str__()} Nothing was sent."


class SiteFailed(PuzzlesError):
    """A site that failed, refused, or could not be reached."""

    exit = Exit.SITE_FAILED


class NotReached(SiteFailed):
    """A site to which no connection came about: nothing was sent."""


class RunnerFailed(PuzzlesError):
    """A process or a scratch folder that the runner needs for a call, and cannot have."""

    exit = Exit.STORE_FAILED


class StoreFailed(PuzzlesError):
    """A database or a folder of the user's data that cannot be read or written."""

    exit = Exit.STORE_FAILED
