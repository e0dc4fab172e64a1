"""What an outcome depends on: files and names of modules, each with the state that it had.

The process of a call reports what it has looked at, each with a stamp that was taken just before. What has
the same stamp afterwards has the same content, which is read once for all calls.
"""

import os
import stat
import sys
from collections.abc import Mapping
from functools import cache

from puzzle_runner import digest, files
from puzzle_runner.running.call import State, Trace

# Stamps that are states themselves, as nothing is read.
PLAIN = ("absent", "folder", "other")


def parse(doubt: str, lines: str) -> Trace:
    """Return the trace of a reply, whose lines have a kind, path, stamp and names, with tabs between."""
    states = []
    for line in filter(None, lines.split("\n")):
        try:
            states.append(_parse_state(line))
        except ValueError as error:
            doubt = doubt or str(error)
    return Trace(tuple(sorted(states)), doubt)


@cache
def _parse_state(line: str) -> State:
    """Return the state of what a call has looked at. Raises ValueError if it may be another one by now."""
    kind, path, its_stamp, *names = f"{line}\t\t".split("\t")
    try:
        present = state(kind, path, tuple(name for name in names if name))
    except OSError as error:
        raise ValueError(f"{path} cannot be hashed: {error.strerror}") from None
    # The stamp is compared after the content was read.
    if stamp(kind, path) != its_stamp:
        raise ValueError(f"{path} was changed at that time")
    return present


def stamp(kind: str, path: str) -> str:
    """Return a text that changes with the state. The worker's `tracing` makes the same."""
    if kind == "uname" and sys.platform != "win32":
        return " ".join(os.uname())
    link = ""
    try:
        if os.path.islink(path):
            link = f"{os.readlink(path)!a} -> "
        status = os.stat(path)
    except (OSError, ValueError):
        return f"{link}absent"
    is_folder = stat.S_ISDIR(status.st_mode)
    if is_folder and kind != "names":
        return f"{link}folder"
    if not is_folder and (kind == "names" or not stat.S_ISREG(status.st_mode)):
        return f"{link}other"
    return f"{link}{status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"


def state(kind: str, path: str, names: tuple[str, ...] = ()) -> State:
    """Return the state of what is at a path. Raises OSError for what cannot be read."""
    its_stamp = stamp(kind, path)
    link, arrow, of_target = its_stamp.rpartition(" -> ")
    if kind == "uname" or of_target in PLAIN:
        return kind, path, names, its_stamp
    if kind == "names":
        modules = _modules(path, its_stamp)
        entries: list[str] = []
        for name in names:
            entries += modules.get(name, ())
        return kind, path, names, digest.text(*entries)
    return kind, path, names, link + arrow + digest.data(files.read(path))


@cache
def _modules(path: str, its_stamp: str) -> Mapping[str, list[str]]:
    """Return what a folder holds by the name of the module that it may be: `a/`, `a.py`, `a.abi3.so`."""
    modules: dict[str, list[str]] = {}
    with os.scandir(path) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            name = f"{entry.name}/" if entry.is_dir() else entry.name
            modules.setdefault(entry.name.partition(".")[0], []).append(name)
    return modules
