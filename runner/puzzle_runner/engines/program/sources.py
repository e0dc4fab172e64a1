"""The files that a program is built from and may read: all in its folder, with the hash of each."""

import os
import stat
from collections.abc import Collection, Mapping
from functools import cache
from itertools import chain
from typing import NamedTuple

from puzzle_runner import digest, files, settings

# A file of more bytes counts with its size and times.
LARGE = 2**20
# Names that count nowhere; folders of caches have a tag (https://bford.info/cachedir).
UNREAD, CACHE = ("__pycache__", ".git", ".hg", ".svn", "node_modules"), "CACHEDIR.TAG"


class Snapshot(NamedTuple):
    """The state of each file by its path from the folder, and the hash of all."""

    files: Mapping[str, str]
    hash: str


def snapshot(folder: str, without: Collection[str] = ()) -> Snapshot:
    """Return the states of all files in a folder and below, but for these names in it."""
    states: dict[str, str] = {}
    own = str(settings.data_folder())
    for place, folders, names in os.walk(folder):
        if CACHE in names or place == own:
            folders.clear()
            continue
        unread = set(UNREAD)
        if place == folder:
            unread.update(without)
        folders[:] = [name for name in folders if name not in unread]
        # A link to a folder is not followed.
        names += [name for name in folders if os.path.islink(os.path.join(place, name))]
        for name in names:
            if name not in unread:
                path = os.path.join(place, name)
                states[os.path.relpath(path, folder)] = _state(path)
    return Snapshot(states, digest.text(*chain.from_iterable(sorted(states.items()))))


def _state(path: str) -> str:
    """Return a text that changes with a file's content, or with its being a program."""
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            return f"link {os.readlink(path)}"
        if not stat.S_ISREG(status.st_mode):
            return "other"
        state = f"{status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"
        if status.st_size <= LARGE:
            state = _content(path, state)
        return f"{state} program" if status.st_mode & 0o111 else state
    except OSError:
        return "absent"


@cache
def _content(path: str, stamp: str) -> str:
    """Return the hash of a file, which is read again only once it has another stamp."""
    return digest.data(files.read(path))
