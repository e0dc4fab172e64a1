"""The entry point. It does as little as possible, because `puzzles` is called often."""

import gc
import os
import signal
import sys
from typing import NoReturn

# The signal that ends this process, once it has come.
ended_by: list[int] = []
# The commands that read a stored session.
LOGGED_IN = tuple([name] for name in ("account", "calendar", "doctor", "fetch", "new", "standings", "submit"))


def main() -> NoReturn:
    """Run the typed command and end the process with its exit code."""
    # Whatever the umask, what this program makes is its user's to read and to write.
    os.umask(os.umask(0o077) & 0o077)
    _end_tidily()
    _open_streams()
    if sys.argv[1:] == ["--version"]:
        from puzzle_runner.version import VERSION

        leave(0, f"puzzles {VERSION}\n")
    if "_PUZZLES_COMPLETE" in os.environ:
        from puzzle_runner.completion import shells

        leave(shells.main())
    if "AOC_SESSION" in os.environ or sys.argv[1:2] in LOGGED_IN:
        _hide_memory()
    # Imported modules stay alive: collecting garbage among them frees nothing and takes a tenth of the start.
    gc.disable()
    from puzzle_runner.running import workers

    try:
        if sys.argv[1:2] == ["run"] and "--untrusted" not in sys.argv:
            # The worker starts up while the command line is parsed.
            workers.start()
        from puzzle_runner import cli

        gc.freeze()
        gc.enable()
        code = cli.main()
    except Exception as error:
        # Before the command line could be read: no worker can be started, or no module be opened.
        from puzzle_runner import faults

        text, code = faults.explained(error)
        sys.stderr.write(f"puzzles: {text}\n")
    finally:
        workers.stop()
    # What waits for a save makes an interruption of every signal.
    leave(128 + ended_by[0] if ended_by else code)


def _end_tidily() -> None:
    """Let the signals that end a program end this one as an exit does, which cleans up on its way."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # What was to be ignored still is, as under nohup.
        if number and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _interrupted)


def _interrupted(number: int, _: object) -> NoReturn:
    ended_by.append(number)
    # What cleans up is not interrupted once more.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    try:
        sys.stderr.write("\nInterrupted.\n")
    except (OSError, RuntimeError):
        # The terminal has gone, or it was being written to.
        pass
    sys.exit(128 + number)


def _hide_memory() -> None:
    """Keep the environment and the memory of this process, which hold a session, from other programs (Linux).

    A puzzle that runs as the same user could read them otherwise, save where that is the superuser.
    """
    if sys.platform == "linux":
        import ctypes

        pr_set_dumpable = 4
        ctypes.CDLL(None).prctl(pr_set_dumpable, 0, 0, 0, 0)


def _open_streams() -> None:
    """Open closed standard streams on the null device, so that no pipe gets descriptor 0, 1 or 2."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor < 3:
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")


def leave(code: int, text: str = "") -> NoReturn:
    """Print a text and end the process at once: the interpreter's own shutdown takes 4 ms."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        # The reader has closed the pipe.
        pass
    except OSError as error:
        _say_last(f"puzzles: the output: {error.strerror}.\n" if code != 7 else "")
        code = 7
    os._exit(code)


def _say_last(text: str) -> None:
    try:
        os.write(2, text.encode())
    except OSError:
        # The terminal is gone.
        pass


if __name__ == "__main__":
    main()
