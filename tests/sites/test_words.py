"""No module outside of `sites/` speaks of a site: each asks the protocol."""

import io
import re
from pathlib import Path
from tokenize import COMMENT, generate_tokens

import puzzle_runner

PACKAGE = Path(puzzle_runner.__file__).parent
# Not aocd, which is the name of another program.
WORDS = re.compile(r"aoc(?!d)|euler|srm|topcoder|everybody_?codes|ecd?_session|ec20", re.IGNORECASE)
# What people call their files, folders and answers, of whatever site.
FOREIGN_NAMES = (
    "engines/part_words.py",
    "engines/printed.py",
    *(f"layouts/{name}.py" for name in ("origins", "proposals", "suggestions")),
    "engines/foreign/worker/overlay.py",
)
MODULES = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.relative_to(PACKAGE).parts[0] not in ("sites", "collection")
    and path.relative_to(PACKAGE).as_posix() not in FOREIGN_NAMES
]


def test_a_module_names_no_site() -> None:
    """Neither in a name, nor in a string that is not a sentence: help may have an example."""
    assert MODULES
    for path in MODULES:
        source = path.read_text("utf-8")
        if WORDS.search(source):
            tokens = generate_tokens(io.StringIO(source).readline)
            words = [text for kind, text, *_ in tokens if kind != COMMENT and " " not in text.strip()]
            assert (path, []) == (path, [word for word in words if WORDS.search(word)])
