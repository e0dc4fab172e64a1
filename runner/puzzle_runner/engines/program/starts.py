"""How long a language takes to do nothing: the time of an empty program, measured once on this machine."""

import json
from functools import cache

from puzzle_runner import settings
from puzzle_runner.engines.program import builds
from puzzle_runner.model import Job, Limits
from puzzle_runner.programs import Language, Program
from puzzle_runner.running import pool
from puzzle_runner.running.sandbox import BUILDS
from puzzle_runner.storage import atomic

FILE = "starts.json"
# The quickest of these calls counts: no program is to be given time that it has not saved.
CALLS = 20
LIMITS = Limits(60.0, 4 * 2**30)


def timed(job: Job) -> Job:
    """Return a job of a program with the time that its language takes to start."""
    assert job.program and job.program.language
    return job._replace(program=job.program._replace(start=seconds(job.program.language)))


@cache
def seconds(language: Language) -> float:
    """Return the seconds that an empty program takes; 0 for a language that has none, or cannot run it."""
    language = language.plain or language
    if language.build and not language.empty:
        return 0.0
    job = _empty(language)
    assert job.program
    name = builds.key(job.program)
    path = settings.data_folder() / BUILDS / FILE
    stored = _stored(path.read_bytes() if path.exists() else b"{}")
    if name in stored:
        return stored[name]
    measured = _measured(job)
    with atomic.locked("starts"):
        stored = _stored(path.read_bytes() if path.exists() else b"{}")
        atomic.write(path, json.dumps(stored | {name: measured}).encode())
    return measured


def _stored(data: bytes) -> dict[str, float]:
    try:
        return {str(name): float(value) for name, value in json.loads(data).items()}
    except (ValueError, AttributeError, TypeError):
        return {}


def _empty(language: Language) -> Job:
    """Return the job of an empty program, whose source it writes."""
    path = settings.data_folder() / BUILDS / "empty" / f"empty.{language.ending}"
    source = language.empty.encode()
    if not path.exists() or path.read_bytes() != source:
        atomic.write(path, source)
    program = Program((), 1, sources=(str(path),), language=language)
    return Job("empty", path, "", "", LIMITS, program=program)


def _measured(job: Job) -> float:
    try:
        builds.build(job)
    except builds.BuildFailed:
        return 0.0
    times = [pool.run(builds.ready(job)).seconds for _ in range(CALLS)]
    return min((time for time in times if time is not None), default=0.0)
