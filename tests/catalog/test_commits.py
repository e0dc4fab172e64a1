"""Commits read in one go say the same as git asked for each."""

import subprocess

from puzzle_runner.catalog.commits import Asked, Log

from tests.conftest import Workspace
from tests.repository import commit


def test_the_log_says_what_git_says(workspace: Workspace) -> None:
    """Subjects, and which commits changed a file between two others; the newest first."""
    ids = []
    for number in range(4):
        workspace.puzzle("even" if number % 2 == 0 else "odd", f"x = {number}\n")
        ids.append(commit(workspace.root, f"Number {number} \t: ü"))
    asked, log = Asked(workspace.root), Log(workspace.root, ids)
    assert [f"Number {number} \t: ü" for number in range(4)] == [log.subject(id) for id in ids]
    for name in ("even", "odd", "none"):
        files = [workspace.root / "puzzles" / f"{name}.py"]
        for old in ids:
            for new in ids:
                assert asked.between(old, new, files) == log.between(old, new, files)


def test_two_branches(workspace: Workspace) -> None:
    """What is on one side only is not between two commits of the other; what a merge brings is."""
    path = workspace.puzzle("one", "x = 0\n")
    first = commit(workspace.root, "First")
    _git(workspace, "switch", "-q", "-c", "aside")
    path.write_text("x = 1\n")
    aside = commit(workspace.root, "Aside")
    _git(workspace, "switch", "-q", "-")
    workspace.puzzle("two", "")
    second = commit(workspace.root, "Second")
    asked, log = Asked(workspace.root), Log(workspace.root, [aside, second])
    assert ["Aside"] == [found.subject for found in log.between(second, aside, [path])]
    for pair in ((first, second), (first, aside), (aside, second)):
        assert asked.between(*pair, [path]) == log.between(*pair, [path])
    _git(workspace, "-c", "user.name=Tester", "-c", "user.email=tester@example.org", "merge", "-q", aside)
    merged = _git(workspace, "rev-parse", "HEAD")
    brought = Log(workspace.root, [merged]).between(second, merged, [path])
    assert ["Aside"] == [found.subject for found in brought]
    assert asked.between(second, merged, [path]) == brought


def test_a_workspace_below_the_repository(workspace: Workspace) -> None:
    """Files are named from the workspace on, wherever in the repository it lies."""
    path = workspace.puzzle("one", "x = 0\n")
    old = commit(workspace.root.parent, "First")
    path.write_text("x = 1\n")
    new = commit(workspace.root.parent, "Second")
    assert ["Second"] == [found.subject for found in Log(workspace.root, [new]).between(old, new, [path])]


def test_what_git_does_not_know(workspace: Workspace) -> None:
    """An unknown revision, an option in its place, and a folder without a repository have no commits."""
    path = workspace.puzzle("one", "x = 0\n")
    assert "" == Log(workspace.root, ["f" * 40]).subject("f" * 40)
    only = commit(workspace.root, "Only")
    log = Log(workspace.root, ["f" * 40, "--all", only])
    assert ("", "Only", []) == (log.subject("f" * 40), log.subject(only), log.between("f" * 40, only, [path]))


def _git(workspace: Workspace, *arguments: str) -> str:
    command = ["git", *arguments]
    ended = subprocess.run(command, cwd=workspace.root, check=True, capture_output=True, text=True)
    return ended.stdout.strip()
