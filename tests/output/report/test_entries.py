"""The measured solutions of a report."""

from pathlib import Path

from puzzle_runner import digest
from puzzle_runner.timing.records import open_records

from tests.conftest import Workspace
from tests.records import record


def test_interpreters_side_by_side_are_told_apart(workspace: Workspace, tmp_path: Path) -> None:
    """Each has its row, as in the leaderboard; one that was measured alone before has none."""
    path = workspace.puzzle("euler1", "def part1(text):\n    return 1\n", '[main]\ninput = "x"\npart1 = 1\n')
    made_from = {
        "answer": "1",
        "sources": (path.name,),
        "source_hash": digest.code([path]),
        "input_hash": digest.text("x"),
    }
    with open_records() as store:
        store.add([record(0.5, taken=1000.0, python="PyPy 3.9.1", **made_from)])
        store.add([record(0.004, **made_from), record(0.001, python="PyPy 3.11.13", **made_from)])
    page = tmp_path / "page.html"
    rows = workspace.run("report", "--json", "--output", str(page)).document["leaderboard"]
    assert [("PyPy 3.11.13", 1, 1.0), ("CPython 3.11.7", 2, 4.0)] == [
        (row["python"], row["rank"], round(row["ratio"], 3)) for row in rows
    ]
    html = page.read_text("utf-8")
    assert "default (PyPy 3.11.13)" in html
    assert "default (PyPy 3.9.1)" not in html
