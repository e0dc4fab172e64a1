"""`puzzles submit`: its JSON, and the guards where a person enters the answer."""

import pytest
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace
from tests.stand_in import INPUT, Reply, Site, article, wrong

ID, POST = "aoc2021d3", "/2021/day/3/answer"
CUPS = '"""Cups"""\ndef part1(): return 8\ndef part2(): return 8\n'


@pytest.fixture
def lamps(workspace: Workspace, account: Account) -> Workspace:
    """Return a workspace with a module for the fetched puzzle."""
    writing.save_input(cached.inputs(account.folder, ID), "main", INPUT.encode())
    workspace.puzzle(ID, "def part1(text): return 12")
    return workspace


def test_a_right_answer_as_json(lamps: Workspace, site: Site) -> None:
    """One document on stdout, and nothing on stderr."""
    ended = lamps.run("submit", ID, "--yes", "--json")
    assert (0, "") == (ended.code, ended.err)
    assert {
        "schema": 1,
        "puzzle": ID,
        "part": 1,
        "answer": "12",
        "account": "default",
        "url": "https://adventofcode.com/2021/day/3",
        "status": "right",
        "hints": [],
        "wait": 0,
        "low": None,
        "high": None,
    } == ended.document


def test_a_wrong_answer_as_json(lamps: Workspace, site: Site) -> None:
    """It has the hint, the seconds to wait, and what is known of the right one."""
    site.replies[POST] = Reply(body=article(wrong("too high", "5 minutes")))
    ended = lamps.run("submit", ID, "--yes", "--json")
    fields = ("status", "hints", "wait", "low", "high")
    assert (1, ("wrong", ["too high"], 300, None, 12)) == (
        ended.code, tuple(ended.document[field] for field in fields),
    )  # fmt: skip


def test_an_answer_that_the_site_does_not_judge_as_json(lamps: Workspace, site: Site) -> None:
    """The document is whole; the sentence stands beside it, on stderr."""
    site.replies[POST] = Reply(body=article("The lighthouse is closed."))
    ended = lamps.run("submit", ID, "--yes", "--json")
    assert (6, "unclear", True) == (ended.code, ended.document["status"], "not a known one" in ended.err)


def test_a_question_is_not_in_the_json(lamps: Workspace, site: Site) -> None:
    """It is asked on the terminal, and names what will be sent."""
    code, shown, _ = lamps.in_terminal("submit", ID, "--json", typed=["y"], prompt=": ")
    question, _, document = shown.partition("{")
    asked = 'Sending 12 as part 1 of aoc2021d3, account "default".\nSend it? [y/N]: '
    assert (0, True, True) == (code, question.startswith(asked), '"status": "right"' in document)


@pytest.mark.parametrize(
    ("sentence", "arguments", "cases"),
    [
        ("Part 1 of euler8 is solved: 8.", (), "[main]\npart1 = 8\n"),
        ("euler8 has no part 2: there is part 1.", ("--part", "2"), "[main]\n"),
        ('"None" is no plausible answer: answers are numbers or words.', ("None",), "[main]\n"),
        ('"" is no plausible answer: it is empty.', (" ",), "[main]\n"),
        ('Part 1 fails on the case "small" (wrong: 8 instead of 9).', (), "[small]\npart1 = 9\n"),
    ],
)
def test_what_no_person_need_enter(
    workspace: Workspace, sentence: str, arguments: tuple[str, ...], cases: str
) -> None:
    """The guards are those of an answer that is sent."""
    workspace.puzzle("euler8", CUPS, cases)
    ended = workspace.run("submit", "euler8", *arguments, PATH="/nowhere")
    assert (1, "") == (ended.code, ended.out)
    assert sentence in ended.err


def test_a_decimal_is_an_answer_of_project_euler(workspace: Workspace) -> None:
    """Its answers are not only whole numbers; what part 2 of a module stores is none of its site."""
    workspace.puzzle("euler8", CUPS, "[main]\npart2 = 0.5\n".replace("0.5", '"0.5"'))
    ended = workspace.run("submit", "euler8", "0.5", PATH="/nowhere")
    assert (0, "0.5: enter it at https://projecteuler.net/problem=8") == (
        ended.code, ended.out.splitlines()[0],
    )  # fmt: skip


def test_what_a_person_enters_as_json(workspace: Workspace) -> None:
    """Where nobody is asked, it was not entered."""
    workspace.puzzle("euler8", CUPS)
    ended = workspace.run("submit", "euler8", "--json", PATH="/nowhere")
    assert (0, "", "8", None, "https://projecteuler.net/problem=8", "not entered") == (
        ended.code,
        ended.err,
        *(ended.document[key] for key in ("answer", "account", "url", "status")),
    )
