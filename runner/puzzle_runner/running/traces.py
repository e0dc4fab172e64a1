"""What an outcome depends on: files, folders and names of modules, each with the state that it had.

The process of a call tells what it has looked at, and a stamp of each that was taken just before. What has
the same stamp has the same content: everything is read once, before or after the calls that look at it.
"""

import os
import stat
import time
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from puzzle_runner import digest, files
from puzzle_runner.model import State, Trace

# Nanoseconds by which the clock of a file system may be late: two changes within them may have one stamp.
TICK = 20_000_000
# Stamps that are states themselves, as nothing is read.
ABSENT, FOLDER, OTHER = PLAIN = ("absent", "folder", "other")


class Changed(Exception):
    """What has a stamp no longer has it, or would have it after a change, too."""


def seen(
    paths: Iterable[str | os.PathLike[str]] = (),
    folders: Iterable[str | os.PathLike[str]] = (),
    doubt: str = "",
) -> Trace:
    """Return the trace of who reads files and lists folders, with their states now."""
    looked = [("file", os.path.abspath(path)) for path in paths]
    looked += [("folder", os.path.abspath(path)) for path in folders]
    return Trace(tuple(State(kind, path, (), now(kind, path)) for kind, path in sorted({*looked})), doubt)


def of_reply(doubt: str, looked: str) -> Trace:
    """Return the trace that a call tells, by lines of a kind, path, stamp and names, with tabs between."""
    states: list[State] = []
    for line in filter(None, looked.split("\n")):
        path = f"{line}\t".split("\t")[1]
        try:
            states.append(_looked(line))
        except (Changed, ValueError):
            doubt = doubt or f"{path} was changed at that time"
        except OSError as error:
            doubt = doubt or f"{path} cannot be hashed: {error.strerror}"
    return Trace(tuple(sorted(states)), doubt)


@cache
def _looked(line: str) -> State:
    # Many calls have looked at the same.
    kind, path, its_stamp, *names = (*line.split("\t"), "", "")
    return State(kind, path, (*names[:-2],), state(kind, path, its_stamp, (*names[:-2],)))


def now(kind: str, path: str, names: tuple[str, ...] = ()) -> str:
    """Return the state of what is at a path."""
    try:
        return state(kind, path, stamp(kind, path), names)
    except Changed:
        return _matching(_modules(path), names) if kind == "names" else _content(kind, path)
    except OSError as error:
        return f"error {error.errno}"


def stamp(kind: str, path: str) -> str:
    """Return a text that changes with the state. The worker's `tracing` makes the same."""
    try:
        status = os.lstat(path) if kind == "link" else os.stat(path)
    except (OSError, ValueError):
        return ABSENT
    if stat.S_ISDIR(status.st_mode) and kind in ("file", "link"):
        return FOLDER
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode) or stat.S_ISLNK(status.st_mode)):
        return OTHER
    return f"{status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"


def state(kind: str, path: str, its_stamp: str, names: tuple[str, ...]) -> str:
    """Return the state of what had a stamp. Raises Changed where nobody can tell, and OSError."""
    if its_stamp in PLAIN:
        if stamp(kind, path) != its_stamp:
            raise Changed
        return its_stamp
    if kind == "names":
        return _matching(_modules_then(path, its_stamp), names)
    return _then(kind, path, its_stamp)


@cache
def _then(kind: str, path: str, its_stamp: str) -> str:
    content = _content(kind, path)
    _check(kind, path, its_stamp)
    return content


@cache
def _modules_then(path: str, its_stamp: str) -> dict[str, list[str]]:
    modules = _modules(path)
    _check("names", path, its_stamp)
    return modules


def _check(kind: str, path: str, its_stamp: str) -> None:
    """Raise Changed unless what was read has had this stamp, and another change would have made another."""
    if stamp(kind, path) != its_stamp or int(its_stamp.rpartition(" ")[2]) > time.time_ns() - TICK:
        raise Changed


def _content(kind: str, path: str) -> str:
    """Return the hash of a file, of the target of a link, or of what a folder holds. Raises OSError."""
    if kind == "folder":
        return digest.text(*sorted(_entries(path)))
    if kind == "link" and os.path.islink(path):
        return digest.text("link", os.readlink(path))
    # Only this of its permissions decides whether it is a program.
    mark = " program" if os.stat(path).st_mode & 0o111 else ""
    return digest.data(files.read(path)) + mark


def _entries(folder: str) -> list[str]:
    """Return the names in a folder, with a slash after those of folders."""
    with os.scandir(folder) as entries:
        return [f"{entry.name}/" if entry.is_dir() else entry.name for entry in entries]


def _modules(folder: str) -> dict[str, list[str]]:
    """Return what a folder holds by the name of the module that it may be: `a/`, `a.py`, `a.abi3.so`."""
    modules = defaultdict[str, list[str]](list)
    for name in _entries(folder):
        modules[name.partition(".")[0].rstrip("/")].append(name)
    return {**modules}


def _matching(modules: dict[str, list[str]], names: tuple[str, ...]) -> str:
    """Return the state of the names of modules that were looked for; an empty text if there are none."""
    found = [entry for name in names for entry in sorted(modules.get(name, ()))]
    return digest.text(*found) if found else ""
