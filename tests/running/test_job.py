"""A job's order, what is kept of what it prints, and the outcome: from states, exit codes and replies."""

import json
import os
import runpy
import signal
import sys
from io import BytesIO
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.engines.function import ENGINE as FUNCTION
from puzzle_runner.model import Limits, Verdict
from puzzle_runner.running.call import Answered, Failed, Figures, Job, Outcome
from puzzle_runner.running.job import HEAD, TAIL, Report, Shown, outcome, output_in
from puzzle_runner.running.process import PROGRAM

from tests.conftest import Workspace

MIB = 2**20
# In which the system tells a peak.
UNIT = 1 if sys.platform == "darwin" else 1024
JOB = Job("p", Path("/w/puzzles/p.py"), FUNCTION, "part1", "x", Limits(2.5, 1024 * MIB))
HEAD_AND_TAIL = runpy.run_path(str(Path(PROGRAM).with_name("usage.py")))["HeadAndTail"]
FIGURES = {"wall": 500_000_000, "cpu": 250_000_000, "peak_bytes": 0}


@given(st.lists(st.binary(max_size=9)))
def test_what_is_printed_is_shown_with_its_line_ended(chunks: list[bytes]) -> None:
    """However it is cut into pieces, on the screen it is the same."""
    text = b"".join(chunks).decode("utf-8", "replace")
    pieces: list[str] = []
    shown = Shown(pieces.append)
    for chunk in chunks:
        shown.add(chunk)
    shown.end()
    assert (text if not text or text.endswith("\n") else f"{text}\n") == "".join(pieces)


@given(st.lists(st.integers(0, 50_000), max_size=12))
def test_of_a_long_output_head_and_tail_are_kept(sizes: list[int]) -> None:
    """The first and the last part are kept, in the worker or of a file, and the number of bytes between."""
    data = bytes(ord("a") + i % 26 for i in range(sum(sizes)))
    kept = HEAD_AND_TAIL(HEAD)
    for size, start in zip(sizes, accumulate(sizes, initial=0), strict=False):
        kept.add(data[start : start + size])
    left_out = max(0, len(data) - HEAD - TAIL)
    gap = f"\n... {left_out} bytes left out ...\n" if left_out else ""
    expected = data[:HEAD].decode() + gap + data[max(HEAD, len(data) - TAIL) :].decode()
    assert expected == kept.take().decode() == output_in(BytesIO(data))


def test_the_workspace_may_name_more_of_the_environment(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `env` in `[tool.puzzles]` names is there as well; nothing that only the worker needs is."""
    monkeypatch.setenv("MODEL", "x")
    monkeypatch.setenv("OTHER", "x")
    names = "('MODEL', 'OTHER', 'LD_BIND_NOW')"
    source = f"import os\nHAS = [*os.environ]\ndef part1(): return [n for n in {names} if n in HAS]\n"
    workspace.puzzle("p", source)
    (workspace.root / "pyproject.toml").write_text('[tool.puzzles]\nenv = ["MODEL", "UNSET"]\n')
    assert "['MODEL']" == workspace.run("run", "p", "--json").rows[0]["answer"]


def told(
    state: str, code: int = 0, peak_mib: int = 0, reply: object = None, job: Job = JOB, elapsed: float = 0.6
) -> Outcome:
    """Return the outcome of what a worker says of a call."""
    data = b"" if reply is None else json.dumps(reply).encode()
    return outcome(Report(job, state, code, peak_mib * MIB // UNIT, elapsed, data, "o"))


@pytest.mark.parametrize(
    ("state", "code", "peak", "verdict", "message"),
    [
        ("done", 3, 0, "crash", "its process exited with status 3 before it returned"),
        ("done", -40, 10, "crash", "its process was killed by signal 40 before it returned"),
        ("died", -signal.SIGKILL, 10, "crash", "its process was killed by SIGKILL before it returned"),
        (
            "done",
            -signal.SIGABRT,
            1000,
            "memory",
            "its process was killed by SIGABRT before it returned with 0.977 GiB of memory in use",
        ),
        ("done", 1, 1000, "crash", "its process exited with status 1 before it returned"),
    ],
)
def test_a_call_that_did_not_reply(state: str, code: int, peak: int, verdict: str, message: str) -> None:
    """The message names the limit, the signal or the status, and when it was."""
    crashed = told(state, code, peak)
    assert Failed(Verdict(verdict), message, "o") == crashed


def test_where_a_call_was(tmp_path: Path) -> None:
    """The message of a timeout has the lines of the user's file; none where the reply is none."""
    path = tmp_path / "p.py"
    path.write_text("def part1(text):\n    while True: pass\n")
    job = JOB._replace(path=path)
    reply = {"error": "TimeoutError", "text": "", "frames": [[str(path), 2, "part1"]]}
    where = f" (p.py, line 2, in part1)\n  {path}, line 2, in part1\n    while True: pass"
    for said, place in ((reply, where), (reply | {"forged": 1}, ""), (None, "")):
        assert f"it took longer than 2.5 s{place}" == told("timeout", reply=said, job=job).message


def test_a_reply_of_a_process_that_died_does_not_count() -> None:
    """A reply is worth nothing where the process that was to send it has been killed before."""
    assert Verdict.CRASH is told("died", -9, reply={"answer": "1"} | FIGURES).verdict


def test_a_reply(tmp_path: Path) -> None:
    """Answer and figures are taken as they come, sources that are there and below; a peak of 0 is unknown.

    Where a process could not read its own peak, the system's figure of it is taken.
    """
    path = tmp_path / "p.py"
    path.touch()
    reply = {"answer": "1", "sources": [str(path), str(tmp_path / "gone.py"), "/etc/passwd"]} | FIGURES
    assert Answered("1", "o", Figures(0.5, 0.25), sources=(str(path),)) == told(
        "done", reply=reply, job=JOB._replace(path=path)
    )
    peak = told("done", peak_mib=10, reply=reply, job=JOB._replace(path=path))
    assert isinstance(peak, Answered) and 10 * MIB == peak.figures.peak_bytes


def test_an_error_shows_the_users_lines(tmp_path: Path) -> None:
    """The message names exception, file and line, and below it the lines of the traceback."""
    path = tmp_path / "p.py"
    path.write_text("def part1(text):\n    return helper(text)\n")
    frames = [(str(path), 2, "part1"), ("", 30, ""), ("/gone.py", 7, "helper")]
    reply = {"error": "ValueError", "text": "no", "frames": frames, "memory": False} | FIGURES
    outcome = told("done", reply=reply, job=JOB._replace(path=path))
    assert Verdict.ERROR is outcome.verdict
    assert (
        f"""\
ValueError: no (gone.py, line 7, in helper)
  {path}, line 2, in part1
    return helper(text)
  ... 30 more ...
  /gone.py, line 7, in helper"""
        == outcome.message
    )


@pytest.mark.parametrize("other", ["../secret", "link.py", "/dev/zero", "fifo.py", "p.py\0"])
def test_only_lines_of_the_workspace_are_quoted(tmp_path: Path, other: str) -> None:
    """A frame may name any file; what is no regular file below the folder of puzzles is not read."""
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (tmp_path / "secret").write_text("session\n")
    (folder / "link.py").symlink_to(tmp_path / "secret")
    os.mkfifo(folder / "fifo.py")
    reply = {"error": "E", "text": "", "frames": [(os.path.join(folder, other), 1, "f")]} | FIGURES
    message = told("done", reply=reply, job=JOB._replace(path=folder / "p.py")).message
    assert message.startswith("E (")
    assert "session" not in message


@pytest.mark.parametrize(
    "reply",
    [
        {"answer": 1}, {"answer": "1", "wall": "1"}, {"answer": "1", "wall": -1},
        {"answer": "1", "wall": 700_000_000}, {"answer": "1", "wall": 10**400}, {"answer": "1", "wall": None},
        {"answer": "1", "peak_bytes": 2**64}, {"answer": "1", "sources": [1]},
        {"answer": "1", "sources": 7}, {"answer": "1", "trace_doubt": "", "states": []},
        {"error": "E", "frames": [("a", 1)]}, {"error": 1}, {"answer": "1", "anything": "else"},
        b"\xff", b'{"answer":', b"[]", b"\0" * 9, b'{"answer": "1"}', b"[" * 10**6, b'{"wall": NaN}',
    ],
)  # fmt: skip
def test_a_reply_that_was_tampered_with_is_a_crash(reply: dict[str, object] | bytes) -> None:
    """A puzzle that writes into the shared memory harms only itself, whatever it writes."""
    data = reply if isinstance(reply, bytes) else json.dumps(FIGURES | reply).encode()
    crashed = outcome(Report(JOB, "done", elapsed=0.6, reply=data))
    assert (Verdict.CRASH, "its reply was overwritten") == (crashed.verdict, crashed.message)
