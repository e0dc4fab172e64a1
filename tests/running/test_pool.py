"""Jobs of many modules on a few workers."""

from pathlib import Path

from puzzle_runner.engines.function import ENGINE as FUNCTION
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job

LIMITS = Limits(10, 2**30)


def jobs(folder: Path, name: str, source: str, *functions: str) -> list[Job]:
    """Return jobs for functions of a module with this source."""
    path = folder / f"{name}.py"
    path.write_text(source)
    return [Job(name, path, FUNCTION, function, None, LIMITS) for function in functions]


def test_a_module_is_imported_once_for_all_its_parts(tmp_path: Path) -> None:
    """Whatever the number of workers, and each part meets it as it was after the import."""
    log = tmp_path / "log"
    source = f"""
open({str(log)!r}, "a").write("x")
calls = []
def part1(): calls.append(1); return len(calls)
def part2(): calls.append(2); return len(calls)
def part3(): calls.append(3); return len(calls)
"""
    outcomes = pool.run_all(jobs(tmp_path, "a", source, "part1", "part2", "part3"), pool.local(2))
    assert ([(0, "1"), (1, "1"), (2, "1")], "x") == (
        [(place, outcome.answer) for place, outcome in outcomes],
        log.read_text(),
    )


def test_the_last_call_is_made_where_the_module_was_imported(tmp_path: Path) -> None:
    """It saves a fork: the process that imported the module is that of the call. Each has its own session."""
    source = "import os\nLOADER = os.getpid()\npart2 = lambda: part1()\n"
    source += "def part1(): return os.getpid() == LOADER, os.getsid(0) == os.getpid()\n"
    (_, first), (_, last) = pool.run_all(jobs(tmp_path, "a", source, "part1", "part2"))
    assert ("(False, True)", "(True, True)") == (first.answer, last.answer)


def test_what_follows_in_a_batch_goes_on_elsewhere(tmp_path: Path) -> None:
    """Where one part takes its worker with it, the other parts have a new one."""
    source = """
import os, signal
def part1():
    keeper = int(open(f"/proc/{os.getppid()}/status").read().split("PPid:")[1].split()[0])
    os.kill(keeper, signal.SIGKILL)
    while True: pass
def part2(): return 2
"""
    (_, first), (_, second) = pool.run_all(jobs(tmp_path, "a", source, "part1", "part2"), pool.local(2))
    assert (Verdict.CRASH, "2") == (first.verdict, second.answer)


def test_results_that_nobody_wants_any_more_are_not_waited_for(tmp_path: Path) -> None:
    """A generator that is closed ends what runs."""
    pool.stop()
    source = "import time\ndef part1(): return 1\ndef part2(): time.sleep(1000)\n"
    outcomes = pool.run_all(jobs(tmp_path, "a", source, "part1", "part2"))
    assert "1" == next(outcomes)[1].answer
    outcomes.close()
    assert set() == pool._workers.alive


def test_an_outcome_comes_as_soon_as_it_is_there(tmp_path: Path) -> None:
    """It does not wait for a call before it that takes longer: who is interrupted has what is there."""
    flag = tmp_path / "flag"
    waits = f"import os, time\ndef part1():\n while not os.path.exists({str(flag)!r}): time.sleep(0.01)"
    both = [*jobs(tmp_path, "a", waits, "part1"), *jobs(tmp_path, "b", "def part1(): return 2", "part1")]
    outcomes = pool.run_all(both, pool.local(2))
    assert (1, "2") == ((first := next(outcomes))[0], first[1].answer)
    flag.touch()
    assert [0] == [place for place, _ in outcomes]
