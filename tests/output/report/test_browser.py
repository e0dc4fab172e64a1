"""The page in a real browser: nothing asked for, nothing said, everything reachable."""

import os
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from puzzle_runner.text import duration, interval, natural

from tests.needs import needs, program
from tests.output.report.conftest import Demo
from tests.stand_in import Site, serve

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
Page = Any
# What each column of the leaderboard is sorted by.
SORTED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "puzzle": lambda row: natural(row["puzzle"]),
    "part": itemgetter("part"),
    "solution": itemgetter("solution"),
    "median": itemgetter("median"),
    "ratio": itemgetter("ratio"),
    "memory": itemgetter("peak_bytes"),
    "verdict": itemgetter("verdict"),
    "measured": itemgetter("taken"),
}
pytestmark = needs("chromium")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return a browser, whose home is a folder of its own."""
    from playwright.sync_api import sync_playwright

    home = {"HOME": str(tmp_path_factory.mktemp("browser"))}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program("chromium"), args=FLAGS, env={"PATH": os.environ["PATH"], **home}
        )
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

    def open(
        self, path: Path, width: int = 1600, fragment: str = "", scheme: str = "light", script: bool = True
    ) -> Page:
        """Return the page with a report in it, as if nobody had looked at it yet."""
        # From one fragment to another, the page would only be scrolled.
        self.page.goto("about:blank")
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(media="null", color_scheme=scheme)
        self.devtools.send("Emulation.setScriptExecutionDisabled", {"value": not script})
        self.page.goto(f"{path.as_uri()}{fragment}")
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
    tab.page.evaluate("localStorage.clear()")
    assert [] == tab.said
    # The icon is in the page itself.
    assert files == [url.partition("#")[0] for url in tab.asked if not url.startswith("data:")]


def rows(page: Page) -> list[list[str]]:
    """Return the cells of the rows that are shown, without the language beside a solution."""
    script = (
        "rows => rows.map(row => [...row.cells].map(cell => (cell.firstChild?.textContent ?? '').trim()))"
    )
    shown: list[list[str]] = page.locator("#board tbody tr:not([hidden])").evaluate_all(script)
    return shown


@pytest.mark.parametrize(("width", "shows_right"), [(390, False), (1280, True)])
def test_what_is_not_right_stands_out(opened: Callable[..., Page], width: int, shows_right: bool) -> None:
    """On a phone, a verdict is shown only if it is not right, or stale; what failed is bold."""
    look = "each => each.map(e => [e.textContent, e.checkVisibility(), getComputedStyle(e).fontWeight])"
    page = opened(width=width)
    page.locator("#more").click()
    cells = page.locator("#board td:nth-child(8)").evaluate_all(look)
    expected = {"right": [shows_right, "400"], "right, stale": [True, "400"], "wrong": [True, "600"]}
    assert expected == {told: [shown, weight] for told, shown, weight in cells if told in expected}


def test_the_filter_filters(opened: Callable[..., Page], demo: Demo) -> None:
    """By words, kind, year and verdict; all of them together, and none again."""
    page = opened()
    every = len(demo.document["leaderboard"])
    page.locator("#more").click()
    assert every == len(rows(page))
    page.get_by_label("Search").fill("AOC2024 quick")
    assert [["aoc2024d1", "1", "quick"]] == [row[:3] for row in rows(page)]
    assert f"1 of {every}" == page.locator("#left").inner_text()
    page.get_by_label("Search").fill("")
    page.get_by_label("Year").select_option("2024")
    assert {"aoc2024d1", "aoc2024d2"} == {row[0] for row in rows(page)}
    page.get_by_label("Verdict").select_option("wrong")
    assert ["wrong"] == [row[2] for row in rows(page)]
    page.get_by_label("Year").select_option("")
    page.get_by_label("Verdict").select_option("")
    page.get_by_label("Kind").select_option("euler")
    assert {"euler120", "euler7"} == {row[0] for row in rows(page)}


def test_each_column_sorts(opened: Callable[..., Page], demo: Demo) -> None:
    """Up on the first click, down on the second, by the values and not by their letters."""
    page = opened()
    known = {(row["puzzle"], str(row["part"]), row["solution"]): row for row in demo.document["leaderboard"]}
    sorted_by = """heads => heads.flatMap(head => [1, 2].map(() => {
        head.querySelector("button").click();
        const marked = [...document.querySelectorAll("#board [aria-sort]")];
        return [marked.map(each => [each.textContent, each.getAttribute("aria-sort")]),
                [...document.querySelectorAll("#board tbody tr")].map(row => [...row.cells].slice(0, 3)
                    .map(cell => cell.firstChild.textContent.trim()))];
    }))"""
    clicked = page.locator("#board th:has(button)").evaluate_all(sorted_by)
    directions = ("ascending", "descending")
    assert [[[name, way]] for name in SORTED for way in directions] == [marked for marked, _ in clicked]
    for [[name, way]], shown in clicked:
        values = [SORTED[name](known[tuple(row)]) for row in shown]
        assert sorted(values, reverse=way == "descending") == values, name
    page.get_by_role("columnheader", name="ratio", exact=True).get_by_role("button").click()
    ratios = [known[tuple(row[:3])]["ratio"] for row in rows(page)]
    assert sorted(ratios) == ratios


def test_only_the_first_rows_are_shown(opened: Callable[..., Page], demo: Demo) -> None:
    """Of many, all on a click and on paper; a filter looks through all of them."""
    (script,) = re.findall("<script>(.*?)</script>", demo.html, re.DOTALL)
    shorter = script.replace("? 10 : 25", "? 3 : 3")
    hashes = (b64encode(sha256(text.encode()).digest()).decode() for text in (script, shorter))
    path = demo.page.with_name("shorter.html")
    path.write_text(demo.html.replace(*hashes).replace(script, shorter), "utf-8")
    every = len(demo.document["leaderboard"])
    page = opened(path=path)
    assert (3, f"{every} of {every}") == (len(rows(page)), page.locator("#left").inner_text())
    page.get_by_label("Search").fill("hostile")
    assert ["hostile"] == [row[0] for row in rows(page)]
    assert page.locator("#more").is_hidden()
    page.get_by_label("Search").fill("")
    page.locator("#more").click()
    assert every == len(rows(page))
    page = opened(path=path)
    assert page.pdf().startswith(b"%PDF")
    assert every == len(rows(page))


def test_hover_and_keyboard_tell_what_the_json_has(opened: Callable[..., Page], demo: Demo) -> None:
    """The same median and interval, in the picture and in its table."""
    row = next(
        r for r in demo.document["leaderboard"] if (r["puzzle"], r["solution"]) == ("aoc2024d1", "quick")
    )
    told = f"{duration(row['median'])} ({interval(row['low'], row['high'])}), 12 samples"
    page = opened(fragment="#aoc2024d1")
    chart = page.locator("#aoc2024d1 svg.chart").first
    mark = chart.locator("g:has(> title)", has_text=told)
    assert 1 == mark.count()
    mark.locator("circle").hover()
    tip = page.locator("#tip")
    assert told == tip.inner_text()
    page.mouse.move(5, 5)
    assert tip.is_hidden()
    chart.focus()
    heard = []
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        heard.append(tip.inner_text())
    assert told in heard
    page.keyboard.press("Escape")
    assert tip.is_hidden()
    assert duration(row["median"]) in page.locator("#aoc2024d1 table").first.text_content()


def test_the_keyboard_reaches_every_change(opened: Callable[..., Page], demo: Demo) -> None:
    """From one end to the other, each once; the cells of the calendar are links that tell their puzzle."""
    page = opened()
    chart = page.locator("#changes svg.chart")
    chart.focus()
    heard = []
    for _ in demo.document["changes"]:
        page.keyboard.press("ArrowRight")
        heard.append(page.locator("#tip").inner_text())
    assert len(demo.document["changes"]) == len(set(heard))
    assert any("2.00× slower" in text for text in heard)
    page.locator("#by-time").focus()
    page.keyboard.press("Tab")
    assert page.locator("#tip").inner_text().startswith("aoc2024d1 Lamps: 1 of 2 right, part 1 failed")


def test_a_cell_leads_to_its_puzzle(opened: Callable[..., Page]) -> None:
    """The section of the puzzle opens, with and without the script."""
    for script in (True, False):
        page = opened(script=script)
        assert not page.locator("#aoc2023d3").is_visible()
        page.locator("svg a[href='#aoc2023d3']").click()
        page.locator("#aoc2023d3").wait_for(state="visible")


def test_without_script(opened: Callable[..., Page]) -> None:
    """Everything is there; what would do nothing is not."""
    page = opened(script=False)
    assert not page.get_by_label("Search").is_visible()
    assert not page.locator("#theme").is_visible()
    assert page.locator("#board tbody tr").first.is_visible()
    assert page.locator("svg.chart").first.is_visible()


def colour(page: Page, what: str = "body") -> str:
    """Return a background as the browser draws it."""
    found: str = page.evaluate(f"getComputedStyle(document.querySelector('{what}')).backgroundColor")
    return found


def test_light_and_dark(opened: Callable[..., Page]) -> None:
    """The system's choice, then the reader's, which is remembered."""
    light, dark = "rgb(247, 248, 250)", "rgb(13, 17, 22)"
    assert dark == colour(opened(scheme="dark"))
    page = opened(scheme="light")
    button = page.locator("#theme")
    assert ("Theme: system", light) == (button.inner_text(), colour(page))
    button.click()
    assert ("Theme: light", light) == (button.inner_text(), colour(page))
    button.click()
    assert ("Theme: dark", dark) == (button.inner_text(), colour(page))
    page = opened(scheme="light")
    assert ("Theme: dark", dark) == (button.inner_text(), colour(page))
    button.click()
    assert "Theme: system" == button.inner_text()


def test_print(opened: Callable[..., Page]) -> None:
    """On paper it is light, without what one can only click, and with every puzzle."""
    page = opened(scheme="dark")
    are_visible = "puzzles => puzzles.map(puzzle => puzzle.checkVisibility())"
    puzzles = page.locator(".puzzle > div")
    assert not all(puzzles.evaluate_all(are_visible))
    page.emulate_media(media="print", color_scheme="dark")
    assert all(puzzles.evaluate_all(are_visible))
    assert not page.locator("nav").is_visible()
    assert not page.get_by_label("Search").is_visible()
    assert "rgb(26, 31, 38)" == page.evaluate("getComputedStyle(document.body).color")


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


def test_on_a_phone_what_is_older_is_folded(opened: Callable[..., Page]) -> None:
    """Three years or sites are shown, the others on a click; a wide page shows all, without a fold."""
    shown = "each => each.filter(e => e.checkVisibility({contentVisibilityAuto: true})).length"
    page = opened()
    figures, fold = page.locator(".years figure"), page.locator(".older > summary")
    every = figures.count()
    assert (every, False) == (figures.evaluate_all(shown), fold.is_visible())
    page = opened(width=390)
    assert (3, f"{every - 3} more") == (figures.evaluate_all(shown), fold.inner_text())
    fold.click()
    assert every == figures.evaluate_all(shown)


def test_how_to_read_it_opens_by_its_link(opened: Callable[..., Page]) -> None:
    """The guide is folded until somebody asks for it."""
    page = opened()
    sample = page.locator("#guide dt", has_text="sample")
    assert not sample.is_visible()
    page.get_by_role("link", name="How to read this").click()
    sample.wait_for(state="visible")


def test_no_word_of_a_chart_lies_on_a_bar_or_another_word(opened: Callable[..., Page]) -> None:
    """On a phone neither, where bars are short and words as long as ever; words in a cell are on the cell."""
    page = opened()
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    overlapping = """() => [...document.querySelectorAll("svg")].flatMap(svg => {
        const shapes = [...svg.querySelectorAll("text, .bar")].filter(each => each.checkVisibility());
        const boxes = shapes.map(each => each.getBoundingClientRect());
        return shapes.flatMap((one, i) => shapes.slice(i + 1).filter((other, j) => {
            const [a, b] = [boxes[i], boxes[i + 1 + j]];
            return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
        }).map(other => [one.textContent || "bar", other.textContent || "bar"]));
    })"""
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert [] == page.evaluate(overlapping), width


def test_nothing_runs_that_is_only_text(opened: Callable[..., Page], tab: Tab) -> None:
    """No title, docstring, answer, commit or name opens a dialog."""
    page = opened()
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert ([], 1) == (tab.said, page.locator("script").count())


def test_the_policy_stops_what_is_put_in(tab: Tab, demo: Demo) -> None:
    """A script, a style and a picture that somebody puts in are refused; no server hears of it."""
    put_in = """address => new Promise(resolve => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
        document.body.setAttribute("style", "background: red");
        const picture = new Image();
        picture.onerror = () => resolve("refused");
        picture.onload = () => resolve("loaded");
        picture.src = address;
    })"""
    with serve(Site()) as site:
        page = tab.open(demo.page)
        assert "refused" == page.evaluate(put_in, f"{site.address}/picture.png")
        assert page.evaluate("window.ran === undefined")
        assert "rgb(255, 0, 0)" != colour(page)
    assert [] == site.requests


def test_the_accessibility_tree_names_every_chart(opened: Callable[..., Page], tab: Tab) -> None:
    """Each picture, and each group of links, has a name that says what it shows."""
    page = opened()
    page.evaluate("document.querySelectorAll('.puzzle').forEach((each, at) => each.open = at % 8 == 0)")
    nodes = tab.devtools.send("Accessibility.getFullAXTree")["nodes"]
    tab.devtools.send("Accessibility.disable")
    named = [
        node["name"]["value"]
        for node in nodes
        if node.get("role", {}).get("value") in ("image", "group") and node.get("name", {}).get("value")
    ]
    charts = page.locator("svg.chart").filter(visible=True).count()
    assert 10 < charts <= len([name for name in named if ": " in name])


# npm install --prefix DIR axe-core
@needs("axe-core")
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1600, "light")])
def test_axe_finds_no_violation(opened: Callable[..., Page], width: int, scheme: str) -> None:
    """Its rules for WCAG 2.2 AA and its best practices hold, contrast included."""
    page = opened(width=width, scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((each, at) => each.open = at % 5 == 0)")
    page.evaluate(Path(os.environ["AXE_CORE"]).read_text("utf-8"))
    run = "axe.run({resultTypes: ['violations']})"
    found = page.evaluate(
        f"{run}.then(r => r.violations.map(v => [v.id, v.nodes.slice(0, 3).map(n => n.html)]))"
    )
    assert [] == found
