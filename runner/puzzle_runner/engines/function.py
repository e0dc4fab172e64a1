"""The engine of functions in modules of one's own, such as `part1`."""

import sys
from collections.abc import Mapping
from typing import Any

from puzzle_runner.engines.engine import Engine
from puzzle_runner.running.call import Job, Reply


class FunctionEngine(Engine):
    """Functions of the modules in `puzzles/`.

    The data of a solution is the function's name, and after a blank that of the function that parses for it.
    """

    name = "function"
    endings = (".py",)

    def request(self, job: Job) -> Mapping[str, Any]:
        function, _, parse = job.data.partition(" ")
        owner, _, method = function.rpartition(".")
        return {"engine": "", "data": (owner, method, parse), "loads": ()}

    def hint(self, job: Job, reply: Reply) -> str:
        from puzzle_runner.engines import hints

        return hints.hint(self.folder(job), job.limits.python or sys.executable, reply)


ENGINE = FunctionEngine()
