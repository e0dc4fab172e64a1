"""`puzzles answer` and `show`."""

import os

import pytest
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.model import Expected

from tests.conftest import Workspace
from tests.stand_in import INPUT

SEVEN = "def part1(text): return -7\n"


def test_an_answer_is_recorded_where_its_case_is(workspace: Workspace) -> None:
    """In the workspace's case file, whose comments stay; what it was before is said."""
    workspace.puzzle("mine", SEVEN, '# my cases\n[main]\ninput = "x"  # short\npart1 = 3\n')
    ended = workspace.run("answer", "mine", "--part", "1", "-7")
    assert (0, "") == (ended.code, ended.err)
    assert "It was 3 before." in ended.out
    written = (workspace.root / "inputs" / "mine" / "cases.toml").read_text()
    assert '# my cases\n[main]\ninput = "x"  # short\npart1 = -7\n' == written
    assert "right" == workspace.run("run", "mine", "--json").rows[0]["verdict"]


@pytest.mark.usefixtures("quick_hashes")
@pytest.mark.parametrize("name", ["../../evil", "", "a\nb"])
def test_a_case_that_could_not_be_read_again_is_not_written(workspace: Workspace, name: str) -> None:
    """Its name is refused, and the file stays readable; so is a part that no function can have."""
    workspace.puzzle("mine", SEVEN, "[main]\ninput = 'x'\n")
    for hide in ([], ["--hide"]):
        ended = workspace.run("answer", "mine", "--part", "1", "--case", name, "7", *hide)
        assert (2, True) == (ended.code, "Which case of mine? It has: main." in ended.err)
    assert 2 == workspace.run("answer", "mine", "--part", "1000", "--case", "main", "7").code
    assert ["main"] == workspace.run("list", "--json").document["puzzles"][0]["cases"]


def test_what_is_forgotten_is_no_empty_answer(workspace: Workspace) -> None:
    """An empty one is refused. What is stored for a part that has gone can be forgotten."""
    workspace.puzzle("euler8", SEVEN, "[main]\npart1 = 1\npart2 = 3\n")
    for value in ("", "\n"):
        ended = workspace.run("answer", "euler8", "--part", "1", value)
        assert (2, True) == (ended.code, "Give the answer, or --forget" in ended.err)
    assert 0 == workspace.run("answer", "euler8", "", "--part", "2", "--forget").code
    assert "[main]\npart1 = 1\n" == (workspace.root / "inputs" / "euler8" / "cases.toml").read_text()


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[main]\npart1 = 3\n\n# b\n[b]\n", "[main]\npart1 = 3\npart2 = 77\n\n# b\n[b]\n"),
        ("[main]\n# none yet\n\n[b]\n", "[main]\npart2 = 77\n# none yet\n\n[b]\n"),
        ("[ main ]  # m\n  part1 = 3\n\n# b\n[b]\n", "[ main ]  # m\n  part1 = 3\npart2 = 77\n\n# b\n[b]\n"),
        (
            '["main"]\npart1 = 3\n# its input\n[main.input]\n1 = "x"\n# end',
            '["main"]\npart1 = 3\npart2 = 77\n# its input\n[main.input]\n1 = "x"\n# end',
        ),
        (
            '[main]\npart1 = 3\n# b\n[b]\n# in\n[main.input]\n1 = "x"\n',
            '[main]\npart1 = 3\npart2 = 77\n# b\n[b]\n# in\n[main.input]\n1 = "x"\n',
        ),
        ("main.part1 = 3\n# b\nb.part1 = 4\n", "main.part1 = 3\nmain.part2 = 77\n# b\nb.part1 = 4\n"),
        ("# b\n[solution.default]\n\n# end\n", "# b\n[solution.default]\n\n# end\n\n[main]\npart2 = 77\n"),
        ("[solution.default]\nslow = true\n", "[solution.default]\nslow = true\n\n[main]\npart2 = 77\n"),
    ],
)
def test_all_else_in_a_case_file_stays(workspace: Workspace, before: str, after: str, ends: str) -> None:
    """Comments stay above their tables, tables and line ends as they are."""
    workspace.puzzle("two", "def part1(): return 3\ndef part2(): return 77\n")
    file = workspace.input("two", "cases.toml", before.replace("\n", ends))
    option = ["--case", "main"] if "main" in before else []
    assert 0 == workspace.run("answer", "two", "77", "-p", "2", *option).code
    assert after.replace("\n", ends) == file.read_bytes().decode()
    assert 0 == workspace.run("answer", "two", "-p", "2", "--forget", *option).code
    assert before.rstrip("\n") == file.read_text().rstrip("\n")


@pytest.mark.usefixtures("quick_hashes")
def test_a_hidden_answer_can_be_checked_and_not_read(workspace: Workspace) -> None:
    """It is a salted hash: two of the same answer differ."""
    workspace.puzzle("mine", SEVEN, '[main]\ninput = "x"\n[other]\ninput = "x"\n')
    for case in ("main", "other"):
        assert 0 == workspace.run("answer", "mine", "--part", "1", "--case", case, "--hide", "-7").code
    written = (workspace.root / "inputs" / "mine" / "cases.toml").read_text()
    hashes = [line for line in written.splitlines() if "scrypt" in line]
    assert (2, False) == (len(set(hashes)), "-7" in written)
    rows = workspace.run("check", "mine", "--json").rows
    assert [("right", None), ("right", None)] == [(row["verdict"], row["expected"]) for row in rows]


def test_an_answer_of_an_account_never_lies_in_the_workspace(workspace: Workspace, account: Account) -> None:
    """Advent of Code's inputs differ by account, and so do the answers."""
    workspace.puzzle("aoc2021d3", SEVEN, '[example]\ninput = "x"\npart1 = 1\n')
    before = (workspace.root / "inputs" / "aoc2021d3" / "cases.toml").read_text()
    folder = cached.inputs(account.folder, "aoc2021d3")
    writing.save_input(folder, "main", INPUT.encode())
    assert 0 == workspace.run("answer", "2021/3", "--part", "1", "-7").code
    assert before == (workspace.root / "inputs" / "aoc2021d3" / "cases.toml").read_text()
    (row,) = workspace.run("run", "aoc2021d3", "--real", "--json").rows
    assert ("default", "right") == (row["account"], row["verdict"])


@pytest.mark.parametrize(
    ("id", "part", "said"),
    [
        ("mine", "3", ""),
        ("mine", "2", 'mine has 2 parts, 1, 3: name one with "--part".'),
        ("euler8", "3", 'euler8 has 2 parts, 1, 2: name one with "--part".'),
        ("empty", "5", ""),
        ("mine", None, 'mine has 2 parts, 1, 3: name one with "--part".'),
    ],
)
def test_a_part_that_a_puzzle_does_not_have_gets_no_answer(
    workspace: Workspace, id: str, part: str | None, said: str
) -> None:
    """It has those of its site and those of its module; if its module has none yet, it may get any."""
    workspace.puzzle("mine", "def part1(): return 1\ndef part3(): return 3\n")
    workspace.puzzle("euler8", "def part1(): return 1\ndef part2(): return 2\n")
    workspace.puzzle("empty", "")
    ended = workspace.run("answer", id, "7", *(["--part", part] if part else []))
    assert (2 if said else 0, f"puzzles: {said}\n" if said else "") == (ended.code, ended.err)


def test_an_answer_that_is_nobodys(workspace: Workspace) -> None:
    """Without a login it goes to the workspace, and waits for the input: no case is made that fails."""
    workspace.puzzle("aoc2021d3", SEVEN)
    before = workspace.run("run", "aoc2021d3")
    assert 0 == workspace.run("answer", "aoc2021d3", "--part", "1", "-7").code
    assert "[main]\npart1 = -7\n" == (workspace.root / "inputs" / "aoc2021d3" / "cases.toml").read_text()
    assert (5, before.out.split(" · ")[0]) == (
        (ended := workspace.run("run")).code,
        ended.out.split(" · ")[0],
    )
    assert (0, ["skipped"]) == verdicts(workspace, "check")
    workspace.input("aoc2021d3", "example.txt", "x")
    assert (0, ["unknown", "skipped"]) == verdicts(workspace, "check")
    assert (0, ["unknown", "skipped"]) == verdicts(workspace, "run")
    assert 1 == workspace.run("check", "--strict").code
    workspace.input("aoc2021d3", "main.txt", "x")
    assert (0, ["unknown", "right"]) == verdicts(workspace, "check")


def test_an_answer_whose_owner_is_not_known_yet(workspace: Workspace) -> None:
    """With a login that nothing was fetched with, an answer would become everybody's."""
    workspace.puzzle("aoc2021d3", SEVEN)
    ended = workspace.run("answer", "aoc2021d3", "--part", "1", "7", AOC_SESSION="5" * 128)
    assert (5, True) == (ended.code, 'run "puzzles fetch aoc2021d3" first' in ended.err)


def test_an_answer_makes_no_case_without_an_input(workspace: Workspace) -> None:
    """A puzzle of no site gets its input from nowhere else."""
    workspace.puzzle("mine", "def part1(text): return 1\n")
    ended = workspace.run("answer", "mine", "7")
    assert (5, False) == (ended.code, (workspace.root / "inputs" / "mine").exists())
    assert "No input for mine: write" in ended.err


def verdicts(workspace: Workspace, *line: str) -> tuple[int, list[str]]:
    """Return the exit code of a command and the verdicts of its rows."""
    ended = workspace.run(*line, "--json")
    return ended.code, [row["verdict"] for row in ended.rows]


def clone(workspace: Workspace) -> None:
    """Make the workspace a repository of somebody else, with a solution and its input."""
    workspace.root /= "clone"
    day = workspace.root / "2021" / "day01.py"
    day.parent.mkdir(parents=True)
    day.write_text("def part1(text: str): return len(text)\ndef part2(text: str): return 2 * len(text)\n")
    day.with_name("day01.txt").write_text("abc\n")
    layout = '[[tool.puzzles.layout]]\npath = "{year}/day{day:02}.py"\n'
    (workspace.root / "pyproject.toml").write_text(layout)


@pytest.mark.parametrize("logged_in", [False, True])
def test_an_answer_to_an_input_among_the_solutions(
    workspace: Workspace, request: pytest.FixtureRequest, logged_in: bool
) -> None:
    """It stands in the workspace; the input that a layout finds stays. At the end, all is as before."""
    if logged_in:
        request.getfixturevalue("account")
    clone(workspace)
    table = workspace.root / "inputs" / "aoc2021d1" / "cases.toml"
    commands = (["run", "2021/1"], ["check", "2021/1"])
    before = [verdicts(workspace, *command) for command in commands]
    assert [(0, ["unknown", "unknown"])] * 2 == before
    assert 0 == workspace.run("answer", "2021/1", "-p", "1", "3").code
    assert "[main]\npart1 = 3\n" == table.read_text()
    assert [(0, ["right", "unknown"])] * 2 == [verdicts(workspace, *command) for command in commands]
    assert 0 == workspace.run("answer", "2021/1", "-p", "2", "3").code
    assert [(1, ["right", "wrong"])] * 2 == [verdicts(workspace, *command) for command in commands]
    assert 0 == workspace.run("case", "2021/1", "main", "--off").code
    assert (0, ["skipped"]) == verdicts(workspace, "check", "aoc2021d1-1")
    assert 0 == workspace.run("case", "2021/1", "main", "--on").code
    for part in "12":
        assert 0 == workspace.run("answer", "2021/1", "-p", part, "--forget").code
    assert before == [verdicts(workspace, *command) for command in commands]
    assert "" == table.read_text()


def test_an_example_does_not_hide_an_input_among_the_solutions(
    workspace: Workspace, brief_bench: None
) -> None:
    """Nor do answers that an earlier version has stored for the account."""
    clone(workspace)
    workspace.input("aoc2021d1", "cases.toml", '[example]\ninput = "a"\npart1 = 1\n')
    account = writing.claim("aoc", "4711", "default", "0" * 64)
    writing.set_answers(cached.inputs(account.folder, "aoc2021d1") / "cases.toml", "main", {1: Expected("3")})
    rows = workspace.run("run", "2021/1", "--part", "1", "--json").rows
    assert [("example", "right"), ("main", "right")] == [(row["case"], row["verdict"]) for row in rows]
    assert "main" in workspace.run("bench", "2021/1", "--budget", "0.01").out


def test_an_answer_stays_when_its_input_is_imported(workspace: Workspace) -> None:
    """It is that of the account's case then, which is the only one."""
    clone(workspace)
    assert 0 == workspace.run("answer", "2021/1", "-p", "1", "3").code
    assert 0 == workspace.run("import", ".", "--inputs", "{year}/day{day:02}.txt").code
    assert (0, ["right", "unknown"]) == verdicts(workspace, "check", "2021/1")
    assert 0 == workspace.run("answer", "2021/1", "-p", "2", "6").code
    assert (0, ["right", "right"]) == verdicts(workspace, "check", "2021/1")


def test_an_input_that_cannot_be_read_hides_no_other(workspace: Workspace) -> None:
    """Where that among the solutions is encrypted, the account's is run all the same."""
    clone(workspace)
    assert 0 == workspace.run("answer", "2021/1", "-p", "1", "3").code
    assert 0 == workspace.run("import", ".", "--inputs", "{year}/day{day:02}.txt").code
    (workspace.root / "2021/day01.txt").write_bytes(b"\0GITCRYPT\0secret")
    assert (4, ["error", "unknown", "unknown"]) == verdicts(workspace, "run", "2021/1")
    assert 0 == workspace.run("list", "2021/1").code


def test_an_answer_that_stands_in_two_files_is_forgotten_in_both(workspace: Workspace) -> None:
    """The workspace's answer is the one that counts, so that a new one goes there."""
    workspace.puzzle("euler8", "def part1(text): return len(text)\n", "[main]\npart1 = 2\n")
    folder = cached.inputs(cached.shared_account().folder, "euler8")
    writing.save_input(folder, "main", b"abc\n")
    writing.set_answers(folder / "cases.toml", "main", {1: Expected("1")})
    assert 0 == workspace.run("answer", "euler8", "3").code
    assert (0, ["right"]) == verdicts(workspace, "run", "euler8")
    assert 0 == workspace.run("answer", "euler8", "--forget").code
    assert (0, ["unknown"]) == verdicts(workspace, "run", "euler8")


@pytest.mark.parametrize(
    "line", ["mine --froget -p 1", "mine -f -p 1", "mine -5 --froget", "--froget -5", "mine -x", "mine -5x"]
)
def test_only_a_number_may_begin_with_a_dash(workspace: Workspace, line: str) -> None:
    """A misspelt option stores no answer; neither is a negative number called an option."""
    workspace.puzzle("mine", SEVEN, "[main]\ninput = 'x'\npart1 = 3\n")
    ended = workspace.run("answer", *line.split())
    assert ended.code in (2, 3) and "option: -5\n" not in ended.err
    assert "part1 = 3\n" in (workspace.root / "inputs" / "mine" / "cases.toml").read_text()


@pytest.mark.parametrize(
    ("line", "stored"),
    [
        (["mine", "-5"], "-5"),
        (["-5"], "-5"),
        (["-p", "1", "-5"], "-5"),
        (["-2.5e3", "--json"], '"-2.5e3"'),
        (["mine", "-1,-2", "--case", "main"], '"-1,-2"'),
        (["12"], "12"),
        (["mine", "--", "-x"], '"-x"'),
    ],
)
def test_an_answer_to_the_puzzle_edited_last(workspace: Workspace, line: list[str], stored: str) -> None:
    """As in all commands, that one is meant where none is named; a number is a value."""
    workspace.puzzle("older", SEVEN, "[main]\ninput = 'x'\n")
    os.utime(workspace.root / "puzzles" / "older.py", (1, 1))
    workspace.puzzle("mine", SEVEN, "[main]\ninput = 'x'\npart1 = 3\n")
    assert (0, "") == ((ended := workspace.run("answer", *line)).code, ended.err)
    table = workspace.root / "inputs" / "mine" / "cases.toml"
    assert f"[main]\ninput = 'x'\npart1 = {stored}\n" == table.read_text()
    assert 0 == workspace.run("answer", "--forget").code
    assert "[main]\ninput = 'x'\n" == table.read_text()
    assert (2, True) == ((ended := workspace.run("answer", "mine")).code, "Give the answer" in ended.err)


@pytest.mark.usefixtures("quick_hashes")
def test_answer_as_json(workspace: Workspace) -> None:
    """JSON has the stored answer and its file; a hidden answer is null, before and after."""
    file = str(workspace.root / "inputs" / "mine" / "cases.toml")
    workspace.puzzle("mine", '"""Mine\n\nhttps://example.org/mine\n"""\n' + SEVEN, "[main]\npart1 = 3\n")
    stored = {"schema": 1, "puzzle": "mine", "part": 1, "case": "main", "answer": "-7"}
    arguments = ("answer", "mine", "--part", "1", "-7", "--json")
    assert stored | {"before": "3", "file": file} == workspace.run(*arguments).document
    hidden = workspace.run(*arguments, "--hide").document
    assert (None, "-7") == (hidden["answer"], hidden["before"])
    assert (None, None) == (lambda last: (last["answer"], last["before"]))(
        workspace.run(*arguments, "--hide").document
    )
