"""The person at the terminal, who enters an answer if the site refuses programs."""

import os
import shutil
import subprocess
import sys
import webbrowser

import typer

from puzzle_runner.output import terminal
from puzzle_runner.text import printable

# The programs that put their input on the clipboard, and the variable that each needs.
_CLIPBOARDS = (
    (("wl-copy",), "WAYLAND_DISPLAY"),
    (("xclip", "-selection", "clipboard"), "DISPLAY"),
    (("xsel", "--clipboard", "--input"), "DISPLAY"),
    (("pbcopy",), ""),
    (("clip.exe",), ""),
)


def copy(text: str) -> bool:
    """Put a text on the clipboard; False if there is none."""
    for command, variable in _CLIPBOARDS:
        is_usable = not variable or os.environ.get(variable)
        if is_usable and shutil.which(command[0]) and _feed(command, text):
            return True
    return False


def _feed(command: tuple[str, ...], text: str) -> bool:
    try:
        subprocess.run(
            command,
            input=text.encode(),
            check=True,
            timeout=5,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def was_right(url: str) -> bool | None:
    """Open a page and ask whether the answer that was entered there is right.

    None if it was not entered, and without a terminal, as nobody can be asked.
    """
    if not sys.stdin.isatty():
        return None
    webbrowser.open(url)
    question = "Was it right? [y]es, [n]o, or not entered"
    reply = typer.prompt(question, default="", show_default=False, err=True).lower()
    return {"y": True, "yes": True, "n": False, "no": False}.get(reply)


def letters(drawing: str) -> str:
    """Show a drawing and ask which letters it shows. The text is empty without a terminal."""
    if not sys.stdin.isatty():
        return ""
    for line in drawing.splitlines():
        terminal.warn(printable(line))
    reply: str = typer.prompt("Which letters are these?", default="", show_default=False, err=True)
    return reply
