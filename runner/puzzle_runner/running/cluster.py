"""Jobs on a Dask cluster: the same unit of work, with the sources it needs, on many machines.

What travels to a worker is the workspace's folder of puzzles, once for each check, and with each job its
input: no session, no other input, no answer. A worker that joins later, or again, gets the sources too.
"""

import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future, wait
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

from distributed import Client, KilledWorker, Worker, WorkerPlugin, get_worker
from distributed.comm.addressing import parse_host_port

from puzzle_runner.errors import SiteFailed, UsageError
from puzzle_runner.model import Job, Limits, Outcome, Trace, Verdict
from puzzle_runner.running import fingerprint, pool
from puzzle_runner.running.job import NotHere, NotReady
from puzzle_runner.version import VERSION

# Seconds to wait for a scheduler, and for a first worker.
PATIENCE = 5
# Seconds between two looks at whether the scheduler is still there.
PULSE = 1
_LEFT_AT_HOME = (".pyc", ".session")


def run(
    jobs: Sequence[Job], address: str, folder: Path, done: Callable[[], object]
) -> Generator[Outcome, None, None]:
    """Run jobs on the cluster at an address; `folder` holds the sources. Yield their outcomes in order.

    Raises UsageError and SiteFailed, where there is no cluster, or it goes away.
    """
    with _connected(address) as client:
        sources = Sources(archive(folder))
        client.register_plugin(sources)
        try:
            circumstances = {limits: _circumstances(limits) for limits in {job.limits for job in jobs}}
            call = partial(run_remotely, sources.name, str(folder), circumstances)
            executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
            result = partial(_result, address, lambda: client.status == "running")
            yield from pool.run_on(executor, jobs, done, call, result)
        finally:
            if client.status == "running":
                client.unregister_worker_plugin(sources.name)  # type: ignore[no-untyped-call]


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    # The errors below say what its log would.
    logging.disable(logging.CRITICAL)
    try:
        scheme, _, place = address.rpartition("://")
        if scheme in ("", "tcp", "tls"):
            # Dask would go on trying until its patience ends.
            socket.create_connection(parse_host_port(place), timeout=PATIENCE).close()
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except ValueError as error:
        raise UsageError(f"--cluster {address} is not an address: {error}. Write tcp://host:8786.") from error
    except OSError as error:
        raise SiteFailed(f'No scheduler answers at {address}. Start one with "dask scheduler".') from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise SiteFailed(
                f'The cluster at {address} has no worker. Start one with "dask worker {address}".'
            ) from error
        try:
            versions = client.run(version)
        except Exception as error:
            raise SiteFailed(
                f"A worker of {address} cannot run puzzles: {error}. Install puzzle-runner {VERSION} there."
            ) from error
        for worker, installed in versions.items():
            if installed != VERSION:
                raise SiteFailed(
                    f"The worker {worker} has puzzle-runner {installed}: "
                    f"install {VERSION} there, as it is here."
                )
        yield client


def version() -> str:
    """Return the version of the runner, on a worker."""
    return VERSION


def archive(folder: Path) -> bytes:
    """Return a zip of the files below a folder, without hidden and compiled ones, sessions and answers."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for root, folders, files in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
            for name in sorted(files):
                if not name.startswith(".") and not name.endswith(_LEFT_AT_HOME) and name != "cases.toml":
                    path = Path(root, name)
                    archive.writestr(str(path.relative_to(folder)), path.read_bytes())
    return buffer.getvalue()


class Sources(WorkerPlugin):
    """Unpacks an archive of sources on every worker, also on those that come later; removes it at the end."""

    def __init__(self, archive: bytes) -> None:
        self.name = f"puzzles-{uuid4().hex}"
        self.archive = archive
        self.folder = Path()

    def setup(self, worker: Worker) -> None:
        """Unpack, in a folder that Dask removes should the worker be killed."""
        self.folder = Path(tempfile.mkdtemp(prefix="puzzles-", dir=worker.local_directory)).resolve()
        with ZipFile(BytesIO(self.archive)) as archive:
            archive.extractall(self.folder)

    def teardown(self, worker: Worker) -> None:
        """Remove what was unpacked, and the processes that wait for more of it."""
        pool.stop_idle()
        shutil.rmtree(self.folder, ignore_errors=True)


def run_remotely(name: str, home: str, circumstances: dict[Limits, str], job: Job) -> Outcome:
    """Run a job on a worker, with the sources that the plugin of this name has unpacked there.

    The outcome speaks of the files as they lie at `home`. One of another interpreter or compiler, or in
    another environment, has no trace, and so is not remembered.
    """
    plugins = get_worker().plugins
    sources = plugins[name]
    assert isinstance(sources, Sources)
    away = str(sources.folder)
    at_home = job.engine.identity(job)
    job = moved(job, home, away)
    try:
        # It is built here: what another machine has built may not run on this one.
        made = job.engine.found(job)
        made = job.engine.make(job) if made is None else made
        job = job.engine.prepare(job, made)
        outcome = pool.run(job)
    except NotHere as missing:
        outcome = Outcome(failure=Verdict.ERROR, message=f"on a worker, {missing}")
    except NotReady as error:
        outcome = Outcome(failure=Verdict.ERROR, message=str(error))
    if name not in plugins:
        pool.stop_idle()
    same = job.engine.identity(job) == at_home and _circumstances(job.limits) == circumstances[job.limits]
    trace = outcome.trace if same else None
    return outcome._replace(
        message=outcome.message.replace(away, home),
        output=outcome.output.replace(away, home),
        sources=tuple(source.replace(away, home) for source in outcome.sources),
        trace=trace and _moved_back(trace, away, home),
    )


def _circumstances(limits: Limits) -> str:
    # Dask gives its workers a seed of their own.
    return fingerprint.of_calls(limits, but="PYTHONHASHSEED")


def _moved_back(trace: Trace, away: str, home: str) -> Trace:
    states = (state._replace(path=state.path.replace(away, home)) for state in trace.states)
    return Trace(tuple(states), trace.doubt.replace(away, home))


def moved(job: Job, home: str, away: str) -> Job:
    """Return a job on files that lie elsewhere; an installed package is where it is."""
    if not job.path.is_relative_to(home):
        return job
    limits = job.limits._replace(untrusted=away if job.limits.untrusted else "")
    return job._replace(path=Path(away, job.path.relative_to(home)), limits=limits)


def _result(address: str, is_there: Callable[[], bool], future: "Future[Outcome]") -> Outcome:
    try:
        # A future that was under way when its scheduler died may never be told.
        while not wait([future], PULSE).done:
            if not is_there():
                raise CancelledError
        return future.result()
    except KilledWorker:
        message = "the workers of the cluster died while they ran it, one after the other"
        return Outcome(failure=Verdict.CRASH, message=message)
    except CancelledError as error:
        raise SiteFailed(f"The cluster at {address} went away. What had ended is remembered.") from error
