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
from typing import Any

from puzzle_runner import digest, files
from puzzle_runner.running.call import State, Trace

# Nanoseconds by which the clock of a file system may be late: two changes within them may have one stamp.
# Some file systems keep whole seconds alone, and FAT every other one of these.
TICK, SECOND = 20_000_000, 1_000_000_000
# Stamps that are states themselves, as nothing is read.
ABSENT, FOLDER, OTHER = PLAIN = ("absent", "folder", "other")
# Before the number of an error: what cannot be read.
ERROR = "error "


def of_reply(doubt: str, looked: str) -> Trace:
    """Return the trace that a call tells, by lines of a kind, path, stamp and names, with tabs between."""
    states: list[State] = []
    for line in filter(None, looked.split("\n")):
        try:
            states.append(_looked(line))
        except ValueError as error:
            doubt = doubt or str(error)
    return Trace(tuple(sorted(states)), doubt)


@cache
def _looked(line: str) -> State:
    # Many calls have looked at the same.
    kind, path, its_stamp, *names = (*line.split("\t"), "", "")
    found, proof = known(kind, path, (*names[:-2],))
    if found.state.startswith(ERROR):
        raise ValueError(f"{path} cannot be hashed: {os.strerror(int(found.state.removeprefix(ERROR)))}")
    if proof != its_stamp:
        raise ValueError(f"{path} was changed at that time")
    return found


def hold(states: Iterable[tuple[State, str]]) -> bool:
    """Tell whether all is as it was. Contents are read only where stamps do not tell."""
    return all(
        stamp(kind, path) == proof or known(kind, path, names)[0].state == then
        for (kind, path, names, then), proof in states
    )


def stamp(kind: str, path: str) -> str:
    """Return a text that changes with the state. The worker's `tracing` makes the same."""
    if kind == "host":
        return " ".join(os.uname())
    try:
        status = os.lstat(path) if kind == "link" else os.stat(path)
    except (OSError, ValueError):
        return ABSENT
    if stat.S_ISDIR(status.st_mode) and kind in ("file", "link"):
        return FOLDER
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode) or stat.S_ISLNK(status.st_mode)):
        return OTHER
    return f"{status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"


def stem(name: str) -> str:
    """Return the name of the module, or of the header, that a file or folder of a name may be."""
    return name.partition(".")[0] or name


def size(its_stamp: str) -> int:
    """Return the bytes of what has a stamp."""
    return 0 if its_stamp in PLAIN else int(its_stamp.split(" ")[1])


def changed(its_stamp: str) -> int:
    """Return when what has a stamp was changed, in nanoseconds."""
    return 0 if its_stamp in PLAIN else int(its_stamp.split(" ")[3])


# What was read, by kind, path, stamp and names.
_read: dict[tuple[str, str, str, tuple[str, ...]], Any] = {}


def known(kind: str, path: str, names: tuple[str, ...] = ()) -> tuple[State, str]:
    """Return the state of what is at a path, and its stamp if that proves it; else an empty text."""
    its_stamp = stamp(kind, path)
    if its_stamp in PLAIN or kind in ("large", "host"):
        return State(kind, path, names, its_stamp), its_stamp
    key = kind, path, its_stamp, () if kind == "names" else names
    if (content := _read.get(key)) is None:
        try:
            content = _content(kind, path, names)
        except OSError as error:
            return State(kind, path, names, f"{ERROR}{error.errno}"), ""
        last = changed(its_stamp)
        young = time.time_ns() - (TICK if last % SECOND else 2 * SECOND)
        if stamp(kind, path) == its_stamp and last <= young:
            _read[key] = content
        else:
            its_stamp = ""
    if kind == "names":
        content = [entry for name in names for entry in sorted(content.get(name, ()))]
        content = digest.text(*content) if content else ""
    return State(kind, path, names, content), its_stamp


def _content(kind: str, path: str, names: tuple[str, ...]) -> Any:
    """Return the hash of a file, of the target of a link, or of what a folder holds. Raises OSError.

    For `names`, return what it holds by the name of the module that it may be: `a/`, `a.py`, `a.abi3.so`.
    """
    if kind in ("folder", "names"):
        with os.scandir(path) as found:
            entries = [f"{entry.name}/" if entry.is_dir() else entry.name for entry in found]
        if kind == "folder":
            return digest.text(*sorted(entry for entry in entries if entry.rstrip("/") not in names))
        modules = defaultdict[str, list[str]](list)
        for entry in entries:
            modules[stem(entry.rstrip("/"))].append(entry)
        return modules
    if kind == "link" and os.path.islink(path):
        return digest.text("link", os.readlink(path))
    # Only this of its permissions decides whether it is a program.
    mark = " program" if os.stat(path).st_mode & 0o111 else ""
    return digest.data(files.read(path)) + mark
