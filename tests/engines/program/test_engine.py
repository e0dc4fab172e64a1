"""Programs: a command gets the input, and its answers are read from what it prints."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from puzzle_runner.engines.function import ENGINE as FUNCTION
from puzzle_runner.engines.program.engine import ENGINE
from puzzle_runner.engines.program.languages import Language, Program
from puzzle_runner.model import Clock, Doubt, Limits, Reason, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Answered, Job, Outcome
from puzzle_runner.sites.registry import identify

from tests.calls import ending

LIMITS = Limits(10, 2**30)


@pytest.fixture(scope="module", autouse=True)
def _stopped() -> Iterator[None]:
    """End the worker that all of these share."""
    yield
    pool.stop()


def script(
    where: Path,
    source: str,
    part: int = 1,
    text: str = "7",
    command: tuple[str, ...] = (),
) -> Job:
    """Return a job that runs a shell script with the part as its argument, or another command."""
    path = where / "p" / "script.sh"
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)
    words = command or ("sh", str(path), str(part), "{input}")
    program = Program(part, Language("sh", ()), (path.name,), command=words)
    return Job(identify("p"), path, ENGINE, program, text, LIMITS)


def in_turn(jobs: list[Job]) -> list[Outcome]:
    """Return the outcomes of jobs that run one after the other."""
    return [*pool.run_in_turn(jobs)]


def in_a_batch(jobs: list[Job]) -> list[Outcome]:
    """Return the outcomes of jobs that run on one worker."""
    by_place = dict(pool.run_all(jobs))
    return [by_place[place] for place in range(len(jobs))]


@pytest.mark.parametrize("run", [in_turn, in_a_batch])
def test_a_call_that_answers_both_parts_is_made_once(
    tmp_path: Path, run: Callable[[list[Job]], list[Outcome]]
) -> None:
    """Also where calls of other programs come between its parts, one by one and in a batch."""
    log = tmp_path / "log"
    jobs = []
    for part in (1, 2):
        for word in ("a", "b"):
            (tmp_path / word).mkdir(exist_ok=True)
            source = f"echo {word} >> {log}; echo Part 1: 4; echo Part 2: 5"
            jobs.append(script(tmp_path / word, source, part))
    outcomes = run(jobs)
    assert ["4", "4", "5", "5"] == [outcome.answer for outcome in outcomes]
    assert outcomes[0].figures == outcomes[2].figures
    assert Clock.PROCESS_BOTH is outcomes[0].figures.clock
    assert "a\nb\n" == log.read_text()


@pytest.mark.parametrize(
    "source",
    ["cat", "cat input.txt", 'echo "$PUZZLES_PART"4', 'echo "$1"4', "cat $2"],
)
def test_the_input_and_the_part_reach_the_program(tmp_path: Path, source: str) -> None:
    """The input is on stdin and in a file, whose path may be a word; the part is told twice."""
    assert "14" == pool.run(script(tmp_path, source, text="14")).answer


def test_figures_and_sources(tmp_path: Path) -> None:
    """An outcome has the time of the process, the memory, and the files that the job names."""
    outcome = pool.run(script(tmp_path, "sleep 0.05; echo hello >&2; echo 12"))
    figures = outcome.figures
    assert 0.05 <= figures.seconds < 10 and figures.cpu_seconds
    assert Clock.PROCESS is figures.clock
    # A shell's own, not that of the interpreter which started it.
    assert 2**19 < figures.peak_bytes < 2**22
    assert (str(tmp_path / "p" / "script.sh"),) == outcome.sources
    assert ("hello\n12\n", "read from the only line") == (outcome.output, outcome.details)


def test_a_program_may_say_its_own_time(tmp_path: Path) -> None:
    """Its processor time is not known then."""
    own = pool.run(script(tmp_path, "echo 12; echo _duration: 1.5 µs")).figures
    assert (1.5e-6, None, Clock.OWN) == (own.seconds, own.cpu_seconds, own.clock)


@pytest.mark.parametrize(
    "told", ["0 ms", "3e400 ms", "1e-400 s", "9" * 26 + " ms", "1e-5 ns", "60 s", "1.2.3 ms"]
)
def test_a_time_that_cannot_be_is_not_taken(tmp_path: Path, told: str) -> None:
    """What is not above zero, not finite, or above the time of the process, leaves that time."""
    outcome = pool.run(script(tmp_path, f"echo 12; echo _duration: {told}"))
    assert ("12", Clock.PROCESS) == (outcome.answer, outcome.figures.clock)
    assert 0 < outcome.figures.seconds < 60


NOISE = "head -c {} /dev/zero | tr '\\0' x; echo; "
MUCH = NOISE.format(200_000)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"{NOISE.format(60_000)}echo Part 1: 12; {MUCH}", "12"),
        (f"{MUCH}echo Part 1: 12; {NOISE.format(60_000)}", "12"),
        (f"{NOISE.format(2**16 - 10)}echo Part 1: 12; {MUCH}", "..."),
    ],
)
def test_of_much_output_whole_lines_are_read(tmp_path: Path, text: str, answer: str) -> None:
    """The first and the last 64 KiB; a line that is cut is no answer."""
    assert answer == pool.run(script(tmp_path, text)).answer


@pytest.mark.parametrize("line", ["cat > /dev/null", "true"])
def test_a_program_of_ones_own_that_does_not_read_its_input_is_in_doubt(tmp_path: Path, line: str) -> None:
    """Nothing excuses it: another answer than the stored one is wrong."""
    outcome = pool.run(script(tmp_path, f"{line}; echo 12"))
    unread = Doubt(Reason.UNREAD, "it did not read the input", excuses=False)
    assert ("12", unread if line == "true" else None) == (outcome.answer, outcome.doubt)


def test_no_answer_is_none(tmp_path: Path) -> None:
    """A program that prints nothing, or only the other part's answer, has not been written so far."""
    for part, text in ((1, ""), (2, "echo Part 1: 5")):
        outcome = pool.run(script(tmp_path, text, part))
        assert (None, None) == ending(outcome)
        doubt = Doubt(Reason.NO_ANSWER, f"it printed no answer to part {part}")
        assert isinstance(outcome, Answered) and doubt == outcome.doubt


def test_a_command_that_cannot_be_started(tmp_path: Path) -> None:
    """It is an error of that part that says why, and not of the worker."""
    outcome = pool.run(script(tmp_path, "", command=("no-such-program",)))
    assert (Verdict.ERROR, "it exited with status 127") == outcome[:2]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_program_has_three_descriptors_and_its_worker_keeps_none(tmp_path: Path) -> None:
    """Nothing of the worker is open in a program; the worker has as many open after a call as before."""
    listing = script(tmp_path, "", command=("ls", "/proc/self/fd"))
    # The last is the folder that it lists.
    assert ["0", "1", "2", "3"] == pool.run(listing).output.split()
    of_worker = script(tmp_path, "sleep 0.1; ls /proc/$PPID/fd | wc -l")
    answers = [pool.run(of_worker).answer for _ in range(3)]
    assert [answers[0]] * 3 == answers


def test_a_part_meets_no_module_that_a_program_needed(tmp_path: Path) -> None:
    """Who starts programs has the modules afterwards that it had before, and so has a part of a module."""
    path = tmp_path / "modules.py"
    path.write_text("import sys\ndef part1(): return ' '.join(sys.modules)\n")
    modules = Job("modules", path, FUNCTION, "part1", None, LIMITS)
    pool.stop()
    before = {*(pool.run(modules).answer or "").split()}
    assert "7" == pool.run(script(tmp_path, "cat")).answer
    after = {*(pool.run(modules).answer or "").split()}
    assert before == after - ({*sys.builtin_module_names} - before)


@pytest.mark.skipif(sys.platform != "linux", reason="macOS has no limit on memory")
def test_memory_is_limited(tmp_path: Path) -> None:
    """A program that dies when it has taken nearly all that it may has the verdict memory."""
    grows = "kept = []\ntry:\n    while True: kept.append(bytearray(2**20))\n"
    source = f"import os\n{grows}except MemoryError:\n    os.abort()\n"
    (tmp_path / "big.py").write_text(source)
    job = script(tmp_path, "", command=(sys.executable, str(tmp_path / "big.py")))
    outcome = pool.run(job._replace(limits=LIMITS._replace(memory=2**27)))
    assert Verdict.MEMORY == outcome.verdict
    assert "its process was killed by SIGABRT with 0.1" in outcome.message


def test_a_pipe_that_closes_ends_a_program(tmp_path: Path) -> None:
    """SIGPIPE is as it is for any program, though Python ignores it."""
    outcome = pool.run(script(tmp_path, "timeout 5 yes | head -n 1"))
    # Nothing is said of a broken pipe.
    assert ("y", "y\n") == (outcome.answer, outcome.output)
