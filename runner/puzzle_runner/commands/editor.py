"""The user's editor."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

from puzzle_runner.errors import UsageError, reason


def edit(path: Path) -> None:
    """Open a file in the editor, and wait until it is closed. Raises UsageError if there is no editor."""
    start(path).wait()


def start(path: Path) -> "subprocess.Popen[bytes]":
    """Open a file in the editor. Raises UsageError if there is no editor."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise UsageError(f"Set VISUAL or EDITOR to your editor, and open {path} with it.")
    try:
        if sys.platform == "win32":
            # A backslash stands between folders there; the quotes stay in the words.
            words = [word.strip('"') for word in shlex.split(editor, posix=False)]
        else:
            words = shlex.split(editor)
        return subprocess.Popen([*words, str(path)])
    except (OSError, ValueError) as error:
        raise UsageError(f'The editor "{editor}" cannot be started: {reason(error)}.') from error
