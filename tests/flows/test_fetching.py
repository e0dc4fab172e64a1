"""What every site offers, and how it is found."""

import inspect
import subprocess
import sys
from collections.abc import Iterator
from textwrap import dedent
from types import ModuleType

import pytest
from puzzle_runner.errors import UsageError
from puzzle_runner.flows import fetching as site
from puzzle_runner.flows.fetching import Site
from puzzle_runner.sites.site import KINDS

from tests.conftest import Ended, Workspace

FUNCTIONS = sorted(name for name in vars(Site) if not name.startswith("_"))
WITH_SITE = sorted(name for name, kind in KINDS.items() if kind.SITE)


@pytest.mark.parametrize("kind", WITH_SITE)
def test_a_site_fulfils_the_protocol(kind: str) -> None:
    """Each kind with an address has a module with the functions and constants of the Protocol."""
    module = site.find({"aoc": "aoc2021d3", "euler": "euler8"}[kind])
    assert f"puzzle_runner.flows.{kind}" == module.__name__
    assert [] == [name for name in Site.__annotations__ if not hasattr(module, name)]
    for name in FUNCTIONS:
        expected = inspect.signature(getattr(Site, name)).parameters
        parameters = inspect.signature(getattr(module, name)).parameters
        assert [*expected.values()][1:] == [*parameters.values()], name


def test_the_protocol_is_that_of_the_design() -> None:
    """What is compared above is not empty."""
    assert {"fetch", "statement", "unlocks", "submit"} < {*FUNCTIONS}
    assert ["aoc", "euler"] == WITH_SITE


@pytest.mark.parametrize("id", ["srm465", "mine"])
def test_a_kind_without_a_site(id: str) -> None:
    """There is nothing to find, and nothing to wait for."""
    with pytest.raises(UsageError, match="there is no site to get it from"):
        site.find(id)
    assert site.unlocks(id) is None


def test_finding_a_site_loads_no_other() -> None:
    """A command imports the module of the site that it needs, and no HTTP before a request."""
    source = """
        import sys
        from puzzle_runner.flows import fetching as site
        site.find("euler8")
        print(*sorted({"puzzle_runner.flows.aoc", "puzzle_runner.flows.euler", "requests"} & {*sys.modules}))
    """
    ended = subprocess.run([sys.executable, "-c", dedent(source)], capture_output=True, text=True)
    assert ("puzzle_runner.flows.euler\n", "") == (ended.stdout, ended.stderr)


KIND = """
NAME = "harbour"
SITE = "https://harbour.example"
PERSONAL = False

def parse(text):
    return text if text.startswith("harbour") else None

def group(id):
    return NAME

def url(id):
    return f"{SITE}/{id}"
"""
SITE = """
from puzzle_runner.inputs import cached, guesses
from puzzle_runner.flows import submission
from puzzle_runner.flows.http import Client
from puzzle_runner.flows.fetching import Fetched, Statement, Visit, always_unlocked

PARTS = (1, 2, 3)
BY_HAND = True

unlocks = always_unlocked
implausible = guesses.implausible
submit = submission.by_hand

def visit(account, contact):
    return Visit(Client("http://127.0.0.1:9", contact), cached.shared_account())

def fetch(visit, id, refresh):
    return Fetched(id, "Cranes", ("page of " + visit.client.host,), visit.label)

def statement(id, account):
    return Statement("Cranes", "# Cranes")

def fixed_answer(id, part):
    return "go" if part == 3 else None
"""


def module(name: str, source: str) -> ModuleType:
    made = ModuleType(name)
    exec(dedent(source), made.__dict__)
    return made


@pytest.fixture
def harbour(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a kind with a site: a module in the catalog, and one here."""
    site_module = module("puzzle_runner.flows.harbour", SITE)
    monkeypatch.setitem(sys.modules, site_module.__name__, site_module)
    kinds = dict(KINDS)
    KINDS.clear()
    # Before `local`, which takes every text.
    KINDS.update({"harbour": module("harbour", KIND)} | kinds)
    yield
    KINDS.clear()
    KINDS.update(kinds)


@pytest.mark.usefixtures("harbour")
def test_a_new_site_is_one_module(workspace: Workspace) -> None:
    """No command knows the site by name, and each can use it."""
    workspace.puzzle("harbour1", "def part1(): return 4\ndef part2(): return 4\n")
    fetched = "Cranes: page of 127.0.0.1"
    assert (0, f"harbour1  {fetched}\n", "") == workspace.run("fetch", "--wait")
    assert (0, "# Cranes\n", "") == workspace.run("show", "harbour1")
    path = workspace.root / "puzzles" / "harbour2.py"
    assert (0, f"harbour2  {fetched}\n{path}\n", "") == workspace.run("new", "harbour2")
    assert path.read_text().startswith('"""Cranes\n\nhttps://harbour.example/harbour2')


@pytest.mark.usefixtures("harbour")
def test_the_guards_are_those_of_every_site(workspace: Workspace) -> None:
    """A site tells its parts, which answers it takes, and which part asks no question."""
    workspace.puzzle("harbour1", "def part1(): return 4\ndef part2(): return 4\n")

    def submit(*arguments: str) -> Ended:
        return workspace.run("submit", "harbour1", *arguments, PATH="/nowhere")

    sent = submit("--json").document
    assert ("4", 1, "not entered") == tuple(sent[key] for key in ("answer", "part", "status"))
    assert "go: enter it at https://harbour.example/harbour1" == submit("--part", "3").out.splitlines()[0]
    assert '"1.5" is no plausible answer' in submit("1.5").err
    assert 0 == workspace.run("answer", "harbour1", "--part", "1", "4").code
    assert (1, "", "puzzles: 4 is the answer of part 1. Nothing was sent.\n") == submit()
    assert "harbour1 has no part 4: there are parts 1 and 2 and 3." in submit("--part", "4", "9").err
