"""Answers that a function of the puzzle judges, where several are right."""

import pytest

from tests.conftest import Ended, Workspace

FACTORS = """
def part1(text):
    n = int(text)
    return next(f"{k} {n // k}" for k in range(2, n) if n % k == 0)

def part1_largest(text):
    n = int(text)
    return next(f"{n // k} {k}" for k in range(2, n) if n % k == 0)

def part1_lazy(text):
    return "3 4"

def check(answer, text):
    a, b = map(int, answer.split())
    return a * b == int(text) or f"{a} times {b} is {a * b}"
"""
CASES = '[main]\ninput = "15"\npart1 = "3 5"\n'


def found(ended: Ended) -> list[tuple[str, str]]:
    """Return the verdict of each row, and the first line of its message."""
    return [(row["verdict"], row["message"].partition("\n")[0]) for row in ended.rows]


@pytest.mark.usefixtures("brief_bench")
def test_a_checker_judges_in_place_of_the_stored_answer(workspace: Workspace) -> None:
    """In run and check alike, and the leaderboard keeps its verdict; no answer is not judged."""
    workspace.puzzle("p", f"{FACTORS}\ndef part1_none(text): pass; return None\n", CASES)
    rows = [("right", ""), ("right", ""), ("wrong", "3 times 4 is 12")]
    rows.append(("wrong", "it returned None: is a return missing?"))
    assert rows == found(workspace.run("run", "p", "--solution", "all", "--json"))
    checked = workspace.run("check", "--json")
    assert rows == found(checked)
    assert 1 == checked.code
    assert [None] * 4 == [row["expected"] for row in checked.rows]
    assert 1 == workspace.run("bench", "p", "--samples", "1").code
    ranked = workspace.run("leaderboard", "--json").document["leaderboard"]
    verdicts = {row["solution"]: row["verdict"] for row in ranked}
    assert {"default": "right", "largest": "right", "lazy": "wrong", "none": "wrong"} == verdicts


def test_a_verdict_is_remembered_until_the_checker_changes(workspace: Workspace) -> None:
    """Also one that is in a file beside the cases, which no part imports."""
    workspace.puzzle("p", "def part1(text): return text * 2", f'checker = "even.py"\n{CASES}')
    workspace.input("p", "even.py", "def check(answer):\n    return len(answer) % 2 == 0\n")
    assert [False, True] == [workspace.run("check", "--json").rows[0]["cached"] for _ in range(2)]
    workspace.input("p", "even.py", "def check(answer):\n    return len(answer) % 2 == 1\n")
    assert [("wrong", "check() does not accept it")] == found(workspace.run("check", "--json"))


RETURNED = [
    ("True", "right", ""),
    ("False", "wrong", "validate() does not accept it"),
    ("'too long'", "wrong", "too long"),
    ("None", "error", "validate() returned nothing: it has to be True"),
    ("''", "error", "validate() returned nothing: it has to be True"),
    ("len(text)", "error", "validate() returned 2: it has to be True"),
    ("-1", "error", "validate() returned -1: it has to be True"),
    ("1 / 2", "error", "validate() returned 0.5: it has to be True"),
    ("1 / 0", "error", "ZeroDivisionError: division by zero"),
    ("__import__('os')._exit(3)", "error", "its process exited"),
]


def test_what_a_checker_returns(workspace: Workspace) -> None:
    """True, False, or why the answer is wrong; one that fails says nothing of the answer."""
    source = "def part1(text): return 7\n\ndef validate(answer, text, way):\n"
    for number, (returned, _, _) in enumerate(RETURNED):
        source += f"    if way == {number}: return {returned}\n"
    cases = 'checker = "validate"\n'
    for number in range(len(RETURNED)):
        cases += f'[c{number}]\ninput = "15"\nway = {number}\n'
    workspace.puzzle("p", source, cases)
    rows = found(workspace.run("run", "p", "--case", "all", "--json"))
    for (returned, verdict, message), (was, said) in zip(RETURNED, rows, strict=True):
        message = f"its answer could not be checked: {message}" if verdict == "error" else message
        assert (returned, verdict) == (returned, was)
        assert said.startswith(message) and bool(said) == bool(message)


def test_a_checker_gets_what_it_asks_for(workspace: Workspace) -> None:
    """By name: the input, the part, the stored answer, and the parameters of the case."""
    source = """
def part1(text, rows=1): return 7
def part2(rows=1): return 8
def check(answer, expected, *, part, rows, text, most=5):
    return f"{answer!r} {expected!r} {part} {rows} {text!r} {most}"
"""
    workspace.puzzle("p", source, '[main]\ninput = "15"\nrows = 3\nmost = 9\npart1 = 6\n')
    told = ["'7' '6' 1 3 '15' 9", "'8' None 2 3 '' 9"]
    assert told == [message for _, message in found(workspace.run("run", "p", "--json"))]


def test_a_checker_gets_the_whole_answer_and_what_it_prints_is_shown(workspace: Workspace) -> None:
    """Output is shown as that of a part: in run as it comes, in check below a row that fails."""
    source = """
def part1(text):
    print("part")
    return "x" * 10**6
def check(answer):
    print("checker")
    return answer != "x" * 10**6
"""
    workspace.puzzle("p", source, CASES)
    assert "part\nchecker\n" == workspace.run("run", "p").err
    (row,) = workspace.run("check", "p", "--json").rows
    assert ("part\nchecker\n", "wrong", True) == (row["output"], row["verdict"], len(row["answer"]) < 200_000)
    # Of one that only bears the name, the first argument is not the answer.
    workspace.puzzle("p", "def check(row): return False\ndef part1(text): return '3 5'\n")
    assert [("right", "")] == found(workspace.run("run", "p", "--json"))


def test_a_checker_that_is_not_there_is_said(workspace: Workspace) -> None:
    """By name, with the exit code of a file that cannot be read."""
    workspace.input("p", "bad.py", "def check(answer:\n")
    for checker, sentence in (
        ('"nowhere"', "has no function nowhere(answer, text)"),
        ('"nowhere.py"', "nowhere.py cannot be read"),
        ('"bad.py"', "bad.py cannot be read"),
        ("3", "checker must be the name of a function"),
    ):
        workspace.puzzle("p", "def part1(text): return 7\n", f"checker = {checker}\n{CASES}")
        ended = workspace.run("run", "p")
        assert (4, True) == (ended.code, sentence in " ".join(ended.out.split())), ended
        assert 4 == workspace.run("run", "p", "--input", "-", stdin="1").code


def test_a_checker_keeps_no_other_part_waiting(workspace: Workspace) -> None:
    """It is a job like the others: here it ends after all parts, though they are more than the workers."""
    last = workspace.root / "last"
    waits = f"while not os.path.exists({str(last)!r}): time.sleep(0.01)"
    checker = f"import os, time\ndef check(answer):\n    {waits}\n    return True\n"
    case = '[main]\ninput = "7"\npart1 = 1\n'
    workspace.puzzle("p0", f"{checker}def part1(text): return 1\n", case)
    for number in range(1, 9):
        workspace.puzzle(f"p{number}", "def part1(text): return 1\n", case)
    workspace.puzzle("p9", f"def part1(text): return open({str(last)!r}, 'w').close() or 1\n", case)
    rows = workspace.run("check", "--jobs", "2", "--timeout", "20", "--json").rows
    assert ["right"] * 10 == [row["verdict"] for row in rows]
