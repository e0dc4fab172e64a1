"""Entry points of installed packages.

Their metadata is read as text: to import `importlib.metadata` takes longer than most puzzles. What is
installed is remembered in the data folder, as every run of a user's own puzzle asks for it.
"""

import os
import sys
import time
from collections.abc import Iterable, Iterator

from puzzle_runner import files, settings
from puzzle_runner.errors import PuzzlesError

FILE = "entry-points.txt"
# Nanoseconds: an installation may still be going on in a folder that has just changed.
SETTLED = 10**10


def entries(group: str) -> Iterator[tuple[str, str]]:
    """Yield names and values, such as `module:attribute`, of the entry points in a group."""
    folders = dict.fromkeys(os.path.abspath(folder) for folder in sys.path)
    packages = [folder for folder in folders if folder.endswith("-packages")]
    # Whoever develops a package in another folder changes its files in place. The library has none.
    library = os.path.dirname(os.__file__)
    others = [folder for folder in folders if folder not in packages and not folder.startswith(library)]
    metadata = _read(others) + _remembered(packages)
    section = ""
    for line in metadata.splitlines():
        if line.startswith("["):
            section = line.strip()
        elif section == f"[{group}]" and "=" in line:
            name, _, value = line.partition("=")
            yield name.strip(), value.partition("[")[0].strip()


def _remembered(folders: Iterable[str]) -> str:
    """Return what `_read` returns. It is remembered until a package is added to a folder or removed."""
    times = [(folder, os.stat(folder).st_mtime_ns) for folder in folders if os.path.isdir(folder)]
    path, key = None, repr(times)
    try:
        path = settings.data_folder() / FILE
        first, _, metadata = files.text(path).partition("\n")
        if first == key:
            return metadata
    except (OSError, PuzzlesError):
        # It is the first time, or there is no home folder.
        pass
    metadata = _read(folder for folder, _ in times)
    if path and all(time.time_ns() - changed > SETTLED for _, changed in times):
        # Imported here: as a rule, nothing is written.
        from puzzle_runner.storage import atomic

        try:
            atomic.write(path, f"{key}\n{metadata}".encode())
        except PuzzlesError:
            # The data folder is read-only: the next command reads them, too.
            pass
    return metadata


def _read(folders: Iterable[str]) -> str:
    """Return the text of every `entry_points.txt` of the packages in some folders, one below the other."""
    texts = [""]
    for folder in folders:
        try:
            names = sorted(name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info")))
        except OSError:
            continue
        for name in names:
            try:
                texts.append(files.text(os.path.join(folder, name, "entry_points.txt"), files.TABLES))
            except OSError:
                # The package has no entry points.
                continue
    # The empty heading ends the last section of a file.
    return "\n[]\n".join([*texts, ""])
