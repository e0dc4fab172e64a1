"""`puzzles run`: options, answers, verdicts, exit codes, what a part prints and sees."""

import re
from pathlib import Path

import pytest
from puzzle_runner.running import pool

from tests.conftest import Workspace

SUM = '''
"""Sums and products

https://example.org/sums
"""
from math import prod

def part1(text):
    """Add."""
    return sum(map(int, text.split()))

def part1_slow(text):
    """Add one by one."""
    total = 0
    for word in text.split():
        total += int(word)
    return total

def part2(text):
    """Multiply."""
    return prod(map(int, text.split()))
'''
CASES = """
[example]
input = "1 2 3"
part1 = 6
part2 = 7

[main]
part1 = 9

[lost]
part1 = 1
"""
KEYS = [
    "puzzle", "part", "solution", "case", "account", "verdict", "answer", "expected", "seconds",
    "cpu_seconds", "peak_bytes", "message", "output", "cached", "source", "timed", "reading", "doubt",
]  # fmt: skip


@pytest.fixture
def sums(workspace: Workspace) -> Workspace:
    """Return a workspace with a puzzle of three solutions and three cases, the last without input."""
    workspace.puzzle("sums", SUM, CASES)
    workspace.input("sums", "main.txt", "4 5\r\n")
    return workspace


def without_times(text: str) -> str:
    """Return rows with their times replaced, and the blanks before them."""
    return re.sub(r"(?m) +(\d+ min )?[\d.]+ (ns|µs|ms|s)$", " TIME", text)


def test_rows_of_the_real_case(sums: Workspace) -> None:
    """A run shows the default solution of each part on the real case, and totals."""
    ended = sums.run("run", "sums", "--real")
    assert (0, "") == (ended.code, ended.err)
    assert """\
sums  Sums and products
  main  part 1  default  9                 ✓ right TIME
  main  part 2  default  20                ? unknown TIME
2 results: 1 right, 1 unknown · TIME
""" == without_times(ended.out)


def test_the_examples_come_first_then_the_real_case(sums: Workspace) -> None:
    """Without --case; a name chooses one, --real the real one alone."""
    sums.input("sums", "lost.txt", "1")

    def cases(*arguments: str) -> list[str]:
        rows = sums.run("run", "sums", "--part", "1", "--json", *arguments).rows
        return [row["case"] for row in rows]

    assert ["example", "lost", "main"] == cases()
    assert ["example", "lost", "main"] == cases("--case", "all")
    assert ["main"] == cases("--case", "main") == cases("--real")
    assert ["input"] == cases("--input", str(sums.input("sums", "other.txt", "3")))


def test_the_keys_of_the_document(sums: Workspace) -> None:
    """JSON has the keys of the design in their order, numbers plain, and nothing else on stdout."""
    ended = sums.run("run", "sums", "--case", "example", "--json")
    assert ["schema", "results"] == list(ended.document)
    assert [KEYS, KEYS] == [list(row) for row in ended.rows]
    right, wrong = ended.rows
    shown = ("sums", 1, "default", "example", None, "right", "6", "6", "", "", False, None, "call", "", None)
    assert shown == tuple(right[key] for key in KEYS if key not in ("seconds", "cpu_seconds", "peak_bytes"))
    assert (2, "wrong", "6", "7") == tuple(wrong[key] for key in ("part", "verdict", "answer", "expected"))
    assert 0 < right["seconds"] < 30
    assert 0 <= right["cpu_seconds"] < 30
    assert 10**6 < right["peak_bytes"] < 10**9


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("nosuch", 3, 'No puzzle "nosuch" in'),
        ("sumz", 3, "Did you mean sums?"),
        ("sums --part 3", 2, 'sums.py has no part "3". It has: 1, 2.'),
        ("sums --solution x", 2, 'sums.py has no solution "x"'),
        ("sums --case x", 2, 'cases.toml has no case "x". It has: example, main, lost.'),
        ("sums --case lost", 5, "cases.toml, [lost]: it has no input: give it input ="),
        ("sums --input nowhere", 4, "--input nowhere cannot be read: No such file or directory."),
        ("sums --input x --case main", 2, "--input and --case do not go together"),
        ("sums --watch --json", 2, "--watch and --json do not go together"),
        ("sums --watch --debug", 2, "--debug and --watch do not go together"),
        ("sums --watch --profile", 2, "--profile and --watch do not go together"),
        ("sums --watch --input -", 2, "--watch and --input - do not go together"),
        ("latin --input inputs/latin/main.txt", 4, "latin/main.txt, line 1: it is not UTF-8"),
        ("bare", 5, "No input for bare: write"),
        ("empty", 1, "no part found: part1(text) is not in empty.py. A helper's name begins with _"),
        ("broken", 4, "broken.py, line 2: '(' was never closed."),
        ("badcases", 4, 'badcases/cases.toml, [main]: no part of badcases.py takes "p".'),
        ("latin", 4, "main.txt, line 1: it is not UTF-8: byte 1 is 0xe9."),
    ],
)
def test_what_cannot_be_run_is_said(sums: Workspace, line: str, code: int, sentence: str) -> None:
    """A sentence names what is wrong and where, and the exit code tells its sort."""
    sums.puzzle("bare", "def part1(text): return 1\n")
    sums.puzzle("empty", "x = 1\n")
    sums.puzzle("broken", "\nx = (\n")
    sums.puzzle("badcases", "def part1(text): return 1\n", "[main]\np = 1\n")
    sums.puzzle("latin", "def part1(text): return 1\n", "[main]\npart1 = 1\n")
    sums.input("latin", "main.txt", b"a\xe9")
    ended = sums.run("run", *line.split())
    assert (code, True) == (ended.code, sentence in ended.out + ended.err), ended
    assert "Traceback" not in ended.err


@pytest.mark.parametrize("data", [b"a\n\n", b"\xef\xbb\xbf a\r\n\r\nb\r\n\r\n", b"\n", b""])
def test_an_input_of_ones_own_is_read_like_that_of_a_case(workspace: Workspace, data: bytes) -> None:
    """The same bytes are the same text, by a case, by --input FILE and on stdin."""
    workspace.puzzle("echo", "def part1(text): return ascii(text)\n", "[main]\n")
    file = workspace.input("echo", "main.txt", data)
    given = ([], ["--input", str(file)], ["--input", "-"])
    stdin = data.decode()
    answers = [workspace.run("run", "echo", "--json", *arguments, stdin=stdin) for arguments in given]
    expected = data.decode("utf-8-sig").replace("\r\n", "\n").removesuffix("\n")
    assert [ascii(expected)] * 3 == [ended.rows[0]["answer"] for ended in answers]


def test_prints_appear_as_they_come_above_their_row(workspace: Workspace) -> None:
    """What a part prints is on stderr while it still runs, a character that comes in pieces whole."""
    workspace.puzzle(
        "talks",
        """
import os, sys, time
def part1(path):
    os.write(2, b"start\\xc3"); os.write(1, b"\\xa9d\\n")
    while not os.path.exists(path): time.sleep(0.01)
    print("end", end="", file=sys.stderr)
    return 1
""",
    )
    flag = workspace.root / "flag"
    (workspace.root / "input").write_text(str(flag))
    process = workspace.start("run", "talks", "--input", "input", "--timeout", "20")
    assert process.stderr
    assert "startéd\n" == process.stderr.readline()
    flag.touch()
    out, err = process.communicate()
    assert (0, "end\n") == (process.returncode, err)
    assert "✓" not in out
    seen = workspace.in_terminal("run", "talks", "--input", "input").out
    assert re.match(r"\S*talks\S*\nstartéd\nend\n  input  part 1", seen), seen


def test_a_part_sees_no_secrets(workspace: Workspace) -> None:
    """The environment has no tokens, stdin is empty, the working folder is an empty one of its own."""
    workspace.puzzle(
        "looks",
        "import os, sys\n"
        "def part1(): return repr((dict(os.environ), sys.stdin.read(), os.listdir(), os.getcwd()))\n",
    )
    secrets = {
        "AOC_SESSION": "s3cret", "GITHUB_TOKEN": "s3cret", "AWS_SECRET_ACCESS_KEY": "s3cret",
        "DB_PASS": "s3cret", "MYSQL_PWD": "s3cret", "api_key": "s3cret",
        "DATABASE_URL": "postgres://me:s3cret@host/db",
    }  # fmt: skip
    ended = workspace.run("run", "looks", "--json", stdin="s3cret", LANG="kept", **secrets)
    answer = ended.rows[0]["answer"]
    assert "s3cret" not in answer
    assert "'LANG': 'kept'" in answer
    folder = answer.split("'")[-2]
    assert "'', [], " in answer
    pool.stop()
    assert not Path(folder).exists()
    assert workspace.root not in Path(folder).parents


def test_debug_has_the_terminal(workspace: Workspace) -> None:
    """`breakpoint()` works, and an exception ends in the debugger at the user's line."""
    workspace.puzzle(
        "bugs",
        """
def part1(text):
    secret = 6 * 7
    breakpoint()
    return secret
def part2(text):
    lost = 1234567
    raise ValueError(text)
""",
        "[main]\ninput = 'x'\npart1 = 43\n",
    )
    typed = ["p secret + 100000", "secret = 43", "c", "p lost + 1", "q"]
    ended = workspace.in_terminal("run", "bugs", "--debug", typed=typed, TERM="dumb")
    assert 1 == ended.code
    assert "100042" in ended.out
    assert re.search("part 1  default  43 +✓ right", ended.out)
    assert "ValueError: x\n> " in ended.out
    assert "bugs.py(8)part2()" in ended.out
    assert "1234568" in ended.out
    assert "ValueError: x (bugs.py, line 8, in part2)" in ended.out
    assert "loader.py" not in ended.out


def test_profile_shows_the_costliest_and_keeps_it(workspace: Workspace, tmp_path: Path) -> None:
    """The functions that took longest are shown on stderr, whatever others are called."""
    workspace.puzzle(
        "twice",
        "class Quick:\n    def step(self): return 1\n"
        "def step():\n    for _ in range(2_000_000): pass\n"
        "def part1(): return Quick().step() + (step() or 0)\n",
    )
    data = tmp_path / "data"
    ended = workspace.run("run", "twice", "--profile", PUZZLES_DATA_DIR=str(data))
    assert (0, True) == (ended.code, "part 1" in ended.out)
    assert "twice.py:3(step)" == re.findall(r"\S+\(step\)", ended.err)[0]
    kept = data / "profiles" / "twice-part1-main.prof"
    assert f"The profile is kept in {kept}." == ended.err.splitlines()[-1]
