"""The engine of functions in modules of one's own, such as `part1`."""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from puzzle_runner.engines import modules
from puzzle_runner.engines.engine import Engine, Repository
from puzzle_runner.model import Puzzle, Solution
from puzzle_runner.running.call import Job, Reply
from puzzle_runner.sites.registry import identify

# The function that makes inputs.
GENERATE = "generate"
_STEM = re.compile(r"[^\W_][\w.-]*", re.ASCII)


class FunctionEngine(Engine):
    """Functions of the modules in `puzzles/`.

    The data of a solution is the function's name, and after a blank that of the function that parses for it.
    """

    name = "function"
    endings = (".py",)

    def paths(self, repository: Repository) -> Mapping[str, Path]:
        return modules.paths(repository.puzzles)

    def path(self, repository: Repository, id: str) -> Path | None:
        module, package = repository.puzzles / f"{id}.py", repository.puzzles / id / "__init__.py"
        # Where upper and lower case are the same, the name of the file may be another.
        if not _STEM.fullmatch(id) or os.path.lexists(module.with_stem(id.swapcase())):
            return None
        return package if package.is_file() else module if os.path.lexists(module) else None

    def discover(self, repository: Repository, id: str, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
        if puzzle or path.suffix != ".py":
            return puzzle
        own = modules.read(id, path)
        if own.error and repository.settings.python:
            own = modules.read(id, path, repository.settings.python)
        if own.solutions or own.error or not identify(id)[0].ADDRESS:
            return own
        # Imported here: most modules have functions such as `part1`.
        from puzzle_runner.engines.foreign import puzzles

        return puzzles.read_own(own, repository.puzzles, repository.settings.python)

    def helper(self, path: Path, name: str) -> Solution | None:
        found = modules.helper(modules.parse(path), name)
        return found._replace(engine="generator") if found and name == GENERATE else found

    def request(self, job: Job) -> Mapping[str, Any]:
        function, _, parse = job.data.partition(" ")
        owner, _, method = function.rpartition(".")
        return {"engine": "", "data": (owner, method, parse), "loads": ()}

    def hint(self, job: Job, reply: Reply) -> str:
        from puzzle_runner.engines import hints

        return hints.hint(self.folder(job), job.limits.python or sys.executable, reply)


ENGINE = FunctionEngine()
