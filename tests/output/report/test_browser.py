"""The page in a real browser: nothing asked for, nothing said, everything reachable."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from puzzle_runner import digest
from puzzle_runner.timing.records import open_records

from tests.conftest import Workspace
from tests.needs import needs, program
from tests.output.report.conftest import Demo
from tests.records import record

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS.append("--no-first-run")
Page = Any
pytestmark = needs("chromium")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return a browser, whose home is a folder of its own."""
    from playwright.sync_api import sync_playwright

    home = {"HOME": str(tmp_path_factory.mktemp("browser"))}
    with sync_playwright() as playwright:
        options = {"executable_path": program("chromium"), "env": {"PATH": os.environ["PATH"], **home}}
        browser = playwright.chromium.launch(args=FLAGS, **options)
        yield browser
        browser.close()


class Tab:
    """A page of a browser into which reports are read one after the other, what it said and asked for.

    To make a page for each costs three times as much.
    """

    def __init__(self, browser: Any) -> None:
        self.page = browser.new_page()
        self.devtools = self.page.context.new_cdp_session(self.page)
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.said.append(dialog.message), dialog.dismiss()))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, path: Path, width: int = 1600, scheme: str = "light", script: bool = True) -> Page:
        """Return the page with a report in it, as if nobody had looked at it yet."""
        self.page.goto("about:blank")
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(media="null", color_scheme=scheme)
        self.devtools.send("Emulation.setScriptExecutionDisabled", {"value": not script})
        self.page.goto(path.as_uri())
        return self.page


@pytest.fixture(scope="module")
def tab(browser: Any) -> Tab:
    """Return the page that the tests of this module share."""
    return Tab(browser)


@pytest.fixture
def opened(tab: Tab, demo: Demo) -> Iterator[Callable[..., Page]]:
    """Return what opens the report, and see that it said nothing and asked for nothing but itself."""
    files: list[str] = []
    tab.said.clear()
    tab.asked.clear()

    def open_page(path: Path = demo.page, **options: Any) -> Page:
        files.append(path.as_uri())
        return tab.open(path, **options)

    yield open_page
    assert [] == tab.said
    assert files == [url.partition("#")[0] for url in tab.asked]


def test_a_cell_leads_to_its_puzzle(opened: Callable[..., Page]) -> None:
    """The section of the puzzle opens, with and without the script."""
    for script in (True, False):
        page = opened(script=script)
        assert not page.locator("#aoc2023d3").is_visible()
        page.locator("svg a[href='#aoc2023d3']").click()
        page.locator("#aoc2023d3").wait_for(state="visible")


def test_no_sideways_scrolling(opened: Callable[..., Page]) -> None:
    """With all that can be opened open, nothing is wider than the window, however wide that is."""
    page = opened()
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    inside = "[...document.querySelectorAll('main *')].filter(e => e.scrollWidth > e.clientWidth + 1 && "
    scrolls = "['auto', 'scroll'].includes(getComputedStyle(e).overflowX)).length"
    for width in (360, 800, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert width == page.evaluate("document.documentElement.scrollWidth")
        assert 0 == page.evaluate(inside + scrolls)


@pytest.mark.parametrize("sign", ["a", "W"])
def test_long_names_are_no_wider_than_a_phone(tab: Tab, workspace: Workspace, sign: str) -> None:
    """Words without blanks: processor, interpreter, puzzle, address, solution, case, and what is said."""
    long = sign * 70
    title = "\u6f22" * 40
    head = f'"""{title}\n\nhttps://{long}.example/{long}\n\n{long}\n"""\n'
    body = f'def part1(text):\n    """{long}"""\n    return "{long}"\ndef part1_{long}(text):\n    return 2\n'
    path = workspace.puzzle(f"p{long}", head + body, f'["{long}"]\ninput = "x"\npart1 = "{long}"\n')
    assert 1 == workspace.run("check").code
    now = {"source_hash": digest.code([path]), "input_hash": digest.text("x"), "sources": [path.name]}
    names = {"puzzle": path.stem, "case": long, "machine": long, "revision": None, "committed": None}
    with open_records() as store:
        for python in (long, f"{long} 2"):
            names |= {"python": python, "answer": long}
            for changes in ({"taken": 1.0}, now, {**now, "solution": long}):
                store.add([record(**names, **changes)])
    assert ": 0 of 1 part right, 2 solutions measured" in workspace.run("report", "--answers").out
    page = tab.open(workspace.root / "report.html", width=360)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert 2 <= page.locator("svg.chart").count()
    assert 360 == page.evaluate("document.documentElement.scrollWidth")


# npm install --prefix DIR axe-core
@needs("axe-core")
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1600, "light")])
def test_axe_finds_no_violation(opened: Callable[..., Page], width: int, scheme: str) -> None:
    """Its rules for WCAG 2.2 AA and its best practices hold, contrast included."""
    page = opened(width=width, scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((each, at) => each.open = at % 5 == 0)")
    page.evaluate(Path(os.environ["AXE_CORE"]).read_text("utf-8"))
    run = "axe.run({resultTypes: ['violations']})"
    found = f"{run}.then(r => r.violations.map(v => [v.id, v.nodes.slice(0, 3).map(n => n.html)]))"
    assert [] == page.evaluate(found)
