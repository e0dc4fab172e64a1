"""The files of a repository that may be solutions, and which lie beside solutions, by their paths."""

import os
import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

PYTHON = ".py"
# A folder with more entries is no repository of puzzles.
MOST = 50_000
# Folders whose files are not the owner's own work, and settings.
_SKIPPED = re.compile(
    r"\..*|__pycache__|node_modules|site-packages|s?venv\w*|env|virtualenv|target|build|dist"
)
_TESTS = re.compile(
    r"(?:.*[_\-. ])?(?:tests?|spec|conftest)(?:[_\-. ]?\d*)?(?:[_\-. ].*)?"
    r"|(?-i:.*[a-z\d](?:Test|Tests|TestCase|Spec))",
    re.IGNORECASE,
)
# Files beside a solution that are not the solution.
_ASIDE = re.compile(
    r"(?:.*[_\-. ])?(?:old|older|alt|alternative|orig|original|bak|backup|copy|wip|draft|tmp|template|slow"
    r"|setup|utils?|helpers?|common|lib|shared|support|intcode|inputs?|config|constants|visuali[sz]e|vis|viz"
    r"|bench|benchmark)(?:[_\-. ]?\d*)?(?:[_\-. ].*)?|(?-i:.*[a-z\d](?:Bench|Benchmark|Slow|Old))",
    re.IGNORECASE,
)
# What lies in one of these folders has been replaced, as a rule.
_OLDER = re.compile(
    r"(?:.*/)?(?:[^/]*[-_. ])?(?:old|older|orig|original|archived?|attic|backup|unused|wip|drafts?|tests?"
    r"|spec|bench(?:es|marks?)?|misc|vis|viz|visuals?|templates?)(?:[-_. ][^/]*)?/.*",
    re.IGNORECASE,
)


def walk(root: Path, suffixes: Collection[str], most: int = MOST) -> Iterator[str]:
    """Yield the paths, relative to a folder, of the files with a suffix among its nearest entries."""
    waiting, seen = deque([""]), 0
    while waiting:
        folder = waiting.popleft()
        try:
            entries = [*os.scandir(root / folder)]
        except OSError:
            continue
        seen += len(entries)
        if seen > most:
            return
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if _SKIPPED.fullmatch(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(path)
            elif os.path.splitext(path)[1] in suffixes and entry.stat(follow_symlinks=False).st_size:
                yield path


def suffixes(own: Collection[str] = ()) -> frozenset[str]:
    """Return the endings of the files that may be solutions; `own` are those of a workspace's languages."""
    from puzzle_runner.engines.program.languages import LANGUAGES

    return frozenset({PYTHON, *(f".{ending.removeprefix('.')}" for ending in (*LANGUAGES, *own))})


def is_aside(path: str) -> bool:
    """Tell whether a file lies beside solutions: tests, what is old, helpers."""
    stem = stem_of(path)
    return bool(_ASIDE.fullmatch(stem) or _TESTS.fullmatch(stem))


def solutions(paths: Iterable[str]) -> list[str]:
    """Return the files that may be solutions: what has nothing but tests beside it, whatever its name."""
    files = [path for path in paths if not _TESTS.fullmatch(stem_of(path))]
    current = [path for path in files if not _OLDER.fullmatch(path)]
    files = current or files
    aside = set(filter(is_aside, files))
    folders = {os.path.dirname(path) for path in files if path not in aside}
    return [path for path in files if path not in aside or os.path.dirname(path) not in folders]


def completes(known: Collection[int], more: Collection[int]) -> bool:
    """Tell whether files add a part to those that are known, or have what part 2 belongs to.

    Part 0 is a file that tells none: beside a file for part 2, it is for part 1.
    """
    both = {*known, *more}
    return len(both) > len(known) and both in ({0, 2}, {1, 2})


def stem_of(path: str) -> str:
    """Return the name of a file without its ending."""
    return os.path.splitext(os.path.basename(path))[0]
