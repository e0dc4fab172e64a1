"""Jobs on a Dask cluster: the same unit of work, with the sources it needs, on many machines.

What travels to a worker is the workspace's folder of puzzles, once for each check, and with each job its
input: no session, no other input, no answer. A worker that joins later, or again, gets the sources too. A
task of Dask has several jobs; what its worker does not come to in time is given out again.
"""

import logging
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from math import inf
from pathlib import Path
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

from distributed import Client, KilledWorker, Worker, WorkerPlugin, get_worker
from distributed.comm.addressing import parse_host_port

from puzzle_runner.errors import SiteFailed, UsageError
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running import fingerprint, pool
from puzzle_runner.running.batches import Ended
from puzzle_runner.running.call import Job, Outcome, Trace
from puzzle_runner.running.job import NotHere, NotReady
from puzzle_runner.running.portions import TASK, Portions
from puzzle_runner.version import VERSION

# Seconds to wait for a scheduler, and for a first worker.
PATIENCE = 5
# Seconds between two looks at whether the scheduler is still there.
PULSE = 1
_LEFT_AT_HOME = (".pyc", ".session")


# The outcomes of the jobs of a task that have run, and the seconds that they took together.
Done = tuple[list[Outcome], float]


def run(jobs: Sequence[Job], address: str, folder: Path, seconds: Sequence[float | None]) -> Ended:
    """Run jobs on the cluster at an address, as `pool.run_all` does; `folder` holds the sources.

    `seconds` are what each took before, if that is known. Raises UsageError and SiteFailed, where there is no
    cluster, or it goes away.
    """
    with _connected(address) as client:
        sources = Sources(archive(folder))
        client.register_plugin(sources)
        try:
            circumstances = {limits: _circumstances(limits) for limits in {job.limits for job in jobs}}
            call = partial(run_remotely, sources.name, str(folder), circumstances)
            yield from _outcomes(client, address, call, jobs, seconds)
        finally:
            if client.status == "running":
                client.unregister_worker_plugin(sources.name)  # type: ignore[no-untyped-call]


def _outcomes(
    client: Client,
    address: str,
    call: Callable[[list[Job]], Done],
    jobs: Sequence[Job],
    seconds: Sequence[float | None],
) -> Ended:
    executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
    waiting, running = Portions(seconds), dict[Future[Done], list[int]]()
    looked, threads = -inf, 1
    try:
        while waiting.waiting or running:
            if time.monotonic() > looked + PULSE:
                looked = time.monotonic()
                try:
                    threads = max(1, sum(client.nthreads().values()))  # type: ignore[no-untyped-call]
                except OSError as error:
                    raise CancelledError from error
            # Each thread has a task, and a next one.
            while waiting.waiting and len(running) < 2 * threads:
                taken = waiting.take(threads)
                running[executor.submit(call, [jobs[number] for number in taken])] = taken
            completed = wait(running, PULSE, FIRST_COMPLETED).done
            if not completed and client.status != "running":
                # A future that was under way when its scheduler died may never be told.
                raise CancelledError
            for future in completed:
                taken = running.pop(future)
                try:
                    outcomes, took = future.result()
                    waiting.took(took, len(outcomes))
                except KilledWorker:
                    outcomes = []
                    if len(taken) == 1:
                        message = "the workers of the cluster died while they ran it, one after the other"
                        outcomes = [Outcome(failure=Verdict.CRASH, message=message)]
                rest = taken[len(outcomes) :]
                # Either a slow one stood in the way of the others, or one of them killed its workers.
                waiting.give_back(rest, alone=rest[:1] if outcomes else rest)
                yield from zip(taken, outcomes, strict=False)
    except CancelledError as error:
        raise SiteFailed(f"The cluster at {address} went away. Finished results are remembered.") from error
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


def run_remotely(name: str, home: str, circumstances: dict[Limits, str], jobs: list[Job]) -> Done:
    """Run jobs on a worker, with the sources that the plugin of this name has unpacked there.

    Those that do not end in twice the time of a task are left, save the first, so that no outcome waits.
    """
    begun = time.monotonic()
    plugins = get_worker().plugins
    sources = plugins[name]
    assert isinstance(sources, Sources)
    here = {limits for limits, told in circumstances.items() if _circumstances(limits) == told}
    outcomes: list[Outcome] = []
    for job in jobs:
        end = begun + 2 * TASK if outcomes else inf
        outcome = _run(job, home, str(sources.folder), end, same=job.limits in here)
        if name not in plugins:
            pool.stop_idle()
            break
        if not outcome:
            break
        outcomes.append(outcome)
    return outcomes, time.monotonic() - begun


def _run(job: Job, home: str, away: str, end: float, *, same: bool) -> Outcome | None:
    """Run a job whose files lie `away`; None if it has not ended by a moment that comes before its timeout.

    The outcome speaks of the files as they lie at `home`. One of another interpreter or compiler, or not in
    the `same` environment, has no trace, and so is not remembered.
    """
    if time.monotonic() >= end:
        return None
    at_home = job.engine.identity(job)
    job = moved(job, home, away)
    try:
        # It is built here: what another machine has built may not run on this one.
        made = job.engine.found(job)
        made = job.engine.make(job) if made is None else made
        job = job.engine.prepare(job, made)
        timeout = min(job.limits.timeout, max(0.0, end - time.monotonic()))
        outcome = pool.run(job._replace(limits=job.limits._replace(timeout=timeout)))
        if outcome.failure is Verdict.TIMEOUT and timeout < job.limits.timeout:
            return None
    except NotHere as missing:
        outcome = Outcome(failure=Verdict.ERROR, message=f"on a worker, {missing}")
    except NotReady as error:
        outcome = Outcome(failure=Verdict.ERROR, message=str(error))
    trace = outcome.trace if same and job.engine.identity(job) == at_home else None
    if trace:
        states = (state._replace(path=state.path.replace(away, home)) for state in trace.states)
        trace = Trace(tuple(states), trace.doubt.replace(away, home))
    return outcome._replace(
        message=outcome.message.replace(away, home),
        output=outcome.output.replace(away, home),
        sources=tuple(source.replace(away, home) for source in outcome.sources),
        trace=trace,
    )


def _circumstances(limits: Limits) -> str:
    # Dask gives its workers a seed of their own.
    return fingerprint.of_calls(limits, but="PYTHONHASHSEED")


def moved(job: Job, home: str, away: str) -> Job:
    """Return a job on files that lie elsewhere; an installed package is where it is."""
    if not job.path.is_relative_to(home):
        return job
    limits = job.limits._replace(untrusted=away if job.limits.untrusted else "")
    return job._replace(path=Path(away, job.path.relative_to(home)), limits=limits)
