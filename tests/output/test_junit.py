"""`check --junit` and what GitHub Actions shows."""

from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from tests.conftest import Workspace

SOURCE = """
def part1(text): return 3
def part1_rude(text):
    print("\\x1b[2J & <so> on")
    raise ValueError("100% \\x00\\ud800,\\nno")
def part2(text): return None
def part3(text): return 4
"""
CASES = '[main]\ninput = "1"\npart1 = 2\npart3 = 4\n'


@pytest.fixture
def mixed(workspace: Workspace) -> Workspace:
    """Return a workspace with a puzzle of which each part ends in another way."""
    workspace.puzzle("aoc2021d1", SOURCE, CASES)
    workspace.puzzle("broken", "def part1(:\n")
    return workspace


def junit(workspace: Workspace, *options: str) -> Element:
    """Return the XML that `check` writes."""
    assert 1 == workspace.run("check", "--junit", "out.xml", *options).code
    return ElementTree.parse(workspace.root / "out.xml").getroot()


def test_suites_cases_and_counts(mixed: Workspace) -> None:
    """A suite for each group, a case for each result; what XML cannot hold is spelt out."""
    root = junit(mixed)
    assert ["aoc2021", "local"] == [suite.get("name") for suite in root]
    assert ["5", "1", "2", "1"] == [root.get(name) for name in ("tests", "failures", "errors", "skipped")]
    names = [("part1[main]", ["failure"]), ("part1_rude[main]", ["error", "system-out"])]
    names += [("part2[main]", ["skipped"]), ("part3[main]", [])]
    assert names == [(case.get("name"), [child.tag for child in case]) for case in root[0]]
    assert ("broken", "module") == (root[1][0].get("classname"), root[1][0].get("name"))
    rude = root[0][1]
    assert "\\x1b[2J & <so> on" in (rude.findtext("system-out") or "")
    assert "ValueError: 100% \\x00\\ud800," == rude[0].get("message")


def test_a_guess_is_called_one(workspace: Workspace) -> None:
    """An expected answer that was read from a page is a guess: XML and annotations say so."""
    source = "def part1(text): return 3\n\ndef part1_none(text): return None\n"
    workspace.puzzle("euler1", source, '[example]\ninput = "1"\nsource = "page"\npart1 = 2\n')
    guess = "expected 2 (read from the page)"
    wrong, none = (case[0] for case in junit(workspace)[0])
    assert (f"{guess}, got 3", f"{guess}, got 3") == (wrong.get("message"), wrong.text)
    assert (none.text or "").startswith(guess)
    assert github(workspace)[0].endswith(f"::{guess}, got 3")


def test_strict_makes_errors_of_the_unproven(workspace: Workspace) -> None:
    """Under --strict, what is unknown counts as an error in the XML as well, which says why."""
    workspace.puzzle("euler1", "def part1(text): return 1\n", '[main]\ninput = "1"\n')
    root = junit(workspace, "--strict")
    assert ("1", "no answer is stored to compare it with") == (root.get("errors"), root[0][0][0].text)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_full_disk_costs_no_result(mixed: Workspace) -> None:
    """The results are shown all the same; a sentence names the file."""
    ended = mixed.run("check", "--junit", "/dev/full", GITHUB_ACTIONS="true")
    assert (7, True) == (ended.code, "1 right, 1 wrong" in ended.out)
    assert "puzzles: --junit /dev/full cannot be written: No space left on device.\n" in ended.err


def github(workspace: Workspace, *options: str) -> list[str]:
    """Return the workflow commands of a check under GitHub Actions."""
    environment = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(workspace.root)}
    ended = workspace.run("check", *options, **environment)
    return [line for line in ended.err.splitlines() if line.startswith("::")]


def test_github_annotations(mixed: Workspace) -> None:
    """Each result that is not right is shown at its part, with --json as well."""
    commands = github(mixed)
    title = "title=aoc2021d1 part1[main]%3A wrong"
    assert f"::error file=puzzles/aoc2021d1.py,line=2,{title}::expected 2, got 3" == commands[0]
    assert commands[1].startswith("::error file=puzzles/aoc2021d1.py,line=3,title=aoc2021d1 part1_rude[main]")
    assert "::ValueError: 100%25 " in commands[1]
    assert "::error file=puzzles/broken.py,title=broken module%3A error::" in commands[2]
    assert 3 == len(commands) == len(github(mixed, "--json"))


def test_github_annotations_of_programs(workspace: Workspace) -> None:
    """A program has no line; a case of a puzzle without a module is shown at its first program."""
    workspace.puzzle("euler2", "", "[main]\ninput = '1'\npart1 = 2\n[next]\npart1 = 2\n")
    (workspace.root / "puzzles" / "euler2.py").unlink()
    (workspace.root / "puzzles" / "euler2").mkdir()
    (workspace.root / "puzzles" / "euler2" / "three.sh").write_text("cat > /dev/null; echo 3\n")
    commands = github(workspace)
    assert [
        "file=puzzles/euler2/three.sh,title=euler2 part1_three[main]%3A wrong",
        "file=puzzles/euler2/three.sh,title=euler2 next%3A error",
    ] == [command.split("::")[1].removeprefix("error ") for command in commands]


def test_github_gets_nothing_that_it_reads_as_its_own(workspace: Workspace) -> None:
    """Control characters, which could hide something in its log, are spelt out."""
    source = "def part1(): return '\\x1b[2J\\u2028\\x85::error::x|y'\n"
    workspace.puzzle("rude", source, "[main]\npart1 = 1\n")
    (command,) = github(workspace)
    assert command.endswith("::expected 1, got \\x1b[2J\\u2028\\x85::error::x|y")


def test_github_is_warned_where_nothing_was_checked(workspace: Workspace) -> None:
    """A job that is green for want of anything to compare has a warning."""
    workspace.puzzle("aoc2021d1", "def part1(text): return 1\n")
    (warning,) = github(workspace)
    said = "Nothing was checked: no answer could be compared"
    assert warning.startswith(f"::warning title=puzzles check::{said}")
