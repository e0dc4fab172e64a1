"""A repository's own runner: the Python program that a layout's command starts, as `main.py -y 2021 -d 3`."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Runner(NamedTuple):
    """The runner that a command starts: a Python file, relative to the repository, and the words behind it.

    `package` is what relative imports start from, if it is started as a module.
    """

    path: str
    words: tuple[str, ...]
    package: str | None = None


def of_command(root: Path, words: Sequence[str]) -> Runner | None:
    """Return what a command that begins with Python starts; None if that is no file of the repository."""
    first, *rest = words[1:] or [""]
    if first == "-m" and rest:
        place = rest[0].replace(".", "/")
        for path in (f"{place}/__main__.py", f"{place}.py", f"src/{place}/__main__.py", f"src/{place}.py"):
            if (root / path).is_file():
                package = rest[0] if path.endswith("/__main__.py") else rest[0].rpartition(".")[0]
                return Runner(path, tuple(rest[1:]), package)
        return None
    return Runner(first, tuple(rest)) if (root / first).is_file() else None
