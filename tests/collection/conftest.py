"""What the tests of the bundled puzzles share."""

import importlib.util
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]

Solution = Callable[[str], object]


class Puzzle(NamedTuple):
    """A puzzle module, its solutions by part, and its stored cases."""

    module: ModuleType
    solutions: dict[int, list[Solution]]
    cases: list[tuple[str, dict[int, str]]]
    tolerance: float


@pytest.fixture(scope="session")
def load() -> Callable[[str], Puzzle]:
    """A way to load a puzzle by its id."""
    return load_puzzle


def load_puzzle(name: str) -> Puzzle:
    """Load the module by its path and the cases beside their inputs."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "puzzles" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    solutions: dict[int, list[Solution]] = {}
    for function, value in vars(module).items():
        if match := re.fullmatch(r"part(\d+)(_\w+)?", function):
            solutions.setdefault(int(match[1]), []).append(value)
    folder = ROOT / "inputs" / name
    stored = tomllib.loads((folder / "cases.toml").read_text())
    tolerance = stored.pop("tolerance", 0.0)
    cases = []
    for case, table in stored.items():
        text = table.pop("input", None) or (folder / f"{case}.txt").read_text().removesuffix("\n")
        cases.append((text, {int(part[4:]): str(answer) for part, answer in table.items()}))
    return Puzzle(module, solutions, cases, tolerance)
