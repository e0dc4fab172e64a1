"""The exceptions that end a command, each with its exit code.

A failing puzzle is no exception: it is a `Result`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum


def reason(error: Exception) -> str:
    """Return what went wrong, without the number and the path that the system puts around it."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


class Exit(IntEnum):
    """The exit codes. Scripts rely on them."""

    RIGHT = 0
    NOT_RIGHT = 1
    USAGE = 2
    NO_SUCH_PUZZLE = 3
    UNREADABLE = 4
    INPUT_MISSING = 5
    SITE_FAILED = 6
    STORE_FAILED = 7
    FAULT = 70
    INTERRUPTED = 130


class PuzzlesError(Exception):
    """A sentence for the user: what is wrong, where, and what to do next."""

    exit = Exit.USAGE


class UsageError(PuzzlesError):
    """An option or a setting that makes no sense."""


class NoSuchPuzzle(PuzzlesError):
    """An id or a selector that matches no puzzle of the workspace."""

    exit = Exit.NO_SUCH_PUZZLE


class Unreadable(PuzzlesError):
    """A puzzle module, a case file or an input that cannot be read."""

    exit = Exit.UNREADABLE


class NoPart(PuzzlesError):
    """A puzzle module in which no part is found."""

    exit = Exit.NOT_RIGHT


class InputMissing(PuzzlesError):
    """A puzzle without an input."""

    exit = Exit.INPUT_MISSING


class Locked(InputMissing):
    """A puzzle that is not unlocked yet by the clock of its site."""


class NoPage(InputMissing):
    """A puzzle that its site does not have."""


class YearOver(NoPage):
    """A day after the last one of a year whose number of days was not known. All that there is was had."""

    exit = Exit.RIGHT


class NotLoggedIn(InputMissing):
    """A missing session, or one that the site rejects."""


class Refused(PuzzlesError):
    """A thing that the runner does not do: it must be wrong, or nobody agrees to it."""

    exit = Exit.NOT_RIGHT

    def __init__(self, why: str, consequence: str = "Nothing was sent.") -> None:
        super().__init__(f"{why} {consequence}")


class SiteFailed(PuzzlesError):
    """A site failed, refused a request, or could not be reached."""

    exit = Exit.SITE_FAILED


class NotReached(SiteFailed):
    """No connection to a site could be made, so nothing was sent."""


class RunnerFailed(PuzzlesError):
    """A process or a scratch folder that the runner needs for a call and cannot have."""

    exit = Exit.STORE_FAILED


class StoreFailed(PuzzlesError):
    """A database or a folder of the user's data that cannot be read or written."""

    exit = Exit.STORE_FAILED


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """Import what an extra installs. Raises UsageError if it is not installed: `what` needs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise UsageError(f"{what} needs the extra: pip install 'puzzle-runner[{name}]' ({error}).") from error
