"""Jobs on a Dask cluster, in portions: https://distributed.dask.org.

The folder of puzzles travels once to each worker, and the input of a job with the job: no session, no other
input, no answer.
"""

import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager, suppress
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
from puzzle_runner.running.batches import Ended, Follow, alone
from puzzle_runner.running.call import Job, Outcome, Trace
from puzzle_runner.running.job import NotHere, NotReady
from puzzle_runner.version import VERSION

# Seconds to wait for a scheduler or a worker, and between two looks at whether the scheduler is there.
PATIENCE, PULSE = 5, 1
# The most jobs of a portion, as a scheduler starts 260 a second; and the fewest portions of each thread, so
# that none is left with a long one.
MOST_JOBS, FEWEST_PORTIONS = 50, 4
LEFT_AT_HOME = (".pyc", ".session", "cases.toml")


def run(jobs: Sequence[Job], address: str, folder: Path, follow: Follow = alone) -> Ended:
    """Run jobs on the cluster at an address, as `pool.run_all` does; `folder` holds the sources.

    What is to `follow` runs here: its module need not be in the folder.

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
        environments = {limits: _environment(limits) for limits in {job.limits for job in jobs}}
        executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        running: dict[Future[list[Outcome]], list[int]] = {}

        def submit(numbers: list[int]) -> None:
            portion = [jobs[number] for number in numbers]
            running[executor.submit(run_remotely, sources.name, str(folder), environments, portion)] = numbers

        try:
            threads = sum(client.nthreads().values())  # type: ignore[no-untyped-call]
            for numbers in portions(len(jobs), threads):
                submit(numbers)
            while running:
                completed = wait(running, PULSE, FIRST_COMPLETED).done
                if not completed and client.status != "running":
                    # A future that was under way when its scheduler died may never end.
                    raise CancelledError
                for future in completed:
                    numbers = running.pop(future)
                    try:
                        outcomes = future.result()
                    except KilledWorker:
                        if len(numbers) > 1:
                            # One of these jobs kills its workers: the others can run without it.
                            for number in numbers:
                                submit([number])
                            continue
                        message = "the workers of the cluster died while they ran it, one after the other"
                        outcomes = [Outcome(failure=Verdict.CRASH, message=message)]
                    for number, outcome in zip(numbers, outcomes, strict=True):
                        if step := follow(number, outcome):
                            following, join = step
                            outcome = join(pool.run(following))
                        yield number, outcome
        except (CancelledError, CommClosedError) as error:
            raise SiteFailed(
                f"The cluster at {address} went away. Finished results are remembered."
            ) from error
        finally:
            for future in running:
                future.cancel()
            executor.shutdown(wait=False)
            if client.status == "running":
                client.unregister_worker_plugin(sources.name)  # type: ignore[no-untyped-call]


def portions(number: int, threads: int) -> list[list[int]]:
    """Return the places of a number of jobs in portions, in their order."""
    size = min(MOST_JOBS, max(1, number // (FEWEST_PORTIONS * max(1, threads))))
    return [list(range(first, min(first + size, number))) for first in range(0, number, size)]


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
    trace = None
    if outcome.trace and is_same and job.engine.identity(job) == identity:
        states = [state._replace(path=state.path.replace(away, home)) for state in outcome.trace.states]
        trace = Trace(tuple(states), outcome.trace.doubt.replace(away, home))
    return outcome._replace(
        message=outcome.message.replace(away, home),
        output=outcome.output.replace(away, home),
        sources=tuple(source.replace(away, home) for source in outcome.sources),
        trace=trace,
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
