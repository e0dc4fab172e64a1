"""The entry point. It does as little as possible, because `puzzles` is called often."""

import gc
import os
import sys
from typing import NoReturn

from puzzle_runner import interruption

# The commands that read a stored session.
LOGGED_IN = tuple([name] for name in ("account", "calendar", "doctor", "fetch", "new", "standings", "submit"))


def main() -> NoReturn:
    """Run the typed command and end the process with its exit code."""
    # Whatever the umask, what this program makes is its user's to read and to write.
    os.umask(os.umask(0o077) & 0o077)
    try:
        _open_streams()
        interruption.listen()
        leave(*_carried_out())
    except BaseException:
        if not interruption.received:
            raise
        # What this calls is not interrupted any more.
        try:
            if workers := sys.modules.get("puzzle_runner.running.workers"):
                workers.stop()
        finally:
            leave(0)


def _carried_out() -> tuple[int, str]:
    """Run the typed command; return its exit code, and what is left to print."""
    if sys.argv[1:] == ["--version"]:
        from puzzle_runner.version import VERSION

        return 0, f"puzzles {VERSION}\n"
    if "_PUZZLES_COMPLETE" in os.environ:
        from puzzle_runner.completion import shells

        return shells.main(), ""
    if sys.argv[1:2] in LOGGED_IN or _has_session():
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
        return cli.main(), ""
    except Exception as error:
        if interruption.received:
            raise
        # Before the command line could be read: no worker can be started, or no module be opened.
        from puzzle_runner import faults

        text, code = faults.explained(error)
        sys.stderr.write(f"puzzles: {text}\n")
        return code, ""
    finally:
        workers.stop()


def _has_session() -> bool:
    """Tell whether the environment has the session of one of our own sites, without loading any."""
    if not any(name.endswith("_SESSION") for name in os.environ):
        return False
    from puzzle_runner.sites.site import BUILT_IN

    return any(f"{name.upper()}_SESSION" in os.environ for name in BUILT_IN)


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
    os._exit(interruption.code(code))


def _say_last(text: str) -> None:
    try:
        os.write(2, text.encode())
    except OSError:
        # The terminal is gone.
        pass


if __name__ == "__main__":
    main()
