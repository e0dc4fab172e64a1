"""What git knows of a workspace: its commit, what has changed since, the modules of another revision."""

import io
import subprocess
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puzzle_runner.errors import UsageError


class Commit(NamedTuple):
    """A commit, the time of it in seconds since 1970, and the first line of its message."""

    id: str
    time: float
    subject: str


def find(folder: Path, revision: str = "HEAD") -> Commit | None:
    """Return the commit that a revision names in the repository of a folder; None where it names none."""
    return next(_commits(folder, "--max-count=1", "--end-of-options", f"{revision}^{{commit}}"), None)


def changed(folder: Path, files: Iterable[Path]) -> bool:
    """Tell whether a file is not as it was committed, or not committed at all."""
    said = _git(folder, "status", "--porcelain", "--ignored", "--", *map(str, files))
    return said is None or bool(said.strip())


def between(folder: Path, old: str, new: str, files: Iterable[Path]) -> list[Commit]:
    """Return the commits after one and up to another that changed one of some files, the newest first."""
    return [*_commits(folder, "--end-of-options", f"{old}..{new}", "--", *map(str, files))]


def log(folder: Path, revisions: Iterable[str], below: str) -> Iterator[list[str]]:
    """Yield the lines of each commit that led to some revisions, the newest first.

    The first has its id, its parents, its time and its subject, with NUL between; the others name the files
    it changed `below` a folder. Revisions that git does not know do not count.
    """
    said = _git(
        folder, "-c", "core.quotePath=off", "log", "--topo-order", "--full-history", "--sparse",
        "--name-only", "--relative", "--ignore-missing", "--format=%x01%H%x00%P%x00%ct%x00%s", "--stdin",
        "--", below,
        stdin="".join(f"{revision}\n" for revision in revisions if not revision.startswith("-")),
    )  # fmt: skip
    for commit in (said or b"").decode("utf-8", "replace").split("\x01")[1:]:
        yield commit.split("\n")


@contextmanager
def checked_out(workspace: Path, commit: Commit) -> Iterator[Path]:
    """Yield a temporary folder with `puzzles/` of a workspace as it was in a commit."""
    archive = _git(workspace, "archive", "--format=tar", commit.id, "--", "puzzles")
    if archive is None:
        raise UsageError(f"Commit {commit.id[:10]} has no folder puzzles/ in {workspace}.")
    with TemporaryDirectory(prefix="puzzles-", ignore_cleanup_errors=True) as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)


def _commits(folder: Path, *arguments: str) -> Iterator[Commit]:
    for line in (
        (_git(folder, "log", "--format=%H %ct %s", *arguments) or b"").decode("utf-8", "replace").splitlines()
    ):
        id, time, subject = line.split(" ", 2)
        yield Commit(id, float(time), subject)


def _git(folder: Path, *arguments: str, stdin: str = "") -> bytes | None:
    """Return what git says; None where it fails, or is not there."""
    try:
        ended = subprocess.run(
            ["git", "-C", str(folder), *arguments], input=stdin.encode(), capture_output=True, check=False
        )
    except OSError:
        return None
    return None if ended.returncode else ended.stdout
