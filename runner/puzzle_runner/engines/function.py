"""The engine of functions in modules of one's own, such as `part1`."""

import sys
from collections.abc import Mapping
from typing import Any

from puzzle_runner.engines.engine import Engine
from puzzle_runner.running.call import Answered, Job, Reply


class FunctionEngine(Engine):
    """Functions of the modules in `puzzles/`.

    The data of a solution is the function's name, then `parse` if it is given what that makes of the input,
    and `lines` if that is handed over as lines.
    """

    name = "function"
    endings = (".py",)

    def request(self, job: Job) -> Mapping[str, Any]:
        function, *how = job.data.split(" ")
        owner, _, method = function.rpartition(".")
        data = (owner, method, "parse" in how, "lines" in how)
        return {"engine": "", "data": data, "loads": ()}

    def outcome(self, job: Job, reply: Reply, returned: Answered) -> Answered:
        _, *how = job.data.split(" ")
        if "parse" in how:
            return returned._replace(details="it got what parse returned")
        if "lines" in how:
            return returned._replace(details="it got a list of lines")
        return returned

    def hint(self, job: Job, reply: Reply) -> str:
        from puzzle_runner.engines import hints

        return hints.hint(job.limits.python or sys.executable, reply)


ENGINE = FunctionEngine()
