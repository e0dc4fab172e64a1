"""What every site gets from the flows without saying anything: a way to be found, and the guards."""

from collections.abc import Iterator

import pytest
from puzzle_runner.errors import UsageError
from puzzle_runner.flows import fetching
from puzzle_runner.sites import registry as sites
from puzzle_runner.sites.site import Site
from puzzle_runner.sites.values import Page

from tests import stand_in
from tests.conftest import Ended, Workspace
from tests.stand_in import Reply, serve


@pytest.mark.parametrize("id", ["srm465", "mine"])
def test_a_puzzle_without_a_site(id: str) -> None:
    """There is nothing to find, and nothing to wait for."""
    with pytest.raises(UsageError, match="there is no site to get it from"):
        fetching.find(id)
    assert sites.identify(id)[0].unlocks(id) is None


class Harbour(Site):
    """A site without a login, where a person enters the answers; the last part asks no question."""

    NAME = "harbour"
    TITLE = "The harbour"
    ADDRESS = "https://harbour.example"
    PARTS = 3
    BY_HAND = True

    def parse(self, text: str) -> str | None:
        return text if text.startswith("harbour") else None

    def url(self, id: str) -> str:
        return f"{self.ADDRESS}/{id}"

    def read_page(self, id: str, html: str, input: str | None = None) -> Page:
        return Page("Cranes", unasked={3: "go" if "open" in html else None})


SITE = Harbour()


@pytest.fixture
def harbour(monkeypatch: pytest.MonkeyPatch) -> Iterator[stand_in.Site]:
    """Return a server of that site, which is as good as one of ours."""
    monkeypatch.setitem(sites.MODULES, "harbour", __name__)
    sites.identify.cache_clear()
    with serve(stand_in.Site()) as served:
        served.replies["/harbour1"] = Reply(body="<h1>Cranes, open</h1>")
        monkeypatch.setenv("PUZZLES_HARBOUR_URL", served.address)
        yield served
    sites.identify.cache_clear()


@pytest.mark.usefixtures("harbour")
def test_a_site_says_little(workspace: Workspace) -> None:
    """What it does not say is usual: everybody's page, no input, a statement as Markdown."""
    assert (0, "harbour1  Cranes: page\n", "") == workspace.run("fetch", "harbour1", "--wait")
    assert (0, "# Cranes, open\n", "") == workspace.run("show", "harbour1")
    ended = workspace.run("fetch", "harbour2")
    assert (5, True) == (ended.code, "has no page for harbour2 (404)" in ended.err)
    ended = workspace.run("account", "add", "--site", "harbour")
    assert (2, True) == (ended.code, 'no site "harbour" with accounts. There is: aoc, ec.' in ended.err)


@pytest.mark.usefixtures("harbour")
def test_the_guards_are_those_of_every_site(workspace: Workspace) -> None:
    """A site tells its parts, which answers it takes, and which part asks no question."""
    workspace.puzzle("harbour1", "def part1(): return 4\ndef part2(): return 4\n")

    def submit(*arguments: str) -> Ended:
        return workspace.run("submit", "harbour1", *arguments, PATH="/nowhere")

    sent = submit("--json").document
    assert ("4", 1, "not entered") == tuple(sent[key] for key in ("answer", "part", "status"))
    assert "go: enter it at https://harbour.example/harbour1" == submit("--part", "3").out.splitlines()[0]
    assert '"1.5" is not a plausible answer' in submit("1.5").err
    assert 0 == workspace.run("answer", "harbour1", "--part", "1", "4").code
    assert (1, "", "puzzles: 4 is the answer of part 1. Nothing was sent.\n") == submit()
    assert "harbour1 has no part 4: there are parts 1 and 2 and 3." in submit("--part", "4", "9").err


def test_a_part_that_asks_no_question_and_is_not_offered_yet(
    harbour: stand_in.Site, workspace: Workspace
) -> None:
    """Nothing is run for it, also at a site without years."""
    harbour.replies["/harbour1"] = Reply(body="<h1>Cranes</h1>")
    ended = workspace.run("submit", "harbour1", "--part", "3")
    told = "Part 3 of harbour1 asks no question, and its page does not offer it yet."
    assert (1, f"puzzles: {told} Nothing was sent.\n") == (ended.code, ended.err)
