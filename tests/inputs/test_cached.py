"""The cases of several accounts beside those of the workspace."""

import pytest
from puzzle_runner.inputs import cached, case_file, cases, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.model import Expected

from tests.conftest import Workspace

ID = "aoc2021d3"
SUM = "def part1(text): return sum(map(int, text.split()))\n"


def add(user: str, label: str, text: str, answer: str) -> Account:
    account = writing.claim("aoc", user, label, f"hash-{user}")
    folder = cached.inputs(account.folder, ID)
    writing.save_input(folder, "main", text.encode())
    writing.set_answers(folder / case_file.FILE, "main", {1: Expected(answer)})
    return account


@pytest.fixture
def two(workspace: Workspace) -> Workspace:
    """Return a workspace with a puzzle that two accounts have an input of."""
    add("1", "work", "1\n2\n", "3")
    add("2", "default", "5\n6\n", "11")
    workspace.puzzle(ID, SUM, '[example]\ninput = "3\\n4"\npart1 = 7\n[main]\ninput = "1"\npart1 = 1\n')
    return workspace


def shown(rows: list[dict[str, str]]) -> list[tuple[str, str, str, str]]:
    return [(row["case"], row["account"], row["answer"], row["verdict"]) for row in rows]


SHARED = "tolerance = 0.5\n[main]\npart1 = 1\noff = true\nn = 1\nm = 1\n"


@pytest.mark.parametrize(("own", "text", "answers", "rest"), [
    ("[main]\npart2 = 2\nn = 2\n", "fetched", {1: "1", 2: "2"}, (0.5, {"n": 2, "m": 1}, True)),
    ("tolerance = 0.25\n[main]\npart1 = 3\n", "fetched", {1: "3"}, (0.25, {"n": 1, "m": 1}, True)),
    ("[main]\ninput = 'own'\npart2 = 2\n", "own", {2: "2"}, (None, {}, False)),
])  # fmt: skip
def test_a_case_without_an_input_adds_to_the_fetched_one(
    workspace: Workspace,
    own: str,
    text: str,
    answers: dict[int, str],
    rest: tuple[float | None, dict[str, int], bool],
) -> None:
    """Its answers, parameters and tolerance go first, off stays off; one with an input is another case."""
    folder = cached.inputs(cached.shared_account().folder, "mine")
    writing.save_input(folder, "main", b"fetched\n")
    (folder / case_file.FILE).write_text(SHARED)
    workspace.puzzle("mine", SUM, own)
    (case,) = cached.cases_of("mine", workspace.root / "inputs" / "mine").cases
    assert text == cases.text(case)
    assert answers == {part: answer.text for part, answer in case.answers.items()}
    assert case.parts >= {*answers}
    assert rest == (case.tolerance, dict(case.parameters), case.off)


def test_check_covers_all_accounts(two: Workspace) -> None:
    """The workspace's cases, and each account's; with --account or a full name, that account's alone."""
    everybodys = [("example", None, "7", "right"), ("main", None, "1", "right")]
    mine, works = ("main", "default", "11", "right"), ("main", "work", "3", "right")
    assert [*everybodys, mine, works] == shown(two.run("check", "--json").rows)
    assert [*everybodys, works] == shown(two.run("check", "--account", "work", "--json").rows)
    assert [works] == shown(two.run("run", ID, "--case", "main@work", "--json").rows)
    assert 3 == len(two.run("run", ID, "--case", "main", "--json").rows)


def test_the_real_case_is_the_chosen_accounts(two: Workspace) -> None:
    """The default account's, unless another is named."""
    assert [("main", "default", "11", "right")] == shown(two.run("run", ID, "--real", "--json").rows)
    # The longer name of before, which tells it from the workspace's, is still understood.
    named = two.run("run", ID, "--case", "main@default", "--json").rows
    assert [("main", "default", "11", "right")] == shown(named)
    work = ("run", ID, "--account", "work", "--json")
    assert [("main", "work", "3", "right")] == shown(two.run(*work, "--real").rows)
    assert [("example", None), ("main", None), ("main", "work")] == [
        (row["case"], row["account"]) for row in two.run(*work).rows
    ]
    (listed,) = two.run("list", "--json").document["puzzles"]
    assert ["example", "main", "main@work"] == listed["cases"]


def test_the_tolerance_of_the_workspace_is_for_the_cases_of_accounts(two: Workspace) -> None:
    """As its checker is: it stands above all cases. An account that has nothing here is named."""
    two.input(ID, "cases.toml", "tolerance = 0.1\n")
    two.puzzle(ID, SUM.replace("sum", "0.05 + sum"))
    assert ["right"] * 2 == [row["verdict"] for row in two.run("check", "--json").rows]
    ended = two.run("run", ID, "--account", "home")
    assert (5, True) == (ended.code, "default, work" in ended.out + ended.err)


def test_an_input_that_is_not_here(workspace: Workspace) -> None:
    """The sentence says whether to log in or to fetch."""
    workspace.puzzle(ID, SUM)
    for session, sentence in {
        "": 'No input for aoc2021d3: you are not logged in. Run "puzzles account add", or give a file with',
        "abc": 'No input for aoc2021d3: it is not fetched yet. Run "puzzles fetch aoc2021d3", or give a file',
    }.items():
        ended = workspace.run("run", ID, AOC_SESSION=session)
        assert (5, True) == (ended.code, sentence in ended.out)
