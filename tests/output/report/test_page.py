"""The page: self-contained, strict, escaped, without what is personal."""

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest
from puzzle_runner.timing.records import open_records
from selectolax.lexbor import LexborHTMLParser

from tests.conftest import Workspace
from tests.output.report.conftest import ANSWER, IDEA, SECRET, SUMMARY, TITLE, Demo
from tests.records import record


class Structure:
    """The elements of a page, their attributes, and the text outside of style and script."""

    def __init__(self, html: str) -> None:
        tree = LexborHTMLParser(html)
        nodes = tree.css("*")
        self.tags = [node.tag for node in nodes]
        self.attributes = [(node.tag, *pair) for node in nodes for pair in node.attributes.items()]
        tree.strip_tags(["style", "script"])
        self.said = tree.root.text() if tree.root else ""

    def values(self, name: str) -> list[str]:
        """Return the values of an attribute."""
        return [value or "" for _, there, value in self.attributes if there == name]


@pytest.fixture(scope="module")
def structure(demo: Demo) -> Structure:
    """Return the structure of the page."""
    return Structure(demo.html)


def test_the_policy_lets_in_what_is_there_and_nothing_else(demo: Demo) -> None:
    """Style and script are let in by their hashes; there is nothing unsafe, and no other source."""
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)">', demo.html)
    for tag, directive in (("style", "style-src"), ("script", "script-src")):
        (text,) = re.findall(f"<{tag}>(.*?)</{tag}>", demo.html, re.DOTALL)
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}';" in unescape(policy)
    assert "default-src 'none'" in unescape(policy)
    assert "unsafe" not in policy and "http" not in policy


def test_nothing_is_loaded_and_no_attribute_runs_or_styles(structure: Structure) -> None:
    """Addresses are in links only; there are no inline styles and handlers, which the policy would stop."""
    assert {"a", "use"} == {tag for tag, name, _ in structure.attributes if name == "href"}
    assert {"#", "h"} >= {value[:1] for value in structure.values("href")}
    names = {name for _, name, _ in structure.attributes}
    assert not {name for name in names if name.startswith("on")} | (names & {"src", "style", "srcset"})
    assert not {"img", "iframe", "object", "embed"} & set(structure.tags)


def test_what_looks_like_a_script_stays_text(demo: Demo, structure: Structure) -> None:
    """Title and docstrings are shown as they are written."""
    for hostile in (TITLE, IDEA, SUMMARY):
        assert (True, False) == (hostile in structure.said, hostile in demo.html)
    assert 1 == structure.tags.count("script")


def test_no_input_and_no_answer(demo: Demo) -> None:
    """Inputs, paths and answers do not enter it; with --answers these do, as text."""
    for personal in (SECRET, ANSWER, str(demo.workspace.root), "alert('answer')"):
        assert personal not in unescape(demo.html)
    page = demo.page.with_name("answers.html")
    assert 0 == demo.run("report", "--answers", "--output", str(page)).code
    structure = Structure(page.read_text("utf-8"))
    assert (True, False) == (ANSWER in structure.said, SECRET in structure.said)
    assert 1 == structure.tags.count("script")


def test_the_list_of_puzzles_is_folded_by_year(demo: Demo) -> None:
    """Of many puzzles, the newest year is open; each line has the time."""
    groups = re.findall(r'<details class="group"( open)?><summary><h3>(.*?)</h3>', demo.html)
    assert ("open", "Advent of Code 2024") == (groups[0][0].strip(), groups[0][1])
    assert {""} == {opened for opened, _ in groups[1:]}
    (line,) = re.findall(r"<summary><h4>aoc2024d1 .*?</summary>", demo.html)
    assert line.endswith("<span>201 ms</span></summary>")


def test_what_it_says(structure: Structure) -> None:
    """Totals, verdicts that are not right, times and what to do are there in words."""
    for sentence in (
        "49 of 49 right, 1 not written, 625 ms",
        "3 of 4 right, 46 not written, 201 ms",
        "euler120: 1 of 1 right",
        "part 1 wrong, main: wrong",
        "Light them one by one.",
        "It cannot be read. puzzles list broken tells why.",
    ):
        assert sentence in structure.said, sentence


def test_without_the_extra(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence tells what to install; pictures need it not."""
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    ended = demo.run("report", "--output", str(demo.page.with_name("none.html")))
    assert (2, "") == (ended.code, ended.out)
    assert "pip install 'puzzle-runner[report]'" in ended.err
    assert not demo.page.with_name("none.html").exists()
    assert 0 == demo.run("report", "--svg", str(demo.page.parent / "pictures")).code


def test_an_empty_workspace(workspace: Workspace) -> None:
    """There is a page that says what to do, and a sentence that nothing is measured."""
    ended = workspace.run("report")
    assert (0, "report.html: 0 of 0 parts right, 0 solutions measured\n") == (ended.code, ended.out)
    assert 'run "puzzles bench"' in ended.err
    page = Structure((workspace.root / "report.html").read_text("utf-8"))
    assert "There is no puzzle yet." in page.said
    assert "Nothing has been measured as it is now." in page.said


def test_what_was_measured_before(workspace: Workspace) -> None:
    """Its history is there; times of different inputs make no line."""
    workspace.puzzle("euler1", "def part1(text):\n    return 1\n", '[main]\ninput = "x"\npart1 = 1\n')
    changes = ({"input_hash": "i0"}, {"source_hash": "s2"}, {"source_hash": "s3"})
    with open_records() as store:
        store.add([record(taken=float(taken), **each) for taken, each in enumerate(changes, start=1)])
    workspace.run("report")
    said = Structure((workspace.root / "report.html").read_text("utf-8")).said
    assert "Nothing has been measured as it is now. Run puzzles bench." in said
    assert ", 2 states" in said
