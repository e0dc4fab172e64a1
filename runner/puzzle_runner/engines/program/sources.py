"""The files that a program is built from and may read: all that lies in its folder, with the hash of each.

Nothing finer is known of them: a change to any of these files is a change of the program.
"""

import os
import stat
import time
from collections.abc import Iterator
from functools import cache

from puzzle_runner import digest, files, settings

# Files in one folder: more are not looked at.
MOST_FILES = 10_000
# A file of more bytes counts with its size and times.
LARGE = 2**20
# Names that count nowhere; folders of caches have a tag (https://bford.info/cachedir). Of the packages of
# npm only the files count that lie beside them, such as their lock.
UNREAD, CACHE, PACKAGES = ("__pycache__", ".git", ".hg", ".svn"), "CACHEDIR.TAG", "node_modules"
# Nanoseconds after a change in which a second one may have the same time.
SETTLED = 2_000_000_000

# The state of each file by its path from the folder.
States = dict[str, str]


def states(folder: str) -> States:
    """Return the state of each file in a folder; one more than the limit where there are too many."""
    found: States = {}
    for path in _paths(folder):
        found[os.path.relpath(path, folder)] = _state(path)
        if len(found) > MOST_FILES:
            break
    return found


def hash(found: States) -> str:
    """Return the hash of all states."""
    return digest.text(*(word for path in sorted(found) for word in (path, found[path])))


def _paths(folder: str) -> Iterator[str]:
    """Yield the paths of all files in a folder and below, and of links to folders, which are not followed."""
    own = str(settings.data_folder())
    for root, folders, names in os.walk(folder):
        if CACHE in names or root == own:
            folders.clear()
            continue
        names += [name for name in folders if os.path.islink(os.path.join(root, name))]
        if os.path.basename(root) == PACKAGES:
            folders.clear()
        folders[:] = sorted(name for name in folders if name not in UNREAD)
        for name in sorted(names):
            if name not in UNREAD:
                yield os.path.join(root, name)


def _state(path: str) -> str:
    """Return a text that changes with a file's content, or with its being a program."""
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            return f"link {os.readlink(path)}"
    except OSError:
        return "absent"
    if not stat.S_ISREG(status.st_mode):
        return "other"
    mark = " program" if status.st_mode & 0o111 else ""
    stamp = f"{status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"
    if status.st_size > LARGE:
        return stamp + mark
    if time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) < SETTLED:
        return _content(path) + mark
    return _known_content(path, stamp) + mark


@cache
def _known_content(path: str, stamp: str) -> str:
    return _content(path)


def _content(path: str) -> str:
    try:
        return digest.data(files.read(path))
    except OSError as error:
        return f"error {error.errno}"
