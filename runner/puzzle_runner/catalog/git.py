"""Asking git about a workspace: its commits, uncommitted changes, the modules of another revision.

A repository may be other people's. Git runs no program that its configuration names, goes to no network, and
sees nothing of the environment that it does not need. Without a folder, it is not asked at all.
"""

import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from puzzle_runner.errors import UsageError
from puzzle_runner.running.process import environment

# What commands say where nothing is asked.
NOT_ASKED = "Note: git is not asked about code that is not trusted, so no commits are named."
# Git runs what these name, or asks elsewhere. Filters have names of their own: see `_without_filters`.
_OFF = {
    "safe.bareRepository": "explicit",
    "core.alternateRefsCommand": "",
    "core.askPass": "",
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "core.sshCommand": "false",
    "credential.helper": "",
    "diff.external": "",
    "gpg.program": "false",
    "gpg.ssh.program": "false",
    "gpg.x509.program": "false",
    "log.showSignature": "false",
    "protocol.allow": "never",
    "submodule.recurse": "false",
}
# Where the user's own configuration lies.
_CONFIGURATION = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "XDG_CONFIG_HOME")


class Commit(NamedTuple):
    """A commit and its time, in seconds since 1970."""

    id: str
    time: float


def find(folder: Path | None, revision: str = "HEAD") -> Commit | None:
    """Return the commit that a revision names in the repository of a folder; None if it names none."""
    arguments = ("--max-count=1", "--format=%H %ct", "--end-of-options", f"{revision}^{{commit}}")
    for record in _records(folder, "log", "-z", *arguments):
        id, _, time = record.partition(" ")
        # A commit that another tool has written may have no time.
        return Commit(id, float(time or 0))
    return None


def changed(folder: Path | None, files: Iterable[Path]) -> bool:
    """Tell whether a file differs from the last commit or is not committed; true without a repository."""
    options = ("--porcelain", "--ignored", "--ignore-submodules=all", "--")
    status = _git(folder, "status", *options, *map(str, files), **_without_filters(folder))
    return status != b""


def ignored_note(folder: Path | None, path: Path) -> str:
    """Return the note that a file or folder is left out of a repository by its `.gitignore`, if it is."""
    if _git(folder, "check-ignore", "--quiet", "--", str(path)) is None:
        return ""
    return f"Note: git ignores {path}: a clone, as in CI, has none of its cases."


def references(folder: Path | None) -> list[tuple[str, str]]:
    """Return the branches and tags, the newest first, each with the first line of its commit's message."""
    form = "--format=%(refname:short)%00%(contents:subject)%00"
    fields = _records(folder, "for-each-ref", "--sort=-creatordate", form, "refs/heads", "refs/tags")
    references = []
    for name, subject in zip(fields[::2], fields[1::2], strict=False):
        # Git ends the line of each, too.
        references.append((name.removeprefix("\n"), subject))
    return references


def subjects(folder: Path | None, revisions: Iterable[str]) -> dict[str, str]:
    """Return the first line of the message of each commit that git knows, by its id."""
    wanted = "".join(f"{revision}\n" for revision in revisions if not revision.startswith("-"))
    if not wanted:
        return {}
    form = ("-z", "--no-walk=unsorted", "--ignore-missing", "--format=%H %s")
    subjects = {}
    for record in _records(folder, "log", *form, "--stdin", stdin=wanted):
        id, _, subject = record.partition(" ")
        subjects[id] = subject
    return subjects


@contextmanager
def checked_out(workspace: Path, commit: Commit, code: Path) -> Iterator[Path]:
    """Yield a temporary folder like a workspace with its folder `code` as of a commit. Raises UsageError."""
    name = code.relative_to(workspace).as_posix()
    short_id = commit.id[:10]
    with TemporaryDirectory(prefix="puzzles-", ignore_cleanup_errors=True) as folder:
        variables = _without_filters(workspace)
        # The repository's own index stays as it is.
        variables["GIT_INDEX_FILE"] = os.path.join(folder, "index")
        if _git(workspace, "read-tree", f"{commit.id}:./{name}", **variables) is None:
            raise UsageError(f"Commit {short_id} has no folder {name}/ in {workspace}.")
        like = Path(folder, "workspace")
        (like / name).mkdir(parents=True)
        if _git(workspace, f"--work-tree={like / name}", "checkout-index", "--all", **variables) is None:
            raise UsageError(f"The files of commit {short_id} cannot be written to {folder}.")
        yield like


def _without_filters(folder: Path | None) -> dict[str, str]:
    """Return the variables that turn off the filters of files in git's configuration."""
    printed = _git(folder, "config", "-z", "--name-only", "--get-regexp", r"^filter\.") or b""
    names = printed.decode("utf-8", "surrogateescape").split("\0")[:-1]
    variables = {"GIT_CONFIG_COUNT": str(len(names))}
    for number, name in enumerate(names):
        variables[f"GIT_CONFIG_KEY_{number}"] = name
        variables[f"GIT_CONFIG_VALUE_{number}"] = "false" if name.endswith(".required") else ""
    return variables


def _records(folder: Path | None, *arguments: str, stdin: str = "") -> list[str]:
    """Return the records that git prints, with a NUL after each, which none can hold; none if it fails."""
    printed = _git(folder, *arguments, stdin=stdin) or b""
    return printed.decode("utf-8", "replace").split("\0")[:-1]


def _git(folder: Path | None, *arguments: str, stdin: str = "", **variables: str) -> bytes | None:
    """Return what git prints; None if it fails, is not installed, or must not be asked."""
    if folder is None:
        return None
    # A bare repository may lie among files, as ordinary ones that were committed, and git would take it
    # before it finds a real one. Git before 2.38 has no setting for it.
    real = Path(os.path.realpath(folder))
    for path in (real, *real.parents):
        if os.path.lexists(path / ".git"):
            break
        if os.path.lexists(path / "HEAD"):
            return None
    own = {name: os.environ[name] for name in _CONFIGURATION if name in os.environ}
    off: list[str] = []
    for name, value in _OFF.items():
        off += ["-c", f"{name}={value}"]
    quiet = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}
    try:
        ended = subprocess.run(
            ["git", "--no-pager", *off, "-C", str(folder), *arguments],
            env=environment() | own | quiet | variables,
            input=stdin.encode(),
            capture_output=True,
            check=False,
        )
    except OSError:
        return None
    return None if ended.returncode else ended.stdout
