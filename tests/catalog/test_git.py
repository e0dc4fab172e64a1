"""The questions to git about a workspace."""

import os
import re
import shutil
import subprocess
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from puzzle_runner.catalog import git
from puzzle_runner.errors import UsageError

from tests.conftest import Workspace
from tests.repository import commit


def at_head(root: Path, code: str = "puzzles") -> AbstractContextManager[Path]:
    """Return a folder with the code of a workspace as of the last commit."""
    head = git.find(root)
    assert head
    return git.checked_out(root, head, root / code)


def test_commits_are_found_by_any_name(workspace: Workspace) -> None:
    """A revision is found by what git calls it; without a repository all counts as changed."""
    assert (None, True) == (git.find(workspace.root), git.changed(workspace.root, [workspace.root / "x"]))
    (workspace.root / "puzzles").rename(workspace.root / "others")
    (workspace.root / "README").write_text("")
    first = commit(workspace.root, "First: begin")
    with pytest.raises(UsageError, match="no folder puzzles/"), at_head(workspace.root):
        pass
    path = workspace.puzzle("one", "x = 2")
    second = commit(workspace.root, "Second")
    found = [git.find(workspace.root, name) for name in ("HEAD~1", first[:8], "HEAD", "nope", "--all")]
    assert [first, first, second, None, None] == [one and one.id for one in found]
    new = workspace.puzzle("new", "")
    assert [False, True] == [git.changed(workspace.root, [file]) for file in (path, new)]
    workspace.puzzle("one", "x = 3")
    assert git.changed(workspace.root, [path])


def test_the_modules_of_a_revision(workspace: Workspace) -> None:
    """They are put beside for a while; links stay such, also out of the workspace; no index is touched."""
    (workspace.root / "puzzles/one.py").symlink_to("_one.py")
    (workspace.root / "puzzles/far.py").symlink_to("/nowhere/far.py")
    workspace.puzzle("_one", "x = 1")
    commit(workspace.root, "First")
    workspace.puzzle("_one", "x = 2")
    index = (workspace.root / ".git/index").read_bytes()
    with at_head(workspace.root) as folder:
        assert ["_one.py", "far.py", "one.py"] == sorted(os.listdir(folder / "puzzles"))
        assert "x = 1" == (folder / "puzzles/one.py").read_text()
        assert Path("/nowhere/far.py") == (folder / "puzzles/far.py").readlink()
    assert (False, index) == (folder.exists(), (workspace.root / ".git/index").read_bytes())


def test_a_revision_of_a_whole_repository(tmp_path: Path) -> None:
    """The code of a workspace below a repository may be all of its folder, and nothing above that."""
    below = Workspace(tmp_path / "repository" / "below")
    below.puzzle("one", "x = 1")
    (below.root.parent / "above.py").write_text("")
    commit(below.root.parent, "First")
    with at_head(below.root, ".") as folder:
        assert ["puzzles/one.py"] == [str(file.relative_to(folder)) for file in folder.rglob("*.py")]


PROGRAMS = [
    "core.fsmonitor", "core.alternateRefsCommand", "core.pager", "core.sshCommand", "diff.external",
    "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge", "filter.a=b.clean", "filter.a=b.smudge",
    "filter.long.process", "gpg.program",
]  # fmt: skip
SWITCHES = {"filter.long.required": "true", "log.showSignature": "true"}


class Intruder:
    """A program that writes down the session that it sees, for repositories that name programs."""

    def __init__(self, folder: Path) -> None:
        self.told = folder / "told"
        self.program = folder / "program"
        self.program.write_text(f'#!/bin/sh\necho "$AOC_SESSION" >> {self.told}\n')
        self.program.chmod(0o755)
        self.hooks = folder / "hooks"
        self.hooks.mkdir()
        for name in ("post-index-change", "post-checkout", "reference-transaction"):
            (self.hooks / name).symlink_to(self.program)

    def enter(self, repository: Path) -> None:
        """Change the configuration of a repository."""
        settings = dict.fromkeys(PROGRAMS, self.program) | SWITCHES | {"core.hooksPath": self.hooks}
        for name, value in settings.items():
            subprocess.run(["git", "config", "--file", repository / "config", name, value], check=True)

    @property
    def seen(self) -> set[str]:
        """The sessions that it saw."""
        return {*self.told.read_text().splitlines()} if self.told.exists() else set()


@pytest.fixture
def intruder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Intruder:
    """Return an intruder, and set a session."""
    monkeypatch.setenv("AOC_SESSION", "s3cret")
    return Intruder(tmp_path_factory.mktemp("intruder"))


def signed(workspace: Workspace) -> None:
    """Make the last commit one that bears a signature, and files that go through filters."""
    (workspace.root / ".gitattributes").write_text(
        "one.py filter=evil diff=evil\ntwo.py filter=a=b\nthree.py filter=long\n"
    )
    for name in ("one", "two", "three"):
        workspace.puzzle(name, "x = 1")
    commit(workspace.root, "First")
    gpgsig = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----"
    _rewrite(workspace, r"\n\n", f"\n{gpgsig}\n\n")


def test_a_repository_names_no_programs(workspace: Workspace, intruder: Intruder) -> None:
    """Whatever its configuration says, none runs; git itself would have run them, with the session."""
    signed(workspace)
    intruder.enter(workspace.root / ".git")
    for path in (workspace.root / "puzzles").iterdir():
        # The content is the same, and git has to look at it.
        os.utime(path, (0, 0))
        assert not git.changed(workspace.root, [path])
    head = git.find(workspace.root)
    assert head
    assert {head.id: "First"} == git.subjects(workspace.root, [head.id])
    assert ["First"] == [subject for _, subject in git.references(workspace.root)]
    with git.checked_out(workspace.root, head, workspace.root / "puzzles") as folder:
        assert "x = 1" == (folder / "puzzles/two.py").read_text()
    assert set() == intruder.seen
    subprocess.run(["git", "log", "-1"], cwd=workspace.root, capture_output=True, check=False)
    assert {"s3cret"} == intruder.seen


def test_a_bare_repository_is_none(workspace: Workspace, intruder: Intruder, tmp_path: Path) -> None:
    """It may have been committed to another one as ordinary files; git would take its configuration."""
    workspace.puzzle("one", "x = 1")
    commit(workspace.root, "First")
    bare = tmp_path / "bare"
    shutil.copytree(workspace.root / ".git", bare)
    _git(workspace, "config", "--file", str(bare / "config"), "core.worktree", str(bare))
    (bare / "puzzles").mkdir()
    intruder.enter(bare)
    assert (None, None) == (git.find(bare), git.find(bare / "puzzles"))
    assert git.changed(bare, [bare / "puzzles"])
    assert set() == intruder.seen


def test_without_a_folder_git_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is how a workspace says that its code is not trusted."""
    monkeypatch.setattr(git.subprocess, "run", None)
    assert (None, []) == (git.find(None), git.references(None))
    assert {} == git.subjects(None, ["HEAD"])


ODD = "Number {} \t: ü\x01\x1e\f\r\x85and\u2028more"


def test_subjects(workspace: Workspace) -> None:
    """Of each commit that git knows, whatever characters they hold; not of an unknown one, or an option."""
    ids = []
    for number in range(3):
        workspace.puzzle("one", f"x = {number}\n")
        ids.append(commit(workspace.root, ODD.format(number)))
    asked = ["f" * 40, "--all", *ids[1:]]
    expected = {id: ODD.format(number) for number, id in enumerate(ids) if number}
    assert expected == git.subjects(workspace.root, asked)
    assert {} == git.subjects(workspace.root, [])
    _git(workspace, "tag", "first", ids[0])
    assert {("first", ODD.format(0)), ("master", ODD.format(2))} == {
        (name.replace("main", "master"), subject) for name, subject in git.references(workspace.root)
    }
    head = git.find(workspace.root)
    assert head
    assert ids[2] == head.id


def test_commands_show_any_subject(workspace: Workspace) -> None:
    """What git says of a commit ends neither a history nor a report; nor does a commit without a time."""
    workspace.puzzle("one", "def part1(text):\n    return 1\n", '[main]\ninput = "1"\n')
    commit(workspace.root, ODD.format(1))
    for _ in range(2):
        for command in (("bench", "one", "--samples", "2"), ("history", "one"), ("report",)):
            assert 0 == workspace.run(*command).code
        _rewrite(workspace, "(?m)^committer .*", "committer nobody")


def _rewrite(workspace: Workspace, pattern: str, text: str) -> None:
    """Replace what is first found in the last commit."""
    file = workspace.root.parent / "commit"
    file.write_text(re.sub(pattern, text, _git(workspace, "cat-file", "commit", "HEAD"), count=1) + "\n")
    made = _git(workspace, "hash-object", "-t", "commit", "-w", "--literally", str(file))
    _git(workspace, "update-ref", "HEAD", made)


def _git(workspace: Workspace, *arguments: str) -> str:
    command = ["git", *arguments]
    ended = subprocess.run(command, cwd=workspace.root, check=True, capture_output=True, text=True)
    return ended.stdout.strip()
