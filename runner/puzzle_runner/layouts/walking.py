"""The files of a repository that may be solutions, and which lie beside solutions, by their paths."""

import os
import re
from collections import deque
from collections.abc import Collection, Iterator

from puzzle_runner.engines.part_words import snake

PYTHON = ".py"
# So many entries of a folder are looked at: any folder is, such as /usr.
MOST = 30_000
# Folders whose files are not the owner's own work, beside those that are hidden.
_SKIPPED = {"__pycache__", "node_modules", "site-packages", "venv", "env", "target", "build", "dist"}
# Words in the names of files and folders that have been replaced, or are no solutions; and in those of files.
_OLD = {"test", "tests", "spec", "old", "alt", "original", "archive", "backup", "copy", "template", "bench"}
_BESIDE = {"conftest", "setup", "util", "utils", "helper", "helpers", "common", "lib", "visualize", "slow"}
_WORD = re.compile(r"[a-z]+")


def walk(root: str | os.PathLike[str], suffixes: Collection[str]) -> Iterator[str]:
    """Yield the paths, relative to a folder, of the files with a suffix among its nearest entries."""
    waiting = deque([""])
    seen = 0
    while waiting:
        folder = waiting.popleft()
        try:
            entries = [*os.scandir(os.path.join(root, folder))]
        except OSError:
            continue
        seen += len(entries)
        if seen > MOST:
            return
        for entry in entries:
            if entry.name.startswith(".") or entry.name in _SKIPPED:
                continue
            path = os.path.join(folder, entry.name)
            if entry.is_dir(follow_symlinks=False):
                waiting.append(path)
            elif os.path.splitext(path)[1] in suffixes and entry.stat(follow_symlinks=False).st_size:
                yield path


def is_aside(path: str) -> bool:
    """Tell whether a file lies beside solutions: tests, what is old, helpers."""
    folder, _, name = snake(path).rpartition("/")
    words = {*_WORD.findall(name)}
    if words & _BESIDE:
        return True
    words.update(_WORD.findall(folder))
    return not words.isdisjoint(_OLD)
