"""What the tests share: a home that cannot be used, workspaces of real files, the real program."""

import gc
import json
import linecache
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
import webbrowser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import settings
from puzzle_runner import cli, digest
from puzzle_runner.inputs import answers, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.running import pool, process
from puzzle_runner.timing import machine

from tests import stand_in
from tests.needs import RUSTUP
from tests.stand_in import SESSION, USER, Site, advent, euler, serve

# How long an example takes is the machine's affair, and every run tries the same ones.
settings.register_profile("any machine", deadline=None, max_examples=25, database=None, derandomize=True)
settings.load_profile("any machine")


# Many containers set PYTHONDONTWRITEBYTECODE: each run would compile all tests again, in each worker.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What ^D is to a terminal.
END_OF_INPUT = "\x04"


class Ended(NamedTuple):
    """How a command ended: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The JSON on stdout."""
        return json.loads(self.out)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The results in that JSON."""
        return self.document["results"]


class Workspace:
    """A workspace in a temporary folder, and the commands run in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "puzzles").mkdir(parents=True)
        (root / "inputs").mkdir()

    def puzzle(self, id: str, source: str | bytes, cases: str | None = None) -> Path:
        """Write a module, and its case file where `cases` is given."""
        path = written(self.root / "puzzles" / f"{id}.py", source)
        # What was saved in the very moment in which a check begins is not remembered.
        past = time.time() - 1
        os.utime(path, (past, past))
        if cases is not None:
            self.input(id, "cases.toml", cases)
        return path

    def input(self, id: str, name: str, content: str | bytes) -> Path:
        """Write a file beside the cases of a puzzle."""
        return written(self.root / "inputs" / id / name, content)

    def run(self, *arguments: str, stdin: str | None = None, **environment: str) -> Ended:
        """Run `puzzles` with arguments, in the workspace, to its end: in this process, which is quick.

        It has streams, a folder and an environment of its own. A worker process serves the next run too,
        unless that gives its worker another environment. What Python reads as it starts, such as PYTHONPATH,
        needs `process`.
        """
        with streams(stdin or "") as printed:
            code = self._called(arguments, environment)
        return Ended(code, *printed)

    def _called(self, arguments: Sequence[str], environment: Mapping[str, str]) -> int:
        with pytest.MonkeyPatch.context() as monkey, patch.dict(os.environ, environment), reused_workers():
            monkey.chdir(self.root)
            # The lines of a file that the next run may find changed, and the browsers that there were.
            monkey.setattr(linecache, "cache", {})
            monkey.setattr(webbrowser, "_tryorder", None)
            return cli.main(arguments)

    def process(self, *arguments: str, stdin: str | None = None, **environment: str) -> Ended:
        """Run `puzzles` with arguments, in the workspace, to its end, in a process of its own."""
        ended = subprocess.run(
            [sys.executable, "-m", "puzzle_runner", *arguments],
            cwd=self.root,
            env=os.environ | environment,
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=50,
        )
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def start(self, *arguments: str, **options: Any) -> "subprocess.Popen[str]":
        """Start `puzzles` with arguments, in the workspace; its processes bear the workspace's mark."""
        environment = os.environ | {"PYTHON_MARK": str(self.root)} | options.pop("environment", {})
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"} | options
        return subprocess.Popen(
            [sys.executable, "-m", "puzzle_runner", *arguments], cwd=self.root, env=environment, **options
        )

    def left(self) -> list[str]:
        """Return the command lines of the processes with the workspace's mark (Linux)."""
        mark, found = f"PYTHON_MARK={self.root}".encode(), []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
        return found

    def in_terminal(
        self, *arguments: str, typed: Iterable[str] = (), prompt: str = "(Pdb) ", **environment: str
    ) -> Ended:
        """Run `puzzles` as `run` does, in a terminal; `typed` are the answers to what ends in `prompt`."""
        ours, theirs = terminal()
        with ThreadPoolExecutor(1) as person:
            shown = person.submit(answered, ours, typed, prompt)
            try:
                with redirected(theirs, theirs, theirs):
                    code = self._called(arguments, environment)
            finally:
                os.close(theirs)
        return Ended(code, shown.result(), "")


def written(path: Path, content: str | bytes) -> Path:
    """Write a file, whose folders need not be there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def terminal() -> tuple[int, int]:
    """Return the two ends of a terminal of 80 columns, first that of the person."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    return ours, theirs


def answered(terminal: int, typed: Iterable[str], prompt: str) -> str:
    """Return what is printed in a terminal until nobody has its other end, a line being typed at each prompt.

    Who asks once more than there are lines gets the end of input.
    """
    said, lines = b"", iter(typed)
    try:
        # Reading fails once nobody has the other end any more.
        while chunk := os.read(terminal, 2**16):
            said += chunk
            if said.endswith(prompt.encode()):
                os.write(terminal, f"{next(lines, END_OF_INPUT)}\n".encode())
    except OSError:
        pass
    os.close(terminal)
    return said.decode().replace("\r\n", "\n")


@contextmanager
def reused_workers() -> Iterator[None]:
    """Let workers that wait serve the next user with the same environment: to start one takes 40 ms."""
    environment = (process.environment(), process.temporary())
    if environment != _started_in.get("environment"):
        pool.stop()
        _started_in["environment"] = environment
    try:
        yield
    except BaseException:
        pool.stop()
        raise


# What the workers that wait were started in.
_started_in: dict[str, object] = {}


def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def is_running(process: int) -> bool:
    """Tell whether a process is there, and no mere entry of one that has ended."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


@contextmanager
def streams(stdin: str) -> Iterator[list[str]]:
    """Give this process other streams, and its descriptors with them; add to the list what they were told.

    They are files, as in a pipeline: no terminals, and what a process of ours inherits is the same.
    """
    printed: list[str] = []
    with TemporaryFile() as inward, TemporaryFile() as out, TemporaryFile() as errors:
        inward.write(stdin.encode())
        inward.seek(0)
        with redirected(inward.fileno(), out.fileno(), errors.fileno()):
            yield printed
        for file in (out, errors):
            file.seek(0)
            printed.append(file.read().decode())


@contextmanager
def redirected(inward: int, out: int, errors: int) -> Iterator[None]:
    """Give this process other streams, and its descriptors with them."""
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        sys.stdout.flush()
        sys.stderr.flush()
        for number, descriptor in enumerate((inward, out, errors)):
            stack.callback(os.close, kept := os.dup(number))
            stack.callback(os.dup2, kept, number)
            os.dup2(descriptor, number)
        # Not descriptor 0: from that, input() reads with readline, where pytest has imported it.
        patch.setattr(sys, "stdin", open(inward, encoding="utf-8", closefd=False))
        patch.setattr(sys, "stdout", open(1, "w", encoding="utf-8", closefd=False))
        patch.setattr(sys, "stderr", open(2, "w", encoding="utf-8", closefd=False, buffering=1))
        yield
        sys.stdout.flush()
        sys.stderr.flush()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect the tests without the garbage collector, and keep them from it: a tenth of all time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were skipped, and what each asks for."""
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()))
    for reason, number in reasons.most_common():
        terminalreporter.write_line(f"{number} skipped: {reason.removeprefix('Skipped: ')}")


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """Let what the tests start hear ^C and SIGHUP, which `&` and `nohup` make a suite deaf to."""
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)


@pytest.fixture(scope="session", autouse=True)
def _stopped() -> Iterator[None]:
    """End the workers and the servers that wait for the next user, of whom there is none."""
    yield
    pool.stop()
    stand_in.end()


@pytest.fixture(scope="session", autouse=True)
def _not_waiting() -> Iterator[None]:
    """Let nothing in this process wait until the disk has it: no test is about a power failure.

    The machine is calibrated for as short a time as gives a figure.
    """
    with patch.object(os, "fsync", lambda _: None), patch.object(machine, "_ROUNDS", 2):
        yield


@pytest.fixture(scope="session", autouse=True)
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Path]]:
    """Make the real home unusable, and the sites out of reach, also for what tests share.

    Yield folders for the data of one test each, which are not there yet. What tests share has the first.
    """
    beside = tmp_path_factory.mktemp("homes")
    home = beside / "home"
    home.write_text("This home is a file: whoever writes below it fails.")
    folders = (beside / str(number) for number in count())
    with pytest.MonkeyPatch.context() as patch:
        for variable in list(os.environ):
            if re.match("(PUZZLES|XDG|AOC|GITHUB)_|(NO_COLOR|FORCE_COLOR|CI|LC_ALL)$", variable):
                patch.delenv(variable)
        if os.path.isdir(RUSTUP):
            patch.setenv("RUSTUP_HOME", RUSTUP)
        variables = {
            "HOME": str(home),
            "PUZZLES_AOC_URL": "http://127.0.0.1:9",
            "PUZZLES_EULER_URL": "http://127.0.0.1:9",
            "PUZZLES_MIN_INTERVAL": "0",
            # One for all sessions: a new one compiles the whole library of Go. Go itself deletes what is old.
            "GOCACHE": str(Path(gettempdir(), f"pytest-go-{os.getuid()}")),
            "COLUMNS": "80",
            "TERM": "xterm",
            "PYTHONIOENCODING": "utf-8",
        }
        for name, value in variables.items():
            patch.setenv(name, value)
        _live_in(next(folders), patch)
        yield folders


@pytest.fixture(autouse=True)
def _own_home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test data and settings of its own."""
    _live_in(next(homes), monkeypatch)


def _live_in(folder: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PUZZLES_DATA_DIR", str(folder / "data"))
    patch.setenv("PUZZLES_CONFIG_DIR", str(folder / "config"))


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Return an empty workspace."""
    return Workspace(tmp_path / "workspace")


@pytest.fixture
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide answers at hardly any cost: to try one takes some hundredths of a second elsewhere."""
    monkeypatch.setattr(answers, "COST", 2)


@pytest.fixture
def brief_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `bench` take samples only, in a worker that waits: how it measures is tested elsewhere."""
    monkeypatch.setattr(pool, "fresh_workers", lambda: nullcontext(pool.run))


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Return an Advent of Code of one invented day, 3 of 2021, on loopback."""
    with serve(advent(Site())) as served:
        monkeypatch.setenv("PUZZLES_AOC_URL", served.address)
        yield served


@pytest.fixture
def account(site: Site, monkeypatch: pytest.MonkeyPatch) -> Account:
    """Return the account `default` of that site, whose session is in the environment."""
    monkeypatch.setenv("AOC_SESSION", SESSION)
    return writing.claim("aoc", USER, "default", digest.text(SESSION))


@pytest.fixture
def euler_site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Return a Project Euler of two invented problems on loopback."""
    with serve(euler(Site())) as served:
        monkeypatch.setenv("PUZZLES_EULER_URL", served.address)
        yield served
