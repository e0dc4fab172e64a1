"""Rules that the contract of the layers cannot state. `lint-imports` checks the layers themselves."""

import re
import sys
from pathlib import Path

import puzzle_runner
import pytest

PACKAGE = Path(puzzle_runner.__file__).parent
WORKER = sorted((PACKAGE / "running" / "worker").glob("*.py"))
# The worker's sides of the engines, each a folder.
ENGINES = sorted((PACKAGE / "engines").glob("*/worker/*.py"))


def imported(path: Path) -> set[str]:
    """Return the top-level names that a module imports, wherever in it: the linter wants a line for each."""
    return {*re.findall(r"^ *(?:from|import) (\w+)", path.read_text("utf-8"), re.MULTILINE)}


@pytest.mark.parametrize("path", [*WORKER, *ENGINES], ids=lambda path: path.stem)
def test_the_worker_imports_nothing_but_itself_and_the_standard_library(path: Path) -> None:
    """Only the worker program runs beside a puzzle."""
    own = {module.stem for module in (*WORKER, *path.parent.glob("*.py"))}
    assert set() == imported(path) - own - sys.stdlib_module_names


def test_the_worker_is_not_imported() -> None:
    """No module of the package imports a module of the worker program."""
    own = {module.stem for module in (*WORKER, *ENGINES)}
    modules = [path for path in PACKAGE.rglob("*.py") if path not in (*WORKER, *ENGINES)]
    assert [] == [path.name for path in modules if imported(path) & own - sys.stdlib_module_names]
