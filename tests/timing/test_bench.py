"""`puzzles bench`: measured, kept, compared."""

import signal
import subprocess
from pathlib import Path

import pytest
from puzzle_runner.timing.records import open_records

from tests.calls import Calls
from tests.conftest import Workspace, until
from tests.repository import commit

KEYS = [
    "puzzle", "part", "solution", "case", "samples", "median", "low", "high", "minimum",
    "peak_bytes", "machine", "python", "revision", "source_hash", "timed", "doubt",
]  # fmt: skip
SLEEP = "import time\ndef part1(text):\n    time.sleep({0})\n    return 1\n"
PAIR = SLEEP.format(0.002) + "def part1_slow(text):\n    time.sleep(0.06)\n    return {0}\n"
CASES = '[main]\ninput = "x"\npart1 = 1\n'
# Told where to, it notes each call; the third never ends.
STUCK = """
import time
def part1(path):
    with open(path, "a") as calls: calls.write("x")
    if open(path).read() == "xxx": time.sleep(1000)
    return 1
"""
# The third call raises.
RAISES_LATER = """
    with open({0!r}, "a") as calls:
        calls.write("x")
        if calls.tell() > 2: raise ValueError
"""
MINE = ("--samples", "8", "--json")
TABLE = """\
pair part 1, main
           median   95 % interval    minimum  memory  samples
  default  2.00 ms  2.00 to 2.00 ms  2.00 ms          8
  slow     60.0 ms  60.0 to 60.0 ms  60.0 ms          8
  slow: 30× slower than default (30 to 30×)
"""


@pytest.fixture
def pair(workspace: Workspace, calls: Calls) -> Workspace:
    """Return a workspace with one part that has a default and a slower solution, called without workers."""
    workspace.puzzle("pair", PAIR.format(1), CASES)
    return workspace


def test_document_and_table(pair: Workspace) -> None:
    """The table shows the figures in words; the JSON has the promised keys, samples and comparisons."""
    assert TABLE == pair.run("bench", "pair", "--samples", "8").out
    ended = pair.run("bench", *MINE)
    assert (0, ["schema", "benchmarks", "comparisons"]) == (ended.code, [*ended.document])
    default, slow = ended.document["benchmarks"]
    assert [KEYS, KEYS] == [[*default], [*slow]]
    names = ("solution", "case", "revision")
    assert (8, "default", "main", None) == (len(default["samples"]), *(default[key] for key in names))
    figures = [default[key] for key in ("minimum", "low", "median", "high")]
    assert [pytest.approx(0.002, rel=1e-3)] * 4 == figures
    [compared] = ended.document["comparisons"]
    keys = ["puzzle", "part", "case", "solution", "python", "against", "ratio", "low", "high", "verdict"]
    assert keys == [*compared]
    assert ("slow", "default", "slower") == tuple(compared[key] for key in ("solution", "against", "verdict"))
    assert [pytest.approx(30, rel=1e-3)] * 3 == [compared[key] for key in ("low", "ratio", "high")]


DISAGREE = "wrong: the solutions disagree: default: 1 slow: 2"


@pytest.mark.usefixtures("calls")
@pytest.mark.parametrize(
    ("slow", "answer", "problems", "ranked"),
    [
        ("return 2", "part1 = 1", {"slow": "wrong: expected 1, got 2"}, [1, None]),
        ("return 2", "", {"default": DISAGREE, "slow": DISAGREE}, [None, None]),
        ("raise ValueError('no')", "part1 = 1", {"slow": "error: ValueError: no"}, [1]),
    ],
)
def test_what_is_not_right_is_said(
    workspace: Workspace, slow: str, answer: str, problems: dict[str, str], ranked: list[int | None]
) -> None:
    """A wrong answer is measured and has no rank; what raises has no record; either way the code is 1."""
    source = SLEEP.format(0.002) + f"def part1_slow(text):\n    time.sleep(0.06)\n    {slow}\n"
    workspace.puzzle("pair", source, f'[main]\ninput = "x"\n{answer}\n')
    ended = workspace.run("bench", "--samples", "3")
    lines = [line for line in ended.out.splitlines() if "✗" in line]
    assert (1, [f"  ✗ {name}: {problem}" for name, problem in problems.items()]) == (ended.code, lines)
    rows = workspace.run("leaderboard", "--json").document["leaderboard"]
    assert ranked == [row["rank"] for row in rows]


@pytest.mark.usefixtures("calls")
@pytest.mark.parametrize("failing", ["part1", "part1_slow"])
def test_what_raised_is_not_compared(workspace: Workspace, failing: str) -> None:
    """A solution that raises at its third call has samples, which say nothing of how fast it is."""
    raising = RAISES_LATER.format(str(workspace.root / "calls"))
    source = PAIR.format(1).replace(f"def {failing}(text):\n", f"def {failing}(text):\n{raising}")
    workspace.puzzle("pair", source, CASES)
    ended = workspace.run("bench", *MINE)
    assert (1, []) == (ended.code, ended.document["comparisons"])
    assert [2, 8] == sorted(len(each["samples"]) for each in ended.document["benchmarks"])
    rows = workspace.run("leaderboard", "--json").document["leaderboard"]
    expected = [(1, "right", 1.0), (None, "error", None)]
    assert expected == [(row["rank"], row["verdict"], row["ratio"]) for row in rows]


def test_records_know_what_they_were_made_from(workspace: Workspace) -> None:
    """A record of real calls names its sources, commit, dirty flag and calibration."""
    workspace.puzzle("one", "from _helper import one\ndef part1(text):\n    return one()\n", CASES)
    workspace.puzzle("_helper", "def one(): return 1\n")
    head = commit(workspace.root, "Begin")
    assert 0 == workspace.run("bench", "--samples", "1").code
    workspace.puzzle("_helper", "import time\ndef one(): return time.sleep(0.002) or 1\n")
    document = workspace.run("bench", "--samples", "1", "--json").document
    with open_records() as known:
        clean, dirty = known.of(["one"])
    assert (("_helper.py", "one.py"), head, False) == (clean.sources, clean.revision, clean.dirty)
    assert (head, True) == (dirty.revision, dirty.dirty)
    assert f"{head}-dirty" == document["benchmarks"][0]["revision"]
    assert clean.source_hash != dirty.source_hash
    assert 0 < clean.calibration < 1
    assert clean.peak_bytes
    assert 0.002 <= dirty.median


@pytest.mark.usefixtures("calls")
def test_against_a_revision(workspace: Workspace) -> None:
    """A slower tree is found, and fails where that is asked for; what the revision lacks is said."""
    workspace.puzzle("one", SLEEP.format(0.01), CASES)
    commit(workspace.root, "Quick")
    workspace.puzzle("one", SLEEP.format(0.06))
    ended = workspace.run("bench", "one", "--against", "HEAD", "--fail-if-slower", "490%", *MINE)
    [compared] = ended.document["comparisons"]
    assert (1, "slower", "HEAD") == (ended.code, compared["verdict"], compared["against"])
    assert pytest.approx(6, rel=1e-3) == compared["ratio"]
    assert "one part 1: default is" in ended.err
    assert 0 == workspace.run("bench", "one", "--against", "HEAD", "--fail-if-slower", "510%", *MINE).code
    workspace.puzzle("two", SLEEP.format(0.001), CASES)
    ended = workspace.run("bench", "two", "--against", "HEAD", *MINE)
    assert (0, 1, []) == (ended.code, len(ended.document["benchmarks"]), ended.document["comparisons"])
    assert "two part 1 default is not compared" in ended.err


def test_against_a_solution_and_a_saved_record(pair: Workspace) -> None:
    """Another solution and a record kept by name serve to compare with."""
    ended = pair.run("bench", "--solution", "default", "--against", "slow", *MINE)
    assert [("default", "slow", "faster")] == [
        (one["solution"], one["against"], one["verdict"]) for one in ended.document["comparisons"]
    ]
    assert 0 == pair.run("bench", "--save", "before", *MINE).code
    pair.puzzle("pair", SLEEP.format(0.06) + "def part1_slow(text):\n    return 1\n")
    ended = pair.run("bench", "--against", "before", *MINE)
    assert [("default", "before", "slower"), ("slow", "before", "faster")] == [
        (one["solution"], one["against"], one["verdict"]) for one in ended.document["comparisons"]
    ]


def test_bad_input(pair: Workspace, tmp_path: Path) -> None:
    """What cannot be done is a sentence and an exit code, before anything is measured."""
    for code, sentence, arguments in (
        (2, 'nothing called "nope" to compare with', ("--against", "nope")),
        (2, "a share such as 10%", ("--fail-if-slower", "much")),
        (2, "--fail-if-slower needs --against", ("--fail-if-slower", "10%")),
        (2, 'has no solution "nope"', ("pair", "--solution", "nope")),
        (3, "nope", ("nope",)),
    ):
        ended = pair.run("bench", "--samples", "1", *arguments)
        assert (code, True) == (ended.code, sentence in ended.err), ended
    (tmp_path / "file").write_text("")
    ended = pair.run("bench", "--samples", "1", PUZZLES_DATA_DIR=str(tmp_path / "file"))
    assert (7, "") == (ended.code, ended.out)


@pytest.mark.parametrize(
    ("stop", "code", "measured"),
    [(signal.SIGINT, 130, {"a": 3, "b": 2}), (signal.SIGKILL, -signal.SIGKILL, {"a": 3})],
)
def test_interrupted_loses_nothing(
    workspace: Workspace, stop: signal.Signals, code: int, measured: dict[str, int]
) -> None:
    """What was measured before ^C or a kill is kept; what ^C cuts short is kept as far as it went."""
    workspace.puzzle("a", SLEEP.format(0.001), CASES)
    calls = workspace.root / "calls"
    workspace.puzzle("b", STUCK, f'[main]\ninput = "{calls}"\npart1 = 1\n')
    process = workspace.start("bench", "*", "--samples", "3", stderr=subprocess.DEVNULL)
    until(lambda: calls.exists() and calls.read_text() == "xxx")
    process.send_signal(stop)
    process.communicate()
    assert code == process.returncode
    with open_records() as known:
        kept = {one.puzzle: sum(map(len, one.samples)) for one in known.of(known.puzzles(), samples=True)}
    assert measured == kept


@pytest.mark.usefixtures("calls")
def test_what_is_not_written_yet_is_not_measured(workspace: Workspace) -> None:
    """Without a puzzle a sentence says how to begin; one fresh from its template is left out."""
    ended = workspace.run("bench")
    assert (2, "", True) == (ended.code, ended.out, "There is no puzzle in" in ended.err)
    workspace.puzzle("fresh", "def part1(text): ...\n")
    ended = workspace.run("bench", "--samples", "2")
    assert (0, "", True) == (ended.code, ended.out, "nothing to measure" in ended.err)
    workspace.puzzle("written", "def part1(text): return 1\n", "[main]\ninput = ''\npart1 = 1\n")
    measured = workspace.run("bench", "--samples", "2", "--json").document["benchmarks"]
    assert ["written"] == [one["puzzle"] for one in measured]
