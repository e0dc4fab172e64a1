"""Folders, sites and the user's choices, from the environment and the workspace's `[tool.puzzles]`."""

import os
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzle_runner import files
from puzzle_runner.errors import Unreadable, UsageError, reason
from puzzle_runner.model import Limits
from puzzle_runner.text import decimal, nearest

# Seconds, eleven days: poll() cannot wait for more milliseconds.
LONGEST = 1e6
# No machine has more: a pebibyte.
MOST_BYTES = 2**50
# The interpreter of a virtual environment in a workspace.
VENV = ".venv/Scripts/python.exe" if os.name == "nt" else ".venv/bin/python"
# The settings, and what each must be.
WANTED = {
    "timeout": f"a number of seconds above 0, and at most {LONGEST:.0f}",
    "memory": 'a size such as "4 GiB"',
    "jobs": "a whole number above 0",
    "template": "a path",
    "contact": "a text, such as a mail address",
    "env": "a list of names of environment variables",
    "untrusted": "true or false",
    "python": 'the path or the name of an interpreter, such as ".venv/bin/python"',
    "languages": "tables by ending, each with some of the texts name, run and build",
    "layout": "a list of tables: [[tool.puzzles.layout]]",
}


class Settings(NamedTuple):
    """The choices of a workspace."""

    timeout: float = 60.0  # seconds
    memory: int = 4 * 2**30  # bytes
    jobs: int = 0  # 0 for one a core
    template: str = ""
    contact: str = ""
    env: tuple[str, ...] = ()
    untrusted: bool = False
    python: str = ""  # the path of the interpreter that runs the puzzles; empty for this one
    languages: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    layout: tuple[Mapping[str, Any], ...] = ()

    def limits(self, timeout: float | None, root: str) -> Limits:
        """Return the limits of one call in the workspace at `root`; `timeout` in seconds goes first."""
        seconds = self.timeout if timeout is None else timeout
        if self.untrusted:
            # The workspace's interpreter is no more trusted than its puzzles.
            return Limits(seconds, self.memory, self.env, untrusted=root)
        return Limits(seconds, self.memory, self.env, python=self.python)

    def workers(self, jobs: int | None) -> int:
        """Return how many calls may run at once: `jobs` if given, else the setting, else one a core."""
        if jobs or self.jobs:
            return jobs or self.jobs
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def site(variable: str, real: str) -> str:
    """Return the address of a site without a final slash: the variable's value, else the real address."""
    return (os.environ.get(variable) or real).rstrip("/")


def interval(loopback: bool) -> float:
    """Return the seconds between two requests: at least 3, or less to a server on this machine."""
    value = os.environ.get("PUZZLES_MIN_INTERVAL") or "3"
    number = decimal(value.strip())
    seconds = -1.0 if number is None else float(number)
    if not 0 <= seconds < float("inf"):
        raise UsageError(f'PUZZLES_MIN_INTERVAL is "{value}": it must be a number of seconds, such as 3.')
    return seconds if loopback else max(3.0, seconds)


def contact(of_workspace: str) -> str:
    """Return the user's contact: `PUZZLES_CONTACT`, else the workspace's setting; an empty text for none."""
    return (os.environ.get("PUZZLES_CONTACT") or of_workspace).strip()


def data_folder() -> Path:
    """Return the folder of inputs, pages, answers, guesses and timings."""
    return _folder("PUZZLES_DATA_DIR", "user_data_path")


def config_folder() -> Path:
    """Return the folder of accounts."""
    return _folder("PUZZLES_CONFIG_DIR", "user_config_path")


def _folder(variable: str, kind: str) -> Path:
    if value := os.environ.get(variable):
        return expanded(value)
    import platformdirs

    try:
        folder: Path = getattr(platformdirs, kind)("puzzles", appauthor=False)
    except RuntimeError:
        folder = Path()
    # Earlier versions of the library leave the tilde as it is.
    if not folder.is_absolute():
        raise UsageError(f"There is no home folder: set HOME, or {variable} to a folder.")
    return folder


def expanded(path: str) -> Path:
    """Return a path from the user as an absolute one, `~` replaced. Raises UsageError."""
    try:
        return Path(path).expanduser().absolute()
    except RuntimeError as error:
        raise UsageError(f"{path} cannot be a path here: {error}") from None
    except FileNotFoundError:
        raise UsageError("The current folder is gone: change into another one.") from None


def read(folder: Path) -> Settings:
    """Return the choices in `[tool.puzzles]` of a workspace, and its interpreter. Raises PuzzlesError."""
    path = folder / "pyproject.toml"
    table = _table(path)
    if table is None:
        return Settings(python=interpreter(folder, ""))
    if not isinstance(table, dict):
        raise UsageError(f"{path}: [tool.puzzles] must be a table, not {table!r}.")
    chosen = {}
    for key, value in table.items():
        if key not in WANTED:
            raise UsageError(f'{path}: [tool.puzzles] has no setting "{key}".{nearest(key, WANTED)}')
        chosen[key] = _valid(key, value)
        if chosen[key] is None:
            raise UsageError(f"{path}: in [tool.puzzles], {key} must be {WANTED[key]}, not {value!r}.")
    chosen["python"] = interpreter(folder, chosen.get("python", ""))
    return Settings(**chosen)


def has_any(folder: Path) -> bool:
    """Tell whether a folder's pyproject.toml has settings, or may have some and is no TOML."""
    try:
        return _table(folder / "pyproject.toml") is not None
    except Unreadable as error:
        return not isinstance(error.__cause__, OSError)


def _table(path: Path) -> Any:
    """Return `[tool.puzzles]` of a pyproject.toml, None if it has none. Raises Unreadable."""
    try:
        data = files.read(path, files.TABLES).removeprefix(BOM_UTF8)
        # Its letters may be escaped.
        if b"puzzles" not in data and b"\\u" not in data.lower():
            return None
        import tomllib

        tools = tomllib.loads(data.decode()).get("tool", {})
        return tools.get("puzzles") if isinstance(tools, dict) else tools
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(f"{path} cannot be read: {reason(error)}.") from error


def _valid(key: str, value: Any) -> Any:
    """Return a setting as the runner uses it; None if it is not valid."""
    match key, value:
        case "untrusted", bool():
            return value
        case _, bool():
            # To Python, a bool is an int.
            return None
        case "timeout", int() | float() if 0 < value <= LONGEST:
            return float(value)
        case "memory", int() | str():
            return _bytes(str(value))
        case "jobs", int() if value > 0:
            return value
        case "template" | "contact" | "python", str():
            return value
        case "languages", dict() if all(map(_is_language, value.values())):
            return value
        case "layout", list() if all(isinstance(table, dict) for table in value):
            return tuple(value)
        case "env", list() if all(isinstance(name, str) and name for name in value):
            return tuple(value)
    return None


def _is_language(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() - {"name", "run", "build"}:
        return False
    return all(isinstance(text, str) for text in value.values())


def _bytes(size: str) -> int | None:
    """Return the bytes that a size such as `4 GiB` means; None if it is no size that a machine has."""
    match = re.fullmatch(r"\s*([0-9]{1,18})\s*([kmgt]?)(?:i?b)?\s*", size, re.IGNORECASE)
    if not match:
        return None
    count = int(match[1]) * 1024 ** " kmgt".index(match[2].lower() or " ")
    return count if 0 < count <= MOST_BYTES else None


def interpreter(folder: Path, named: str) -> str:
    """Return the path of the interpreter that a workspace names, else of its `.venv`; empty for this one."""
    if os.sep in named or "/" in named:
        path = os.path.normpath(folder / os.path.expanduser(named))
    elif named:
        import shutil

        path = shutil.which(named) or named
    else:
        path = str(folder / VENV)
        if not os.path.exists(path):
            return ""
    if not os.access(path, os.X_OK) or os.path.isdir(path):
        raise UsageError(
            f"The interpreter {path} cannot be run: python in [tool.puzzles] is the path of one, "
            'such as ".venv/bin/python", or a name that is found, such as "python3.13".'
        )
    # An environment's interpreter is a link to the one that made it.
    is_in_same_folder = os.path.samefile(os.path.dirname(sys.executable), os.path.dirname(path))
    return "" if is_in_same_folder and os.path.samefile(sys.executable, path) else path
