"""Jobs in processes of their own."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from itertools import product
from pathlib import Path

import pytest
from puzzle_runner.engines.function import ENGINE as FUNCTION
from puzzle_runner.errors import RunnerFailed
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running import pool, process, worker_process
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.running.job import Report, outcome

from tests.calls import ending
from tests.conftest import Workspace, is_running, until
from tests.needs import needs

LIMITS = Limits(10, 2**30)


own_workers = pytest.mark.usefixtures("alone")


def job(folder: Path, source: str, text: str | None = None, name: str = "p", timeout: float = 10) -> Job:
    """Return a job that calls part1 of a module with this source."""
    path = folder / f"{name}.py"
    if not path.exists():
        path.write_text(source)
    return Job(name, path, FUNCTION, "part1", text, LIMITS._replace(timeout=timeout))


def test_large_inputs_and_answers_pass(tmp_path: Path) -> None:
    """Neither has to fit into a pipe; an answer beyond 32 MiB is refused in a sentence."""
    source = "def part1(text): return text * 3\n"
    assert "é" * 3 * 10**5 == pool.run(job(tmp_path, source, "é" * 10**5)).answer
    refused = pool.run(job(tmp_path, "def part1(): return 'x' * 2**25\n", name="refused"))
    assert (Verdict.ERROR, "OverflowError: the answer is too long to keep") == (
        refused.verdict,
        refused.message,
    )


@pytest.mark.parametrize(
    ("source", "where"),
    [
        (
            "from threading import Lock\ndef part1(): [*map(wait, [0])]\n"
            "def wait(_):\n    lock = Lock()\n    lock.acquire()\n    lock.acquire()\n",
            "it took longer than 0.3 s (p.py, line 6, in wait)",
        ),
        ("import time\nwhile True: time.sleep(0.01)\n", "importing it took longer than 0.3 s (p.py, line 2)"),
        ("def part1(): return sum(iter(int, 1))\n", "it took longer than 0.3 s"),
    ],
    ids=["lock", "import", "in C"],
)
def test_a_call_that_takes_too_long_says_where_it_was(tmp_path: Path, source: str, where: str) -> None:
    """It is asked before it is ended, in a fork and in the loader; what does not hear it is ended, too."""
    outcomes = [outcome for _, outcome in pool.run_all([job(tmp_path, source, timeout=0.3)] * 2)]
    shown = [(outcome.verdict, outcome.message.split("\n")[0]) for outcome in outcomes]
    assert [(Verdict.TIMEOUT, where)] * 2 == shown


# Lines of a part that writes where its worker replies.
FORGES = """
    arguments = open("/proc/self/cmdline", "rb").read().split(b"\\0")
    keeper = os.getpid()
    for _ in range(3):
        keeper = int(open(f"/proc/{keeper}/status").read().split("PPid:")[1].split()[0])
    replies = arguments[arguments.index(b"keep") + 2].decode()
    with open(f"/proc/{keeper}/fd/{replies}", "wb") as pipe:
        pipe.write((17).to_bytes(8, "big") + b"x" * 17)
"""


def tree(process: int) -> list[int]:
    """Return a process and all that descend from it, by their parents (Linux)."""
    listing = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(each for child in listing for each in tree(int(child)))]


@own_workers
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("depth", "number"), [(0, signal.SIGKILL), *product((1, 2), (signal.SIGKILL, signal.SIGSTOP))]
)
def test_nothing_outlives_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, depth: int, number: signal.Signals
) -> None:
    """Whether guard, supervisor or forker is killed or stopped: no process, no folder, no waiting."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    begun = tmp_path / "begun"
    source = f"""
import subprocess, time
def part1():
    open("file", "w").close()
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    open({str(begun)!r}, "w").close()
    time.sleep(1000)
"""
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.append(pool.run(job(tmp_path, source))))
    thread.start()
    until(begun.exists)
    (worker,) = pool._workers.alive
    processes = tree(worker.pid)
    assert 6 == len(processes)
    os.kill(processes[depth], number)
    if depth == 0:
        # Without it, a worker goes on until it is stopped.
        pool.stop()
    thread.join(10)
    assert [Verdict.CRASH] == [outcome.verdict for outcome in outcomes]
    pool.stop()
    until(lambda: not any(map(is_running, processes)))
    until(lambda: not any(scratch.iterdir()))


def test_a_runner_that_is_killed_leaves_nothing(tmp_path: Path) -> None:
    """The worker sees that nobody reads its replies, and ends all it has started."""
    scratch, begun = tmp_path / "scratch", tmp_path / "begun"
    scratch.mkdir()
    write = f"open({str(begun)!r}, 'w').write(str(os.getpid()))"
    (tmp_path / "p.py").write_text(f"import os, time\ndef part1():\n    {write}\n    time.sleep(1000)\n")
    program = f"""
from pathlib import Path
from puzzle_runner.model import Limits
from puzzle_runner.running.call import Job
from puzzle_runner.engines.function import ENGINE
from puzzle_runner.running import pool, worker_process
pool.run(Job("p", Path({str(tmp_path / "p.py")!r}), ENGINE, "part1", None, Limits(100, 2**30)))
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], env=os.environ | {"TMPDIR": str(scratch)}
    ) as runner:
        until(lambda: begun.exists() and begun.read_text())
        runner.kill()
    until(lambda: not is_running(int(begun.read_text())))
    until(lambda: not any(scratch.iterdir()))


@own_workers
def test_scratch_that_cannot_be_made_is_not_the_puzzles_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence says what the runner could not do."""
    monkeypatch.setattr(process, "temporary", lambda: "/proc/nowhere")
    with pytest.raises(RunnerFailed, match=r"The runner could not .* folder in /proc/nowhere") as caught:
        pool.run(job(tmp_path, "def part1(): return 1\n"))
    assert 7 == caught.value.exit


def test_a_call_for_which_no_process_is_left(tmp_path: Path) -> None:
    """It is made by the process that has imported the module: that it could not fork is not the puzzle's."""
    source = """
import os
fork = os.fork
def no_fork():
    os.fork = fork
    raise BlockingIOError
os.fork = no_fork
def part1(): return 1
"""
    assert ["1"] * 2 == [pool.run(job(tmp_path, source)).answer for _ in range(2)]


def test_what_writes_into_the_runners_pipe_has_crashed(tmp_path: Path) -> None:
    """Whatever else writes where a worker replies has no token; jobs that wait for it are run after it."""
    source = f"""
import os
def part1():
    with open({str(tmp_path / "tries")!r}, "a") as file:
        file.write("x")
        if file.tell() > 1:
            return 2{FORGES}"""
    (_, forged), (_, second) = pool.run_all([job(tmp_path, source)] * 2)
    assert (Verdict.CRASH, "its reply was forged") == forged[:2]
    assert "2" == second.answer


def test_folders_that_nobody_may_enter_are_removed() -> None:
    """Folders of mode 0 in scratch go with the rest of it."""
    # The superuser would enter them.
    user = os.geteuid() or 65534
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        deep = Path(folder, "scratch", "a", "b")
        deep.mkdir(parents=True)
        for path in (deep, *deep.parents[:3]):
            os.chown(path, user, -1)
        for path in (deep, deep.parent):
            path.chmod(0)
        worker = str(Path(process.PROGRAM).parent)
        program = (
            f"import os, sys; sys.path.insert(0, {worker!r}); from processes import discard\n"
            f"os.setuid({user}); discard({str(deep.parents[1])!r})"
        )
        subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True)
        assert [] == os.listdir(folder)


@needs("/dev/shm")
def test_what_multiprocessing_has_made_goes_with_the_call(tmp_path: Path) -> None:
    """Locks that have a name, and a folder for sockets, are removed: Python does so when it ends."""
    source = """
import multiprocessing
from multiprocessing.util import get_temp_dir
kept = []
def part1():
    kept.append(multiprocessing.get_context("spawn").Lock())
    return f"/dev/shm/sem.{kept[0]._semlock.name[1:]}|{get_temp_dir()}"
"""
    answer = pool.run(job(tmp_path, source)).answer
    assert answer and [] == [path for path in answer.split("|") if os.path.exists(path)]


@own_workers
def test_a_worker_ready_beforehand_is_used(tmp_path: Path) -> None:
    """The first job takes the worker that was started; `stop` ends it, also if called again."""
    pool.start(LIMITS)
    (worker,) = pool._workers.idle
    assert "1" == pool.run(job(tmp_path, "def part1(): return 1\n")).answer
    assert [worker] == pool._workers.idle
    pool.stop()
    pool.stop()
    assert 0 == worker.code


def test_sources_are_the_files_that_were_imported(tmp_path: Path) -> None:
    """The module, and of its siblings those that it has imported when it ends; of a package its own."""
    package = tmp_path / "pack"
    package.mkdir()
    (tmp_path / "late.py").touch()
    (tmp_path / "unused.py").touch()
    (package / "inner.py").touch()
    (package / "__init__.py").write_text("from . import inner\ndef part1(): import late, json\n")
    outcome = pool.run(Job("pack", package / "__init__.py", FUNCTION, "part1", None, LIMITS))
    assert ["late.py", "pack/__init__.py", "pack/inner.py"] == [
        os.path.relpath(source, tmp_path) for source in outcome.sources
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_what_a_command_inherits_reaches_no_part(workspace: Workspace) -> None:
    """Signals that are ignored or blocked, and a low limit of open files: parts and programs run as ever."""
    # Signals from 32 on are those of the C library.
    state = [
        f"echo $((0x$(grep Sig{what} /proc/self/status | cut -f 2) & 0x7fffffff))" for what in ("Blk", "Ign")
    ]
    source = "import os, signal\nassert not signal.getsignal(signal.SIGCHLD)\n"
    source += f"def part1(): return os.popen({'; '.join(state)!r}).read()\n"
    for number in range(20):
        workspace.puzzle(f"p{number}", source, '[main]\npart1 = "0\\n0\\n"\n')
    workspace.input("q", "cases.toml", '[main]\ninput = "7"\npart1 = "00"\n')
    program = workspace.root / "puzzles" / "q" / "script.sh"
    program.parent.mkdir()
    program.write_text(f"({'; '.join(state)}) | tr -d '\\n'")
    launch = """
from os import *; from signal import *; from resource import *; import sys
for each in valid_signals() - {SIGKILL, SIGSTOP}: signal(each, SIG_IGN)
pthread_sigmask(SIG_BLOCK, valid_signals())
dup2(2, 50); setrlimit(RLIMIT_NOFILE, (40, 40))
execv(sys.executable, [sys.executable, '-m', 'puzzle_runner', *sys.argv[1:]])
"""
    command = [sys.executable, "-c", launch, "check", "--jobs", "20", "--json"]
    ended = subprocess.run(command, cwd=workspace.root, close_fds=False, capture_output=True, text=True)
    rows = json.loads(ended.stdout)["results"]
    assert [("right", "")] * 21 == [(row["verdict"], row["message"]) for row in rows]


def test_output_that_nobody_reads_keeps_no_part_waiting(workspace: Workspace) -> None:
    """Its clock, and its limit, do not depend on who is shown what it prints; nothing of it is lost."""
    flag = workspace.root / "flag"
    line = "x" * 99
    printing = f"def part1(text):\n    for _ in range(30_000): print({line!r})\n"
    workspace.puzzle("p", f"{printing}    open({str(flag)!r}, 'w').close()\n", "[main]\ninput = '7'\n")
    with workspace.start("run", "p") as process:
        until(flag.exists)
        assert process.stderr
        shown = process.stderr.read()
    assert f"{line}\n" * 30_000 == shown


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_many_lines_are_written_at_once(tmp_path: Path) -> None:
    """A call of the system for each line is for those that somebody may read as they come."""
    count = "int(open('/proc/self/io').read().split('syscw:')[1].split()[0])"
    source = f"def part1():\n    for number in range(60_000): print(number)\n    return {count}\n"
    for ended in (pool.run(job(tmp_path, source)), pool.run(job(tmp_path, source), lambda _: None)):
        assert int(ended.answer or 0) < 30_000
        assert ended.output.endswith("59998\n59999\n") and 2**16 < len(ended.output) < 2**17


def test_the_limit_ends_with_the_reply(tmp_path: Path) -> None:
    """A process that has replied, and does not end, is ended."""
    source = """
import time
from multiprocessing.util import Finalize
def part1():
    Finalize(None, time.sleep, args=(1000,), exitpriority=1)
    return 1
"""
    outcomes = [outcome for _, outcome in pool.run_all([job(tmp_path, source, timeout=0.3)] * 2)]
    assert [("1", None)] * 2 == [ending(outcome) for outcome in outcomes]


@own_workers
def test_cleaning_up_is_no_time_of_a_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes, the call and those after it are as they are."""
    begun, flag = tmp_path / "begun", tmp_path / "flag"
    remove = tmp_path / "bin" / "rm"
    remove.parent.mkdir()
    remove.write_text(
        f"#!/bin/sh\ntouch {begun}\nuntil [ -e {flag} ]; do sleep 0.01; done\nexec {shutil.which('rm')} $@\n"
    )
    remove.chmod(0o755)
    monkeypatch.setenv("PATH", f"{remove.parent}:{os.environ['PATH']}")
    jobs = [job(tmp_path, "import os\ndef part1(): return os.mkdir('left')\n", timeout=5)] * 2
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.extend(outcome for _, outcome in pool.run_all(jobs)))
    thread.start()
    until(begun.exists)
    (worker,) = pool._workers.alive
    until(lambda: worker.deadline > time.monotonic() + 100)
    flag.touch()
    thread.join()
    assert [(None, None)] * 2 == [ending(outcome) for outcome in outcomes]


def test_requests_are_made_as_they_are_sent(tmp_path: Path) -> None:
    """Each has the whole input of its call, and so not all of a module are there at once."""
    worker = worker_process.Worker()
    large = job(tmp_path, "def part1(text): return len(text)\n", "x" * 2**20)
    worker.begin([(number, large) for number in range(8)], last=True, show=None)
    assert len(worker.outgoing) < 2**21
    reports: list[tuple[int, Report]] = []
    while len(reports) < 8:
        worker.flush()
        reports += worker.advance()
    assert [str(2**20)] * 8 == [outcome(report).answer for _, report in reports]
    worker.close()
