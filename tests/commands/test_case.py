"""`puzzles case`: a case shown, switched off and on; `answer --forget`."""

import pytest
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account

from tests import repository
from tests.conftest import Workspace
from tests.stand_in import Site

ID = "aoc2021d3"
SUM = "def part1(text, times=1): return times * sum(map(int, text.split()))\n"


@pytest.fixture
def fetched(workspace: Workspace, site: Site, account: Account) -> Workspace:
    """Return a workspace with a puzzle whose input and example were fetched."""
    workspace.puzzle(ID, SUM)
    workspace.run("fetch", ID)
    return workspace


def cases(workspace: Workspace, command: str = "check") -> list[str]:
    return [row["case"] for row in workspace.run(*command.split(), "--json").rows]


def test_a_case_is_shown(fetched: Workspace) -> None:
    """Without an id, that of the puzzle edited last; the file it is in comes last."""
    lines = fetched.run("case", "example").out.splitlines()
    file = cached.inputs(cached.shared_account().folder, ID) / "cases.toml"
    assert "example  (read from the page)" == lines[0]
    assert f"  in {file}" == lines[-1]
    document = fetched.run("case", ID, "example", "--json").document
    assert (ID, "example", "page", False, "3\n4", str(file)) == tuple(
        document[key] for key in ("puzzle", "case", "source", "off", "input", "file")
    )


def test_a_case_that_is_off_is_left_out(fetched: Workspace, site: Site) -> None:
    """By run, check and submit, also after the page was fetched again; its name still runs it."""
    fetched.puzzle(ID, SUM.replace("sum", "max"))
    ended = fetched.run("case", "example", "--off")
    assert (0, "example  (read from the page, off)") == (ended.code, ended.out.splitlines()[0])
    fetched.run("fetch", ID, "--refresh")
    assert (["main"], ["main"]) == (cases(fetched), cases(fetched, "run"))
    assert ["example"] == [row["case"] for row in fetched.run("run", "--case", "example", "--json").rows]
    assert 0 == fetched.run("submit", ID, "--yes").code
    assert 0 == fetched.run("case", "example", "--on").code
    assert ["example", "main"] == cases(fetched)


def test_an_input_alone_is_a_case(workspace: Workspace) -> None:
    """Its file in the workspace is enough, and a table for it adds what is to be said of it."""
    workspace.puzzle("mine", SUM)
    file = workspace.root / "inputs" / "mine" / "cases.toml"
    said = f"Which case of mine? It has: none. A new one is written into {file}."
    assert said in workspace.run("case", "mine", "main").err
    workspace.input("mine", "example.txt", "3")
    workspace.input("mine", ".hidden.txt", "3")
    workspace.input("mine", "notes.md", "3")
    assert (["example"], ["example"]) == (cases(workspace), cases(workspace, "run"))
    for name in ("main.part1.txt", "main.txt", "solution.txt", "big 2.txt"):
        workspace.input("mine", name, "4")
    assert ["big 2", "example", "main"] == workspace.run("list", "--json").document["puzzles"][0]["cases"]
    assert ["big 2", "example", "main"] == cases(workspace, "run")
    assert (["main"], 0) == (cases(workspace, "run --real"), workspace.run("answer", "mine", "4").code)
    assert 0 == workspace.run("case", "mine", "example", "--off").code
    assert "[main]\npart1 = 4\n\n[example]\noff = true\n" == (
        (workspace.root / "inputs/mine/cases.toml").read_text()
    )
    assert ["big 2", "main"] == cases(workspace, "run")


def test_a_case_of_one_of_two_accounts(fetched: Workspace) -> None:
    """A name that both have is told with their labels, which can be typed."""
    writing.save_input(
        cached.inputs(writing.claim("aoc", "77", "work", rename=False).folder, ID), "main", b"3\n"
    )
    ended = fetched.run("case", "main")
    assert (2, True) == (
        ended.code,
        f"Which case of {ID}? It has: example, main@default, main@work." in ended.err,
    )
    assert [0, 0] == [fetched.run("case", f"main@{label}").code for label in ("default", "work")]


def test_an_answer_is_forgotten(fetched: Workspace) -> None:
    """A guess of the page does not come back with the next one."""
    ended = fetched.run("answer", ID, "--part", "1", "--case", "example", "--forget")
    assert (0, f"{ID}, case example, part 1: 7 is forgotten.\n") == (ended.code, ended.out)
    for option in ([], ["--refresh"]):
        fetched.run("fetch", ID, *option)
        assert [] == fetched.run("case", "example", "--json").document["answers"]
    ended = fetched.run("answer", ID, "--part", "1", "--case", "example", "--forget")
    assert (2, True) == (ended.code, "part 1 has no stored answer" in ended.err)
    for arguments in ([], ["5", "--forget"]):
        assert 2 == fetched.run("answer", ID, "--part", "1", *arguments).code


def test_cases_that_git_ignores_are_said_to_be(workspace: Workspace) -> None:
    """By case and new; in CI by check, if it finds nothing to compare with."""
    workspace.puzzle("mine", SUM)
    repository.commit(workspace.root, "Begin")
    workspace.puzzle("mine", SUM, "[main]\ninput = '1'\npart1 = 1\n")
    assert "" == workspace.run("case", "mine", "main").err
    (workspace.root / ".gitignore").write_text("inputs/\n")
    note = f"Note: git ignores {workspace.root}/inputs/{{}}/cases.toml: "
    note += "a clone, as in CI, has none of its cases.\n"
    assert note.format("mine") == workspace.run("case", "mine", "main").err
    assert note.format("other") == workspace.run("new", "other").err
    assert "" == workspace.run("check", "mine", CI="true").err
    (workspace.root / "inputs" / "mine" / "cases.toml").unlink()
    assert "git ignores" not in workspace.run("check").err
    for variable in ("CI", "GITHUB_ACTIONS"):
        assert note.format("mine") in workspace.run("check", **{variable: "true"}).err
