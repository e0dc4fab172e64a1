"""`generate` in a process of its own."""

import json
from pathlib import Path
from typing import Any

from puzzle_runner.engines import engine as engines
from puzzle_runner.model import Limits
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job

from tests.conftest import Workspace

DRAWS = """
import random as library

def generate(random, size):
    deck = list(range(8))
    random.shuffle(deck)
    return " ".join(map(str, [random.randint(1, 10**6), *deck, library.randint(1, 10**6), size]))
"""


def made(path: Path, *seeds: int, size: int = 3) -> list[Any]:
    """Return the texts that a generator makes of some seeds."""
    job = Job("p", path, engines.load("generator"), [size, *seeds], None, Limits(10, 2**31))
    outcome = pool.run(job)
    return [each["text"] for each in json.loads(outcome.answer or "")]


def test_a_seed_is_the_same_input(workspace: Workspace) -> None:
    """Whichever `random` it uses: the one that is given, or that of the library."""
    path = workspace.puzzle("p", DRAWS)
    first, second, other = made(path, 7, 7, 8)
    assert first == second == made(path, 7)[0]
    assert all(one != two for one, two in zip(first.split()[::9], other.split()[::9], strict=True))
    assert first.endswith(" 3")


def test_a_long_input_is_not_cut(workspace: Workspace) -> None:
    """As an answer would be that is shown."""
    path = workspace.puzzle("p", "def generate(random, size): return 'x' * size")
    assert ["x" * 10**6] == made(path, 1, size=10**6)
