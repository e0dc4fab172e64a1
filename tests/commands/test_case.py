"""`puzzles case`: a case shown, switched off and on, saved in the workspace, edited; `answer --forget`."""

from pathlib import Path

import pytest
from puzzle_runner.inputs import cached
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace
from tests.stand_in import Reply, Site, day

ID, PAGE = "aoc2021d3", "/2021/day/3"
SUM = "def part1(text, times=1): return times * sum(map(int, text.split()))\n"


@pytest.fixture
def fetched(workspace: Workspace, site: Site, account: Account) -> Workspace:
    """Return a workspace with a puzzle whose input and example were fetched."""
    workspace.puzzle(ID, SUM)
    workspace.run("fetch", ID)
    return workspace


@pytest.fixture
def editor(tmp_path: Path) -> str:
    """Return an editor that does what the file `edits` says to sed."""
    path = tmp_path / "editor"
    path.write_text(f'#!/bin/sh\ncp "$1" "{tmp_path}/seen"\nsed -i -f "{tmp_path}/edits" "$1"\n')
    path.chmod(0o755)
    return str(path)


def cases(workspace: Workspace, command: str = "check") -> list[str]:
    return [row["case"] for row in workspace.run(command, "--json").rows]


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


def test_all_cases_are_off(workspace: Workspace) -> None:
    """Nothing is left to run, and the sentence says how to get a case back."""
    workspace.puzzle("mine", SUM, "[small]\ninput = '1'\n")
    workspace.run("case", "small", "--off")
    assert "off = true" in (workspace.root / "inputs/mine/cases.toml").read_text()
    ended = workspace.run("run", "mine")
    assert (5, True) == (ended.code, '"puzzles case mine small --on"' in ended.out)


def test_an_example_is_taken_into_the_workspace(fetched: Workspace) -> None:
    """Its input, its answers, and that they are guesses; whose text it is, is said."""
    fetched.puzzle(ID, SUM, "[example]\ntimes = 2\npart1 = 14\n")
    ended = fetched.run("case", ID, "example", "--save")
    assert (0, True) == (ended.code, "holds the text of https://adventofcode.com" in ended.err)
    folder = fetched.root / "inputs" / ID
    assert "3\n4\n" == (folder / "example.txt").read_text()
    assert '[example]\ntimes = 2\npart1 = 14\nsource = "page"' in (folder / "cases.toml").read_text()
    rows = fetched.run("check", "--json", PUZZLES_DATA_DIR=str(fetched.root / "elsewhere")).rows
    assert [("example", "14", "right")] == [(row["case"], row["answer"], row["verdict"]) for row in rows]
    again = fetched.run("case", ID, "example", "--save")
    assert (2, True) == (again.code, "in the workspace already" in again.err)


@pytest.mark.parametrize("left", ["cases.toml", "example.txt"])
def test_saving_goes_on_after_an_interruption(fetched: Workspace, left: str) -> None:
    """Wherever it ended, the case can be used, and saved once more; another text in its place stays."""
    fetched.puzzle(ID, SUM)
    assert 0 == fetched.run("case", ID, "example", "--save").code
    folder = fetched.root / "inputs" / ID
    whole = {path.name: path.read_text() for path in folder.iterdir()}
    for name in whole.keys() - {left}:
        (folder / name).unlink()
    rows = fetched.run("run", ID, "--case", "example", "--json").rows
    assert [("7", "right")] == [(row["answer"], row["verdict"]) for row in rows]
    assert 0 == fetched.run("case", ID, "example", "--save").code
    assert whole == {path.name: path.read_text() for path in folder.iterdir()}
    (folder / "cases.toml").unlink()
    (folder / "example.txt").write_text("mine\n")
    ended = fetched.run("case", ID, "example", "--save")
    assert (2, ["example.txt"]) == (ended.code, [path.name for path in folder.iterdir()])


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("main", "3", "inputs stay outside of the workspace"),
        ("example", "3\n" * 200, "is too long for an example: it has 399 characters in 200 lines"),
    ],
)
def test_what_is_no_example_is_not_saved(fetched: Workspace, name: str, text: str, sentence: str) -> None:
    """The user's own input, and anything of that size."""
    (cached.inputs(cached.shared_account().folder, ID) / "example.txt").write_text(text)
    ended = fetched.run("case", ID, name, "--save")
    assert (2, True) == (ended.code, sentence in ended.err)
    assert [] == list((fetched.root / "inputs").rglob("*.txt"))


def test_an_edited_case_is_the_user_s(fetched: Workspace, site: Site, tmp_path: Path, editor: str) -> None:
    """Input and answers in one file; what was edited stays when the page is fetched again."""
    (tmp_path / "edits").write_text("s/part1 = 7/part1 = 18\\\ntimes = 2/\ns/^4$/6/\n")
    assert 0 == fetched.run("case", ID, "example", "--edit", EDITOR=editor).code
    assert '[example]\npart1 = 7\ninput = """\n3\n4\n"""' in (tmp_path / "seen").read_text()
    site.replies[PAGE] = Reply(body=day("12"))
    fetched.run("fetch", ID, "--refresh")
    (row,) = fetched.run("run", ID, "--case", "example", "--json").rows
    assert ("18", "18", "right", None) == tuple(
        row[key] for key in ("answer", "expected", "verdict", "source")
    )
    folder = cached.inputs(cached.shared_account().folder, ID)
    assert "3\n6\n" == (folder / "example.txt").read_text()
    assert "part2" not in (folder / "cases.toml").read_text()


def test_an_edited_file_that_cannot_be_read_replaces_nothing(
    fetched: Workspace, tmp_path: Path, editor: str
) -> None:
    """The sentence names its line; the draft is kept, and opened the next time."""
    (tmp_path / "edits").write_text("s/part1 = 7/part1 =/\n")
    ended = fetched.run("case", ID, "example", "--edit", EDITOR=editor)
    assert (4, True) == (ended.code, "Nothing has changed. The draft is kept" in ended.err)
    assert "7" == fetched.run("run", ID, "--case", "example", "--json").rows[0]["expected"]
    (tmp_path / "edits").write_text("s/part1 =/part1 = 8/\n")
    assert 0 == fetched.run("case", ID, "example", "--edit", EDITOR=editor).code
    assert "8" == fetched.run("run", ID, "--case", "example", "--json").rows[0]["expected"]


def test_an_editor_that_leaves_no_file(fetched: Workspace, tmp_path: Path) -> None:
    """A pipe is not waited for, and a sentence names it."""
    path = tmp_path / "editor"
    path.write_text('#!/bin/sh\nrm "$1"\nmkfifo "$1"\n')
    path.chmod(0o755)
    ended = fetched.run("case", ID, "example", "--edit", EDITOR=str(path))
    assert (4, True) == (ended.code, "it is not a regular file" in ended.err)


@pytest.mark.parametrize("edit", ["s/\\[example\\]/[other]/", "/^input/,$d"])
def test_a_draft_is_the_case_and_no_other(fetched: Workspace, tmp_path: Path, editor: str, edit: str) -> None:
    """With its name and an input."""
    (tmp_path / "edits").write_text(f"{edit}\n")
    ended = fetched.run("case", ID, "example", "--edit", EDITOR=editor)
    assert (4, "page") == (ended.code, fetched.run("case", "example", "--json").document["source"])


@pytest.mark.parametrize("text", ["a\tb  \n\n", '""" \\n "', "\n\nx", "\x01é\u2028", ""])
def test_any_input_can_be_edited(workspace: Workspace, tmp_path: Path, editor: str, text: str) -> None:
    """A text that the editor leaves as it is does not change."""
    workspace.puzzle("mine", "def part1(text): return repr(text)", "[small]\npart1 = 1\n")
    workspace.input("mine", "small.txt", text)
    before = workspace.run("run", "--json").rows[0]["answer"]
    (tmp_path / "edits").write_text("s/part1 = 1/part1 = 2/\n")
    assert 0 == workspace.run("case", "small", "--edit", EDITOR=editor).code
    row = workspace.run("run", "--json").rows[0]
    assert (before, "2") == (row["answer"], row["expected"])


def test_nothing_edited_changes_nothing(fetched: Workspace, tmp_path: Path, editor: str) -> None:
    """It stays a guess."""
    (tmp_path / "edits").write_text("")
    ended = fetched.run("case", ID, "example", "--edit", EDITOR=editor)
    assert (0, "Nothing has changed.\n") == (ended.code, ended.err)
    assert "page" == fetched.run("case", "example", "--json").document["source"]


def test_an_input_of_the_site_is_not_edited(fetched: Workspace, editor: str) -> None:
    """It stays as it came."""
    ended = fetched.run("case", ID, "main", "--edit", EDITOR=editor)
    assert (2, True) == (ended.code, "cannot be changed" in ended.err)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), f"Name a case of {ID}. It has: example, main@default."),
        ((ID,), f"Name a case of {ID}. It has: example, main@default."),
        (("nothing",), f'{ID} has no case "nothing". It has: example, main@default.'),
        (("example", "--on", "--off"), "Choose one of --off"),
    ],
)
def test_what_makes_no_sense_is_said(fetched: Workspace, arguments: tuple[str, ...], sentence: str) -> None:
    """With what there is."""
    ended = fetched.run("case", *arguments)
    assert (2, True) == (ended.code, sentence in ended.err)


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
