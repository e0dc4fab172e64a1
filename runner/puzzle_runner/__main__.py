"""The entry point. It does as little as possible, because `puzzles` is called often."""

import gc
import os
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the typed command and end the process with its exit code."""
    _clean_up_at_signals()
    _open_streams()
    if sys.argv[1:] == ["--version"]:
        from puzzle_runner.version import VERSION

        leave(0, f"puzzles {VERSION}\n")
    if "_PUZZLES_COMPLETE" in os.environ:
        from puzzle_runner.completion import shells

        leave(shells.main())
    # Imported modules stay alive: collecting garbage among them frees nothing and takes a tenth of the start.
    gc.disable()
    from puzzle_runner.running import workers

    try:
        if sys.argv[1:2] == ["run"]:
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
    leave(code)


def _clean_up_at_signals() -> None:
    """Let ^C, `kill` and a closed terminal end the process as an error does: what is open is cleaned up.

    A signal that whoever started the process lets it ignore, as `nohup` does, is ignored still.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _ended)


def _ended(number: int, _: object) -> NoReturn:
    """Unwind the stack, up to the exit code that a shell would report: 130 for ^C."""
    try:
        sys.stderr.write("\nInterrupted.\n" if number == signal.SIGINT else "\nTerminated.\n")
    except (OSError, RuntimeError):
        # The terminal is gone, or it was being written to.
        pass
    sys.exit(128 + number)


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
