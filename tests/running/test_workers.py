"""Jobs in processes of their own, many at once, from threads."""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from puzzle_runner.model import Job, Limits, Verdict
from puzzle_runner.running import workers

LIMITS = Limits(10, 2**30)


@pytest.fixture(autouse=True)
def _stopped() -> Iterator[None]:
    """End the workers of each test."""
    yield
    workers.stop()


def job(folder: Path, source: str, text: str | None = None, name: str = "p", timeout: float = 10) -> Job:
    """Return a job that calls part1 of a module with this source."""
    path = folder / f"{name}.py"
    if not path.exists():
        path.write_text(source)
    return Job(name, path, "part1", text, LIMITS._replace(timeout=timeout))


def test_each_call_meets_a_fresh_module(tmp_path: Path) -> None:
    """What one call leaves in the module the next does not find, though the module was loaded once."""
    source = f"""
import os
with open({str(tmp_path / "loaded")!r}, "a") as file: file.write("x")
kept = []
def part1():
    kept.append(1)
    return f"{{len(kept)}} {{os.getpid()}}"
"""
    answers = [workers.run(job(tmp_path, source)).answer or "" for _ in range(3)]
    assert ["1"] * 3 == [answer.split()[0] for answer in answers]
    assert 3 == len({answer.split()[1] for answer in answers})
    assert "x" == (tmp_path / "loaded").read_text()


def test_threads_share_no_worker(tmp_path: Path) -> None:
    """Calls from many threads each get their own answer."""
    source = "def part1(text): print(text); return text[::-1]\n"
    jobs = [job(tmp_path, source, f"ab{number}", f"p{number % 3}") for number in range(30)]
    with ThreadPoolExecutor(4) as threads:
        outcomes = list(threads.map(workers.run, jobs))
    assert [f"ab{number}"[::-1] for number in range(30)] == [outcome.answer for outcome in outcomes]
    assert [f"ab{number}\n" for number in range(30)] == [outcome.output for outcome in outcomes]


def test_large_inputs_and_answers_pass(tmp_path: Path) -> None:
    """Neither has to fit into a pipe; an answer beyond 32 MiB is refused in a sentence."""
    source = "def part1(text): return text * 3\n"
    assert "é" * 3 * 10**6 == workers.run(job(tmp_path, source, "é" * 10**6)).answer
    refused = workers.run(job(tmp_path, source, "x" * 12 * 10**6))
    assert (Verdict.ERROR, "OverflowError: the answer is too long to keep") == (
        refused.failure,
        refused.message,
    )


def test_a_worker_that_was_killed_is_replaced(tmp_path: Path) -> None:
    """The call has crashed; the next one runs."""
    killer = job(
        tmp_path,
        "import os, signal\n"
        "def part1():\n"
        "    status = open(f'/proc/{os.getppid()}/status').read()\n"
        "    keeper = int(status.split('PPid:')[1].split()[0])\n"
        "    os.kill(keeper, signal.SIGKILL)\n",
        name="killer",
    )
    assert (Verdict.CRASH, "its process was killed") == workers.run(killer)[1:3]
    assert "1" == workers.run(job(tmp_path, "def part1(): return 1\n")).answer


def test_a_worker_ready_beforehand_is_used(tmp_path: Path) -> None:
    """`start` makes a worker that the first job takes; `stop` ends it, and may be called again."""
    workers.start()
    (worker,) = workers._workers.idle
    assert "1" == workers.run(job(tmp_path, "def part1(): return 1\n")).answer
    assert [worker] == workers._workers.idle
    workers.stop()
    workers.stop()
    assert 0 == worker.process.returncode


def test_stopping_ends_what_runs(tmp_path: Path) -> None:
    """A call that is under way when all is stopped ends as a crash, not as an error of ours."""
    begun = tmp_path / "begun"
    source = f"import time\ndef part1():\n    open({str(begun)!r}, 'w').close()\n    time.sleep(100)\n"
    verdicts: list[object] = []
    thread = threading.Thread(target=lambda: verdicts.append(workers.run(job(tmp_path, source)).failure))
    thread.start()
    while not begun.exists():
        thread.join(0.01)
    workers.stop()
    thread.join(10)
    assert [Verdict.CRASH] == verdicts


def test_scratch_folders_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What calls write into their folders is gone when the worker is."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    source = "import os\ndef part1(): os.makedirs('a/b'); open('a/b/c', 'w').close(); return os.getcwd()\n"
    first, second = (workers.run(job(tmp_path, source)).answer for _ in range(2))
    assert first != second
    assert str(first).startswith(str(tmp_path / "scratch"))
    workers.stop()
    assert [] == list((tmp_path / "scratch").iterdir())


def test_sources_are_the_files_that_were_imported(tmp_path: Path) -> None:
    """The module, and of its siblings those that it has imported when it ends; of a package its own."""
    package = tmp_path / "pack"
    package.mkdir()
    (tmp_path / "late.py").touch()
    (tmp_path / "unused.py").touch()
    (package / "inner.py").touch()
    (package / "__init__.py").write_text("from . import inner\ndef part1(): import late, json\n")
    outcome = workers.run(Job("pack", package / "__init__.py", "part1", None, LIMITS))
    assert ["late.py", "pack/__init__.py", "pack/inner.py"] == [
        os.path.relpath(source, tmp_path) for source in outcome.sources
    ]


def test_an_import_that_fails_is_tried_again(tmp_path: Path) -> None:
    """A module that failed is not remembered; its message has the lines of the user's file only."""
    outcomes = [workers.run(job(tmp_path, "\nimport nowhere\n")) for _ in range(2)]
    message = "ModuleNotFoundError: No module named 'nowhere' (p.py, line 2)"
    assert [message] * 2 == [outcome.message.splitlines()[0] for outcome in outcomes]
    assert "loader.py" not in outcomes[0].message


def test_signals_of_the_terminal_do_not_reach_a_part(tmp_path: Path) -> None:
    """A part runs in a session of its own."""
    outcome = workers.run(job(tmp_path, "import os\ndef part1(): return os.getsid(0) == os.getpid()\n"))
    assert "True" == outcome.answer
