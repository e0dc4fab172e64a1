"""Files that are never half-written: each is written beside its place and then moved. Locks for processes."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path

from puzzle_runner import digest, settings
from puzzle_runner.errors import StoreFailed

PRIVATE, PRIVATE_FOLDER, PUBLIC = 0o600, 0o700, 0o644
# Seconds to wait for another process: more than a request may take, because a fetch holds its lock so long.
PATIENCE = 120.0
# Seconds after which a temporary file is taken for one that a killed process has left.
STALE = 3600.0
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)


def write(path: Path, data: bytes, mode: int = PUBLIC) -> None:
    """Replace a file, or make it: a kill at any moment leaves the old content or the new one.

    Raises StoreFailed.
    """
    with _failing_as_store(path):
        os.replace(_beside(path, data, mode), path)


def rewrite(path: Path, data: bytes) -> None:
    """Replace the content of a user's file; its mode and a symbolic link to it stay. Raises StoreFailed."""
    with _failing_as_store(path):
        target = path.resolve()
        beside = _beside(target, data, PRIVATE)
        beside.chmod(target.stat().st_mode & 0o7777)
        os.replace(beside, target)


def create(path: Path, data: bytes) -> bool:
    """Make a new file; return False and change nothing if the file exists. Raises StoreFailed."""
    with _failing_as_store(path):
        beside = _beside(path, data, PUBLIC)
        try:
            os.link(beside, path)
        except FileExistsError:
            return False
        finally:
            os.unlink(beside)
    return True


@contextmanager
def _failing_as_store(path: Path) -> Iterator[None]:
    """Turn an OSError into a StoreFailed that names the file."""
    try:
        yield
    except OSError as error:
        raise StoreFailed(f"{path} cannot be written: {error.strerror}.") from error


def _beside(path: Path, data: bytes, mode: int) -> Path:
    """Write data into a temporary file in the same folder; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.new")
    # The mode is set when the file is made, so a private file is private from its first byte on.
    with open(os.open(beside, _FLAGS, mode), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return beside


def _sweep(path: Path) -> None:
    """Remove the temporary files that killed processes have left beside a file."""
    for temporary in path.parent.glob(f".{escape(path.name)}.*.new"):
        try:
            if time.time() - temporary.stat().st_mtime > STALE:
                temporary.unlink()
        except FileNotFoundError:
            # Another process has just moved it into place.
            pass


@contextmanager
def locked(name: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a lock between processes; a lock ends with its process, also when that is killed.

    Raises StoreFailed after `patience` seconds of waiting.
    """
    from filelock import FileLock, Timeout

    path = settings.data_folder() / "locks" / f"{name}.lock"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path, timeout=patience):
            yield
    except Timeout as error:
        raise StoreFailed(
            f"Another puzzles process has held {path} for more than {patience:g} s. "
            "Wait for it to end, or end it, and try again."
        ) from error


def lock_name(path: Path) -> str:
    """Return the name of a file's lock. All locks lie in one folder, so the name holds a hash of the path."""
    return f"{path.stem}-{digest.text(str(path.absolute()))[:16]}"
