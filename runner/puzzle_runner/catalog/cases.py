"""The cases of a puzzle: those of the workspace and those that were fetched, as one list."""

from pathlib import Path

from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.workspace import Workspace
from puzzle_runner.inputs import cached, cases
from puzzle_runner.model import MAIN, Case
from puzzle_runner.sites.site import identify


def all_cases(workspace: Workspace, stem: str, account: str | None = None) -> tuple[Case, ...]:
    """Return the cases of a puzzle; where an account is named, without those of others.

    Raises Unreadable, and InputMissing for an account of which nothing is here.
    """
    known = cached.read(identify(stem)[1], cases.read(workspace.inputs(stem)))
    if not known and (file := lookup.input_file(workspace, stem)):
        # The author's own input, which lies where the solution looks for it.
        known = (Case(MAIN, file),)
    if account is None:
        return known
    cached.account(account)
    return tuple(case for case in known if case.account in (None, account))


def folder(workspace: Workspace, id: str) -> Path:
    """Return the workspace's folder for the cases of an id, which need not have a module."""
    return workspace.inputs(lookup.stem(workspace, id) or id)
