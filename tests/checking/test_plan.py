"""From puzzles to results: what there is to run, what stands in its way, in which order it comes."""

from collections.abc import Iterator

import pytest
from puzzle_runner.catalog import lookup, workspaces
from puzzle_runner.checking import judge
from puzzle_runner.checking.plan import Skipped, plan, relax_unnamed, tasks
from puzzle_runner.checking.selection import EVERYTHING, Selection
from puzzle_runner.errors import Exit
from puzzle_runner.inputs import cached
from puzzle_runner.model import Limits
from puzzle_runner.running import pool

from tests.conftest import Workspace

LIMITS = Limits(10, 2**30)
TWO_PARTS = "def part1(text): return text\ndef part1_b(text): return 2\ndef part2(): return 3\n"


@pytest.fixture(scope="module", autouse=True)
def _workers_ended() -> Iterator[None]:
    """End the workers that these share."""
    yield
    pool.stop()


def ran(workspace: Workspace, *arguments: str) -> list[tuple[str, str, str]]:
    """Return solution, case and verdict of each row."""
    rows = workspace.run(*arguments, "--json").rows
    return [(row["solution"], row["case"], row["verdict"]) for row in rows]


def test_results_come_in_the_order_of_the_tasks(workspace: Workspace) -> None:
    """What stands in the way has its place; what one puzzle lacks is no error where a selector chose it."""
    workspace.puzzle("p", TWO_PARTS, "[one]\ninput = '1'\npart1 = 1\n[two]\ninput = '2'\npart1 = 2\n")
    workspace.puzzle("o", "x = (\n")
    here = workspaces.Workspace(workspace.root)
    rows = judge.run_and_judge(here.root, tasks(here, ["o", "p"], EVERYTHING, LIMITS))
    expected = [("p", part, answer) for part, answer in zip([1, 1, 2] * 2, "123223", strict=True)]
    assert [("o", None, None), *expected] == [(row.puzzle, row.part, row.answer) for row in rows]
    ((puzzle, _),) = lookup.puzzles(here, ["p"])
    for choice in (Selection(part=3), Selection(solution="z"), Selection(case="three")):
        (task,) = plan(here, puzzle, choice, LIMITS)
        assert isinstance(task, Skipped)
        assert (Exit.USAGE, []) == (task.exit, [*relax_unnamed([task])])


REMARK = 'it got an empty input: write [main] and below it input = "..." into inputs/euler1/cases.toml'


@pytest.mark.parametrize(
    ("cases", "message"), [(None, ""), ("[main]\npart1 = 0\n", ""), ("[main]\npart1 = 5\n", REMARK)]
)
def test_a_problem_without_a_data_file_gets_an_empty_input(
    workspace: Workspace, cases: str | None, message: str
) -> None:
    """Project Euler has few inputs: a part with a parameter runs all the same; a failure has a remark."""
    workspace.puzzle("euler1", "def part1(text): return len(text)\ndef part2(): return 2\n", cases)
    ended = workspace.run("run", "euler1", "--json")
    assert [("0", message), ("2", "")] == [(row["answer"], row["message"]) for row in ended.rows]
    assert bool(message) == bool(ended.code)
    # Nobody writes a case of another name for nothing.
    workspace.puzzle("euler1", "def part1(text): return 5\n", "[small]\npart1 = 5\n")
    assert 5 == workspace.run("run", "euler1").code


@pytest.mark.parametrize(
    ("page", "remedy"),
    [
        ("<p>Add 1.</p>", 'write [main] and below it input = "..." into inputs/euler8/cases.toml'),
        ('<a href="resources/documents/8_tea.txt">', '"puzzles fetch euler8" gets the data file of its page'),
    ],
)
def test_a_data_file_is_named_where_the_page_has_one(workspace: Workspace, page: str, remedy: str) -> None:
    """Elsewhere what a program asks for is the user's to write."""
    workspace.puzzle("euler8", "def part1(text): return int(input('Limit? '))\n")
    path = cached.page(cached.shared_account().folder, "euler8")
    path.parent.mkdir(parents=True)
    path.write_text(page)
    [row] = workspace.run("run", "euler8", "--json").rows
    assert f"it got an empty input: {remedy}" == row["message"].splitlines()[-1]


RULES = """
[example]
input = "1"
part1 = 1

[main]
input = "2"
part1 = 2

[solution.brute]
cases = ["example"]

[solution.patient]
timeout = 50
slow = true
"""
RULED = """
import time
def part1(text): return text
def part1_brute(text): return 0 if text == "2" else text
def part1_patient(text):
    time.sleep(0.3)
    return text
"""


def test_a_solution_is_run_as_its_rule_says(workspace: Workspace) -> None:
    """Only on its cases, in `check` not at all if it is slow; what is named is run all the same."""
    workspace.puzzle("euler1", RULED, RULES)
    both = [("default", "example", "right"), ("default", "main", "right")]
    assert [both[0], ("brute", "example", "right"), both[1]] == ran(workspace, "check")
    patient = [("patient", "example", "right"), ("patient", "main", "right")]
    assert {*both, ("brute", "example", "right"), *patient} == {*ran(workspace, "check", "euler1")}
    run = ("run", "euler1", "-s", "brute")
    assert [("brute", "example", "right")] == ran(workspace, *run)
    assert [("brute", "main", "wrong")] == ran(workspace, *run, "-c", "main")
    assert [("brute", "main", "wrong")] == ran(workspace, *run, "--real")
    # Its own limit of time counts before the setting, and --timeout counts before it.
    (workspace.root / "pyproject.toml").write_text("[tool.puzzles]\ntimeout = 0.1\n")
    only = ("run", "euler1", "-s", "patient", "--real")
    assert [("patient", "main", "right")] == ran(workspace, *only)
    assert [("patient", "main", "timeout")] == ran(workspace, *only, "--timeout", "0.1")


@pytest.mark.parametrize(
    ("ordered", "real"),
    [(["1", "2", "10", "main"], "main"), (["example0", "example1", "example2", "example10"], "example0")],
)
def test_cases_come_in_natural_order(workspace: Workspace, ordered: list[str], real: str) -> None:
    """As people count; the real case is the last, or where none is `main` the first, in its place."""
    cases = "".join(f"[{name}]\ninput = ''\n" for name in sorted(ordered))
    workspace.puzzle("srm500", "def part1(text): return 1\n", cases)
    for command in ("check", "run"):
        assert ordered == [case for _, case, _ in ran(workspace, command)]
    assert [real] == [case for _, case, _ in ran(workspace, "run", "--real")]


def test_an_example_with_arguments_is_not_the_problem(workspace: Workspace) -> None:
    """Project Euler asks for the default: it is run, sent and recorded beside examples, not `main`."""
    source = "def solve(limit=1000): return 2 * limit\n"
    workspace.puzzle("euler1", source, "[example]\nlimit = 10\npart1 = 20\n")
    assert ran(workspace, "run") == [("default", "example", "right"), ("default", "main", "unknown")]
    assert [("default", "main", "unknown")] == ran(workspace, "run", "--real")
    assert "2000: enter it at" in workspace.run("submit", "euler1", PATH="/nowhere").out
    assert 0 == workspace.run("answer", "euler1", "2000").code
    assert ran(workspace, "check") == [("default", "example", "right"), ("default", "main", "right")]
    workspace.puzzle("euler2", source, "[main]\nlimit = 10\npart1 = 20\n")
    assert ran(workspace, "run", "euler2") == [("default", "main", "right")]
