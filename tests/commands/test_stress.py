"""`puzzles stress`: random inputs until a solution fails, and the smallest of them kept as a case."""

import json
import re
import signal
import tomllib
from typing import Any

import pytest

from tests.conftest import Ended, Workspace, until
from tests.needs import needs

TRIANGLE = """
def part1(n: int): return n * (n + 1) // 2 + (n == 13)
def part1_brute(n: int): return sum(range(n + 1))
"""
RANGES = """# mine

[any]
n = { from = 1, to = 20 }  # as the site says
"""
LETTERS = "def generate(random, size): return 'x' * size\n"


def failure(ended: Ended) -> Any:
    """Return the failure of a command that has found one."""
    assert (1, "") == (ended.code, ended.err)
    return ended.document["failure"]


def case(workspace: Workspace) -> dict[str, Any]:
    """Return the case that was kept, as its file has it."""
    path = workspace.root / "inputs" / "p" / "cases.toml"
    table: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))["stress-1"]
    return table


def test_the_one_number_for_which_a_solution_is_wrong_is_kept(workspace: Workspace) -> None:
    """The case has the answer of the brute force, and check runs it. No case is added twice."""
    workspace.puzzle("p", TRIANGLE, RANGES)
    ended = workspace.run("stress", "p", "--against", "brute", "--seed", "3", "--runs", "200")
    assert 1 == ended.code
    assert re.search("stress-1  part 1  default  92 +✗ wrong", ended.out)
    assert re.search(r"\nFound with \d+ inputs, sizes up to [4-6], seed 3\.\n", ended.out)
    text = (workspace.root / "inputs" / "p" / "cases.toml").read_text("utf-8")
    assert text.startswith(RANGES)
    kept = case(workspace)
    source = kept.pop("source")
    assert {"input": "", "part1": 91, "n": 13} == kept
    assert re.fullmatch(r"stress, seed 3, size [4-6], \d{4}-\d\d-\d\d, answers of brute", source)
    rows = workspace.run("check", "p", "--json").rows
    assert [("stress-1", "wrong"), ("stress-1", "right")] == [(row["case"], row["verdict"]) for row in rows]
    assert "stress-1" == failure(workspace.run("stress", "p", "--json"))["case"]
    workspace.puzzle("p", TRIANGLE.replace("13", "14"))
    found = failure(workspace.process("stress", "p", "--json"))
    assert ("stress-2", "", {"n": 14}) == (found["case"], found["input"], found["parameters"])


def test_a_small_range_ends_the_search(workspace: Workspace) -> None:
    """Every number was tried, and nothing new comes. What has nothing to compare with is told."""
    workspace.puzzle("p", TRIANGLE.replace("n == 13", "0"), RANGES)
    ended = workspace.run("stress", "p", "--seed", "3")
    assert (0, "") == (ended.code, ended.err)
    assert re.fullmatch(r"p: no failure\. 20 inputs, sizes up to \d+, seed 3\n", ended.out)
    workspace.puzzle("p", "def part1(n: int): return n\n")
    ended = workspace.run("stress", "p", "--runs", "1")
    assert (0, True) == (ended.code, "Nothing tells whether an answer of part 1 is right" in ended.err)


def test_smaller_inputs_are_tried_after_a_failure(workspace: Workspace) -> None:
    """Sizes grow from 1; what fails now and then is found again where fewer fail."""
    source = """
def generate(random, size): return " ".join(str(random.randint(0, 9)) for _ in range(size))
def part1(text): return "3" not in text[2:]
def part1_brute(text): return True
"""
    workspace.puzzle("p", source)
    found = failure(workspace.run("stress", "p", "--against", "brute", "--seed", "2", "--json"))
    assert (2, "3") == (found["size"], found["input"][2])
    kept = (workspace.root / "inputs" / "p" / "stress-1.txt").read_text("utf-8")
    assert f"{found['input']}\n" == kept


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("def part1(text): return 1 / (len(text) - 3)", "error"),
        ("def part1(text):\n    if len(text) == 3: __import__('os')._exit(3)\n    return 1", "crash"),
        ("import time\ndef part1(text): len(text) == 3 and time.sleep(9)", "timeout"),
        ("def part1(text): return len(text)\ndef check(answer): return answer != '3'", "wrong"),
        ("def part1(text): return text[:2].count('x')\ndef part1_b(text): return len(text)", "wrong"),
    ],
)
def test_what_counts_as_a_failure(workspace: Workspace, source: str, verdict: str) -> None:
    """An exception, a crash, a time-out at a small size, a checker that says no, solutions that disagree."""
    workspace.puzzle("p", f"{LETTERS}{source}\n")
    ended = workspace.run("stress", "p", "--timeout", "0.3", "--runs", "30", "--json")
    found = ended.document["failure"]
    assert (1, verdict) == (ended.code, found["results"][0]["verdict"])
    assert ("stress-1", "xxx", {}) == (found["case"], found["input"], found["parameters"])
    assert {"source"} == {*case(workspace)}


@pytest.mark.parametrize("checker", ["", 'checker = "same.py"\n'])
def test_a_checker_gets_the_answer_of_the_trusted_solution(workspace: Workspace, checker: str) -> None:
    """By name, also one beside the cases; what it accepts is no failure."""
    source = (
        "def check(answer, text, expected): return abs(int(answer) - int(expected)) < 2 + int(text) % 2\n"
    )
    solutions = "def part1(text): return int(text) + 1\ndef part1_brute(text): return int(text)\n"
    solutions += "def part1_bad(text): return int(text) + 2\n"
    workspace.puzzle("p", solutions + ("" if checker else source))
    workspace.input("p", "same.py", source.replace("def check", "from math import pi\ndef check"))
    workspace.input("p", "cases.toml", f"{checker}[any]\ninput = {{ from = 1, to = 20 }}\n")
    assert 2 == workspace.run("stress", "p").code
    found = failure(workspace.run("stress", "p", "--against", "brute", "--seed", "1", "--json"))
    assert ["right", "right", "wrong"] == [row["verdict"] for row in found["results"]]
    assert (0, int(found["input"])) == (int(found["input"]) % 2, case(workspace)["part1"])


@pytest.mark.parametrize(
    ("source", "code", "said"),
    [
        ("", 2, "There is no generator of inputs for p. Write generate(random, size) into"),
        ("def generate(random, size): return 1 / 0\n", 4, "ZeroDivisionError"),
        ("def generate(random, size): return [1]\n", 4, "generate() returned list: it has to be a text"),
        ("def generate(random, size): return {'n': None}\n", 4, "no case file can hold it"),
    ],
)
def test_a_puzzle_without_inputs_is_told(workspace: Workspace, source: str, code: int, said: str) -> None:
    """With what to write, or what was wrong with it."""
    workspace.puzzle("p", f"{source}def part1(text): return 1\ndef part1_b(text): return 1\n")
    ended = workspace.run("stress", "p")
    assert (code, "", True) == (ended.code, ended.out, said in ended.err)


def test_a_solution_that_cannot_be_run_is_told(workspace: Workspace) -> None:
    """One that cannot be built is left out; if it is the trusted one, or is not there, nothing is tried."""
    source = "def part1(text): return 1\ndef part1_b(text): return 1\n"
    workspace.puzzle("p", source, "[any]\ninput = { from = 1, to = 9 }\n")
    (workspace.root / "puzzles" / "p").mkdir()
    (workspace.root / "puzzles" / "p" / "short.cpp").write_text("int main() {}")
    ended = workspace.run("stress", "p", PATH="")
    assert (0, "Left out: short.cpp: c++ is not installed\n") == (ended.code, ended.err)
    for name in ("short", "nobody"):
        assert 2 == workspace.run("stress", "p", "--against", name, PATH="").code


def test_what_is_slow_ends_nothing(workspace: Workspace) -> None:
    """What takes too long where inputs are not small is no failure: it bounds the sizes."""
    source = "import time\ndef part1(text): len(text) < 7 or time.sleep(9)\ndef part1_b(text): pass\n"
    workspace.puzzle("p", f"{LETTERS}{source}")
    ended = workspace.run("stress", "p", "--timeout", "0.3", "--json")
    assert (0, None, 7) == (ended.code, ended.document["failure"], ended.document["size"])


def test_the_same_seed_goes_through_sets_in_the_same_order(workspace: Workspace) -> None:
    """In a generator and in a solution."""
    source = """
WORDS = {"oar", "lamp", "gull", "rope", "tide", "buoy", "keel", "mast"}
def generate(random, size): return " ".join(WORDS)
def part1(text): assert False, " ".join({*text.split()})
"""
    workspace.puzzle("p", source)
    said = [workspace.process("stress", "p", "--seed", "3", "--json").document["failure"] for _ in range(2)]
    texts = [(each["input"], each["results"][0]["message"]) for each in said]
    assert texts[0] == texts[1]


def test_an_interrupted_search_keeps_what_it_has_found(workspace: Workspace) -> None:
    """The smallest input so far becomes a case."""
    failed, waits = workspace.root / "failed", workspace.root / "waits"
    source = f"""
from pathlib import Path
def generate(random, size): return " ".join(str(random.randint(10, 99)) for _ in range(size))
def part1(text):
    while len(text) == 2 and Path({str(failed)!r}).exists(): Path({str(waits)!r}).touch()
    if len(text) == 5: Path({str(failed)!r}).touch()
    return len(text) == 5
def part1_b(text): return False
"""
    workspace.puzzle("p", source)
    search = workspace.start("stress", "p", "--seed", "7", "--timeout", "50", "--json")
    until(waits.exists)
    search.send_signal(signal.SIGINT)
    out, err = search.communicate()
    document = json.loads(out)
    assert (130, True) == (search.returncode, document["interrupted"])
    assert "stress-1" == document["failure"]["case"]
    assert re.search(r"^Kept as stress-1 in .*cases\.toml\.$", err, re.MULTILINE), err


def test_ranges_make_lists_and_inputs(workspace: Workspace) -> None:
    """Of numbers with both ends; a case with ranges is none that is run."""
    cases = "[any]\ninput = { from = 5, to = 6 }\nxs = { from = 1, to = 2, length = { from = 0, to = 3 } }\n"
    workspace.puzzle(
        "p",
        "def part1(text, xs):\n"
        "    assert text in ('5', '6') and len(xs) <= 3 and {1, 2} >= {*xs}\n"
        "    assert xs != [1, 2] or text == '5'\n",
        cases,
    )
    found = workspace.run("stress", "p", "--runs", "300", "--seed", "1", "--json").document["failure"]
    assert ("6", {"xs": [1, 2]}) == (found["input"], found["parameters"])
    assert ["stress-1"] == [row["case"] for row in workspace.run("check", "p", "--json").rows]


@pytest.mark.parametrize(
    ("source", "cases", "least"),
    [
        ("def part1(n: int): assert n < 2**25\n", "[any]\nn = { from = 0, to = 9_999_999_999 }\n", 26),
        (f"{LETTERS}def part1(text): assert len(text) < 25\n", "", 25),
    ],
)
def test_large_inputs_are_reached(workspace: Workspace, source: str, cases: str, least: int) -> None:
    """A size doubles the numbers of a range; a generator is asked for up to 100."""
    workspace.puzzle("p", source, cases)
    assert least <= workspace.run("stress", "p", "--json").document["failure"]["size"]


def test_a_kept_case_takes_no_place(workspace: Workspace) -> None:
    """A puzzle that has an input by itself still has it, and that is the real one."""
    for id, source in (
        ("p", "def part1(n: int = 3): return n + (n == 5)\ndef part1_b(n: int = 3): return n\n"),
        ("euler1", "def part1(text, n=3): return n + (n == 5)\ndef part1_b(text, n=3): return n\n"),
    ):
        workspace.puzzle(id, source, "[any]\nn = { from = 1, to = 9 }\n")
        assert 1 == workspace.run("stress", id).code
        assert ["main", "stress-1"] == [
            row["case"] for row in workspace.run("check", id, "--json").rows if row["solution"] == "b"
        ]
        assert ["main"] == [row["case"] for row in workspace.run("run", id, "--real", "--json").rows]


def test_a_generator_beside_the_cases_serves_any_solution(workspace: Workspace) -> None:
    """It makes a text with parameters. An answer in doubt, as of a large float, is held against nobody."""
    workspace.input("p", "generate.py", "def generate(random, size): return 'a' * size, {'k': [size, 'b']}\n")
    workspace.puzzle(
        "p", "def part1(text, k): return len(text) - (k[0] > 4)\ndef part1_two(text): return len(text)\n"
    )
    found = failure(workspace.run("stress", "p", "--against", "two", "--json"))
    assert ("aaaaa", {"k": [5, "b"]}) == (found["input"], found["parameters"])
    workspace.puzzle("p", "def part1(text): return 2.0**60\ndef part1_b(text): return 1\n")
    assert 0 == workspace.run("stress", "p", "--runs", "3", "--against", "default").code


@needs("bubblewrap")
def test_the_sandbox_makes_inputs(workspace: Workspace) -> None:
    """A generator and a checker in the module run there; it shows none beside the cases."""
    workspace.input("p", "generate.py", LETTERS)
    workspace.puzzle("p", "def part1(text): return 1\n")
    refused = workspace.run("stress", "p", "--untrusted", "--runs", "1")
    assert (4, True) == (refused.code, "The sandbox does not show" in refused.err)
    workspace.puzzle("q", f"{LETTERS}def check(answer): return True\ndef part1(text): return 1\n")
    assert (0, "") == workspace.run("stress", "q", "--untrusted", "--runs", "4")[::2]
    workspace.input("q", "cases.toml", 'checker = "x.py"\n[main]\ninput = "1"\n')
    assert "The sandbox does not show" in workspace.run("run", "q", "--untrusted").out
