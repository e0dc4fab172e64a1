"""`check --cluster`, on a real scheduler with real workers."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest
from puzzle_runner.model import Verdict
from puzzle_runner.running.call import Outcome

from tests.conftest import Ended, Workspace, until

# Figures differ, and so do paths in what a part says.
SAME = ("puzzle", "part", "solution", "case", "verdict", "answer", "expected", "cached")
CASE = '[main]\ninput = "1"\npart1 = 2\n'


# A scheduler and two workers of one thread each.
CLUSTER = """
import sys
from distributed import LocalCluster

options = {"host": "127.0.0.1", "protocol": "tcp://", "dashboard_address": None}
with LocalCluster(n_workers=2, threads_per_worker=1, processes=False, **options) as cluster:
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
"""


class Cluster:
    """A cluster in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        environment = os.environ | {"TMPDIR": str(folder), "PUZZLES_DATA_DIR": str(folder / "data")}
        pipe = subprocess.PIPE
        with open(folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", CLUSTER],
                cwd=folder, env=environment, stdin=pipe, stdout=pipe, stderr=log, text=True,
            )  # fmt: skip
        assert self.process.stdout
        self.address = self.process.stdout.readline().strip()

    def supervisors(self) -> list[int]:
        """Return the processes that the workers have started to run parts in."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes()
                if b"main.py\0keep\0" in words and bytes(self.folder) in words:
                    found.append(int(folder.name))
            except OSError:
                pass
        return found

    def stop(self) -> None:
        """End all of it."""
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Return a cluster."""
    cluster = Cluster(tmp_path_factory.mktemp("dask"))
    yield cluster
    cluster.stop()


@pytest.fixture
def cluster() -> ModuleType:
    """Return the module; it imports Dask, which takes half a second wherever tests are only collected."""
    from puzzle_runner.running import cluster

    return cluster


@contextmanager
def meanwhile(do: Callable[[], object]) -> Iterator[None]:
    """Do something in another thread; wait for it, and raise what it has raised."""
    with ThreadPoolExecutor(1) as thread:
        done = thread.submit(do)
        yield
        done.result()


def on(dask: Cluster, workspace: Workspace, *options: str) -> Ended:
    """Return how a check on the cluster ended."""
    return workspace.run("check", "--json", "--cluster", dask.address, *options)


def test_the_same_results_as_on_threads(dask: Cluster, workspace: Workspace) -> None:
    """Whatever becomes of a part, a cluster says the same of it save for the figures."""
    workspace.puzzle("_add", "def add(text):\n    return int(text) + 1\n")
    workspace.puzzle("right", "from _add import add\n\ndef part1(text):\n    return add(text)\n", CASE)
    workspace.puzzle("wrong", "def part1(text):\n    print(__file__)\n    return 3\n", CASE)
    workspace.puzzle("raises", "import _add\n\ndef part1(text):\n    return _add.add('x')\n", CASE)
    workspace.puzzle("crashes", "import os\n\ndef part1(text):\n    os.abort()\n", CASE)
    workspace.puzzle("pack/__init__", "from pack.two import TWO\n\ndef part1(): return TWO\n")
    workspace.puzzle("pack/two", "TWO = 2\n")
    workspace.puzzle("reads", "def part1():\n    return open(__file__[:-8] + 'words').read()\n")
    (workspace.root / "puzzles" / "words").write_text("from a file")
    workspace.puzzle("rows", "def part1(text, rows=9): return int(text) * rows\n", f"{CASE}rows = 5\n")
    workspace.puzzle("broken", "def part1(:\n")
    workspace.puzzle("hangs", "import time\n\ndef part1(text):\n    time.sleep(1000)\n", CASE)
    workspace.puzzle(
        "spy", "import os\n\ndef part1(): return [n for n in os.environ if n == 'AOC_SESSION']\n"
    )
    os.environ["AOC_SESSION"] = "5e55107"
    options = ("--json", "--timeout", "1")
    local = workspace.run("check", *options, PUZZLES_DATA_DIR=str(workspace.root / "d"))
    remote = on(dask, workspace, *options)
    del os.environ["AOC_SESSION"]
    here, there = ([[row[key] for key in SAME] for row in ended.rows] for ended in (local, remote))
    assert here == there
    assert (1, 1) == (local.code, remote.code)
    assert {"right", "wrong", "error", "crash", "timeout", "unknown"} == {
        row["verdict"] for row in remote.rows
    }
    assert "[]" == next(row["answer"] for row in remote.rows if row["puzzle"] == "spy")
    until(lambda: not dask.supervisors())
    assert [] == list(dask.folder.rglob("right.py"))
    # What is remembered from here needs no cluster.
    options = ("--timeout", "1", "right", "wrong", "--cluster", "tcp://127.0.0.1:9")
    again = workspace.run("check", "--json", *options, PUZZLES_DATA_DIR=str(workspace.root / "d"))
    assert [True, True] == [row["cached"] for row in again.rows]


def test_a_program_is_built_on_its_worker(dask: Cluster, workspace: Workspace) -> None:
    """A worker builds what it runs from what was sent to it."""
    log = workspace.root / "log"
    (workspace.root / "pyproject.toml").write_text(
        f"""
[tool.puzzles.languages.made]
build = "sh -c 'pwd >> {log}; cp $0 $1; chmod +x $1' {{source}} {{output}}"
run = "{{output}} {{part}}"
"""
    )
    workspace.puzzle("plus", "def part1(text):\n    return int(text) + 1\n", CASE)
    folder = workspace.root / "puzzles" / "plus"
    folder.mkdir()
    (folder / "script.sh").write_text("echo $(($(cat) + 1))\n")
    (folder / "program.made").write_text("#!/bin/sh\necho $(($(cat) + 1))\n")
    there = on(dask, workspace).rows
    here = workspace.run("check", "--json").rows
    told = ("solution", "verdict", "answer", "timed")
    assert [[row[key] for key in told] for row in here] == [[row[key] for key in told] for row in there]
    assert ["default", "program", "script"] == [row["solution"] for row in there]
    assert ["process", "process"] == [row["timed"] for row in there[1:]]
    built = [path.startswith(str(dask.folder)) for path in log.read_text().splitlines()]
    assert [False, True] == built


def test_a_scheduler_that_goes_away(tmp_path: Path, workspace: Workspace) -> None:
    """Without its scheduler the check ends in one sentence."""
    begun = tmp_path / "begun"
    source = f"import time\n\ndef part1(text):\n    open({str(begun)!r}, 'w').close()\n    time.sleep(30)\n"
    workspace.puzzle("slow", source, CASE)
    dask = Cluster(tmp_path)

    def stop() -> None:
        until(begun.exists)
        dask.stop()

    with meanwhile(stop):
        ended = on(dask, workspace)
    assert (6, 1) == (ended.code, len(ended.err.splitlines()))
    until(lambda: not dask.supervisors())


def test_no_session_and_no_input_is_in_the_archive(workspace: Workspace, cluster: ModuleType) -> None:
    """The archive holds the folder of puzzles without what is hidden, compiled or a kept session."""
    workspace.puzzle("one", "def part1(text): return 2\n", CASE)
    for name in (".aoc_session", "aoc.session", "__pycache__/one.cpython-311.pyc", "one.pyc", ".git/config"):
        path = workspace.root / "puzzles" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("secret")
    archive = cluster.archive(workspace.root / "puzzles")
    assert ["one.py"] == ZipFile(BytesIO(archive)).namelist()


@pytest.mark.parametrize("address", ["somewhere", "tcp://127.0.0.1:9"])
def test_a_cluster_that_is_not_there(workspace: Workspace, address: str) -> None:
    """An address that makes no sense and one where nobody answers are one sentence each: what to do."""
    workspace.puzzle("one", "def part1(text): return 2\n", CASE)
    ended = workspace.run("check", "--cluster", address)
    assert (6, 1) == (ended.code, len(ended.err.splitlines()))
    assert 'Start "dask scheduler"' in ended.err


def test_workers_of_another_version_are_refused(
    dask: Cluster, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, cluster: ModuleType
) -> None:
    """What to install there is said, and nothing is run."""
    workspace.puzzle("one", "def part1(text): return 2\n", CASE)
    monkeypatch.setattr(cluster, "VERSION", "99.0")
    ended = on(dask, workspace)
    assert (6, "") == (ended.code, ended.out)
    assert "cannot run puzzles: it has puzzle-runner" in ended.err
    assert "Install puzzle-runner 99.0 there." in ended.err


def test_a_module_that_kills_every_worker_has_crashed(cluster: ModuleType) -> None:
    """Where worker after worker dies of it, all its jobs have."""
    from distributed import KilledWorker

    future: Future[list[Outcome]] = Future()
    future.set_exception(KilledWorker("task", None, 3))
    assert [Verdict.CRASH] * 2 == [outcome.verdict for outcome in cluster.outcomes_of(future, 2)]


def test_the_extra_is_named(workspace: Workspace, tmp_path: Path) -> None:
    """Without distributed, one sentence says what to install."""
    (tmp_path / "distributed.py").write_text("raise ModuleNotFoundError('No module named distributed')")
    workspace.puzzle("one", "def part1(text): return 2\n", CASE)
    ended = workspace.process("check", "--cluster", "tcp://127.0.0.1:9", PYTHONPATH=str(tmp_path))
    assert (2, 1) == (ended.code, len(ended.err.splitlines()))
    assert "pip install 'puzzle-runner[cluster]'" in ended.err
