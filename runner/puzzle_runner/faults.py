"""Errors that no command handles: a sentence for the user; for a fault of ours, the traceback in a file."""

import errno
import os
import sys
import time
from contextlib import suppress

from puzzle_runner import interruption, sessions, settings
from puzzle_runner.errors import Exit, PuzzlesError
from puzzle_runner.flows import accounts
from puzzle_runner.storage import atomic
from puzzle_runner.version import VERSION


def explained(error: Exception) -> tuple[str, Exit]:
    """Return the sentence and the exit code for an error; write the traceback of a fault of ours."""
    # What was typed, or the text of an exception, may have a session that was not read yet.
    with suppress(Exception):
        accounts.remember()
    match error:
        case PuzzlesError():
            return sessions.removed(str(error)), error.exit
        case OSError(errno=errno.EMFILE | errno.ENFILE | errno.EAGAIN | errno.ENOMEM):
            # The system has no more files, processes or memory to give.
            text = f"No other file or process can be opened ({error.strerror}): close some, or see ulimit -a."
            return text, Exit.STORE_FAILED
        case OSError(strerror=str(problem)):
            return f"{error.filename or 'the output'}: {problem}.", Exit.STORE_FAILED
    import traceback

    head = f"puzzles {VERSION}, Python {sys.version}, {sys.platform}, command: {' '.join(sys.argv[1:2])}\n\n"
    report = sessions.removed(head + "".join(traceback.format_exception(error)))
    # A batch may have several.
    name = f"puzzles-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}-{time.monotonic_ns()}.txt"
    where = "with what you typed: no file could be written"
    with suppress(OSError, PuzzlesError):
        path = settings.data_folder() / "faults" / name
        atomic.make_folder(path.parent)
        atomic.write(path, report.encode("utf-8", "backslashreplace"))
        where = f"with the file {path}"
    fault = sessions.removed(f"{type(error).__name__}: {error}")[:200]
    text = f"This is a fault of puzzles ({fault}). Please report it where you got puzzles from, {where}."
    return text, Exit.FAULT


def of_one(error: Exception) -> PuzzlesError:
    """Return what has gone wrong with one of several puzzles: the others go on. Raises Interrupted."""
    interruption.check()
    if isinstance(error, PuzzlesError):
        return error
    text, code = explained(error)
    failed = PuzzlesError(text)
    failed.exit = code
    return failed
