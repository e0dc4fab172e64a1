"""Files that are never half-written: each is written beside its place and then moved. Locks for processes."""

import errno
import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from puzzle_runner import digest, interruption, sessions, settings
from puzzle_runner.errors import StoreFailed

PRIVATE, PUBLIC = 0o600, 0o644
# Seconds to wait for another process, and to ask a busy site again, which is done under a lock.
PATIENCE = 120.0
_IGNORED = """\
# Inputs and answers are worth keeping: all else can be made again, or is of this machine.
/*
!/.gitignore
!/accounts/
!/anonymous/
"""
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)


def write(path: Path, data: bytes) -> None:
    """Replace a file, or make it: a kill at any moment leaves the old content or the new one.

    A symbolic link is followed, and the mode of a file that is there already stays. Raises StoreFailed, also
    for a device or a pipe, which is not to be replaced.
    """
    target = Path(os.path.realpath(path))
    mode = None
    if os.path.exists(target):
        mode = stat.S_IMODE(target.stat().st_mode)
    with _beside(path, target, data, mode) as beside:
        if mode is not None and not os.path.isfile(target):
            raise OSError(errno.EINVAL, "it is not a regular file")
        os.replace(beside, target)


def is_personal(path: Path) -> bool:
    """Tell whether a file or a folder is in the user's data or config folder, or is one of them."""
    place = path.absolute()
    if place.is_relative_to(settings.data_folder()):
        return True
    return place.is_relative_to(settings.config_folder())


def make_folder(folder: Path) -> None:
    """Make a folder and those above it. Nobody else can enter one of the user's own. Raises OSError."""
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    folder.mkdir(exist_ok=True, mode=0o700 if is_personal(folder) else 0o777)
    # People keep the data folder in a repository.
    if folder.parent == settings.data_folder():
        create(folder.parent / ".gitignore", _IGNORED.encode())


def create(path: Path, data: bytes) -> bool:
    """Make a new file; return False and change nothing if the file exists. Raises StoreFailed."""
    with _beside(path, path, data, None) as beside:
        try:
            os.link(beside, path)
        except FileExistsError:
            return False
    return True


@contextmanager
def _beside(path: Path, target: Path, data: bytes, mode: int | None) -> Iterator[Path]:
    """Write data into a temporary file beside a target, to which a path leads, and yield that file's path.

    A file in the user's folders is its owner's only; but for the config folder, none has a session.
    """
    interruption.check()
    if is_personal(path):
        mode = PRIVATE
    if not path.absolute().is_relative_to(settings.config_folder()):
        data = sessions.removed_bytes(data)
    unique = f"{os.getpid()}-{threading.get_ident()}"
    beside = target.with_name(f".{target.name}.{unique}.new")
    try:
        make_folder(target.parent)
        # A private file is private from its first byte on.
        descriptor = os.open(beside, _FLAGS, PUBLIC if mode is None else PRIVATE)
        with open(descriptor, "wb") as file:
            if mode is not None:
                beside.chmod(mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield beside
    except OSError as error:
        raise StoreFailed(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            beside.unlink()


@contextmanager
def locked(name: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a lock between processes, which ends with its process. Raises StoreFailed after `patience` s."""
    from filelock import FileLock, Timeout

    path = settings.data_folder() / "locks" / f"{name}.lock"
    lock = FileLock(path, timeout=patience, mode=PRIVATE)
    try:
        make_folder(path.parent)
        lock.acquire()
    except Timeout as error:
        raise StoreFailed(
            f"Another puzzles process has held {path} for more than {patience:g} s. "
            "Wait for it to end, or end it, and try again."
        ) from error
    except OSError as error:
        raise StoreFailed(f"{path} cannot be made: {error.strerror}.") from error
    try:
        yield
    finally:
        lock.release()


def lock_name(path: Path) -> str:
    """Return the name of a file's lock. All locks lie in one folder, so the name holds a hash of the path."""
    hashed = digest.text(str(path.absolute()))
    return f"{path.stem}-{hashed[:16]}"
