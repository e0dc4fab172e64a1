"""The engine of generators: `generate(random, size)` in a module makes an input."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from puzzle_runner.engines.engine import Engine
from puzzle_runner.running.call import Job


class GeneratorEngine(Engine):
    """The data of a job are a size and some seeds; the answer is JSON."""

    name = "generator"

    def request(self, job: Job) -> Mapping[str, Any]:
        worker = Path(__file__).parent / "worker" / "drawing.py"
        return {"engine": str(worker), "data": job.data, "loads": ()}


ENGINE = GeneratorEngine()
