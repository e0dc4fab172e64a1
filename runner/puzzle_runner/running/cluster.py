"""Jobs on a Dask cluster, those of a module together: https://distributed.dask.org.

The folder of puzzles travels once to each worker, and the input of a job with the job: no session, no other
input, no answer.
"""

import logging
import os
import shutil
import socket
import tempfile
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

from distributed import Client, KilledWorker, Worker, WorkerPlugin, get_worker
from distributed.comm.addressing import parse_host_port
from distributed.comm.core import CommClosedError

from puzzle_runner.errors import SiteFailed, UsageError
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running import fingerprint, pool
from puzzle_runner.running.batches import Batch, Ended, Numbered
from puzzle_runner.running.call import Job, Outcome, Trace
from puzzle_runner.running.job import NotHere, NotReady
from puzzle_runner.running.pool import Follow
from puzzle_runner.version import VERSION

# Seconds to wait for a scheduler or a worker, and between two looks at whether the scheduler is there.
PATIENCE, PULSE = 5, 1
LEFT_AT_HOME = (".pyc", ".session", "cases.toml")


def run(jobs: Sequence[Job], address: str, folder: Path, follow: Follow | None = None) -> Ended:
    """Run jobs on the cluster at an address, as `pool.run_all` does; `folder` holds the sources.

    Raises UsageError and SiteFailed.
    """
    with _connected(address) as client:
        sources = Sources(archive(folder))
        try:
            client.register_plugin(sources)
        except Exception as error:
            with suppress(Exception):
                client.unregister_worker_plugin(sources.name)  # type: ignore[no-untyped-call]
            raise SiteFailed(
                f"A worker of {address} cannot run puzzles: {error}. Install puzzle-runner {VERSION} there."
            ) from error
        try:
            yield from pool.run_all(jobs, partial(_outcomes, client, sources.name, str(folder)), follow)
        except (CancelledError, CommClosedError) as error:
            raise SiteFailed(
                f"The cluster at {address} went away. Finished results are remembered."
            ) from error
        finally:
            if client.status == "running":
                client.unregister_worker_plugin(sources.name)  # type: ignore[no-untyped-call]


def _outcomes(client: Client, name: str, folder: str, waiting: deque[Batch]) -> Ended:
    """Run batches on the cluster, with the sources of this name; what follows, here, where its module is."""
    executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
    running: dict[Future[list[Outcome]], list[Numbered]] = {}

    def submit(portion: list[Numbered]) -> None:
        jobs = [job for _, job in portion]
        environments = {limits: _environment(limits) for limits in {job.limits for job in jobs}}
        running[executor.submit(run_remotely, name, folder, environments, jobs)] = portion

    try:
        while waiting or running:
            while waiting:
                batch = waiting.popleft()
                if not batch.follows:
                    submit(batch.jobs)
                    continue
                for number, job in batch.jobs:
                    yield number, pool.run(job)
            completed = wait(running, PULSE, FIRST_COMPLETED).done
            if running and not completed and client.status != "running":
                # A future that was under way when its scheduler died may never end.
                raise CancelledError
            for future in completed:
                portion = running.pop(future)
                try:
                    outcomes = future.result()
                except KilledWorker:
                    if len(portion) > 1:
                        # One of these jobs kills its workers: the others can run without it.
                        for numbered in portion:
                            submit([numbered])
                        continue
                    message = "the workers of the cluster died while they ran it, one after the other"
                    outcomes = [Outcome(failure=Verdict.CRASH, message=message)]
                for (number, _), outcome in zip(portion, outcomes, strict=True):
                    yield number, outcome
    finally:
        for future in running:
            future.cancel()
        executor.shutdown(wait=False)


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
        yield client


def archive(folder: Path) -> bytes:
    """Return a zip of the files below a folder, without hidden and compiled ones, sessions and answers."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for root, folders, files in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
            for name in sorted(files):
                if not name.startswith(".") and not name.endswith(LEFT_AT_HOME):
                    archive.write(Path(root, name), Path(root, name).relative_to(folder))
    return buffer.getvalue()


class Sources(WorkerPlugin):
    """Unpacks an archive of sources on every worker, also on those that come later; removes it at the end."""

    def __init__(self, archive: bytes) -> None:
        self.name = f"puzzles-{uuid4().hex}"
        self.archive = archive
        self.version = VERSION
        # None until it has unpacked.
        self.folder: Path | None = None

    def setup(self, worker: Worker) -> None:
        """Unpack, in a folder that Dask removes should the worker be killed. Raises SiteFailed."""
        if self.version != VERSION:
            raise SiteFailed(f"it has puzzle-runner {VERSION}")
        self.folder = Path(tempfile.mkdtemp(prefix="puzzles-", dir=worker.local_directory)).resolve()
        with ZipFile(BytesIO(self.archive)) as archive:
            archive.extractall(self.folder)

    def teardown(self, worker: Worker) -> None:
        """Remove what was unpacked, and the processes that wait for more of it."""
        pool.stop_idle()
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)


def run_remotely(name: str, home: str, environments: dict[Limits, str], portion: list[Job]) -> list[Outcome]:
    """Run jobs on a worker, with the sources that the plugin of this name has unpacked there."""
    plugins = get_worker().plugins
    sources = plugins[name]
    assert isinstance(sources, Sources)
    outcomes = []
    for job in portion:
        # Without its plugin, the check has ended: nobody waits for these outcomes.
        if name in plugins:
            is_same = _environment(job.limits) == environments[job.limits]
            outcomes.append(_run(job, home, str(sources.folder), is_same))
    if name not in plugins:
        pool.stop_idle()
    return outcomes


def _run(job: Job, home: str, away: str, is_same: bool) -> Outcome:
    """Run a job whose files lie `away`; its outcome speaks of them as they lie at `home`.

    If it was run in another environment, or by another compiler, it has no trace, and so is not remembered.
    """
    identity = job.engine.identity(job)
    job = moved(job, home, away)
    try:
        # What another machine has built may not run on this one.
        build = job.engine.found(job)
        if build is None:
            build = job.engine.make(job)
        job = job.engine.prepare(job, build)
        outcome = pool.run(job)
    except NotHere as error:
        outcome = Outcome(failure=Verdict.ERROR, message=f"on a worker, {error}")
    except NotReady as error:
        outcome = Outcome(failure=Verdict.ERROR, message=str(error))
    may_trace = is_same and job.engine.identity(job) == identity
    return at_home(outcome, home, away, may_trace)


def at_home(outcome: Outcome, home: str, away: str, may_trace: bool) -> Outcome:
    """Return the outcome of a call that was made `away` as it would be at `home`."""
    trace = None
    if outcome.trace and may_trace:
        states = [state._replace(path=state.path.replace(away, home)) for state in outcome.trace.states]
        trace = Trace(tuple(states), outcome.trace.doubt.replace(away, home))
    shared = outcome.shared
    if shared:
        shared = {part: at_home(other, home, away, may_trace) for part, other in shared.items()}
    return outcome._replace(
        message=outcome.message.replace(away, home),
        output=outcome.output.replace(away, home),
        sources=tuple(source.replace(away, home) for source in outcome.sources),
        trace=trace,
        shared=shared,
    )


def _environment(limits: Limits) -> str:
    # Dask gives its workers a seed of their own.
    return fingerprint.of_calls(limits, but="PYTHONHASHSEED")


def moved(job: Job, home: str, away: str) -> Job:
    """Return a job on files that lie elsewhere; an installed package is where it is."""
    if not job.path.is_relative_to(home):
        return job
    limits = job.limits._replace(untrusted=away if job.limits.untrusted else "")
    return job._replace(
        path=Path(away, job.path.relative_to(home)), limits=limits, traced=job.traced and away, bytecode=""
    )
