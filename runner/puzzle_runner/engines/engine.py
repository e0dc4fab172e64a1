"""The kinds of solutions: the Protocol that each engine fulfils, and the table of all engines.

No other module names one: a new one is a module or a folder with an `ENGINE`, and a row of the table.
"""

import sys
from collections.abc import Callable
from typing import Protocol

from puzzle_runner.running.call import JobEngine


class Engine(JobEngine, Protocol):
    """One way to run solutions. `endings` are those of its files, which `run --watch` looks at."""

    endings: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Callable[[str], "Engine"], tuple[str]]:
        """Pickle it by its name: jobs go to other machines."""
        return load, (self.name,)


# The module of each engine by its name.
ENGINES = {
    "foreign": "puzzle_runner.engines.foreign.engine",
    "generator": "puzzle_runner.engines.generator.engine",
    "function": "puzzle_runner.engines.function",
    "program": "puzzle_runner.engines.program.engine",
}


def load(name: str) -> Engine:
    """Return an engine by its name."""
    module = ENGINES[name]
    # It does the same as importlib, which takes longer to import than most engines.
    __import__(module)
    engine: Engine = sys.modules[module].ENGINE
    return engine
