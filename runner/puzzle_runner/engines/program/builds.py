"""Programs that were built, in the user's data folder, each with a record of what was read for it.

What was built is used again as long as its record holds. It is made beside its place and moved there, under a
lock, so that two processes that want the same program build it once, and what is there is whole.
"""

import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

from puzzle_runner import digest, files, interruption, settings
from puzzle_runner.engines.program import dependencies, given, tools
from puzzle_runner.engines.program.dependencies import Record, Tree
from puzzle_runner.engines.program.languages import Program
from puzzle_runner.errors import StoreFailed
from puzzle_runner.running import traces
from puzzle_runner.running.call import Job, State
from puzzle_runner.running.job import NotHere
from puzzle_runner.running.sandbox import BUILDS
from puzzle_runner.storage import atomic

# Builds that are kept of a program; seconds after which those of one that is gone are removed.
KEPT, DAY = 4, 86400.0
NEVER = Event()


class Made(NamedTuple):
    """A program that is ready: the folder that it was built into, if it was built, and what it depends on.

    `state` is the hash of all that is known of that, `doubt` says why there may be more. `looked` are the
    stamps of what it may read when it runs. `sources` are its files, if a compiler has told them. If it
    `has_input`, that was read when it was built.
    """

    folder: Path
    state: str
    looked: Tree
    doubt: str = ""
    sources: tuple[str, ...] = ()
    has_input: bool = False


def found(job: Job) -> Made | None:
    """Return a program that is ready to run; None if it has to be built. Raises NotHere."""
    program: Program = job.data
    if reason := tools.lacking(program):
        raise NotHere(reason)
    if not program.language.build:
        looked = dependencies.surroundings(job, program.language.run)
        state = _hash(tools.marks(program.language.run), dependencies.states(looked.stamps))
        return Made(Path(), state, looked, looked.doubt)
    place = _place(job)
    for name, record in _records(place).items():
        if traces.hold(record):
            return _made(job, folder(place) / name, record)
    return None


def _made(job: Job, folder: Path, record: Record, doubt: str = "") -> Made:
    """Return what is known of a program that was built. It may read what lies in its folder when it runs."""
    language = job.data.language
    looked = dependencies.tree(str(job.path.parent))
    near = f"{job.path.parents[1]}/"
    read = [state.path for state, _ in record if state.kind in ("file", "large")]
    sources = tuple(path for path in read if path.startswith(near) and os.path.isfile(path))
    state = _hash(tools.marks(language.words), [*record, *dependencies.states(looked.stamps)])
    has_input = job.data.embeds and any(path in read for path in given.places(job))
    return Made(folder, state, looked, doubt or looked.doubt, sources, has_input)


def _hash(tools: Iterable[str], states: Record) -> str:
    return digest.text(*tools, "", *(word for state, _ in states for word in (state.path, state.state)))


def _place(job: Job) -> str:
    """Return the name of where the builds of a program lie; trusted ones lie apart, as those of each tool."""
    words = job.data.language.build
    names = [name for name in (*tools.VARIABLES, "HOME") if name not in tools.WITHOUT_EFFECT]
    seen = (f"{name}={os.environ.get(name)}" for name in names)
    read = given.data(job).decode("utf-8", "surrogatepass") if job.data.embeds else ""
    starter = job.data.starter or ()
    return digest.text(
        str(job.path), job.limits.untrusted, *words, "", *tools.marks(words), "", *seen, read, *starter
    )


def folder(place: str) -> Path:
    """Return the folder of the builds of a program."""
    return settings.data_folder() / BUILDS / place


def _record_file(place: str) -> Path:
    return settings.data_folder() / tools.NOTES / f"{place}.json"


def _records(place: str) -> dict[str, Record]:
    """Return the records of the builds of a program, the newest first; none that cannot be read."""
    try:
        stored = json.loads(files.read(_record_file(place), files.TABLES))["builds"]
        return {
            name: [
                (State(kind, path, (*names,), state), stamp)
                for kind, names, states in groups
                for path, state, stamp in states
            ]
            for name, groups in stored.items()
            if (folder(place) / name).is_dir()
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _stored(record: Record) -> list[Any]:
    """Return a record as it is stored: the names of a kind are many, and are the same for all folders."""
    groups = groupby(record, lambda known: (known[0].kind, known[0].names))
    return [[*kind, [(state.path, state.state, stamp) for state, stamp in states]] for kind, states in groups]


def make(job: Job, stop: Event | None = None) -> Made:
    """Build a program, unless another process has; give up where that is wanted meanwhile.

    Raises NotReady or StoreFailed.
    """
    # Imported here: as a rule, a program has been built.
    import shutil

    from puzzle_runner.engines.program import compiling

    place = _place(job)
    with atomic.locked(f"build-{place}", compiling.TIMEOUT):
        if made := found(job):
            return made
        interruption.check()
        parent = folder(place)
        target, beside = parent / f"{time.time_ns():x}", parent / ".new"
        shutil.rmtree(beside, ignore_errors=True)
        try:
            atomic.make_folder(beside)
            record, doubt = compiling.build(job, beside, stop or NEVER)
            os.replace(beside, target)
        except OSError as error:
            raise StoreFailed(f"{target} cannot be made: {error.strerror}.") from error
        finally:
            shutil.rmtree(beside, ignore_errors=True)
            with suppress(OSError):
                # Nothing was built.
                parent.rmdir()
        records = _records(place) if doubt else {target.name: record, **_records(place)}
        newest = sorted((entry.name for entry in parent.iterdir()), reverse=True)[:KEPT]
        kept = {name: _stored(record) for name, record in records.items() if name in newest}
        content = {"source": str(job.path), "builds": kept}
        atomic.write(_record_file(place), json.dumps(content).encode())
        for entry in parent.iterdir():
            if entry.name not in newest:
                shutil.rmtree(entry, ignore_errors=True)
    for entry in (settings.data_folder() / BUILDS).glob("*" + "[0-9a-f]" * 32 + "*"):
        # Those of sources that are gone, or by an older version, are removed.
        with suppress(OSError):
            note = _record_file(entry.name)
            is_old = time.time() - entry.stat().st_mtime > DAY
            if is_old and not os.path.lexists(tools.stored(note).get("source", "")):
                shutil.rmtree(entry, ignore_errors=True)
                note.unlink(missing_ok=True)
    return _made(job, target, record, doubt)
