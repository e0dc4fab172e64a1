"""Whoever shows a verdict shows the same: run, check, bench, leaderboard, pytest, JUnit and report.

Each is asked once, about a workspace with a puzzle for every situation.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from puzzle_runner import settings
from puzzle_runner.inputs import writing
from puzzle_runner.inputs.answers import hide

from tests.conftest import Workspace
from tests.drawn import drawn
from tests.test_pytest_plugin import run_pytest

PASSING = {"right", "unknown", "skipped"}
INPUT = '[main]\ninput = "1"\n'
UNREADABLE = "\n".join(f"{row}####" for row in drawn("HAZE").split("\n"))
# This puzzle has an input and an answer for each of two accounts, of which the second's is another.
TWO_ACCOUNTS = "aoc2021d3"


class Situation(NamedTuple):
    """A puzzle: what its solutions do, its case file, and the verdicts by solution.

    `sent` has what was sent to the site before, and its reply.
    """

    bodies: dict[str, str]
    cases: str
    verdicts: dict[str, str]
    sent: tuple[str, str] | None = None


def same(verdict: str, *solutions: str) -> dict[str, str]:
    """Return one verdict for several solutions."""
    return dict.fromkeys(solutions, verdict)


SITUATIONS = {
    "right": Situation({"default": "return 2"}, INPUT + "part1 = 2\n", same("right", "default")),
    "text": Situation(
        {"default": "return '<x at 0x1>'"}, INPUT + 'part1 = "<x at 0x1>"\n', same("right", "default")
    ),
    "wrong": Situation({"default": "return 3"}, INPUT + "part1 = 2\n", same("wrong", "default")),
    "agree": Situation({"default": "return 2", "b": "return '2'"}, INPUT, same("unknown", "default", "b")),
    "disagree": Situation({"default": "return 1", "b": "return 2"}, INPUT, same("wrong", "default", "b")),
    "hidden": Situation(
        {"default": "return 1", "b": "return 2"},
        INPUT + 'part1 = { scrypt = "HIDDEN" }\n',
        {"default": "right", "b": "wrong"},
    ),
    "closely": Situation(
        {"default": "return 0.1 + 0.2", "b": "return 0.3"},
        "tolerance = 1e-9\n" + INPUT,
        same("unknown", "default", "b"),
    ),
    "letter": Situation(
        {"default": f"return {UNREADABLE!r}"}, INPUT + 'part1 = "HAZEL"\n', same("unknown", "default")
    ),
    "aoc2021d1": Situation(
        {"default": "return 12", "b": "return 8"},
        INPUT,
        {"default": "wrong", "b": "unknown"},
        ("10", "That's not the right answer; your answer is too high."),
    ),
    "raises": Situation(
        {"default": "raise ValueError", "b": "return 1"}, INPUT, {"default": "error", "b": "unknown"}
    ),
    "crash": Situation({"default": "import os; os.abort()"}, INPUT, same("crash", "default")),
    "timeout": Situation(
        {"default": "import time; time.sleep(9)"},
        INPUT + "part1 = 2\n[solution.default]\ntimeout = 0.2\n",
        same("timeout", "default"),
    ),
    "none": Situation({"default": "return None"}, INPUT, same("skipped", "default")),
    "page": Situation(
        {"default": "return 3"}, INPUT + 'source = "page"\npart1 = 2\n', same("wrong", "default")
    ),
    TWO_ACCOUNTS: Situation({"default": "return 2"}, "", same("right", "default")),
    "float": Situation({"default": "return 2.0**60"}, INPUT, same("unknown", "default")),
    "unwritten": Situation(
        {"default": "return 2", "b": "..."}, INPUT + "part1 = 2\n", {"default": "right", "b": "skipped"}
    ),
}
# All are asked about these: puzzle and solution, on the real case.
EXPECTED = {
    (id, solution): verdict
    for id, situation in SITUATIONS.items()
    for solution, verdict in situation.verdicts.items()
}
FAILED = {asked: verdict for asked, verdict in EXPECTED.items() if verdict not in PASSING}
# An answer in doubt: everybody shows why, and nobody fails.
DOUBTED = {("float", "default"): "unknown"}
# Another run may end otherwise: `check` does not remember these, and `bench` has no time to store.
UNSTABLE = {"error", "crash", "timeout"}


@pytest.fixture
def everything(workspace: Workspace, quick_hashes: None, brief_bench: None) -> Workspace:
    """Return a workspace with a puzzle for each situation."""
    hidden = hide("1", bytes(16))
    for id, (bodies, cases, _, sent) in SITUATIONS.items():
        source = ""
        for solution, body in bodies.items():
            name = "part1" if solution == "default" else f"part1_{solution}"
            source += f"def {name}(text):\n    {body}\n\n\n"
        workspace.puzzle(id, source)
        if sent:
            folder = settings.data_folder() / "anonymous" / "inputs" / id
            folder.mkdir(parents=True)
            answer, reply = sent
            told = f'part = 1\nanswer = "{answer}"\nsent = 2021-12-01T05:00:00Z\nreply = "{reply}"\n'
            (folder / "guesses.toml").write_text(f"[[guess]]\n{told}")
            (folder / "cases.toml").write_text(cases)
        elif id != TWO_ACCOUNTS:
            workspace.input(id, "cases.toml", cases.replace("HIDDEN", hidden))
    for user, label, answer in (("1", "one", 2), ("2", "two", 3)):
        folder = writing.claim("aoc", user, label, label).folder / "inputs" / TWO_ACCOUNTS
        folder.mkdir(parents=True)
        (folder / "cases.toml").write_text(f"{INPUT}part1 = {answer}\n")
    return workspace


Rows = Iterable[Mapping[str, Any]]


def on_real_case(rows: Rows) -> dict[tuple[str, str], str]:
    """Return the verdicts by puzzle and solution, those of the first account."""
    return {
        (row["puzzle"], row["solution"]): row["verdict"]
        for row in rows
        if row["case"] in ("main", None) and row["account"] in ("one", None)
    }


def benched(workspace: Workspace) -> dict[tuple[str, str], str]:
    """Return the verdicts of what `bench` calls a problem."""
    ended = workspace.run("bench", *SITUATIONS, "--samples", "2")
    assert 1 == ended.code
    verdicts = {}
    for puzzle, rows in re.findall(r"^(\w+) part.*\n((?:  .*\n)*)", ended.out, re.MULTILINE):
        for solution, verdict in re.findall(r"  [✗?] (\w+): (\w+)", rows):
            verdicts[puzzle, solution] = verdict
    return verdicts


def asked_by_name(puzzle: str, name: str) -> tuple[str, str]:
    """Return the puzzle, and the solution of what is called `part1_b[main]`."""
    function = name.partition("[")[0]
    return puzzle.removeprefix("puzzles."), function.removeprefix("part1").lstrip("_") or "default"


def in_xml(file: Path) -> dict[tuple[str, str], str]:
    """Return the verdicts in a file of JUnit XML, where `right` and `unknown` are both `passed`."""
    verdicts = {}
    for case in ElementTree.parse(file).getroot().iter("testcase"):
        name = case.get("name", "")
        if re.fullmatch(r"part1\w*(\[main(@one)?\])?", name):
            said = " ".join(f"{child.get('type')} {child.get('message')} {child.tag}" for child in case)
            verdict = re.search(r"wrong|error|crash|timeout|skip", said)
            word = verdict[0].replace("skip", "skipped") if verdict else "passed"
            verdicts[asked_by_name(case.get("classname", ""), name)] = word
    return verdicts


def test_all_say_the_same(everything: Workspace) -> None:
    """Every consumer has the expected verdict in every situation, where it shows one."""
    checked = everything.run("check", "--json", "--junit", "out.xml", GITHUB_ACTIONS="true")
    assert EXPECTED == on_real_case(checked.rows)
    ran = everything.run("run", *SITUATIONS, "--solution", "all", "--case", "all", "--json")
    assert EXPECTED == on_real_case(ran.rows)
    assert (1, 1) == (checked.code, ran.code)
    verdicts = [
        sorted((row["puzzle"], row["solution"], str(row["case"]), row["verdict"]) for row in ended.rows)
        for ended in (checked, ran)
    ]
    assert verdicts[0] == verdicts[1]

    titles = re.findall(r"title=(\w+) (part1\w*)\[main(?:@one)?\]%3A (\w+)", checked.err)
    assert FAILED | DOUBTED == {asked_by_name(puzzle, name): verdict for puzzle, name, verdict in titles}
    assert 1 == checked.err.count("::warning file=")
    passed = {
        asked: "passed" if verdict in ("right", "unknown") else verdict for asked, verdict in EXPECTED.items()
    } | dict.fromkeys(DOUBTED, "skipped")
    assert passed == in_xml(everything.root / "out.xml")
    run_pytest(everything, "--puzzles", "--junitxml=tests.xml", code=1)
    assert passed == in_xml(everything.root / "tests.xml")

    assert FAILED | DOUBTED == benched(everything)
    board = everything.run("leaderboard", "--json")
    assert 0 == board.code
    rows = board.document["leaderboard"]
    measured = {
        asked: verdict
        for asked, verdict in EXPECTED.items()
        if verdict not in UNSTABLE and asked != ("unwritten", "b")
    }
    assert measured == on_real_case(rows)
    assert all((row["rank"] is not None) == (row["verdict"] in ("right", "unknown")) for row in rows)

    of_part: dict[str, set[str]] = {}
    for row in checked.rows:
        of_part.setdefault(row["puzzle"], set()).add(row["verdict"])
    states = {"wrong": "failed", "right": "right", "unknown": "unknown"}
    expected = {
        id: next((state for verdict, state in states.items() if verdict in verdicts), "not checked")
        for id, verdicts in of_part.items()
    }
    overview = everything.run("report", "--json").document["overview"]
    assert expected == {
        cell["puzzle"]: cell["parts"][0]["state"] for group in overview for cell in group["puzzles"]
    }
