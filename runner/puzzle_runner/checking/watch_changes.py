"""Watching: the saves of files as they happen, and the key that ends the watch."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from watchfiles import Change, watch

from puzzle_runner import interruption
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import StoreFailed
from puzzle_runner.running import interpreter

# Milliseconds: a save has ended when nothing has changed for one step, or after the limit in any case.
STEP, LIMIT = 15, 60
# Milliseconds without a save after which the watch must have begun.
IDLE = 20
# Where no single keys can be read, the system hands over whole lines.
ENDS = "q and Enter end it" if sys.platform == "win32" else "q ends"
# Endings of watched files: not an editor's temporary files, and nothing that a part may write.
_SAVED = (".toml", ".txt", *(ending for name in engines.ENGINES for ending in engines.load(name).endings))


def saves(folders: list[Path], ended: Event) -> Iterator[None]:
    """Yield once when the watch has begun, then after each save below the folders, until `ended` is set.

    It watches folders, not files, because some editors save by moving a new file into place.
    Raises StoreFailed if the folders cannot be watched.
    """
    begun = False
    watching = watch(
        *folders,
        watch_filter=lambda _, path: path.endswith(_SAVED) and not os.path.basename(path).startswith("."),
        debounce=LIMIT,
        step=STEP,
        rust_timeout=IDLE,
        yield_on_timeout=True,
        stop_event=ended,
    )
    while (changes := _next(watching)) is not None:
        if changes or not begun:
            begun = True
            yield


def _next(watching: Iterator[set[tuple[Change, str]]]) -> set[tuple[Change, str]] | None:
    """Return the next changes; None when the watch has ended. Raises StoreFailed if it does not work."""
    try:
        return next(watching, None)
    except KeyboardInterrupt:
        # The library makes one of whatever a signal raises.
        interruption.check()
        raise
    except (OSError, RuntimeError) as error:
        # The library raises its own RuntimeError, and OSError where the system has no more watches.
        raise StoreFailed(
            f"The folders cannot be watched ({error}). Where the system has no more watches, end other "
            "programs that watch files, or raise fs.inotify.max_user_watches and max_user_instances."
        ) from None


@contextmanager
def ended_by(key: str, ended: Event) -> Iterator[None]:
    """Set the event when a key is pressed; in a terminal, Enter is not needed."""
    with interpreter.terminal_as_it_was() as is_terminal:
        if sys.platform != "win32" and is_terminal:
            import tty

            tty.setcbreak(0)
        Thread(target=_listen, args=(key.encode(), ended), daemon=True).start()
        yield


def _listen(key: bytes, ended: Event) -> None:
    try:
        while data := os.read(0, 64):
            if key in data:
                ended.set()
    except OSError:
        # There is no stdin to read: Ctrl-C still works.
        pass
