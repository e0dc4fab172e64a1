"""Where no answer is stored, solutions check one another."""

import re

from tests.conftest import Workspace

NOTHING_STORED = '[main]\ninput = "1"\n'


def said(workspace: Workspace) -> list[tuple[str, str, str]]:
    """Return solution, verdict and message of every row."""
    return [
        (row["solution"], row["verdict"], row["message"]) for row in workspace.run("check", "--json").rows
    ]


def test_those_that_agree_say_how_many(workspace: Workspace) -> None:
    """Solutions with the same answer are unknown, and it is said that they agree; also when remembered."""
    workspace.puzzle("same", "def part1(t): return 5\ndef part1_b(t): return '5'\n", NOTHING_STORED)
    expected = [("default", "unknown", "2 agree"), ("b", "unknown", "2 agree")]
    assert expected == said(workspace)
    assert expected == said(workspace)


def test_those_that_disagree_are_wrong_together(workspace: Workspace) -> None:
    """Solutions with different answers are all wrong, and each shows both answers."""
    source = "def part1(t): return 5\ndef part1_b(t): return 6\ndef part1_c(t): return 5\n"
    workspace.puzzle("unlike", source, NOTHING_STORED)
    message = "the solutions disagree:\ndefault, c: 5\nb: 6"
    assert [(name, "wrong", message) for name in ("default", "b", "c")] == said(workspace)
    assert 1 == workspace.run("check").code


def test_one_that_is_mended_makes_peace(workspace: Workspace) -> None:
    """The comparison is made anew each time, with what is remembered of the unchanged."""
    workspace.puzzle("unlike", "def part1(t): return 5\ndef part1_b(t): return 6\n", NOTHING_STORED)
    said(workspace)
    workspace.puzzle("unlike", "def part1(t): return 5\ndef part1_b(t): return 5\n")
    assert ["2 agree", "2 agree"] == [message for _, _, message in said(workspace)]


def test_a_tolerance_counts(workspace: Workspace) -> None:
    """Real numbers agree within the tolerance of the case file."""
    source = "def part1(t): return 0.1 + 0.2\ndef part1_b(t): return 0.3\n"
    workspace.puzzle("real", source, "tolerance = 1e-9\n" + NOTHING_STORED)
    assert ["2 agree", "2 agree"] == [message for _, _, message in said(workspace)]


def test_a_failed_one_has_no_say(workspace: Workspace) -> None:
    """A solution that raises neither agrees nor disagrees, and says what it raised."""
    raises = "def part1(t): raise ValueError('no')\ndef part1_b(t): return 1\n"
    for answer, verdict in ((1, "unknown"), (2, "wrong")):
        workspace.puzzle("some", raises + f"def part1_c(t): return {answer}\n", NOTHING_STORED)
        rows = said(workspace)
        assert ["error", verdict, verdict] == [verdict for _, verdict, _ in rows]
        assert rows[0][2].startswith("ValueError: no (some.py, line 1, in part1)")


def test_cases_and_parts_are_apart(workspace: Workspace) -> None:
    """Only the same part on the same input is compared."""
    source = "def part1(t): return t\ndef part2(t): return 2\n"
    workspace.puzzle("apart", source, NOTHING_STORED + '[other]\ninput = "2"\n')
    assert {("default", "unknown", "")} == set(said(workspace))


def test_pictures_are_shown_below_one_another(workspace: Workspace) -> None:
    """Answers of several lines stand under the names of those who gave them."""
    source = "def part1(t): return '#.\\n.#'\ndef part1_b(t): return '.#\\n#.'\n"
    workspace.puzzle("art", source, NOTHING_STORED)
    assert "the solutions disagree:\ndefault:\n#.\n.#\nb:\n.#\n#." == said(workspace)[0][2]


def test_the_table_says_so(workspace: Workspace) -> None:
    """In the table the verdict has the number beside it, and the times stay below one another."""
    workspace.puzzle("same", "def part1(t): return 5\ndef part1_b(t): return 5\n", NOTHING_STORED)
    workspace.puzzle("zero", "def part1(t): return 0\n", '[main]\ninput = "1"\npart1 = 0\n')
    lines = [line for line in workspace.run("check").out.splitlines() if line.startswith("  main")]
    verdicts = [re.split(r"  +", line)[5] for line in lines]
    assert ["? unknown (2 agree)", "? unknown (2 agree)", "✓ right"] == verdicts
    assert 1 == len({len(line) for line in lines})
