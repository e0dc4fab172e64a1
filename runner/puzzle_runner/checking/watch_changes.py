"""Watching: the saves of files as they happen, and the keys that are pressed."""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from watchfiles import watch

from puzzle_runner import interruption
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import StoreFailed
from puzzle_runner.running import interpreter

# Milliseconds: a save has ended when nothing has changed for one step, or after the limit in any case.
STEP, LIMIT = 15, 60
# Milliseconds without a save after which the watch must have begun.
IDLE = 20
# Endings of watched files: not an editor's temporary files, and nothing that a part may write.
_SAVED = (".toml", ".txt", *(ending for name in engines.ENGINES for ending in engines.load(name).endings))


def happenings(folders: list[Path], keys: "Keys") -> Iterator[str]:
    """Yield an empty text when the watch has begun and after each save below the folders; and each key.

    It watches folders, not files, because some editors save by moving a new file into place. Raises
    StoreFailed if the folders cannot be watched.
    """
    begun = False
    saves = watch(
        *folders,
        watch_filter=lambda _, path: path.endswith(_SAVED) and not os.path.basename(path).startswith("."),
        debounce=LIMIT,
        step=STEP,
        rust_timeout=IDLE,
        yield_on_timeout=True,
    )
    try:
        for changes in saves:
            if changes or not begun:
                begun = True
                yield ""
            yield from keys.pressed()
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


class Keys:
    """The keys that a person presses in a terminal, without Enter. A pipe has none, nor has Windows."""

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Have single keys until the end of the block."""
        with interpreter.terminal_as_it_was() as self.is_terminal:
            self._raw()
            yield

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the terminal to another program, as a person knows it."""
        if sys.platform != "win32" and self.is_terminal:
            import termios

            mode = termios.tcgetattr(0)
            mode[3] |= termios.ECHO | termios.ICANON
            termios.tcsetattr(0, termios.TCSADRAIN, mode)
        yield
        self._raw()

    def pressed(self) -> str:
        """Return the keys that were pressed since the last time."""
        if not self.is_terminal or not select.select([0], [], [], 0)[0]:
            return ""
        try:
            return os.read(0, 64).decode("ascii", "ignore")
        except OSError:
            # The terminal has gone.
            return ""

    def _raw(self) -> None:
        if sys.platform != "win32" and self.is_terminal:
            import tty

            tty.setcbreak(0)
