"""Findings about the set-up, and how to fix what is wrong: a function checks each thing."""

import os
import re
import shutil
import stat
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from puzzle_runner import settings
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.catalog.lookup import cases_of
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import plan, verdict_cache
from puzzle_runner.engines import engine as engines
from puzzle_runner.errors import InputMissing, NotLoggedIn, PuzzlesError, StoreFailed, Unreadable, reason
from puzzle_runner.flows import accounts as logins
from puzzle_runner.flows import http
from puzzle_runner.inputs import cases
from puzzle_runner.model import Limits, Puzzle
from puzzle_runner.running import pool
from puzzle_runner.running import sandbox as sandboxes
from puzzle_runner.running.call import Job
from puzzle_runner.running.process import temporary
from puzzle_runner.storage import database
from puzzle_runner.text import count, duration, size
from puzzle_runner.timing import records, schema
from puzzle_runner.version import DISTRIBUTION, VERSION

NEWEST_TESTED = (3, 14)
# The states of a finding. Only what is wrong changes the exit code.
GOOD, NOTE, WRONG = "good", "note", "wrong"


class Finding(NamedTuple):
    """A finding about one thing, with a remedy if there is something to do."""

    about: str
    state: str
    text: str
    remedy: str = ""


def _note_unless(good: bool, about: str, text: str, remedy: str) -> Finding:
    """Return what is good, or else a note with its remedy."""
    return Finding(about, GOOD, text) if good else Finding(about, NOTE, text, remedy)


def findings(workspace: Workspace) -> Iterator[Finding]:
    """Yield what there is to say, in the order in which things depend on one another."""
    said: set[str] = set()
    for look in CHECKS:
        for finding in _found(look, workspace):
            # A missing home folder is wrong for several checks and each puzzle, and is said once.
            if finding.state != WRONG or finding.text not in said:
                yield finding
            said.add(finding.text)


def _found(look: Callable[[Workspace], Iterator[Finding]], workspace: Workspace) -> Iterator[Finding]:
    try:
        yield from look(workspace)
    except (PuzzlesError, OSError) as error:
        yield Finding(look.__name__, WRONG, str(error))


def interpreter(workspace: Workspace) -> Iterator[Finding]:
    """Name the Python that runs this, and the workspace's if that runs the puzzles."""
    version = ".".join(map(str, sys.version_info[:3]))
    text = f"Python {version} at {sys.executable}"
    if python := workspace.limits(None).python:
        # It may be somebody else's: it is not started.
        yield Finding("interpreter", GOOD, f"{python} runs the puzzles; it was not started here")
    tested = sys.version_info[:2] <= NEWEST_TESTED
    yield _note_unless(tested, "interpreter", text, "This version of puzzles was not tested with it.")


def versions(_: Workspace) -> Iterator[Finding]:
    """Name the packages, and those that are missing, also of extras."""
    found, absent = [f"puzzles {VERSION}"], []
    for requirement in metadata.requires(DISTRIBUTION) or ():
        needed = re.match(r"([\w.-]+)(?:.*extra == ['\"](\w+))?", requirement)
        name, extra = needed.groups() if needed else (requirement, None)
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            if not extra:
                yield Finding("versions", WRONG, f"{name} is missing", f"pip install {name}")
            elif extra != "test":
                absent.append(f"{extra} ({name})")
        else:
            if not extra:
                found.append(f"{name} {version}")
    without = f"; extras not installed: {', '.join(absent)}" if absent else ""
    yield Finding("versions", GOOD, ", ".join(found) + without)


def folders(workspace: Workspace) -> Iterator[Finding]:
    """Name the folders of the puzzles and of the user's data, and check that there is room."""
    if workspace.is_fallback:
        yield Finding("workspace", NOTE, "the bundled collection", workspaces.no_workspace())
    else:
        yield Finding("workspace", GOOD, str(workspace.root))
    for about, folder, variable in (
        ("data", settings.data_folder(), "PUZZLES_DATA_DIR"),
        ("temporary", Path(temporary()), "TMPDIR"),
    ):
        nearest = next(place for place in (folder, *folder.parents) if os.path.exists(place))
        if not (nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)):
            remedy = f"Make {nearest} writable, or set {variable} to a folder that is."
            yield Finding(about, WRONG, f"{folder} cannot be written", remedy)
        # With fewer bytes, the next input or record may not be stored.
        elif (room := shutil.disk_usage(nearest).free) < 10_000_000:
            remedy = f"Delete files you do not need, or set {variable} to a folder with more space."
            yield Finding(about, WRONG, f"{folder} has {size(room)} of space left", remedy)
        elif about == "data":
            yield Finding(about, GOOD, str(folder))


def databases(_: Workspace) -> Iterator[Finding]:
    """Check that the verdicts of `check` and the records of `bench` can be read."""
    verdicts = verdict_cache.FILE, verdict_cache.MIGRATIONS, "check makes it again"
    measured = records.FILE, schema.MIGRATIONS, "bench makes a new one, without what was measured"
    for about, (file, migrations, after) in {"memory": verdicts, "records": measured}.items():
        path = settings.data_folder() / file
        if not os.path.exists(path):
            continue
        try:
            with database.connect(path, migrations) as connection:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except StoreFailed as error:
            yield Finding(about, WRONG, str(error), f"Move {path} away: {after}.")


def puzzles(workspace: Workspace) -> Iterator[Finding]:
    """Check that every module and every case file can be read."""
    try:
        known = [puzzle for puzzle, _ in lookup.puzzles(workspace, [])]
    except OSError as error:
        remedy = "Make its folder puzzles/ readable."
        yield Finding("puzzles", WRONG, f"{workspace.root} cannot be read: {reason(error)}", remedy)
        return
    problems = [found for puzzle in known for found in _problems(workspace, puzzle)]
    yield from problems
    if not problems:
        parts = sum(len({solution.part for solution in puzzle.solutions}) for puzzle in known)
        text = f"{len(known)} with {count(parts, 'part')}, and all their cases can be read"
        yield Finding("puzzles", GOOD, text)


def _problems(workspace: Workspace, puzzle: Puzzle) -> Iterator[Finding]:
    if puzzle.error:
        remedy = "Fix the module; python -m py_compile shows the line."
        yield Finding("puzzles", WRONG, puzzle.error, remedy)
    if puzzle.warning:
        yield Finding("puzzles", NOTE, f"{puzzle.id}: {puzzle.warning}")
    try:
        for case in cases_of(workspace, puzzle.id).cases:
            for part in {solution.part for solution in puzzle.solutions if solution.takes_input}:
                plan.input_text(puzzle, cases.of_part(case, part))
    except InputMissing as error:
        yield Finding("puzzles", NOTE, str(error), 'A personal one comes with "puzzles fetch".')
    except PuzzlesError as error:
        yield Finding("puzzles", WRONG, str(error), "Fix that file.")


def accounts(workspace: Workspace) -> Iterator[Finding]:
    """Name the logins, and never a session."""
    try:
        listed = logins.listed()
    except (NotLoggedIn, OSError):
        # The checks of permissions and folders say why.
        return
    except Unreadable as error:
        remedy = 'After that, "puzzles account add" logs you in again.'
        yield Finding("accounts", WRONG, str(error), remedy)
        return
    usable = []
    for login in listed:
        if login.source and login.account and not login.account.alive:
            text = f"the session of {login.label} was dead on {login.account.checked}"
            yield Finding("accounts", WRONG, text, 'Run "puzzles account check": it says what to do.')
        else:
            usable.append(login)
    text = ", ".join(
        f"{label} {f'from {source}' if source else 'without a session'}" for _, label, source, _ in usable
    )
    remedy = 'Where a site gives everyone an input of their own, "puzzles account add" logs you in.'
    if text or not listed:
        yield _note_unless(any(login.source for login in usable), "accounts", text or "none", remedy)


def agent(workspace: Workspace) -> Iterator[Finding]:
    """Show what every request tells a site of this program and its user."""
    text = f"{http.user_agent(workspace.settings.contact)}, sent with every request"
    yield Finding("user-agent", GOOD, text)


def permissions(_: Workspace) -> Iterator[Finding]:
    """Check that others cannot read what is secret."""
    if os.name != "posix":
        return
    folder = settings.config_folder()
    secret = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    open_ones = [path for path in secret if stat.S_IMODE(path.stat().st_mode) & 0o077]
    for path in open_ones:
        text = f"{path} has mode {stat.S_IMODE(path.stat().st_mode):04o}: others can read it"
        yield Finding("secrets", WRONG, text, f"chmod 600 {path}")
    if secret and not open_ones:
        yield Finding("secrets", GOOD, f"nobody else can read the {len(secret)} in {folder}")


def clock(workspace: Workspace) -> Iterator[Finding]:
    """Check the clock, as far as that is possible offline: the moment of unlocking depends on it."""
    now = datetime.now().astimezone()
    step = duration(time.get_clock_info("perf_counter").resolution)
    text = f"{now:%Y-%m-%d %H:%M:%S %Z}, in steps of {step}"
    saved = (os.lstat(entry.path).st_mtime for entry in os.scandir(workspace.puzzles))
    newest = max(saved, default=0.0)
    if newest > now.timestamp() + 60:
        remedy = "Set it, and have it synchronised: timedatectl set-ntp true."
        yield Finding("clock", WRONG, f"{text}, though a puzzle was saved later than that", remedy)
    elif _is_unsynchronised():
        remedy = "Unless another program sets it: timedatectl set-ntp true."
        yield Finding("clock", NOTE, f"{text}, not synchronised", remedy)
    else:
        yield Finding("clock", GOOD, text)


def _is_unsynchronised() -> bool:
    """Tell whether Linux says that its clock follows no other (man 2 adjtimex)."""
    if sys.platform != "linux":
        return False
    import ctypes

    time_error, room_for_timex = 5, 512
    return bool(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(room_for_timex)) == time_error)


def start_up(_: Workspace) -> Iterator[Finding]:
    """Measure how long a command takes to begin."""
    command = [sys.executable, "-P", "-m", "puzzle_runner", "run", "--help"]
    seconds = min(_timed(lambda: subprocess.run(command, stdout=subprocess.DEVNULL)) for _ in range(3))
    text = f"{duration(seconds)} for a command"
    remedy = "Install on a local disk, and keep scanners off that folder."
    if os.environ.get("PYTHONDONTWRITEBYTECODE"):
        remedy = "Unset PYTHONDONTWRITEBYTECODE: it makes Python compile every module each time."
    # A longer start is felt.
    yield _note_unless(seconds < 0.15, "start-up", text, remedy)


def fork(workspace: Workspace) -> Iterator[Finding]:
    """Measure how long a part takes that does nothing."""
    if not pool.FORKS:
        remedy = (
            "Each call starts an interpreter, which is slower than on Linux and macOS; programs in other "
            "languages do not run."
        )
        yield Finding("fork", NOTE, "this system has none", remedy)
        return
    try:
        with tempfile.TemporaryDirectory() as folder:
            python = workspace.limits(None).python
            limits = Limits(10, 2**30, python=python)
            module = Path(folder, "trivial.py")
            module.write_text("def part1():\n    return 1\n", "utf-8")
            job = Job("trivial", module, engines.load("function"), "part1", None, limits)
            pool.run(job)
            seconds = min(_timed(lambda: pool.run(job)) for _ in range(10))
    except PuzzlesError as error:
        # It says what to do.
        yield Finding("fork", WRONG, f"no part can be run: {error}")
        return
    except OSError as error:
        remedy = "Check whether processes, memory or the space for temporary files are used up."
        yield Finding("fork", WRONG, f"no part can be run: {reason(error)}", remedy)
        return
    text = f"{duration(seconds)} for a process of its own"
    remedy = "Something slows down new processes: a scanner, or a machine that is short of memory."
    yield _note_unless(seconds <= 0.01, "fork", text, remedy)


def sandbox(_: Workspace) -> Iterator[Finding]:
    """Check whether `--untrusted` works."""
    if problem := sandboxes.trouble():
        remedy = f"{problem[0].upper()}{problem[1:]}"
        yield Finding("sandbox", NOTE, "--untrusted does not work here", remedy)
    else:
        yield Finding("sandbox", GOOD, "bubblewrap can make one for --untrusted")


def noise(_: Workspace) -> Iterator[Finding]:
    """Measure how steady the machine's times are."""
    samples = [_timed(lambda: sum(range(100_000))) for _ in range(60)]
    median = statistics.median(samples)
    spread = statistics.median(abs(sample - median) for sample in samples) / median
    text = f"the same work takes {duration(median)}, give or take {spread:.1%}"
    remedy = "Close what else is running, plug in the power, and bench will see smaller differences."
    # Beyond this, small differences in time are not seen.
    yield _note_unless(spread < 0.05, "noise", text, remedy)


def _timed(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


CHECKS: tuple[Callable[[Workspace], Iterator[Finding]], ...] = (
    interpreter, versions, folders, databases, puzzles, accounts, agent, permissions, clock, start_up, fork,
    sandbox, noise,
)  # fmt: skip
