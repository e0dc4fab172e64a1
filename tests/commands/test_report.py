"""`puzzles report`: what it says, and the browser it opens."""

from pathlib import Path

import pytest

from tests.conftest import Workspace

CASES = '[main]\ninput = "x"\npart1 = 1\n'


@pytest.mark.usefixtures("brief_bench")
def test_it_says_what_it_has_written(workspace: Workspace) -> None:
    """One line: the file, what is right, what was measured; the file is report.html where one stands."""
    workspace.puzzle("euler1", "def part1(text):\n    return 1\n", CASES)
    workspace.run("check")
    workspace.run("bench", "--samples", "6")
    ended = workspace.run("report")
    assert (0, "report.html: 1 of 1 part right, 1 solution measured\n", "") == ended
    assert (workspace.root / "report.html").read_text("utf-8").startswith("<!doctype html>")


def test_open(workspace: Workspace, tmp_path: Path) -> None:
    """The page is opened in the browser, by its address; where there is none, a sentence says so."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    ended = workspace.run("report", "--open", "--output", "my page.html", BROWSER=f"{browser} %s")
    assert 0 == ended.code
    assert (workspace.root / "my page.html").as_uri() == (tmp_path / "opened").read_text().strip()
    ended = workspace.run("report", "--open", BROWSER="false", PATH="/nowhere", DISPLAY="")
    assert (0, True) == (ended.code, "There is no browser here" in ended.err)
