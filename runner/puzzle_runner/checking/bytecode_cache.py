"""Modules that are compiled once: their code is kept by the hash of their source, for the next check."""

import warnings
from collections.abc import Callable, Generator, Sequence
from importlib.util import source_hash
from marshal import dumps
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.model import Job, Outcome
from puzzle_runner.running import pool
from puzzle_runner.storage import memo
from puzzle_runner.storage.memo import Memo

FILE = "compiled.bin"
# Bytes of source. What is longer is compiled each time, as its code would not be kept.
LONGEST = 2**15


def run(jobs: Sequence[Job], number: int, done: Callable[[], object]) -> Generator[Outcome, None, None]:
    """Run jobs as `pool.run_all` does, with the code of modules that were compiled for an earlier check.

    The others are compiled for a later one as their outcomes come: between these, the runner has to wait.
    """
    with memo.open(FILE) as store:
        codes = {job.path: _kept(job.path, store) for job in jobs if job.engine.takes_code}
        missing = {path for path, code in codes.items() if not code}
        with_code = [job._replace(code=codes.get(job.path, b"")) for job in jobs]
        for job, outcome in zip(jobs, pool.run_all(with_code, number, done), strict=True):
            if job.path in missing:
                missing.remove(job.path)
                _keep(job.path, store)
            yield outcome


def _kept(path: Path, store: Memo) -> bytes:
    """Return the code of a module; nothing if it was not compiled yet."""
    return store.find(_source(path), __file__, str(path)) or b""


def _keep(path: Path, store: Memo) -> None:
    if (source := _source(path)) and (code := _compiled(source, path)):
        store.add(code, source, __file__, str(path))


def _source(path: Path) -> bytes:
    """Return the source of a module; nothing if it cannot be read, or is too long."""
    try:
        source = files.read(path, files.MODULE)
    except OSError:
        return b""
    return source if len(source) <= LONGEST else b""


def _compiled(source: bytes, path: Path) -> bytes | None:
    """Return what a job has as its code; None if it cannot be compiled."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(source, str(path), "exec", dont_inherit=True, optimize=0)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return source_hash(source) + dumps(code)
