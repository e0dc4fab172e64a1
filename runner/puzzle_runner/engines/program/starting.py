"""The command that runs a program which is ready, and how long its language takes to start."""

import json
from functools import cache
from typing import Any

from puzzle_runner import digest, settings
from puzzle_runner.engines.program import builds, given, languages, tools
from puzzle_runner.engines.program.builds import Made
from puzzle_runner.engines.program.languages import Language, Prepared, Program
from puzzle_runner.model import Limits
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import NotReady
from puzzle_runner.running.sandbox import BUILDS
from puzzle_runner.storage import atomic

# The file with the time that each language takes to start, and how many calls of an empty program tell it.
# The quickest counts: no program is to be given time that it has not saved.
STARTS, CALLS = "starts.json", 20
LIMITS = Limits(60.0, 4 * 2**30)


def prepared(job: Job, made: Made) -> Job:
    """Return a job with the command that runs its program, which was found or made."""
    program: Program = job.data
    engine: Any = job.engine
    known = Prepared(
        command=languages.replaced(program.language.run, job.path, made.folder, program.part),
        start=seconds(program.language, engine, job.limits.untrusted),
        state=made.state,
        looked=tuple(made.looked.stamps.items()),
        doubt=made.doubt,
        has_built_in=made.has_input,
    )
    sources = made.sources or program.sources
    return job._replace(data=program._replace(sources=sources, is_bare=given.is_bare(job), prepared=known))


@cache
def seconds(language: Language, engine: Any, untrusted: str) -> float:
    """Return the seconds that an empty program takes; 0 for a language that has none, or cannot run it."""
    language = language.plain or language
    if language.build and not language.empty:
        return 0.0
    text = language.empty.encode()
    parent = settings.data_folder() / BUILDS / f"empty-{digest.text(language.empty)}"
    source = parent / f"empty.{language.ending}"
    if not source.exists() or source.read_bytes() != text:
        atomic.write(source, text)
    program = Program(1, language, (source.name,))
    job = Job("empty", source, engine, program, "", LIMITS._replace(untrusted=untrusted))
    name = digest.text(str(bool(untrusted)), *language.words, language.empty, *tools.marks(language.words))
    path = settings.data_folder() / BUILDS / STARTS
    stored = tools.stored(path)
    if name in stored:
        return float(stored[name])
    try:
        measured = measure(job)
    except NotReady:
        # The next one may be: it is tried again.
        return 0.0
    with atomic.locked("starts"):
        atomic.write(path, json.dumps(tools.stored(path) | {name: measured}).encode())
    return measured


def measure(job: Job) -> float:
    """Return the least seconds that a program takes. Raises NotReady."""
    made = builds.found(job) or builds.make(job)
    command = languages.replaced(job.data.language.run, job.path, made.folder, job.data.part)
    prepared = job._replace(data=job.data._replace(prepared=Prepared(command)))
    times = [pool.run(prepared).seconds for _ in range(CALLS)]
    return min((time for time in times if time is not None), default=0.0)
