"""Modules that are compiled once: their code is kept by the hash of their source, for the next check."""

import warnings
from collections.abc import Sequence
from contextlib import closing
from importlib.util import source_hash
from marshal import dumps
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.running import pool
from puzzle_runner.running.batches import Ended
from puzzle_runner.running.call import Job
from puzzle_runner.storage import memo

FILE = "compiled.bin"
# Bytes of source. What is longer is compiled each time, as its code would not be kept.
LONGEST = 2**15


def run(jobs: Sequence[Job], number: int) -> Ended:
    """Run jobs as `pool.run_all` does, with the code of modules that were compiled for an earlier check.

    The others are compiled for a later one as their outcomes come: between these, the runner has to wait.
    """
    with memo.open(FILE) as store:
        codes: dict[Path, bytes] = {}
        missing: dict[Path, bytes] = {}
        # Code is for the interpreter that has compiled it.
        for path in {job.path for job in jobs if job.engine.takes_code and not job.limits.python}:
            if source := _source(path):
                codes[path] = store.find(source, __file__, str(path)) or b""
                if not codes[path]:
                    missing[path] = source
        with_code = [job._replace(code=codes.get(job.path, b"")) for job in jobs]
        with closing(pool.run_all(with_code, number)) as outcomes:
            for place, outcome in outcomes:
                path = jobs[place].path
                source = missing.pop(path, b"")
                if source and (code := _compiled(source, path)):
                    store.add(code, source, __file__, str(path))
                yield place, outcome


def _source(path: Path) -> bytes:
    """Return the source of a module; nothing if it cannot be read, or is too long."""
    try:
        source = files.read(path, files.MODULE)
    except OSError:
        return b""
    return source if len(source) <= LONGEST else b""


def _compiled(source: bytes, path: Path) -> bytes | None:
    """Return what a job has as its code; None if there is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # What is nested deeply can be compiled, and is too deep to be written down.
            code = dumps(compile(source, str(path), "exec", dont_inherit=True, optimize=0))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return source_hash(source) + code
