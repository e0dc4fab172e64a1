"""The user's editor."""

import os
import shlex
import subprocess
from pathlib import Path

from puzzle_runner.errors import UsageError, reason


def edit(path: Path) -> None:
    """Open a file in the editor, and wait until it is closed. Raises UsageError if there is no editor."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise UsageError(f"Set VISUAL or EDITOR to your editor, and open {path} with it.")
    try:
        subprocess.run([*shlex.split(editor), str(path)], check=False)
    except (OSError, ValueError) as error:
        raise UsageError(f'The editor "{editor}" cannot be started: {reason(error)}.') from error
