"""The files of a repository that may be solutions, and which lie beside solutions, by their paths."""

import os
import re
from collections import deque
from collections.abc import Collection, Iterator
from pathlib import Path

PYTHON = ".py"
# So many entries of a folder are looked at: any folder is, such as /usr.
MOST = 30_000
# Folders whose files are not the owner's own work, and settings.
_SKIPPED = re.compile(
    r"\..*|__pycache__|node_modules|site-packages|s?venv\w*|env|virtualenv|target|build|dist"
)
# Words in the names of files and folders that have been replaced, or are no solutions, and in those of files.
_OLD = (
    r"tests?|spec|conftest|old|older|alt|alternative|orig|original|archived?|attic|bak|backup|copy|unused|wip"
    r"|drafts?|tmp|templates?|slow|bench(?:es|marks?)?|misc|visuali[sz]e|visuals?|vis|viz"
)
_BESIDE = r"setup|utils?|helpers?|common|lib|shared|support|intcode|inputs?|config|constants"
_IS_OLD, _IS_ASIDE = (
    re.compile(
        rf"(?:.*[-_. ])?(?:{words})(?:[-_. ]?\d*)?(?:[-_. ].*)?"
        r"|(?-i:.*[a-z\d](?:Tests?|TestCase|Spec|Bench|Benchmark|Slow|Old))",
        re.IGNORECASE,
    )
    for words in (_OLD, f"{_OLD}|{_BESIDE}")
)


def walk(root: Path, suffixes: Collection[str]) -> Iterator[str]:
    """Yield the paths, relative to a folder, of the files with a suffix among its nearest entries."""
    waiting, seen = deque([""]), 0
    while waiting:
        folder = waiting.popleft()
        try:
            entries = [*os.scandir(root / folder)]
        except OSError:
            continue
        seen += len(entries)
        if seen > MOST:
            return
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if _SKIPPED.fullmatch(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(path)
            elif os.path.splitext(path)[1] in suffixes and entry.stat(follow_symlinks=False).st_size:
                yield path


def is_aside(path: str) -> bool:
    """Tell whether a file lies beside solutions: tests, what is old, helpers."""
    *folders, name = path.split("/")
    return bool(_IS_ASIDE.fullmatch(Path(name).stem)) or any(map(_IS_OLD.fullmatch, folders))
