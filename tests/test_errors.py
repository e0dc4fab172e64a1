"""The tree of exceptions."""

import re
from collections.abc import Iterator

from puzzle_runner import errors
from puzzle_runner.errors import PuzzlesError


def drawn(error: type[PuzzlesError], indent: str = "") -> Iterator[tuple[str, str]]:
    """Yield an exception as it is drawn, and its exit code; then those below it."""
    yield indent + error.__name__, str(int(error.exit)) if indent else ""
    for below in error.__subclasses__():
        if below.__module__ == errors.__name__:
            yield from drawn(below, f"{indent}    ")


def test_the_drawing_is_true() -> None:
    """The head of the module shows every exception below its parent, in order, with its exit code."""
    tree = re.findall(r"(?m)^( *[A-Z]\w+) *(\d*)$", errors.__doc__ or "")
    assert [*drawn(PuzzlesError)] == tree
