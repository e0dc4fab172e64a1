"""What to do about the errors that beginners meet: a sentence for the name and the text of an exception."""

import os
import re
import sys

from puzzle_runner.model import Job
from puzzle_runner.running.job import folder
from puzzle_runner.running.reply import Reply

# Where the debugger ends the part when there is nothing more to read: which of them it is depends on Python.
_DEBUGGER = ("bdb.py", "pdb.py")
_RELATIVE = re.compile(r"No such file or directory: '(?!/)")
_MODULE = re.compile(r"No module named '([^'.]+)")


def hint(job: Job, reply: Reply) -> str:
    """Return what to do about an exception that a part raised; an empty text if only its author can know."""
    error, text = reply.error, reply.text
    if job.adapter:
        return _of_layout(error, text)
    match error:
        case "FileNotFoundError" if _RELATIVE.search(text):
            return (
                "The input is the argument of the part. It does not run beside your files: "
                "its working folder is an empty one, for scratch."
            )
        case "ModuleNotFoundError" if missing := _MODULE.match(text):
            return _module(job, missing[1])
        case "EOFError":
            return "There is nothing to read: standard input is empty, the input is the argument of the part."
        case "BdbQuit" | "SystemExit" if reply.frames and os.path.basename(reply.frames[-1][0]) in _DEBUGGER:
            return '"puzzles run --debug" gives the debugger the terminal; without it, its input is empty.'
        case "RecursionError":
            return (
                "Python stops calls that are nested too deep: sys.setrecursionlimit(100_000) in the module "
                "allows more of them, and a loop needs none."
            )
    return ""


def _of_layout(error: str, text: str) -> str:
    """Return what to do about an exception in somebody's repository."""
    if error == "FileNotFoundError":
        return "If that file is to hold the input, name it with input in [[tool.puzzles.layout]]."
    if error == "ModuleNotFoundError" and (missing := _MODULE.match(text)):
        return (
            f"It runs in {sys.executable}: install it there, with "
            f"{sys.executable} -m pip install {missing[1]}. "
            "If it is the repository's own, name its folder with path_entries in [[tool.puzzles.layout]]."
        )
    return ""


def _module(job: Job, name: str) -> str:
    puzzles = folder(job)
    for place in (f"_{name}.py", os.path.join(f"_{name}", "__init__.py")):
        if os.path.isfile(os.path.join(puzzles, place)):
            return f"{place.partition(os.sep)[0]} is in puzzles/: import it as _{name}."
    root = os.path.dirname(os.path.dirname(puzzles))
    if os.path.isfile(os.path.join(root, f"{name}.py")):
        return f"A puzzle imports from puzzles/ only: put {name}.py there as _{name}.py, and import _{name}."
    if os.path.isdir(os.path.join(root, name)):
        return f"A puzzle imports from puzzles/ only: put {name}/ there as _{name}/, and import _{name}."
    return f"Puzzles run in {sys.executable}: install it there, with {sys.executable} -m pip install {name}"
