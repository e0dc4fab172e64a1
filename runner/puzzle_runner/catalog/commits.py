"""The commits of a workspace's repository: what they are called, and which of them changed some files."""

import os
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from puzzle_runner.catalog import git
from puzzle_runner.catalog.git import Commit


class Commits(Protocol):
    """What can be asked of a repository."""

    def subject(self, revision: str, /) -> str:
        """Return the first line of a commit's message; nothing for a commit that is not there."""

    def between(self, old: str, new: str, files: Iterable[Path], /) -> Sequence[Commit]:
        """Return the commits after one and up to another that changed one of some files, the newest first."""


class Asked:
    """Git asked for each thing: for the history of a puzzle or two."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.subject = cache(self._subject)

    def _subject(self, revision: str) -> str:
        commit = git.find(self.folder, revision)
        return commit.subject if commit else ""

    def between(self, old: str, new: str, files: Iterable[Path]) -> Sequence[Commit]:
        """Return the commits after one and up to another that changed one of some files, the newest first."""
        return git.between(self.folder, old, new, files)


class _Node(NamedTuple):
    commit: Commit
    parents: tuple[str, ...]
    files: frozenset[str]


class Log:
    """All that led to some revisions, read in one go: for the histories of hundreds of puzzles."""

    def __init__(self, folder: Path, revisions: Iterable[str]) -> None:
        self.folder = folder
        self.nodes = {node.commit.id: node for node in map(_node, git.log(folder, revisions, "puzzles"))}
        self._ancestors = cache(self._reached)
        self._span = cache(self._spanned)

    def subject(self, revision: str) -> str:
        """Return the first line of a commit's message; nothing for a commit that is not there."""
        node = self.nodes.get(revision)
        return node.commit.subject if node else ""

    def between(self, old: str, new: str, files: Iterable[Path]) -> Sequence[Commit]:
        """Return the commits after one and up to another that changed one of some files, the newest first."""
        if old not in self.nodes or new not in self.nodes:
            return []
        names = {os.path.relpath(file, self.folder) for file in files}
        return [node.commit for node in self._span(old, new) if node.files & names]

    def _spanned(self, old: str, new: str) -> Sequence[_Node]:
        reached = self._ancestors(new) - self._ancestors(old)
        return [node for node in self.nodes.values() if node.commit.id in reached]

    def _reached(self, revision: str) -> frozenset[str]:
        reached: set[str] = set()
        left = [revision]
        while left:
            id = left.pop()
            if id not in reached and (node := self.nodes.get(id)):
                reached.add(id)
                left += node.parents
        return frozenset(reached)


def _node(lines: Sequence[str]) -> _Node:
    id, parents, time, subject = lines[0].split("\0", 3)
    files = frozenset(line for line in lines[1:] if line)
    return _Node(Commit(id, float(time), subject), tuple(parents.split()), files)
