"""A solution that ignores its input is named."""

import pytest

from tests.conftest import Workspace

IGNORES = (
    "def part1(text):\n    return 15\n\n\ndef part1_honest(text):\n    return sum(map(int, text.split()))\n"
)
CASES = '[example]\ninput = "1 2"\npart1 = 3\n\n[main]\ninput = "7 8"\npart1 = 15\n'


def test_check_names_it(workspace: Workspace) -> None:
    """Each of its rows says which other case gets the same answer; the verdicts stay."""
    workspace.puzzle("sums", IGNORES, CASES)
    rows = {(row["solution"], row["case"]): row for row in workspace.run("check", "--json").rows}
    assert "it ignores its input: case example gets the same answer" == rows["default", "main"]["message"]
    assert "case main" in rows["default", "example"]["message"]
    assert ["right", "wrong"] == [rows["default", case]["verdict"] for case in ("main", "example")]
    assert "" == rows["honest", "main"]["message"]


@pytest.mark.parametrize(
    "cases",
    [CASES.replace("= 3", "= 15").replace('"1 2"', '"15"'), CASES.replace('"1 2"', '"7 8"')],
    ids=["answers", "inputs"],
)
def test_the_same_answers_or_inputs_prove_nothing(workspace: Workspace, cases: str) -> None:
    """Two cases must differ in both, or a constant may be all that the puzzle asks for."""
    workspace.puzzle("sums", IGNORES, cases)
    assert [""] * 4 == [row["message"].partition("\n")[0] for row in workspace.run("check", "--json").rows]


@pytest.mark.usefixtures("brief_bench")
def test_it_never_leads_the_leaderboard(workspace: Workspace) -> None:
    """However fast it is, it has no rank, and the line says why."""
    workspace.puzzle("sums", IGNORES, CASES)
    assert 0 == workspace.run("bench", "--samples", "3").code
    rows = workspace.run("leaderboard", "--json").document["leaderboard"]
    assert [("honest", 1, "right"), ("default", None, "ignores its input")] == [
        (row["solution"], row["rank"], row["verdict"]) for row in rows
    ]
    assert "✗ ignores its input" in workspace.run("leaderboard").out
