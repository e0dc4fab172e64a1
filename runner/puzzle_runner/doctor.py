"""Findings about the set-up, and how to fix what is wrong: a function checks each thing."""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import settings
from puzzle_runner.catalog import workspaces
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import verdict_cache
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import PuzzlesError, StoreFailed, reason
from puzzle_runner.flows import accounts as logins
from puzzle_runner.flows import http
from puzzle_runner.model import Limits
from puzzle_runner.running import pool, process
from puzzle_runner.running import sandbox as sandboxes
from puzzle_runner.running.call import Job
from puzzle_runner.sites.registry import identify
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
    shown: set[str] = set()
    for about, look in CHECKS.items():
        try:
            noticed = list(look(workspace))
        except (PuzzlesError, OSError) as error:
            noticed = [Finding(about, WRONG, str(error))]
        for finding in noticed:
            # A missing home folder is wrong for several checks, and is said once.
            if finding.state != WRONG or finding.text not in shown:
                yield finding
            shown.add(finding.text)


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


def _data(_: Workspace) -> Iterator[Finding]:
    yield _room("data", settings.data_folder(), "PUZZLES_DATA_DIR")


def _temporary(_: Workspace) -> Iterator[Finding]:
    yield _room("temporary", Path(process.temporary()), "TMPDIR")


def _room(about: str, folder: Path, variable: str) -> Finding:
    """Check that files can be written to a folder, which may not be there yet."""
    nearest = folder
    while not nearest.exists():
        nearest = nearest.parent
    if not (nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)):
        remedy = f"Make {nearest} writable, or set {variable} to a folder that is."
        return Finding(about, WRONG, f"{folder} cannot be written", remedy)
    room = shutil.disk_usage(nearest).free
    if room < LEAST_ROOM:
        remedy = f"Delete files you do not need, or set {variable} to a folder with more space."
        return Finding(about, WRONG, f"{folder} has {size(room)} of space left", remedy)
    return Finding(about, GOOD, str(folder))


def _databases(workspace: Workspace) -> Iterator[Finding]:
    if any(finding.state == WRONG for finding in _data(workspace)):
        # Where nothing can be written, none is to be moved away.
        return
    after_records = "bench makes a new one, without what was measured"
    for about, file, migrations, after in (
        ("memory", verdict_cache.FILE, verdict_cache.MIGRATIONS, "check makes it again"),
        ("records", records.FILE, schema.MIGRATIONS, after_records),
    ):
        path = settings.data_folder() / file
        if not os.path.exists(path):
            continue
        try:
            with database.connect(path, migrations) as connection:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except StoreFailed as error:
            yield Finding(about, WRONG, str(error), f"Move {path} away: {after}.")


def _accounts(_: Workspace) -> Iterator[Finding]:
    usable = []
    listed = [login for login in logins.listed() if login.source]
    for login in listed:
        if problem := login.problem():
            yield Finding("accounts", WRONG, f"the session of {login.label} cannot be used", problem)
        elif login.account and not login.account.alive:
            text = f"the session of {login.label} was dead on {login.account.checked}"
            yield Finding("accounts", WRONG, text, 'Run "puzzles account check": it says what to do.')
        else:
            usable.append(f"{login.label} from {login.source}")
        file = login.source or ""
        # Windows has no such modes.
        if os.name == "posix" and os.path.isfile(file) and os.stat(file).st_mode & 0o077:
            yield Finding("accounts", NOTE, f"{file} can be read by others", f"Run: chmod 600 '{file}'")
    if usable:
        yield Finding("accounts", GOOD, ", ".join(usable))
    if not listed:
        remedy = 'Where a site gives everyone an input of their own, "puzzles account add" logs you in.'
        yield Finding("accounts", NOTE, "no session", remedy)


def _calls(workspace: Workspace) -> Iterator[Finding]:
    if not pool.FORKS:
        remedy = "Each call starts an interpreter, which is slower; programs in other languages do not run."
        yield Finding("calls", NOTE, "this system has no fork", remedy)
        return
    try:
        with tempfile.TemporaryDirectory() as folder:
            module = Path(folder, "trivial.py")
            module.write_text("def part1():\n    return 1\n", "utf-8")
            limits = Limits(10, 2**30, python=workspace.limits(None).python)
            pool.run(Job(identify("trivial"), module, engines.load("function"), "part1", None, limits))
    except OSError as error:
        remedy = "Check whether processes, memory or the space for temporary files are used up."
        yield Finding("calls", WRONG, f"no part can be run: {reason(error)}", remedy)


def _sandbox(_: Workspace) -> Iterator[Finding]:
    if problem := sandboxes.trouble():
        yield Finding("sandbox", NOTE, "--untrusted does not work here", problem[0].upper() + problem[1:])
    else:
        yield Finding("sandbox", GOOD, "bubblewrap can make one for --untrusted")


CHECKS: dict[str, Callable[[Workspace], Iterator[Finding]]] = {
    "interpreter": _setup,
    "data": _data,
    "temporary": _temporary,
    "databases": _databases,
    "accounts": _accounts,
    "calls": _calls,
    "sandbox": _sandbox,
}
