"""The files of a repository that may be solutions, and which of them lie beside solutions, by their paths."""

import os
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

PYTHON = ".py"
# Folders with files that are not the owner's own work.
_SKIPPED = re.compile(
    r"\..*|__pycache__|node_modules|site-packages|s?venv\w*|env|virtualenv|target|build|dist"
)
# Files beside a solution that are not the solution.
_ASIDE = re.compile(
    r"(?:.*[_\-. ])?(?:old|older|alt|alternative|orig|original|bak|backup|copy|wip|draft|tmp|template|slow"
    r"|setup|utils?|helpers?|common|lib|shared|support|intcode|inputs?|config|constants|visuali[sz]e|vis|viz"
    r"|bench|benchmark)(?:[_\-. ]?\d*)?(?:[_\-. ].*)?|(?-i:.*[a-z\d](?:Bench|Benchmark|Slow|Old))",
    re.IGNORECASE,
)
_TESTS = re.compile(
    r"(?:.*[_\-. ])?(?:tests?|spec|conftest)(?:[_\-. ]?\d*)?(?:[_\-. ].*)?"
    r"|(?-i:.*[a-z\d](?:Test|Tests|TestCase|Spec))",
    re.IGNORECASE,
)
# What lies in one of these folders has been replaced, as a rule.
_OLDER = re.compile(
    r"(?:.*/)?(?:[^/]*[-_. ])?(?:old|older|orig|original|archived?|attic|backup|unused|wip|drafts?|tests?"
    r"|spec|bench(?:es|marks?)?|misc|vis|viz|visuals?|templates?)(?:[-_. ][^/]*)?/.*",
    re.IGNORECASE,
)
# A folder with more entries is no repository of puzzles.
MOST = 50_000


def walk(
    root: Path, most: int = MOST, suffixes: Collection[str] = (PYTHON,), *, nearest: bool = False
) -> Iterator[str]:
    """Yield the paths of the files with a suffix below a folder, relative to it, among its first entries.

    With `nearest`, these are the ones in as few folders as possible.
    """
    waiting, seen = [""], 0
    while waiting:
        folder = waiting.pop(0 if nearest else -1)
        try:
            entries = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
        except OSError:
            continue
        seen += len(entries)
        if seen > most:
            return
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if not _SKIPPED.fullmatch(entry.name):
                    waiting.append(path)
            elif os.path.splitext(path)[1] in suffixes and entry.stat(follow_symlinks=False).st_size:
                yield path


def suffixes(own: Collection[str] = ()) -> frozenset[str]:
    """Return the endings of the files that may be solutions; `own` are those of a workspace's languages."""
    from puzzle_runner.engines.program.languages import LANGUAGES

    return frozenset({PYTHON, *(f".{ending.removeprefix('.')}" for ending in (*LANGUAGES, *own))})


def is_aside(path: str) -> bool:
    """Tell whether a file lies beside solutions: tests, what is old, helpers."""
    return bool(_ASIDE.fullmatch(_stem(path)) or _TESTS.fullmatch(_stem(path)))


def solutions(paths: Iterable[str]) -> list[str]:
    """Return the files that may be solutions: what has nothing but tests beside it, whatever its name."""
    paths = [path for path in paths if not _TESTS.fullmatch(_stem(path))]
    paths = [path for path in paths if not _OLDER.fullmatch(path)] or paths
    folders: set[str] = set()
    aside: set[str] = set()
    for path in paths:
        if is_aside(path):
            aside.add(path)
        else:
            folders.add(os.path.dirname(path))
    return [path for path in paths if path not in aside or os.path.dirname(path) not in folders]


def adds_part(known: Collection[int], more: Collection[int]) -> bool:
    """Tell whether files add a part to those that are known: part 0 is a file that does not tell.

    Beside a file for part 2, one that does not tell is for part 1.
    """
    first = ({0}, {1})
    if {*more} == {2}:
        return {*known} in first
    return {*known} == {2} and {*more} in first


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]
