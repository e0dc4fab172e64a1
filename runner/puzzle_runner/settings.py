"""Where things live and what the user chose: the environment and `[tool.puzzles]` of the workspace."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.model import Limits

# Seconds between two requests to a site.
POLITE = 3.0
# Eleven days: a poll takes no more milliseconds.
LONGEST = 1e6
UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


class Settings(NamedTuple):
    """The lasting choices of a workspace."""

    timeout: float = 60.0
    memory: int = 4 * 2**30
    jobs: int = 0
    template: str = ""
    contact: str = ""
    env: tuple[str, ...] = ()
    untrusted: bool = False

    def limits(self, timeout: float | None, *, untrusted: bool = False) -> Limits:
        """Return what one call may take and see, `timeout` seconds where that is given."""
        seconds = self.timeout if timeout is None else timeout
        if not seconds > 0:
            raise UsageError(f"--timeout must be {WANTED['timeout']}, not {seconds:g}.")
        return Limits(min(seconds, LONGEST), self.memory, self.env, untrusted or self.untrusted)

    def workers(self, jobs: int | None) -> int:
        """Return how many calls may run at once: `jobs`, the lasting choice, or one a core."""
        return jobs or self.jobs or _cores()


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def site(variable: str, real: str) -> str:
    """Return the address of a site, without a slash at its end: the real one, or that of a test."""
    return (os.environ.get(variable) or real).rstrip("/")


def interval(loopback: bool) -> float:
    """Return the seconds between two requests: never below 3, save towards this machine."""
    named = os.environ.get("PUZZLES_MIN_INTERVAL") or str(POLITE)
    try:
        seconds = float(named)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise UsageError(f'PUZZLES_MIN_INTERVAL is "{named}": it must be a number of seconds, such as 3.')
    return seconds if loopback else max(POLITE, seconds)


def data_folder() -> Path:
    """Return where inputs, pages, answers, guesses and timings lie."""
    return _folder("PUZZLES_DATA_DIR", "user_data_path")


def config_folder() -> Path:
    """Return where accounts lie."""
    return _folder("PUZZLES_CONFIG_DIR", "user_config_path")


def _folder(variable: str, kind: str) -> Path:
    if named := os.environ.get(variable):
        return Path(named).expanduser().absolute()
    import platformdirs

    folder: Path = getattr(platformdirs, kind)("puzzles", appauthor=False)
    return folder


def read(folder: Path) -> Settings:
    """Return the choices in `[tool.puzzles]` of the workspace's pyproject.toml."""
    path = folder / "pyproject.toml"
    try:
        document = tomllib.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {error}.") from error
    tools = document.get("tool", {})
    table = tools.get("puzzles", {}) if isinstance(tools, dict) else tools
    if not isinstance(table, dict):
        raise UsageError(f"{path}: [tool.puzzles] must be a table, not {table!r}.")
    return Settings(**{key: _checked(path, key, value) for key, value in table.items()})


def _checked(path: Path, key: str, value: Any) -> Any:
    match key, value:
        case "untrusted", bool():
            return value
        case _, bool():
            pass
        case "timeout", int() | float() if value > 0:
            return float(value)
        case "memory", int() | str() if size := _bytes(value):
            return size
        case "jobs", int() if value > 0:
            return value
        case "template" | "contact", str():
            return value
        case "env", list() if all(isinstance(name, str) and name for name in value):
            return tuple(value)
    if key not in WANTED:
        known = ", ".join(WANTED)
        raise UsageError(f'{path}: [tool.puzzles] has no setting "{key}". It has {known}.')
    raise UsageError(f"{path}: in [tool.puzzles], {key} must be {WANTED[key]}, not {value!r}.")


WANTED = {
    "timeout": "a number of seconds above 0",
    "memory": 'a size such as "4 GiB"',
    "jobs": "a whole number above 0",
    "template": "a path",
    "contact": "a text, such as a mail address",
    "env": "a list of names of environment variables",
    "untrusted": "true or false",
}


def _bytes(value: int | str) -> int:
    found = re.fullmatch(r"\s*([0-9]+)\s*([kmgt]?)(?:i?b)?\s*", str(value), re.IGNORECASE)
    return int(found[1]) * UNITS[found[2].lower()] if found else 0
