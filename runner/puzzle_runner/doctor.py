"""Findings about the set-up, and how to fix what is wrong: a function checks each thing."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import settings
from puzzle_runner.catalog import workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import verdict_cache
from puzzle_runner.errors import PuzzlesError, StoreFailed
from puzzle_runner.flows import accounts as logins
from puzzle_runner.flows import http
from puzzle_runner.running import process
from puzzle_runner.running import sandbox as sandboxes
from puzzle_runner.storage import database
from puzzle_runner.text import size
from puzzle_runner.timing import records, schema
from puzzle_runner.version import VERSION

# With fewer bytes, the next input or record may not be stored.
LEAST_ROOM = 10_000_000
# The states of a finding. Only what is wrong changes the exit code.
GOOD, NOTE, WRONG = "good", "note", "wrong"


class Finding(NamedTuple):
    """A finding about one thing, with a remedy if there is something to do."""

    about: str
    state: str
    text: str
    remedy: str = ""


def findings(workspace: Workspace) -> Iterator[Finding]:
    """Yield what there is to say, in the order in which things depend on one another."""
    for look in (_setup, _folders, _databases, _accounts, _sandbox):
        try:
            yield from look(workspace)
        except (PuzzlesError, OSError) as error:
            yield Finding(look.__name__.strip("_"), WRONG, str(error))


def _setup(workspace: Workspace) -> Iterator[Finding]:
    if python := workspace.limits(None).python:
        # It may be somebody else's: it is not started.
        yield Finding("interpreter", GOOD, f"{python} runs the puzzles; it was not started here")
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding("interpreter", GOOD, f"Python {version} at {sys.executable}, puzzles {VERSION}")
    if workspace.is_fallback:
        yield Finding("workspace", NOTE, "the bundled collection", workspaces.no_workspace())
    else:
        yield Finding("workspace", GOOD, str(workspace.root))
    agent = http.user_agent(workspace.settings.contact)
    yield Finding("user-agent", GOOD, f"{agent}, sent with every request")


def _folders(_: Workspace) -> Iterator[Finding]:
    for about, folder, variable in (
        ("data", settings.data_folder(), "PUZZLES_DATA_DIR"),
        ("temporary", Path(process.temporary()), "TMPDIR"),
    ):
        # It may not be there yet.
        nearest = folder
        while not nearest.exists():
            nearest = nearest.parent
        room = shutil.disk_usage(nearest).free
        is_writable = os.access(nearest, os.W_OK | os.X_OK)
        if not nearest.is_dir() or not is_writable:
            remedy = f"Make {nearest} writable, or set {variable} to a folder that is."
            yield Finding(about, WRONG, f"{folder} cannot be written", remedy)
        elif room < LEAST_ROOM:
            remedy = f"Delete files you do not need, or set {variable} to a folder with more space."
            yield Finding(about, WRONG, f"{folder} has {size(room)} of space left", remedy)
        else:
            yield Finding(about, GOOD, str(folder))


def _databases(_: Workspace) -> Iterator[Finding]:
    for about, file, migrations, after in (
        ("memory", verdict_cache.FILE, verdict_cache.MIGRATIONS, "check makes it again"),
        ("records", records.FILE, schema.MIGRATIONS, "bench makes a new one, without what was measured"),
    ):
        path = settings.data_folder() / file
        if not os.path.exists(path):
            continue
        try:
            with database.connect(path, migrations) as connection:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except StoreFailed as error:
            remedy = f"If there is room, move {path} away: {after}."
            yield Finding(about, WRONG, str(error), remedy)


def _accounts(_: Workspace) -> Iterator[Finding]:
    listed = [login for login in logins.listed() if login.source]
    if not listed:
        remedy = 'Where a site gives everyone an input of their own, "puzzles account add" logs you in.'
        yield Finding("accounts", NOTE, "no session", remedy)
    for login in listed:
        if problem := login.problem():
            yield Finding("accounts", WRONG, f"the session of {login.label} cannot be used", problem)
        elif login.account and not login.account.alive:
            text = f"the session of {login.label} was dead on {login.account.checked}"
            yield Finding("accounts", WRONG, text, 'Run "puzzles account check": it says what to do.')
        else:
            yield Finding("accounts", GOOD, f"{login.label} from {login.source}")
        file = login.source or ""
        # Windows has no such modes.
        if os.name == "posix" and os.path.isfile(file) and os.stat(file).st_mode & 0o077:
            yield Finding("accounts", NOTE, f"{file} can be read by others", f"Run: chmod 600 '{file}'")


def _sandbox(_: Workspace) -> Iterator[Finding]:
    if problem := sandboxes.trouble():
        yield Finding("sandbox", NOTE, "--untrusted does not work here", problem[0].upper() + problem[1:])
    else:
        yield Finding("sandbox", GOOD, "bubblewrap can make one for --untrusted")
