"""The files that a program is built from and may read: all that lies in its folder, with the hash of each.

Nothing finer is known of them: a change to any of these files is a change of the program.
"""

import os
import stat
import time
from collections.abc import Collection, Mapping
from functools import cache
from typing import NamedTuple

from puzzle_runner import digest, files, settings

# A file of more bytes counts with its size and times.
LARGE = 2**20
# Names that count nowhere; folders of caches have a tag (https://bford.info/cachedir). Of the packages of
# npm only the files count that lie beside them, such as their lock.
UNREAD, CACHE, PACKAGES = ("__pycache__", ".git", ".hg", ".svn"), "CACHEDIR.TAG", "node_modules"
# Nanoseconds after a change in which a second one may have the same time.
SETTLED = 2_000_000_000


class Snapshot(NamedTuple):
    """The state of each file by its path from the folder, and the hash of all."""

    files: Mapping[str, str]
    hash: str


def snapshot(folder: str, without: tuple[str, ...] = ()) -> Snapshot:
    """Return the states of all files in a folder and below, but for these names in it."""
    found = _states(folder, {*UNREAD, *without})
    hash = digest.text(*(word for path in sorted(found) for word in (path, found[path])))
    return Snapshot(found, hash)


def _states(folder: str, without: Collection[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    own = str(settings.data_folder())
    waiting = [""]
    while waiting:
        below = waiting.pop()
        unread = UNREAD if below else without
        entries = [entry for entry in _entries(os.path.join(folder, below)) if entry.name not in unread]
        if any(entry.name == CACHE for entry in entries):
            continue
        for entry in entries:
            path = below + entry.name
            if not entry.is_dir(follow_symlinks=False):
                found[path] = _state(entry)
            elif not below.endswith(f"{PACKAGES}{os.sep}") and entry.path != own:
                waiting.append(path + os.sep)
    return found


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return [*entries]
    except OSError:
        # It has gone, or cannot be read.
        return []


def _state(entry: os.DirEntry[str]) -> str:
    """Return a text that changes with a file's content, or with its being a program."""
    try:
        status = entry.stat()
        if stat.S_ISDIR(status.st_mode):
            return f"link {os.readlink(entry.path)}"
    except OSError:
        return "absent"
    if not stat.S_ISREG(status.st_mode):
        return "other"
    mark = " program" if status.st_mode & 0o111 else ""
    stamp = f"{status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"
    if status.st_size > LARGE:
        return stamp + mark
    if time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) < SETTLED:
        return _content(entry.path) + mark
    return _known_content(entry.path, stamp) + mark


@cache
def _known_content(path: str, stamp: str) -> str:
    return _content(path)


def _content(path: str) -> str:
    try:
        return digest.data(files.read(path))
    except OSError as error:
        return f"error {error.errno}"
