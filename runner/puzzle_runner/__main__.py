"""The entry point. It does as little as possible, because `puzzles` is called often."""

import gc
import os
import sys

from puzzle_runner.running.process import Started

# New objects until the collector looks for garbage. With the usual 700, a batch pays a tenth of its time.
COLLECTED = 100_000

# A worker starts up while the rest is imported, `typing` too.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """Run the typed command and end the process with its exit code."""
    # Files and folders of this program stay readable and writable for their user under any umask.
    os.umask(os.umask(0o077) & 0o077)
    # Closed standard streams are opened on the null device: no pipe gets descriptor 0, 1 or 2.
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor < 3:
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")
    worker = None
    if sys.argv[1:2] == ["run"]:
        try:
            # It is ready once the puzzle is found: a tenth of the time of a run.
            worker = Started()
        except (OSError, NotImplementedError):
            # The first job will tell, or this is Windows.
            pass
    from puzzle_runner import interruption

    try:
        interruption.listen()
        leave(_run(worker))
    except BaseException:
        if not interruption.received:
            raise
        # From here on, nothing is interrupted any more.
        try:
            _stop_workers()
        finally:
            leave(0)


def _run(worker: Started | None) -> int:
    """Run the typed command, with a worker that may have been started; return its exit code."""
    from puzzle_runner import interruption, sessions

    if sys.argv[1:2] == ["--version"]:
        from puzzle_runner.version import VERSION

        leave(0, f"puzzles {VERSION}\n")
    if "_PUZZLES_COMPLETE" in os.environ:
        from puzzle_runner.completion import shells

        return shells.main()
    # A desktop sets a variable that is called so, too.
    if any(
        name.endswith(("_SESSION", "_COOKIE", "_TOKEN")) for name in os.environ.keys() - {"DESKTOP_SESSION"}
    ):
        sessions.hide_memory()
    gc.set_threshold(COLLECTED)
    try:
        if worker:
            from puzzle_runner.running import pool

            pool.take(worker)
        from puzzle_runner import cli

        return cli.main(sys.argv[1:])
    except Exception as error:
        from puzzle_runner import faults

        if interruption.received:
            raise
        # The command line could not be read: no worker can be started, or no module be opened.
        text, code = faults.explained(error)
        sys.stderr.write(f"puzzles: {text}\n")
        return code
    finally:
        _stop_workers()


def _stop_workers() -> None:
    pool = sys.modules.get("puzzle_runner.running.pool")
    if pool:
        pool.stop()


def leave(code: int, text: str = "") -> "NoReturn":
    """Print a text and end the process at once: the interpreter's own shutdown takes 4 ms."""
    from puzzle_runner import interruption

    try:
        sys.stdout.write(text)
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        # The reader has closed the pipe.
        pass
    except OSError as error:
        if code != 7:
            try:
                os.write(2, f"puzzles: the output: {error.strerror}.\n".encode())
            except OSError:
                # The terminal is gone.
                pass
        code = 7
    os._exit(interruption.code(code))


if __name__ == "__main__":
    main()
