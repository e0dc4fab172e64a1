"""`generate` in a process of its own: what it draws, and what becomes of choices that are made up."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from puzzle_runner.engines import engine as engines
from puzzle_runner.model import Limits
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job

from tests.conftest import Workspace

# All that the library makes of random numbers, but for what draws a different number of them.
DRAWS = """
import random as library

def generate(random, size):
    deck = list(range(8))
    random.shuffle(deck)
    return " ".join(map(str, [
        random.randint(1, 10**6), random.randrange(0, 100, 7), random.choice("abcdef"), *deck,
        *random.sample(range(50), 3), *random.choices("xyz", k=3), random.getrandbits(70), random.random(),
        random.uniform(-1, 1), round(random.gauss(0, 1), 9), library.randint(1, 10**6), size]))
"""
DRAWN = (
    "383453 63 a 6 5 7 4 0 3 1 2 32 13 2 y x x 63171229077631758030 0.5654539236317272 0.8948994863528774 "
    "-0.90159766 339564 3"
)
LIST = """
def generate(random, size):
    return "\\n".join(str(random.randint(5, 9)) for _ in range(random.randint(1, size)))
"""


def made(path: Path, choices: Sequence[int] | None = None, seed: int = 7, size: int = 3) -> Any:
    """Return what a generator draws."""
    data = [(seed, size, choices, True)]
    outcome = pool.run(Job("p", path, engines.load("generator"), data, None, Limits(10, 2**31)))
    assert not outcome.failure, outcome.message
    (drawn,) = json.loads(outcome.answer or "")
    return drawn


def test_a_seed_is_the_same_input_in_every_python(workspace: Workspace) -> None:
    """Whichever of the library's functions makes it, also those that are not given."""
    drawn = made(workspace.puzzle("p", DRAWS))
    assert DRAWN == drawn["inputs"][0]["text"]
    assert drawn == made(workspace.puzzle("p", DRAWS))
    assert DRAWN != made(workspace.puzzle("p", DRAWS), seed=8)["inputs"][0]["text"]


@pytest.mark.parametrize(
    ("choices", "text", "drawn"),
    [
        ((), "5", (0, 0)),
        ((1, 4, 2), "9\n7", (1, 4, 2)),
        ((9, 9, 9), "9\n9\n5", (2, 4, 4, 0)),
        ((0, 3, 3, 3), "8", (0, 3)),
    ],
)
def test_choices_need_not_fit(
    workspace: Workspace, choices: Sequence[int], text: str, drawn: Sequence[int]
) -> None:
    """What is too large counts as the largest, what is missing as 0, and what is too much is left out."""
    found = made(workspace.puzzle("p", LIST), choices)
    assert text == found["inputs"][0]["text"]
    assert [*drawn] == [int(word, 16) for word in found["choices"].split()]


def test_noted_choices_make_the_same_again(workspace: Workspace) -> None:
    """Also of numbers with thousands of digits."""
    source = "def generate(random, size): return hex(random.randrange(10**5000)) + str(random.random())"
    path = workspace.puzzle("p", source)
    drawn = made(path)
    assert drawn == made(path, [int(word, 16) for word in drawn["choices"].split()], seed=1)


def test_a_long_input_is_not_cut(workspace: Workspace) -> None:
    """As an answer would be that is shown."""
    path = workspace.puzzle("p", "def generate(random, size): return 'x' * size")
    assert "x" * 10**6 == made(path, size=10**6)["inputs"][0]["text"]
