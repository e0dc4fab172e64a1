"""An invented site goes through every command without a change elsewhere."""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from puzzle_runner.flows import accounts
from puzzle_runner.sites import registry as sites

from tests.clock import Clock
from tests.conftest import Workspace
from tests.stand_in import SESSION, Reply, Request, Site, serve
from tests.stand_in import USER as AOC_USER

ID, LANTERN = "quest2030n3", "1a2b3c4d5e6f"
CARGO = "3 barrels\n4 barrels\n"
ANSWERS = ["7", "12", "gull"]


@pytest.fixture
def _quest(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the site known, as a folder of ours would."""
    monkeypatch.setitem(sites.MODULES, "quest", "tests.sites.quest")
    sites.identify.cache_clear()
    yield
    sites.identify.cache_clear()


class Harbour(Site):
    """A server that shows the scroll to who has a lantern, and judges answers."""

    def __init__(self) -> None:
        super().__init__()
        self.accepted: list[str] = []

    def reply(self, request: Request) -> Reply:
        """Return what the harbour says to a request."""
        if request.headers.get("Cookie") != f"lantern={LANTERN}":
            return Reply(403, "Light your lantern.")
        match request.path:
            case "/keeper":
                return Reply(body='{"keeper": 77}')
            case "/2030/3":
                parts = [f"## Part {part}\n\nCount the barrels." for part in (1, 2, 3)]
                return Reply(
                    body=json.dumps(
                        {
                            "title": "Barrels",
                            "parts": parts[: len(self.accepted) + 1],
                            "example": "1 barrel",
                            "sum": "1",
                            "answers": dict(enumerate(self.accepted, 1)),
                        }
                    )
                )
            case "/2030/3/cargo":
                return Reply(body=CARGO)
            case "/2030/3/bottle":
                return Reply(body=self._judged(**request.form))
            case "/logbook/2030":
                return Reply(body=json.dumps({"3": len(self.accepted)}))
        return Reply(404, "Only water here.")

    def _judged(self, of: str, word: str) -> str:
        right = ANSWERS[int(of) - 1]
        if word == right:
            self.accepted.append(word)
            return "Aye!"
        return "Nay, more!" if int(word) < int(right) else "Nay, fewer!"


@pytest.fixture
def harbour(_quest: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Harbour]:
    with serve(Harbour()) as served:
        assert isinstance(served, Harbour)
        monkeypatch.setenv("PUZZLES_QUEST_URL", served.address)
        yield served


MODULE = '''"""Barrels"""


def part1(text):
    return sum(int(line.split()[0]) for line in text.splitlines())


def part2(text):
    return 12


def part3(text):
    return "gull"
'''


def log_in(workspace: Workspace) -> None:
    assert 0 == workspace.run("account", "add", "--site", "quest", stdin=f"lantern={LANTERN}\n").code


def test_it_is_listed_and_selected(workspace: Workspace, harbour: Harbour) -> None:
    """By its kind, its year, a range and a word of its own, without asking it anything."""
    workspace.puzzle(ID, "def part1(text): return 7\n")
    (listed,) = workspace.run("list", "--json").document["puzzles"]
    assert (ID, "quest", "https://quest.example/2030/3") == tuple(
        listed[key] for key in ("id", "kind", "url")
    )
    for selector in (
        "quest",
        "quest2030",
        "quest2029-2031",
        "Quest 2030 night 3",
        "https://quest.example/2030/3",
    ):
        assert [ID] == [row["id"] for row in workspace.run("list", selector, "--json").document["puzzles"]]
    assert f"The statement of {ID} is not here yet" in workspace.run("show", "tonight").err
    assert [] == harbour.requests


def test_its_accounts_are_its_own(workspace: Workspace, site: Site, harbour: Harbour) -> None:
    """A label may be the same at two sites, and each site gets its own cookie only."""
    assert 0 == workspace.run("account", "add", stdin=SESSION).code
    added = workspace.run("account", "add", "--site", "quest", stdin=f"lantern={LANTERN}\n")
    assert (0, True) == (added.code, 'Account "default" is user 77 of Harbour Quest' in added.out), added.err
    listed = workspace.run("account", "list", "--json").document["accounts"]
    assert [("default", "aoc", AOC_USER), ("default", "quest", "77")] == [
        (row["label"], row["site"], row["id"]) for row in listed
    ]
    checked = workspace.run("account", "check")
    told = f"default: alive, user {AOC_USER}\ndefault at Harbour Quest: alive, user 77\n"
    assert (0, told, "") == checked
    assert 0 == workspace.run("fetch", "aoc2021d3", ID).code
    assert {f"session={SESSION}"} == {request.headers["Cookie"] for request in site.requests}
    assert {f"lantern={LANTERN}"} == {request.headers["Cookie"] for request in harbour.requests}
    assert 0 == workspace.run("account", "remove", "--site", "quest").code
    assert ["aoc"] == [
        row["site"]
        for row in workspace.run("account", "list", "--json").document["accounts"]
        if row["session_from"]
    ]
    assert 5 == workspace.run("account", "check", "--site", "quest").code


def test_the_cookie_of_its_account_never_reaches_another_site(workspace: Workspace, site: Site) -> None:
    """An account that was stored with its site belongs there, also where that site is not known."""
    accounts.path().parent.mkdir(parents=True)
    accounts.path().write_text(f'[default]\nsite = "quest"\nuser = "77"\nsession = "{LANTERN}"\n')
    accounts.path().chmod(0o600)
    for command in (("fetch", "aoc2021d3"), ("account", "check"), ("standings",)):
        ended = workspace.run(*command)
        assert (5, True) == (ended.code, "You are not logged in" in ended.err)
    assert "2021  not logged in" in workspace.run("calendar", "2021").out
    assert [] == site.requests


def test_a_stored_account_of_an_earlier_version_is_read(workspace: Workspace, harbour: Harbour) -> None:
    """One without a site is the first one's; one with a site belongs to it, whatever its place."""
    accounts.path().parent.mkdir(parents=True)
    accounts.path().write_text(
        f'[old]\nuser = "4711"\nsession = "{SESSION}"\n[mine]\nsite = "quest"\nsession = "{LANTERN}"\n'
    )
    accounts.path().chmod(0o600)
    known = [(account.site.NAME, account.label) for account in accounts.listed()]
    assert [("aoc", "old"), ("quest", "mine")] == known
    assert f"{ID}  Barrels  mine: cargo, scroll, 1 example\n" == workspace.run("fetch", ID).out


def test_its_variable_is_its_own(workspace: Workspace, harbour: Harbour) -> None:
    """A session in the environment is that of the site which names the variable."""
    ended = workspace.run("fetch", ID, AOC_SESSION=SESSION)
    assert (5, []) == (ended.code, harbour.requests)
    assert 'Run "puzzles account add --site quest", or set QUEST_LANTERN.' in ended.err
    assert 0 == workspace.run("fetch", ID, QUEST_LANTERN=LANTERN).code


def test_a_puzzle_of_it_from_the_beginning_to_the_last_part(
    workspace: Workspace, harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New, fetch, show, run, submit, calendar and report."""
    Clock(monkeypatch, datetime.now(UTC))
    log_in(workspace)
    path = workspace.root / "puzzles" / f"{ID}.py"
    made = workspace.run("new", "tonight")
    assert (0, f"{ID}  Barrels  default: cargo, scroll, 1 example\n{path}\n", "") == made
    assert path.read_text().startswith('"""Barrels\n\nhttps://quest.example/2030/3\n"""\n\n\ndef part1')
    assert f"{ID}  Barrels  default: scroll\n" == workspace.run("fetch", "Quest 2030 Night 3").out
    assert 1 == len(harbour.asked("/2030/3/cargo"))
    assert "## Part 1\n\nCount the barrels.\n" == workspace.run("show", ID).out
    workspace.puzzle(ID, MODULE)
    (row,) = workspace.run("run", ID, "--part", "1", "--real", "--json").rows
    assert ("7", "unknown", "main", "default") == tuple(
        row[key] for key in ("answer", "verdict", "case", "account")
    )

    wrong = workspace.run("submit", ID, "5", "--part", "1", "--yes")
    assert (1, "✗ wrong: too low, 5 < answer. Wait 5s before the next one.") == (
        wrong.code,
        wrong.out.splitlines()[-1],
    )
    assert "asks to wait" in workspace.run("submit", ID, "--yes").err
    for part in (1, 2, 3):
        ended = workspace.run("submit", ID, "--yes", "--wait")
        assert (0, f"✓ right: {ANSWERS[part - 1]} is the answer of part {part} of {ID}.") == (
            ended.code,
            ended.out.splitlines()[1],
        ), ended.err
        assert (part < 3) == (f"## Part {part + 1}" in ended.out)
    assert [("5", "1"), ("7", "1"), ("12", "2"), ("gull", "3")] == [
        (form["word"], form["of"]) for form in harbour.sent
    ]
    assert f"All parts of {ID} are solved." in workspace.run("submit", ID, "--yes").err

    calendar = workspace.run("calendar", "2030", "--site", "quest")
    assert (0, "2030  default: 3 of 12 stars there, 3 parts written here; the event is over") == (
        calendar.code,
        calendar.out.splitlines()[0],
    )
    assert f"  {ID}  ***    ***       >24h      >24h  Barrels" in calendar.out.splitlines()
    assert ["right"] * 3 == [row["verdict"] for row in workspace.run("check", "--json", "--jobs", "1").rows][
        -3:
    ]
    assert 0 == workspace.run("report", "--output", "page.html").code
    assert "Harbour Quest 2030" in (workspace.root / "page.html").read_text("utf-8")


def test_a_list_of_its_answers_is_taken_over(workspace: Workspace, harbour: Harbour) -> None:
    """Nobody can read them afterwards, but they are compared."""
    ended = workspace.run("import", "-", stdin=f"{ID} gull\n")
    assert (0, "1 answer imported.\n", "") == ended
    workspace.puzzle(ID, 'def part3(): return "gull"\n')
    assert ["right"] == [row["verdict"] for row in workspace.run("run", ID, "--json").rows if row["case"]]


def test_what_it_does_not_have_is_said(workspace: Workspace, harbour: Harbour) -> None:
    """Nights that are not there, leaderboards, and a lantern that has gone out."""
    log_in(workspace)
    ended = workspace.run("new", "quest2030n4")
    assert (5, True) == (ended.code, "has no page for quest2030n4 (404). No module was made." in ended.err)
    ended = workspace.run("standings", "--site", "quest")
    assert (2, True) == (ended.code, 'no site "quest" with leaderboards. There is: aoc.' in ended.err)
    ended = workspace.run("calendar", "2031", "--site", "quest")
    assert (2, True) == (ended.code, "2031 has not begun: its first puzzle unlocks" in ended.err)
    ended = workspace.run("fetch", ID, QUEST_LANTERN="0ut")
    assert 5 == ended.code
    assert 'copy the cookie "lantern" and set QUEST_LANTERN to it' in ended.err


def test_a_run_of_a_known_id_looks_for_no_other_site(workspace: Workspace) -> None:
    """It loads the one site that the id begins with."""
    workspace.puzzle("euler7", "def solve(): return 7\n", "[main]\npart1 = 7\n")
    source = """
import sys
from puzzle_runner import cli
cli.main(["run", "euler7"])
print(*sorted(name for name in sys.modules if name.startswith("puzzle_runner.sites.")))
"""
    ended = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, cwd=workspace.root)
    ours = ("registry", "site", "euler", "euler.site")
    assert sorted(f"puzzle_runner.sites.{name}" for name in ours) == ended.stdout.splitlines()[-1].split()
