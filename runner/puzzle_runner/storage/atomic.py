"""Files that are never torn: written beside their place, moved into it, locked where processes meet."""

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
# Seconds to wait for another process. Longer than one request may take, as a fetch holds its lock meanwhile.
PATIENCE = 120.0
# Seconds after which a file that was not moved into its place never will be.
STALE = 3600.0
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)


def write(path: Path, data: bytes, mode: int = PUBLIC) -> None:
    """Make a file have this content: a kill at any moment leaves the old one or the new one.

    Raises StoreFailed.
    """
    try:
        beside = _beside(path, data, mode)
        os.replace(beside, path)
    except OSError as error:
        raise StoreFailed(f"{path} cannot be written: {error.strerror}.") from error


def rewrite(path: Path, data: bytes) -> None:
    """Change a file of the user's: its mode, and the link that may lead to it, stay. Raises StoreFailed."""
    try:
        target = path.resolve()
        beside = _beside(target, data, PRIVATE)
        beside.chmod(target.stat().st_mode & 0o7777)
        os.replace(beside, target)
    except OSError as error:
        raise StoreFailed(f"{path} cannot be written: {error.strerror}.") from error


def create(path: Path, data: bytes) -> bool:
    """Make a new file; False, and nothing is changed, where there is one of this name already."""
    try:
        beside = _beside(path, data, PUBLIC)
        try:
            os.link(beside, path)
        finally:
            os.unlink(beside)
    except FileExistsError:
        return False
    except OSError as error:
        raise StoreFailed(f"{path} cannot be written: {error.strerror}.") from error
    return True


def _beside(path: Path, data: bytes, mode: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.new")
    # Private from its first byte on, where it is to be private.
    with open(os.open(beside, _FLAGS, mode), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return beside


def _sweep(path: Path) -> None:
    """Remove what processes that were killed while they wrote this file have left beside it."""
    for left in path.parent.glob(f".{escape(path.name)}.*.new"):
        try:
            if time.time() - left.stat().st_mtime > STALE:
                left.unlink()
        except FileNotFoundError:
            # Its process goes on, and has moved it into place.
            pass


@contextmanager
def locked(name: str, patience: float = PATIENCE) -> Iterator[None]:
    """Let one process at a time through. A lock ends with the process that holds it, however that ends."""
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
    """Return the name of the lock for a file, which need not lie beside it."""
    return f"{path.stem}-{digest.text(str(path.absolute()))[:16]}"
