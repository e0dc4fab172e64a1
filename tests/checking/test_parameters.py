"""Parameters of a case: further keys, handed to a part that declares a keyword argument of that name."""

import os

import pytest
from puzzle_runner.inputs import cached

from tests.conftest import Workspace

ROWS = """
def part1(text, rows=2000000): return f"{text} {rows!r}"
def part1_only(text, *, rows=3): return f"{text} {rows!r}"
def part2(text): return text
"""
CASES = "[example]\ninput = 'a'\nrows = 10\n[main]\ninput = 'b'\n"


def answers(workspace: Workspace, *arguments: str) -> list[str]:
    return [row["answer"] for row in workspace.run(*arguments, "--json").rows]


def test_a_key_of_a_case_is_handed_to_a_part_that_declares_it(workspace: Workspace) -> None:
    """By keyword, with a default or without another way; the real case gets the default."""
    workspace.puzzle("p", ROWS, CASES)
    command = ("run", "p", "--solution", "all", "--case")
    assert ["a 10", "a 10", "a"] == answers(workspace, *command, "example")
    assert ["b 2000000", "b 3", "b"] == answers(workspace, *command, "main")


def test_a_value_is_what_the_file_says(workspace: Workspace) -> None:
    """Numbers, texts, truth values, lists and tables, each as Python has it; any name can stand in `with`."""
    values = {
        "10": "10",
        "0.5": "0.5",
        "'0.5'": "'0.5'",
        "true": "True",
        "[7, 1.5, ['x']]": "[7, 1.5, ['x']]",
        "{ width = 7, height = 11 }": "{'width': 7, 'height': 11}",
        "1_000_000_000_000_000_000_000": "1000000000000000000000",
    }
    cases = [f"[c{at}]\ninput = 'a'\nrows = {value}\n" for at, value in enumerate(values)]
    workspace.puzzle("p", ROWS, "".join(cases))
    command = ("run", "p", "--part", "1", "--case", "all")
    assert [f"a {value}" for value in values.values()] == answers(workspace, *command)
    source = "def part1(text, *, source, part1=0): return source, part1"
    workspace.puzzle("p", source, "[example]\ninput = 'a'\n[example.with]\nsource = 'well'\npart1 = 5\n")
    assert ["('well', 5)"] == answers(workspace, "run", "p")


@pytest.mark.parametrize("key", ["row", "part_1", "part0", "answer"])
def test_a_key_that_no_part_takes_is_said(workspace: Workspace, key: str) -> None:
    """With file and line: it may be a slip of the pen. The other cases run."""
    workspace.puzzle("p", ROWS, f"[example]\ninput = 'a'\n{key} = 10\n[main]\ninput = 'b'\n")
    ended = workspace.run("run", "p", "--case", "example")
    sentence = f'cases.toml, [example]: no part of p.py takes "{key}".'
    assert (4, True) == (ended.code, sentence in ended.out)
    assert [(None, "error"), ("b 2000000", "wrong"), ("b 3", "wrong"), ("b", "unknown")] == [
        (row["answer"], row["verdict"]) for row in workspace.run("check", "--json").rows
    ]


@pytest.mark.parametrize(
    ("id", "table", "sentence"),
    [
        ("p", "[solution.defualt]\nslow = true\n", 'no solution "defualt".'),
        ("p", '[solution.brute]\ncases = ["exmaple"]\n', 'no case "exmaple".'),
        ("p", "part3 = 1\n", "there is no part 3."),
        ("p", "[plain.input]\n1 = 'a'\n4 = 'b'\n", "there is no part 4."),
        ("p", "by_hand = [1, 3]\n", "there is no part 3."),
        ("p", "sentences = { part3 = 'x' }\n", "there is no part 3."),
        ("p", "prat1 = 1\n", 'no part of p.py takes "prat1". A case has input'),
        ("p", "by_hnad = [1]\n", 'no part of p.py takes "by_hnad". A case has input'),
        ("p", '[solution.brute]\ncases = ["plain", "any"]\n[any]\ninput = { from = 1, to = 2 }\n', ""),
        (
            "aoc2021d3",
            '[solution.brute]\ncases = ["main", "example2"]\n[plain]\npart2 = 5\ninput = "5"\n',
            "",
        ),
        (
            "aoc2021d3",
            '[solution.brute]\ncases = ["mian"]\n[main]\ninput = "x"\n',
            'there is no case "mian".',
        ),
        ("aoc2021d3", "[plain]\npart3 = 5\ninput = '5'\n", "there is no part 3."),
    ],
)
def test_what_a_case_file_names_exists(workspace: Workspace, id: str, table: str, sentence: str) -> None:
    """A misspelt name is an error of the file; a case that a site has may not be here yet."""
    workspace.puzzle(id, "def part1(text): return text\ndef part1_brute(text): return text\n")
    workspace.input(id, "plain.txt", "5")
    workspace.input(id, "cases.toml", f"[example]\ninput = 'a'\npart1 = 'a'\n{table}")
    if not sentence:
        assert 0 == workspace.run("check").code
        return
    ended = workspace.run("check", "--strict")
    assert (1, True) == (ended.code, "cases.toml, [" in ended.out)
    assert sentence in ended.out.replace("\n    ", " ")
    assert 4 == workspace.run("run", id).code


@pytest.mark.usefixtures("brief_bench")
def test_what_is_remembered_depends_on_the_parameters(workspace: Workspace) -> None:
    """Another value is another question: neither a verdict nor a record holds."""
    module = workspace.puzzle("p", ROWS, CASES)
    # What is saved as a check begins is not remembered.
    os.utime(module, (1e9, 1e9))
    assert ["a 10", "a 10", "a", "b 2000000", "b 3", "b"] == answers(workspace, "check")
    case = ("--case", "example")
    workspace.run("bench", "p", "--part", "1", "--solution", "default", "--samples", "1", *case)
    assert 1 == len(workspace.run("leaderboard", *case, "--json").document["leaderboard"])
    workspace.input("p", "cases.toml", CASES.replace("10", "11"))
    rows = workspace.run("check", "--json").rows
    assert [("a 11", False), ("a 11", False), ("a", True), ("b 2000000", True)] == [
        (row["answer"], row["cached"]) for row in rows[:4]
    ]
    assert [] == workspace.run("leaderboard", *case, "--json").document["leaderboard"]


def test_what_the_workspace_adds_to_a_fetched_example(workspace: Workspace) -> None:
    """A case without an input that bears its name: parameters and answers, beside the input from the page."""
    folder = cached.inputs(cached.shared_account().folder, "aoc2021d3")
    folder.mkdir(parents=True)
    (folder / "example.txt").write_text("fetched\n")
    (folder / "cases.toml").write_text('[example]\nsource = "page"\npart1 = 4\npart2 = "fetched"\n')
    workspace.puzzle("aoc2021d3", ROWS, "[example]\nrows = 10\npart1 = 'fetched 10'\n")
    rows = workspace.run("check", "--json").rows
    assert [("fetched 10", "right", None), ("fetched 10", "right", None), ("fetched", "right", "page")] == [
        (row["answer"], row["verdict"], row["source"]) for row in rows
    ]
