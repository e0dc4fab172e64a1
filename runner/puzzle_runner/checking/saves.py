"""Saves of files, as they happen, and the key that ends the watch."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from watchfiles import Change, watch

# Milliseconds: a save is over when nothing has changed for a step, and is not waited for beyond the limit.
STEP, LIMIT = 15, 60
# Milliseconds without a save after which the watch is known to have begun.
IDLE = 20
# Not what editors write beside a file while they save it, nor what a part may leave.
_SAVED = (".py", ".toml", ".txt")


def saves(folders: list[Path], ended: Event) -> Iterator[None]:
    """Yield when the watch has begun, then whenever something was saved below the folders, until the end.

    Editors that save by moving a new file into place are seen as well, as folders are watched, not files.
    Raises KeyboardInterrupt.
    """
    begun = False
    for changes in watch(
        *folders,
        watch_filter=_counts,
        debounce=LIMIT,
        step=STEP,
        rust_timeout=IDLE,
        yield_on_timeout=True,
        stop_event=ended,
    ):
        if changes or not begun:
            begun = True
            yield


def _counts(_: Change, path: str) -> bool:
    name = os.path.basename(path)
    return name.endswith(_SAVED) and not name.startswith(".")


@contextmanager
def ended_by(key: str, ended: Event) -> Iterator[None]:
    """Set the event when a key is pressed, in a terminal without Enter."""
    with _single_keys():
        Thread(target=_listen, args=(key.encode(), ended), daemon=True).start()
        yield


def _listen(key: bytes, ended: Event) -> None:
    try:
        while data := os.read(0, 64):
            if key in data:
                ended.set()
    except OSError:
        # There is no stdin to listen to: Ctrl-C is left.
        pass


@contextmanager
def _single_keys() -> Iterator[None]:
    if not sys.stdin or not sys.stdin.isatty():
        yield
        return
    import termios
    import tty

    before = termios.tcgetattr(0)
    try:
        tty.setcbreak(0)
        yield
    finally:
        try:
            termios.tcsetattr(0, termios.TCSADRAIN, before)
        except termios.error:
            # The terminal has gone.
            pass
