"""`puzzles show --examples`: the examples that are here, and where they are from."""

from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace
from tests.stand_in import Site

ID = "aoc2021d3"


def test_an_example_is_shown_with_its_sentence(workspace: Workspace, site: Site, account: Account) -> None:
    """What the page is taken to say, and the user's own cases beside it; personal inputs are none."""
    workspace.run("fetch", ID)
    workspace.puzzle(ID, "def part1(text): pass", "[mine]\ninput = '9'\npart2 = 'x'\n")
    ended = workspace.run("show", ID, "--examples")
    assert (0, "") == (ended.code, ended.err)
    assert [
        "mine",
        "    9",
        "  part 2: x",
        "",
        "example  (read from the page)",
        "    3",
        "    4",
        "  part 1: 7",
        "    from: one adds 3 and 4, which is 7.",
    ] == ended.out.splitlines()


def test_a_puzzle_without_examples(workspace: Workspace) -> None:
    """The sentence names the command that gets them."""
    ended = workspace.run("show", ID, "--examples")
    assert (5, True) == (ended.code, f'"puzzles fetch {ID}"' in ended.err)
