"""Folders, sites and the user's choices, from the environment and the workspace's `[tool.puzzles]`."""

import os
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Mapping
from functools import cache, lru_cache
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
# The variables on which the folders of the user depend.
DECIDING = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "ANDROID_ROOT", "LOCALAPPDATA", "USERPROFILE")
# The interpreter of a virtual environment in a workspace.
VENV = ".venv/Scripts/python.exe" if os.name == "nt" else ".venv/bin/python"
WANTED = {
    "timeout": "a number of seconds above 0",
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
    """The choices of a workspace: `timeout` in seconds, `memory` in bytes, `jobs` 0 for one a core.

    `python` is the path of the interpreter that runs the puzzles; empty for this one.
    """

    timeout: float = 60.0
    memory: int = 4 * 2**30
    jobs: int = 0
    template: str = ""
    contact: str = ""
    env: tuple[str, ...] = ()
    untrusted: bool = False
    python: str = ""
    languages: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    layout: tuple[Mapping[str, Any], ...] = ()

    def limits(self, timeout: float | None, root: str) -> Limits:
        """Return the limits of one call in the workspace at `root`; `timeout` in seconds goes first.

        Raises UsageError.
        """
        seconds = self.timeout if timeout is None else timeout
        if not seconds > 0:
            raise UsageError(f"--timeout must be {WANTED['timeout']}, not {seconds:g}.")
        # The workspace's interpreter is no more trusted than its puzzles.
        untrusted = root if self.untrusted else ""
        python = "" if self.untrusted else self.python
        return Limits(min(seconds, LONGEST), self.memory, self.env, untrusted, python)

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
    return _platform_folder(variable, kind, *map(os.environ.get, DECIDING))


# A batch asks for them with each puzzle.
@cache
def _platform_folder(variable: str, kind: str, *_: str | None) -> Path:
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
    if os.path.isabs(path):
        return Path(path)
    try:
        return Path(path).expanduser().absolute()
    except RuntimeError as error:
        raise UsageError(f"{path} cannot be a path here: {error}") from None
    except FileNotFoundError:
        raise UsageError("The current folder is gone: change into another one.") from None


def interpreter(folder: Path, named: str) -> str:
    """Return the path of the interpreter that a workspace names, else of its `.venv`; empty for this one.

    Raises UsageError where it is not there.
    """
    if not named:
        path = str(folder / VENV)
        if not os.path.exists(path):
            return ""
    elif os.sep in named or "/" in named:
        path = os.path.normpath(folder / os.path.expanduser(named))
    else:
        # Imported here: a path needs no search.
        import shutil

        path = shutil.which(named) or named
    if not os.access(path, os.X_OK) or os.path.isdir(path):
        raise UsageError(
            f"The interpreter {path} cannot be run: python in [tool.puzzles] is the path of one, "
            'such as ".venv/bin/python", or a name that is found, such as "python3.13".'
        )
    # An environment's interpreter is a link to the one that made it.
    is_in_same_folder = os.path.samefile(os.path.dirname(sys.executable), os.path.dirname(path))
    return "" if is_in_same_folder and os.path.samefile(sys.executable, path) else path


def read(folder: Path) -> Settings:
    """Return the choices in `[tool.puzzles]` of a workspace's pyproject.toml, with its interpreter.

    Raises Unreadable, or UsageError for a setting that is not valid.
    """
    path = folder / "pyproject.toml"
    table = _table(path)
    if table is None:
        table = {}
    elif not isinstance(table, dict):
        raise UsageError(f"{path}: [tool.puzzles] must be a table, not {table!r}.")
    chosen = Settings(**{key: _checked(path, key, value) for key, value in table.items()})
    return chosen._replace(python=interpreter(folder, chosen.python))


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
        return _parse(data) if b"puzzles" in data or b"\\u" in data.lower() else None
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(f"{path} cannot be read: {reason(error)}.") from error


# It is asked for to find the workspace, and again to read its settings.
@lru_cache(maxsize=4)
def _parse(data: bytes) -> Any:
    # Imported here: most workspaces set nothing.
    import tomllib

    tools = tomllib.loads(data.decode()).get("tool", {})
    return tools.get("puzzles") if isinstance(tools, dict) else tools


def _checked(path: Path, key: str, value: Any) -> Any:
    wanted = WANTED.get(key)
    match key, value:
        case "untrusted", bool():
            return value
        case _, bool():
            # To Python a bool is an int; here it is never valid.
            pass
        case "timeout", int() | float() if 0 < value <= LONGEST:
            return float(value)
        case "timeout", int() | float() if value > LONGEST:
            wanted = f"at most {LONGEST:.0f} seconds"
        case "memory", int() | str() if 0 < (size := _bytes(value)) <= MOST_BYTES:
            return size
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
    if key not in WANTED:
        names = ", ".join(WANTED)
        near = nearest(key, WANTED)
        raise UsageError(f'{path}: [tool.puzzles] has no setting "{key}".{near} It has {names}.')
    raise UsageError(f"{path}: in [tool.puzzles], {key} must be {wanted}, not {value!r}.")


def _is_language(value: Any) -> bool:
    return isinstance(value, dict) and all(
        key in ("name", "run", "build") and isinstance(text, str) for key, text in value.items()
    )


def _bytes(value: int | str) -> int:
    """Return the bytes that a size such as `4 GiB` means; 0 if it is no size."""
    size = re.fullmatch(r"\s*([0-9]{1,18})\s*([kmgt]?)(?:i?b)?\s*", str(value), re.IGNORECASE)
    if not size:
        return 0
    number, unit = size.groups()
    exponent = "kmgt".find(unit.lower()) + 1 if unit else 0
    return int(number) << (10 * exponent)
