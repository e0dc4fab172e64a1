"""What git knows about a workspace: its commits, uncommitted changes, the modules of another revision."""

import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puzzle_runner.errors import UsageError


class Commit(NamedTuple):
    """A commit: its time in seconds since 1970, and the first line of its message as `subject`."""

    id: str
    time: float
    subject: str


def find(folder: Path, revision: str = "HEAD") -> Commit | None:
    """Return the commit that a revision names in the repository of a folder; None if it names none."""
    commits = _commits(folder, "--max-count=1", "--end-of-options", f"{revision}^{{commit}}")
    return commits[0] if commits else None


def email(folder: Path) -> str:
    """Return the address that commits in a folder are made with; an empty text if there is none."""
    return (_git(folder, "config", "user.email") or b"").decode("utf-8", "replace").strip()


def changed(folder: Path, files: Iterable[Path]) -> bool:
    """Tell whether a file differs from the last commit or is not committed; true without a repository."""
    status = _git(folder, "status", "--porcelain", "--ignored", "--", *map(str, files))
    return status is None or bool(status.strip())


def between(folder: Path, old: str, new: str, files: Iterable[Path]) -> list[Commit]:
    """Return the commits after `old` and up to `new` that changed one of the files, the newest first."""
    return _commits(folder, "--end-of-options", f"{old}..{new}", "--", *map(str, files))


def references(folder: Path) -> list[tuple[str, str]]:
    """Return the branches and tags, the newest first, each with the first line of its commit's message."""
    form = "--format=%(refname:short)%09%(contents:subject)"
    lines = _lines(folder, "for-each-ref", "--sort=-creatordate", form, "refs/heads", "refs/tags")
    fields = (line.partition("\t") for line in lines)
    return [(name, subject) for name, _, subject in fields]


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
def checked_out(workspace: Path, commit: Commit, code: Path) -> Iterator[Path]:
    """Yield a temporary folder like a workspace with its folder `code` as of a commit. Raises UsageError."""
    name = code.relative_to(workspace).as_posix()
    with TemporaryDirectory(prefix="puzzles-", ignore_cleanup_errors=True) as folder:
        # The repository's own index stays as it is.
        index = {"GIT_INDEX_FILE": os.path.join(folder, "index")}
        if _git(workspace, "read-tree", f"{commit.id}:./{name}", **index) is None:
            raise UsageError(f"Commit {commit.id[:10]} has no folder {name}/ in {workspace}.")
        like = Path(folder, "workspace")
        (like / name).mkdir(parents=True)
        if _git(workspace, f"--work-tree={like / name}", "checkout-index", "--all", **index) is None:
            raise UsageError(f"The files of commit {commit.id[:10]} cannot be written to {folder}.")
        yield like


def _commits(folder: Path, *arguments: str) -> list[Commit]:
    """Return the commits that `git log` lists; none if it fails."""
    lines = _lines(folder, "log", "--format=%H %ct %s", *arguments)
    fields = (line.split(" ", 2) for line in lines)
    return [Commit(id, float(time), subject) for id, time, subject in fields]


def _lines(folder: Path, *arguments: str) -> list[str]:
    """Return the lines that git prints; none if it fails."""
    # Not splitlines(): a subject may hold a form feed or another character that ends a line for Python only.
    lines = (_git(folder, *arguments) or b"").decode("utf-8", "replace").split("\n")
    return [line for line in lines if line]


def _git(folder: Path, *arguments: str, stdin: str = "", **environment: str) -> bytes | None:
    """Return what git prints; None if it fails or is not installed."""
    try:
        ended = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            env=os.environ | environment,
            input=stdin.encode(),
            capture_output=True,
            check=False,
        )
    except OSError:
        return None
    return None if ended.returncode else ended.stdout
