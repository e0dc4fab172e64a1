"""`puzzles list`: what is there, without running it."""

import pytest
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace


@pytest.fixture
def several(workspace: Workspace) -> Workspace:
    """Return a workspace whose modules would fail if they were run."""
    workspace.puzzle(
        "aoc2021d21",
        '"""Dice\n\nhttps://example.org/dice\n"""\nraise SystemExit\n'
        'def part1(text):\n    """Jump."""\ndef part1_quick(text): pass\ndef part2(text): pass\n',
        "[example]\n[main]\n",
    )
    workspace.puzzle("aoc2021d3", '"""Early"""\ndef part1(text): pass\n')
    workspace.puzzle("broken", "x = (\n")
    return workspace


def test_a_line_a_puzzle(several: Workspace) -> None:
    """In natural order, aligned, spelt out; what cannot be read says why; nothing has been run."""
    several.puzzle("many", '"""Many \x1b"""\ndef part3_only(text): pass\n', "[c0]\n[c1]\n")
    ended = several.run("list")
    assert (0, "") == (ended.code, ended.err)
    assert [
        "aoc2021d3   Early      1",
        "aoc2021d21  Dice       1 + quick  2  example, main",
        "broken",
        f"  ✗ {several.root}/puzzles/broken.py, line 1: '(' was never closed.",
        "many        Many \\x1b  3 + only      c0, c1",
    ] == ended.out.splitlines()


def test_a_link_that_leads_nowhere_is_a_row(several: Workspace) -> None:
    """It stops no other puzzle, be it gone, or a link to itself; whatever it is called."""
    folder = several.root / "puzzles" / "aoc2021d21"
    folder.mkdir()
    for place in (folder.parent, folder):
        for name in ("ring", "ring.c", "2024", "ring.py"):
            (place / name).symlink_to(name)
        (place / "lost.py").symlink_to("/nowhere/lost.py")
    ended = several.run("list")
    rows = [line.split()[0] for line in ended.out.splitlines() if line[0] != " "]
    assert (0, ["aoc2021d3", "aoc2021d21", "broken", "lost", "ring"]) == (ended.code, rows), ended
    for command in ("check", "run", "doctor"):
        ended = several.run(command, *(["aoc2021d21"] if command == "run" else []))
        assert ended.code in (0, 1) and "aoc2021d3" in several.run("list").out, ended


def test_the_document(several: Workspace) -> None:
    """JSON has the keys of the design in their order."""
    ended = several.run("list", "aoc2021d21", "--json")
    (entry,) = ended.document["puzzles"]
    assert ["schema", "puzzles"] == list(ended.document)
    assert ["id", "kind", "title", "url", "path", "parts", "cases"] == list(entry)
    assert {
        "id": "aoc2021d21",
        "kind": "aoc",
        "title": "Dice",
        "url": "https://example.org/dice",
        "path": f"{several.root}/puzzles/aoc2021d21.py",
        "parts": [
            {"part": 1, "solution": "default", "summary": "Jump."},
            {"part": 1, "solution": "quick", "summary": ""},
            {"part": 2, "solution": "default", "summary": ""},
        ],
        "cases": ["example", "main"],
    } == entry


def test_what_cannot_be_read(several: Workspace) -> None:
    """In the list it has an error and no parts; asked for by name, exit code 4."""
    several.puzzle("badcases", "def part1(text): pass\n", "[main\n")
    ended = several.run("list", "--json")
    entries = {entry["id"]: entry for entry in ended.document["puzzles"]}
    assert 0 == ended.code
    assert "broken.py, line 1" in entries["broken"]["error"]
    assert "badcases/cases.toml" in entries["badcases"]["error"]
    assert ([], []) == (entries["broken"]["parts"], entries["badcases"]["parts"])
    assert [4, 4, 0] == [several.run("list", id).code for id in ("broken", "badcases", "local")]


def test_what_is_not_found_is_a_warning(workspace: Workspace) -> None:
    """A module without parts says so, and the exit code is 0; a part may have another name."""
    workspace.puzzle("able", '"""Calories"""\ndef count(text): return 1\n')
    workspace.puzzle("aoc2022d2", '"""Scissors"""\ndef part_a(text): return 1\ndef part_b(text): return 1\n')
    missing = "no part found: part1(text) is not in able.py. A helper's name begins with _: _able.py."
    ended = workspace.run("list")
    assert (0, "") == (ended.code, ended.err)
    assert ["able       Calories", f"  ! {missing}", "aoc2022d2  Scissors  1  2"] == ended.out.splitlines()
    entries = workspace.run("list", "--json").document["puzzles"]
    assert [missing, None] == [entry.get("warning") for entry in entries]


def test_an_empty_workspace(workspace: Workspace) -> None:
    """Where there is nothing, a sentence says how to begin."""
    sentence = f'There is no puzzle in {workspace.root}/puzzles yet. Start one with "puzzles new ID".\n'
    assert (0, "", sentence) == workspace.run("list")
    assert [] == workspace.run("list", "--json").document["puzzles"]


def test_a_case_of_the_workspace_and_of_the_account_is_one(workspace: Workspace, account: Account) -> None:
    """Both are called `main`; another account's has its label."""
    workspace.puzzle("aoc2021d3", "def part1(text): pass\n", "[main]\ninput = 'x'\n")
    for owner in (account, writing.claim("aoc", "77", "work")):
        writing.save_input(cached.inputs(owner.folder, "aoc2021d3"), "main", b"3\n")
    assert ["main", "main@work"] == workspace.run("list", "--json").document["puzzles"][0]["cases"]


@pytest.mark.usefixtures("account", "site")
def test_a_title_comes_from_the_page(workspace: Workspace) -> None:
    """Where the docstring has none, or only the id; what is written there counts before the page."""
    workspace.run("fetch", "2021/3")
    fetched = workspace.run("show", "2021/3", "--json").document["title"]
    titles = []
    for docstring in ("", '"""aoc2021d3"""\n', '"""Mine"""\n'):
        workspace.puzzle("aoc2021d3", f"{docstring}def part1(text): return 1\n")
        titles.append(workspace.run("list", "--json").document["puzzles"][0]["title"])
    assert [fetched, fetched, "Mine"] == titles
