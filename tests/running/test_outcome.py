"""What a call did, in words: from states, exit codes and replies to outcomes."""

import os
import signal
import sys
from pathlib import Path

import pytest
from puzzle_runner.model import Job, Limits, Outcome, Verdict
from puzzle_runner.running.outcome import outcome

MIB = 2**20
# In which the system tells a peak.
UNIT = 1 if sys.platform == "darwin" else 1024
JOB = Job("p", Path("/w/puzzles/p.py"), "part1", "x", Limits(2.5, 1024 * MIB))


def told(state: str, code: int = 0, peak_mib: int = 0, reply: object = None) -> Outcome:
    """Return the outcome of what a worker says."""
    data = b"" if reply is None else ascii(reply).encode()
    return outcome(JOB, state, code, peak_mib * MIB // UNIT, data, output="o")


@pytest.mark.parametrize(
    ("state", "code", "peak", "verdict", "message"),
    [
        ("timeout", 0, 0, "timeout", "it took longer than 2.5 s"),
        ("import timeout", 0, 0, "timeout", "importing it took longer than 2.5 s"),
        ("done", 3, 0, "crash", "its process exited with status 3 before it returned"),
        ("import died", 0, 0, "crash", "its process exited with status 0 while it was imported"),
        ("done", -signal.SIGSEGV, 10, "crash", "its process was killed by SIGSEGV before it returned"),
        ("done", -40, 10, "crash", "its process was killed by signal 40 before it returned"),
        ("died", -signal.SIGKILL, 10, "crash", "its process was killed by SIGKILL before it returned"),
        (
            "done",
            -signal.SIGABRT,
            1000,
            "memory",
            "its process was killed by SIGABRT before it returned, having taken 0.977 GiB of memory",
        ),
        ("done", 1, 1000, "crash", "its process exited with status 1 before it returned"),
    ],
)
def test_a_call_that_did_not_reply(state: str, code: int, peak: int, verdict: str, message: str) -> None:
    """The message names the limit, the signal or the status, and when it was."""
    found = told(state, code, peak)
    assert (verdict, message, None, "o") == (found.failure, found.message, found.answer, found.output)


@pytest.mark.parametrize(
    ("number", "verdict"),
    [(signal.SIGKILL, Verdict.MEMORY), (signal.SIGABRT, Verdict.CRASH), (signal.SIGSEGV, Verdict.CRASH)],
)
def test_the_systems_killer_comes_before_the_limit(number: int, verdict: Verdict) -> None:
    """Who is killed far below its limit, but with much of the machine's memory, has died for want of it."""
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    job = JOB._replace(limits=Limits(2.5, 4 * machine))
    assert verdict is outcome(job, "died", -number, machine // 2 // UNIT, b"", output="").failure
    assert Verdict.CRASH is outcome(job, "died", -number, machine // 8 // UNIT, b"", output="").failure


def test_a_reply_of_a_process_that_died_does_not_count() -> None:
    """A reply is worth nothing where the process that was to send it has been killed before."""
    assert Verdict.CRASH is told("died", -9, reply={"answer": "1"}).failure


def test_a_reply() -> None:
    """Answer, figures and sources are taken as they come; a peak of 0 is not known."""
    reply = {"answer": "1", "seconds": 0.5, "cpu_seconds": 0.25, "peak_bytes": 0, "sources": ["/w/p.py"]}
    assert Outcome("1", None, "", 0.5, 0.25, None, "o", ("/w/p.py",)) == told("done", reply=reply)


def test_the_peak_of_a_whole_process_stands_in() -> None:
    """Where a process could not read its own high-water mark, the system's figure of it is taken."""
    assert 10 * MIB == told("done", peak_mib=10, reply={"answer": "1", "peak_bytes": 0}).peak_bytes
    assert MIB == told("done", peak_mib=10, reply={"answer": "1", "peak_bytes": MIB}).peak_bytes


def test_an_error_shows_the_users_lines(tmp_path: Path) -> None:
    """The message names exception, file and line, and below it the lines of the traceback."""
    path = tmp_path / "p.py"
    path.write_text("def part1(text):\n    return helper(text)\n")
    frames = [(str(path), 2, "part1"), ("", 30, ""), ("/gone.py", 7, "helper")]
    reply = {"error": "ValueError", "text": "no", "frames": frames, "memory": False}
    found = told("done", reply=reply)
    assert Verdict.ERROR is found.failure
    assert (
        f"""\
ValueError: no (gone.py, line 7, in helper)
  {path}, line 2, in part1
    return helper(text)
  ... 30 more ...
  /gone.py, line 7, in helper"""
        == found.message
    )


def test_want_of_memory_has_its_own_verdict() -> None:
    """A MemoryError says what the limit was."""
    reply = {"error": "MemoryError", "text": "", "frames": [], "memory": True}
    found = told("done", reply=reply)
    assert (Verdict.MEMORY, "MemoryError: it needs more than 1 GiB of memory") == (
        found.failure,
        found.message,
    )


@pytest.mark.parametrize("reply", [b"\xff", b"{'answer':", b"[]", b"{'error': 1}", b"open('x')", b"\0" * 9])
def test_a_reply_that_was_tampered_with_is_a_crash(reply: bytes) -> None:
    """A puzzle that writes into the shared memory harms only itself."""
    found = outcome(JOB, "done", 0, 0, reply, output="")
    assert (Verdict.CRASH, "its reply was overwritten") == (found.failure, found.message)
