"""The signal that ends the command: recorded here, said once, and certain to end it.

Its handler raises Interrupted, so that everything cleans up. Python and libraries may swallow that: it is
raised again as long as nothing cleans up, and `check` stands before all that must not begin any more.
"""

import os
import signal
import sys
import time
from _thread import allocate_lock
from collections.abc import Callable

# Interrupted is raised again after so many seconds, and the process ends after so many in any case.
AGAIN, PATIENCE = 0.1, 15.0
# A program that waits hears a signal that came just before, or to another thread, after so many seconds.
WAKE = 1.0
WORD = b"\nInterrupted.\n"
_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]

# The signal that ends this process, once it has come.
received: list[int] = []
# A request holds it while it is sent. An interruption takes it before it prints WORD, and keeps it.
sending = allocate_lock()


class Interrupted(BaseException):
    """The command has been interrupted."""


def listen() -> None:
    """Let the signals that end a program end this one as an exit does, which cleans up on its way."""
    for number in _SIGNALS:
        # An ignored signal stays ignored, as under nohup.
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _interrupt)
    if sys.platform != "win32":
        # Whoever has started this process may ignore the ends of children, and block signals.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    _every(WAKE, lambda *_: None)


def check() -> None:
    """Raise Interrupted if the command has been interrupted; not in what cleans up after that."""
    if not received:
        return
    # A `finally` or an `except` that was interrupted may have called this, however indirectly. A generator
    # that is closed cleans up, too.
    error = sys.exception()
    while error and not isinstance(error, Interrupted | GeneratorExit):
        error = error.__context__
    if not error:
        raise Interrupted


def code(otherwise: int) -> int:
    """Return the exit code of the process: that of the signal, if one has come."""
    return 128 + received[0] if received else otherwise


def _interrupt(number: int, _: object) -> None:
    if received:
        return
    received.append(number)
    # Python would print the exceptions that it swallows.
    sys.unraisablehook = lambda _: None
    # The processes that clean up for this one are not interrupted either.
    for each in _SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    _look(PATIENCE)
    sending.acquire()
    try:
        sys.stderr.flush()
    except (OSError, RuntimeError):
        # The terminal has gone, or it is being written to, where this came.
        pass
    try:
        os.write(2, WORD)
    except OSError:
        pass
    _look(AGAIN)
    check()


def _look(seconds: float) -> None:
    """Look every so many seconds whether the interruption was swallowed; in the end, give up."""
    end = time.monotonic() + PATIENCE

    def look(*_: object) -> None:
        if time.monotonic() >= end:
            os._exit(code(0))
        check()

    _every(seconds, look)


def _every(seconds: float, handler: Callable[..., None]) -> None:
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
