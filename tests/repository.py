"""A git repository for tests."""

import os
import subprocess
from pathlib import Path

_WHO = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Tester"), ("EMAIL", "tester@example.org"))
}


def commit(root: Path, subject: str) -> str:
    """Commit all that is in a folder, made a repository where it is none; return the commit's id."""
    if not (root / ".git").exists():
        _git(root, "init", "-q")
    # Git looks at the second of a change: what is new and as long as before must not look old.
    for path in root.rglob("*.py"):
        os.utime(path, follow_symlinks=False)
    _git(root, "add", "-A")
    _git(root, "commit", "-q", "-m", subject)
    return _git(root, "rev-parse", "HEAD").strip()


def branch(root: Path, name: str) -> None:
    """Make a branch of the commit that is checked out."""
    _git(root, "branch", name)


def _git(root: Path, *arguments: str) -> str:
    environment = os.environ | _WHO | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    ended = subprocess.run(
        ["git", *arguments], cwd=root, env=environment, check=True, capture_output=True, text=True
    )
    return ended.stdout
