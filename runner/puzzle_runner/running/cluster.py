"""Jobs on a Dask cluster, those of a module together: https://distributed.dask.org.

The folder of puzzles travels once to each worker, and the input with the job: no session, no other input, no
answer. What a call there depends on is not known here: its verdict is not remembered.
"""

import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile

from distributed import Client, KilledWorker, Worker, WorkerPlugin, get_worker
from distributed.comm.addressing import parse_host_port
from distributed.comm.core import CommClosedError

from puzzle_runner.errors import SiteFailed, UsageError
from puzzle_runner.model import Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Failed, Job, Outcome
from puzzle_runner.running.job import NotHere, NotReady
from puzzle_runner.running.pool import Batch, Ended
from puzzle_runner.version import VERSION

# Seconds to wait for a scheduler or a worker, and between two looks at whether the scheduler is there.
PATIENCE, PULSE = 5, 1
LEFT_AT_HOME = (".pyc", ".session", "cases.toml")


def run(jobs: Sequence[Job], address: str, folder: Path) -> Ended:
    """Run jobs on the cluster at an address, as `pool.run_all` does; `folder` holds the sources.

    Raises UsageError and SiteFailed.
    """
    with _connected(address) as client:
        sources = Sources(folder)
        try:
            client.register_plugin(sources)
        except Exception as error:
            problem = f"A worker of {address} cannot run puzzles: {error}."
            raise SiteFailed(f"{problem} Install puzzle-runner {VERSION} there.") from error
        try:
            yield from pool.run_all(jobs, partial(_outcomes, client, sources.name, str(folder)))
        except (CancelledError, CommClosedError) as error:
            raise SiteFailed(f"The cluster at {address} went away.") from error
        finally:
            if client.status == "running":
                with suppress(Exception):
                    client.unregister_worker_plugin(sources.name)


def _connected(address: str) -> Client:
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
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        client.close()  # type: ignore[no-untyped-call]
        remedy = f'Start one with "dask worker {address}".'
        raise SiteFailed(f"The cluster at {address} has no worker. {remedy}") from error
    return client


def _outcomes(client: Client, name: str, folder: str, batches: Sequence[Batch]) -> Ended:
    executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
    running: dict[Future[list[Outcome]], Batch] = {}
    try:
        for batch in batches:
            running[executor.submit(run_remotely, name, folder, [job for _, job in batch])] = batch
        while running:
            completed = wait(running, PULSE, FIRST_COMPLETED).done
            if not completed and client.status != "running":
                # A future that was under way when its scheduler died may never end.
                raise CancelledError
            for future in completed:
                batch = running.pop(future)
                try:
                    outcomes = future.result()
                except KilledWorker:
                    message = "the workers of the cluster died one after the other as they ran this module"
                    outcomes = [Failed(Verdict.CRASH, message, "")] * len(batch)
                for (number, _), outcome in zip(batch, outcomes, strict=True):
                    yield number, outcome
    finally:
        for future in running:
            future.cancel()
        executor.shutdown(wait=False)


class Sources(WorkerPlugin):
    """Unpacks a folder on every worker, also on those that come later; removes it there at the end.

    It has no hidden and compiled files, sessions and answers.
    """

    def __init__(self, folder: Path) -> None:
        self.name = f"puzzles-{uuid4().hex}"
        self.version = VERSION
        self.unpacked = ""
        buffer = BytesIO()
        with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
            for root, folders, files in os.walk(folder):
                folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
                for name in files:
                    if not name.startswith(".") and not name.endswith(LEFT_AT_HOME):
                        path = Path(root, name)
                        archive.write(path, path.relative_to(folder))
        self.archive = buffer.getvalue()

    def setup(self, worker: Worker) -> None:
        """Unpack, in a folder that Dask removes should the worker be killed. Raises SiteFailed."""
        if self.version != VERSION:
            raise SiteFailed(f"it has puzzle-runner {VERSION}")
        self.unpacked = os.path.realpath(tempfile.mkdtemp(prefix="puzzles-", dir=worker.local_directory))
        with ZipFile(BytesIO(self.archive)) as archive:
            archive.extractall(self.unpacked)

    def teardown(self, worker: Worker) -> None:
        """Remove what was unpacked, and the processes that wait for more of it."""
        pool.stop_idle()
        if self.unpacked:
            shutil.rmtree(self.unpacked, ignore_errors=True)


def run_remotely(name: str, home: str, portion: list[Job]) -> list[Outcome]:
    """Run jobs on a worker, with the sources that the plugin of this name has unpacked there."""
    plugins = get_worker().plugins
    away = plugins[name].unpacked  # type: ignore[attr-defined]
    outcomes = []
    for job in portion:
        # An installed package is where it is.
        if job.path.is_relative_to(home):
            path = Path(away, job.path.relative_to(home))
            limits = job.limits._replace(untrusted=away if job.limits.untrusted else "")
            # What another machine has looked at tells nothing of this one.
            job = job._replace(path=path, limits=limits, traced="", bytecode="")
        try:
            # What another machine has built may not run on this one.
            [job] = job.engine.prepare([job])
            outcome = pool.run(job)
        except NotReady as error:
            where = "on a worker, " if isinstance(error, NotHere) else ""
            outcome = Failed(Verdict.ERROR, f"{where}{error}", "")
        outcomes.append(_at_home(outcome, home, away))
    if name not in plugins:
        # The check has ended meanwhile.
        pool.stop_idle()
    return outcomes


def _at_home(outcome: Outcome, home: str, away: str) -> Outcome:
    """Return the outcome of a call that was made `away`, with paths as they are at `home`."""
    outcome = outcome._replace(output=outcome.output.replace(away, home))
    if isinstance(outcome, Failed):
        return outcome._replace(message=outcome.message.replace(away, home))
    if outcome.shared:
        shared = {part: _at_home(other, home, away) for part, other in outcome.shared.items()}
        return outcome._replace(shared=shared)
    return outcome
