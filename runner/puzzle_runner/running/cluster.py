"""Jobs on a Dask cluster, those of a module together: https://distributed.dask.org.

The folder of puzzles travels once to each worker, and the input with the job: no session, no other input, no
answer. What a call there depends on is not known here: its verdict is not remembered. Paths in messages are
those of the worker.
"""

import logging
import os
import socket
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from distributed import Client, KilledWorker, get_worker
from distributed.comm.addressing import parse_host_port
from distributed.comm.core import CommClosedError

from puzzle_runner.errors import SiteFailed
from puzzle_runner.model import Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Failed, Job, Outcome
from puzzle_runner.running.job import NotReady
from puzzle_runner.running.pool import Batch, Ended
from puzzle_runner.version import VERSION

# Seconds to wait for a scheduler or a worker, and between two looks at whether the scheduler is there.
PATIENCE, PULSE = 5, 1
LEFT_AT_HOME = (".pyc", ".session", "cases.toml")


def run(jobs: Sequence[Job], address: str, folder: Path) -> Ended:
    """Run jobs on the cluster at an address, as `pool.run_all` does; `folder` holds the sources.

    Raises SiteFailed.
    """
    with _connected(address) as client:
        try:
            yield from pool.run_all(jobs, partial(_outcomes, client, folder))
        except (CancelledError, CommClosedError) as error:
            raise SiteFailed(f"The cluster at {address} went away.") from error


def _connected(address: str) -> Client:
    # The error below says what its log would.
    logging.disable(logging.CRITICAL)
    try:
        scheme, _, place = address.rpartition("://")
        if scheme in ("", "tcp", "tls"):
            # Dask would go on trying until its patience ends.
            socket.create_connection(parse_host_port(place), timeout=PATIENCE).close()
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=PATIENCE)
    except (ValueError, OSError) as error:
        remedy = 'Start "dask scheduler", and "dask worker" with its address, such as tcp://host:8786.'
        raise SiteFailed(f"No cluster answers at {address}: {error}. {remedy}") from error
    return client


def _outcomes(client: Client, folder: Path, batches: Sequence[Batch]) -> Ended:
    executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
    sources = client.scatter(archive(folder), broadcast=True)  # type: ignore[no-untyped-call]
    running: dict[Future[list[Outcome]], Batch] = {}
    try:
        for batch in batches:
            jobs = [job for _, job in batch]
            running[executor.submit(run_remotely, VERSION, sources, str(folder), jobs)] = batch
        while running:
            completed = wait(running, PULSE, FIRST_COMPLETED).done
            if not completed and client.status != "running":
                # A future that was under way when its scheduler died may never end.
                raise CancelledError
            for future in completed:
                batch = running.pop(future)
                for (number, _), outcome in zip(batch, outcomes_of(future, len(batch)), strict=True):
                    yield number, outcome
    finally:
        for future in running:
            future.cancel()
        executor.shutdown(wait=False)


def outcomes_of(future: "Future[list[Outcome]]", number: int) -> list[Outcome]:
    """Return the outcomes of so many jobs of a module. Raises SiteFailed, or what says that all is gone."""
    try:
        return future.result()
    except KilledWorker:
        message = "the workers of the cluster died one after the other as they ran this module"
        return [Failed(Verdict.CRASH, message, "")] * number
    except (CancelledError, CommClosedError):
        raise
    except Exception as error:
        problem = f"A worker of the cluster cannot run puzzles: {error}."
        raise SiteFailed(f"{problem} Install puzzle-runner {VERSION} there.") from error


def archive(folder: Path) -> bytes:
    """Return a folder as a ZIP file, without hidden and compiled files, sessions and answers."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as file:
        for root, folders, names in os.walk(folder):
            folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
            for name in names:
                if not name.startswith(".") and not name.endswith(LEFT_AT_HOME):
                    path = Path(root, name)
                    file.write(path, path.relative_to(folder))
    return buffer.getvalue()


def run_remotely(version: str, sources: bytes, home: str, jobs: list[Job]) -> list[Outcome]:
    """Run jobs of a module on a worker, with the sources that lie in the folder `home` where they come from.

    Raises SiteFailed.
    """
    if version != VERSION:
        raise SiteFailed(f"it has puzzle-runner {VERSION}")
    outcomes: list[Outcome] = []
    # Dask removes its folder should the worker be killed.
    scratch = get_worker().local_directory
    with TemporaryDirectory(prefix="puzzles-", dir=scratch) as folder, pool.fresh_workers() as run:
        away = os.path.realpath(folder)
        with ZipFile(BytesIO(sources)) as file:
            file.extractall(away)
        for job in jobs:
            # An installed package is where it is.
            if job.path.is_relative_to(home):
                path = Path(away, job.path.relative_to(home))
                limits = job.limits._replace(untrusted=away if job.limits.untrusted else "")
                # What another machine has looked at tells nothing of this one.
                job = job._replace(path=path, limits=limits, traced="", bytecode="")
            try:
                # What another machine has built may not run on this one.
                [job] = job.engine.prepare([job])
                outcomes.append(run(job))
            except NotReady as error:
                outcomes.append(Failed(Verdict.ERROR, f"on a worker: {error}", ""))
    return outcomes
