"""What to do about exceptions that a module raises when it runs, and the newline at the end of an input."""

import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.model import Doubt, Reason
from puzzle_runner.running.call import Reply

_RELATIVE = re.compile(r"No such file or directory: '(?!/)")
_ARGUMENT = re.compile(r"missing .* required (?:positional|keyword-only) arguments?: '(\w+)'")
_MISSING_MODULE = re.compile(r"No module named '([^'.]+)")
# How a program splits its input at the ends of lines.
_SPLITS = re.compile(r"split\w*\([^)\n]*\\n", re.IGNORECASE)


def hint(python: str, reply: Reply) -> str:
    """Return what to do about an exception that a part raised; an empty text if only its author can know."""
    missing = _MISSING_MODULE.match(reply.text)
    if reply.error == "ModuleNotFoundError" and missing:
        name = missing[1]
        install = f"install it there, with {python} -m pip install {name}"
        if python == sys.executable:
            # It is the runner's own.
            install = (
                "make a .venv in the workspace, which is taken instead except with --untrusted: "
                f"python3 -m venv .venv && .venv/bin/pip install {name}"
            )
        yours = f"If it is yours, put it into puzzles/ as _{name}.py, and import _{name}."
        return f"Puzzles run in {python}: {install}. {yours}"
    if reply.error == "FileNotFoundError" and _RELATIVE.search(reply.text):
        return "The input is the argument of the part, which runs in an empty folder, not beside your files."
    if reply.error == "EOFError":
        return "There is nothing to read: standard input is empty, the input is the argument of the part."
    argument = _ARGUMENT.search(reply.text)
    if reply.error == "TypeError" and argument:
        return f"It is a parameter of the case: write {argument[1]} = ... into its table in cases.toml."
    return ""


def end_of_input(root: Path, places: Iterable[str]) -> str | None:
    """Return how the input ends that a repository has at these places: in a newline or not; None without."""
    for place in places:
        # It may not be there, or be a folder.
        with suppress(OSError):
            data = files.read(root / place)
            if data:
                return "\n" if data.endswith(b"\n") else ""
    return None


def last_newline(program: Path) -> Doubt | None:
    """Return the doubt that an answer depends on the newline at the end of the input; None if it cannot."""
    if not _SPLITS.search(files.source(program)):
        return None
    return Doubt(
        Reason.LAST_NEWLINE,
        "it splits its input at newlines, and that of its author may have none at the end: keep a file that "
        "ends like that where it reads the input",
    )
