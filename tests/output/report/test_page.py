"""The page: self-contained, strict, escaped, without what is personal."""

import re
import subprocess
from base64 import b64encode
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.conftest import Workspace
from tests.output.report.conftest import ANSWER, IDEA, NAME, SECRET, SUBJECT, SUMMARY, TITLE, Demo
from tests.repository import commit

VOID = {"meta", "link", "input", "br"}
# Elements whose end may be left out.
OPTIONAL = {"td", "th", "tr", "tbody", "thead", "li", "p", "option", "dt", "dd"}


class Structure(HTMLParser):
    """The elements of a page, their ids and addresses, and the text outside of style and script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.open: list[str] = []
        self.said = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID | OPTIONAL:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if tag not in OPTIONAL:
            assert tag == self.open.pop(), f"</{tag}> closes another element"

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.open):
            self.said += data

    def values(self, name: str) -> list[str]:
        """Return the values of an attribute."""
        return [value for _, there, value in self.attributes if there == name]


@pytest.fixture(scope="module")
def structure(demo: Demo) -> Structure:
    """Return the structure of the page."""
    return Structure(demo.html)


def test_every_element_ends(structure: Structure) -> None:
    """Elements are nested, and each that must end does."""
    assert [] == structure.open


def test_the_policy_lets_in_what_is_there_and_nothing_else(demo: Demo) -> None:
    """Style and script are let in by their hashes; there is nothing unsafe, and no other source."""
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)">', demo.html)
    for tag, directive in (("style", "style-src"), ("script", "script-src")):
        (text,) = re.findall(f"<{tag}>(.*?)</{tag}>", demo.html, re.DOTALL)
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}';" in unescape(policy)
    assert "default-src 'none'" in unescape(policy)
    assert "unsafe" not in policy
    assert "http" not in policy


def test_nothing_is_loaded_and_no_attribute_runs_or_styles(structure: Structure) -> None:
    """Addresses are in links only; there are no inline styles and handlers, which the policy would stop."""
    assert {"a", "link", "use"} == {tag for tag, name, _ in structure.attributes if name == "href"}
    assert {"#", "h", "d"} >= {value[:1] for value in structure.values("href")}
    names = {name for _, name, _ in structure.attributes}
    assert not {name for name in names if name.startswith("on")} | (names & {"src", "style", "srcset"})
    assert not {"img", "iframe", "object", "embed"} & set(structure.tags)


def test_links_within_the_page_lead_somewhere(structure: Structure) -> None:
    """Each fragment is the id of one element."""
    ids = structure.values("id")
    assert len(ids) == len(set(ids))
    assert {value[1:] for value in structure.values("href") if value.startswith("#")} <= set(ids)


@pytest.mark.parametrize("hostile", [TITLE, IDEA, SUMMARY, SUBJECT, NAME])
def test_what_looks_like_a_script_stays_text(demo: Demo, structure: Structure, hostile: str) -> None:
    """Title, docstring, commit message and a member's name are shown as they are written."""
    assert hostile in structure.said
    assert hostile not in demo.html
    assert 1 == structure.tags.count("script")


def test_no_input_and_no_answer(demo: Demo, structure: Structure) -> None:
    """Inputs, what they are hashed to, paths and answers do not enter it."""
    for personal in (SECRET, ANSWER, str(demo.workspace.root), "alert('answer')"):
        assert personal not in unescape(demo.html)


def test_answers_where_they_are_asked_for(demo: Demo) -> None:
    """With --answers they do, as text."""
    page = demo.page.with_name("answers.html")
    assert 0 == demo.run("report", "--answers", "--output", str(page)).code
    structure = Structure(page.read_text("utf-8"))
    assert ANSWER in structure.said
    assert SECRET not in structure.said
    assert 1 == structure.tags.count("script")


def test_every_view_is_there(structure: Structure) -> None:
    """Six views, and the standings where a leaderboard was asked for."""
    views = ["overview", "leaderboard", "puzzles", "changes", "slowest", "standings", "guide"]
    ids = [
        value for tag, name, value in structure.attributes if tag in ("section", "details") and name == "id"
    ]
    assert views == ids


def meta(structure: Structure) -> dict[str, str]:
    """Return what a preview of the page shows."""
    pairs = zip(structure.attributes, structure.attributes[1:], strict=False)
    return {
        value: content
        for (tag, name, value), (_, then, content) in pairs
        if tag == "meta" and name in ("name", "property") and then == "content"
    }


def test_the_title_names_workspace_person_and_day(workspace: Workspace, structure: Structure) -> None:
    """The person is the one of the commits, where there is one; --title says something else."""
    assert re.fullmatch(r"demo, \d{4}-\d\d-\d\d", meta(structure)["og:title"])
    workspace.puzzle("one", "def part1(text): ...\n")
    commit(workspace.root, "Begin")
    subprocess.run(["git", "config", "user.name", "<Ada>"], cwd=workspace.root, check=True)
    page, name = workspace.root / "report.html", workspace.root.name
    assert 0 == workspace.run("report").code
    assert re.search(rf"<h1>{name} by &lt;Ada&gt;, \d{{4}}-\d\d-\d\d</h1>", page.read_text("utf-8"))
    assert 0 == workspace.run("report", "--title", "A <year>").code
    assert "<title>A &lt;year&gt;</title>" in page.read_text("utf-8")


def test_what_a_preview_shows(demo: Demo, structure: Structure, tmp_path: Path) -> None:
    """Title and totals; with the address of the page, the picture beside it."""
    shown = meta(structure)
    said = "54 of 57 parts right, all answers in "
    assert shown["description"] == shown["og:description"]
    assert shown["description"].startswith(said)
    assert shown["description"].endswith("The slowest is euler120 part 1.")
    assert "og:image" not in shown
    page = tmp_path / "page.html"
    address = "https://ada.example.org/advent"
    assert 0 == demo.run("report", "--output", str(page), "--url", address).code
    shown = meta(Structure(page.read_text("utf-8")))
    assert (f"{address}/", f"{address}/preview.png") == (shown["og:url"], shown["og:image"])


@pytest.mark.parametrize("url", ["advent", "file:///tmp/x", "https://", "javascript:alert(1)"])
def test_what_is_no_address(demo: Demo, tmp_path: Path, url: str) -> None:
    """It is refused before anything is written."""
    ended = demo.run("report", "--output", str(tmp_path / "page.html"), "--url", url)
    assert (2, "") == (ended.code, ended.out)
    assert f'"{url}" is no address' in ended.err
    assert [] == list(tmp_path.iterdir())


def test_the_list_of_puzzles_is_folded_by_year(demo: Demo) -> None:
    """Of many puzzles, the newest year is open; each line has time, languages and the line of its times."""
    groups = re.findall(r"<details class=group( open)?><summary><h3>(.*?)</h3>", demo.html)
    assert ("open", "Advent of Code 2024") == (groups[0][0].strip(), groups[0][1])
    assert {""} == {opened for opened, _ in groups[1:]}
    (line,) = re.findall(r"<summary><h4>aoc2024d1 .*?</summary>", demo.html)
    assert "<path class=h" in line
    assert line.endswith("<span>201 ms</span></summary>")


def test_charts_have_names_and_tables(structure: Structure) -> None:
    """Each picture has a text alternative, and a table stands below it."""
    charts = [value for tag, name, value in structure.attributes if tag == "svg" and value == "chart"]
    labels = [value for tag, name, value in structure.attributes if tag == "svg" and name == "aria-label"]
    assert 0 < len(charts) == len(labels)
    assert all(len(label) > 10 for label in labels)
    assert structure.tags.count("figure") <= structure.tags.count("table")


def test_the_script_is_small(demo: Demo) -> None:
    """It is about 5 KB, and all there is."""
    (script,) = re.findall("<script>(.*?)</script>", demo.html, re.DOTALL)
    assert 5 * 1024 >= len(script.encode())


def test_what_it_says(structure: Structure) -> None:
    """Totals, marks, verdicts, comparisons and the commit that made something slower are there in words."""
    for sentence in (
        "49 of 50, all answers in 625 ms",
        "below 1 s",
        " % of the budget of one second",
        "euler120 above 1 min",
        "1 failing",
        "1 stale: sources or input have changed since.",
        "Part 1: quick is 4.00× faster than default (4.00 to 4.00×).",
        "2.00× slower",
        "The machine is busy.",
        "Light them one by one.",
        "Ada (you)",
        "It cannot be read. puzzles list broken tells why.",
    ):
        assert sentence in structure.said, sentence


def test_without_the_extra(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence tells what to install; pictures and badges need it not."""
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    ended = demo.run("report", "--output", str(demo.page.with_name("none.html")))
    assert (2, "") == (ended.code, ended.out)
    assert "pip install 'puzzle-runner[report]'" in ended.err
    assert not demo.page.with_name("none.html").exists()
    assert 0 == demo.run("report", "--badges", str(demo.page.parent / "badges")).code


def test_an_empty_workspace(workspace: Workspace) -> None:
    """There is a page that says what to do, and a sentence that nothing is measured."""
    ended = workspace.run("report")
    assert (0, "report.html: 0 of 0 parts right, 0 solutions measured\n") == (ended.code, ended.out)
    assert 'run "puzzles bench"' in ended.err
    page = Structure((workspace.root / "report.html").read_text("utf-8"))
    assert "There is no puzzle yet." in page.said
    assert "Nothing has been measured yet." in page.said
    assert [] == page.open
