"""A board in every format."""

from puzzle_runner.output.board import Board, Column, csv, markdown, table

BOARD = Board(
    (Column("name"), Column("time", right=True)),
    (("ada", "1 s"), ("=grace|<b>", "100 s")),
    ("name", "seconds"),
    ({"name": "ada", "seconds": 1.0}, {"name": "=grace|<b>", "seconds": 100.0}),
    {"runners": []},
)


def test_table() -> None:
    """Columns are two spaces apart, a column is shown if a cell has a text, and notes stand below."""
    assert ["name        time", "ada         1 s", "=grace|<b>  100 s"] == table(BOARD)
    board = BOARD._replace(cells=(("ada", ""), ("bob", "")), notes=("All of them.",))
    assert ["name", "ada", "bob", "All of them."] == table(board)


def test_markdown_has_no_markup_of_a_row() -> None:
    """A cell cannot begin a tag, nor another cell; columns are aligned as they say."""
    rows = ["| name | time |", "| :--- | ---: |", "| ada | 1 s |", "| =grace\\|&lt;b> | 100 s |"]
    assert [*rows, "", "On one machine."] == markdown(BOARD._replace(notes=("On one machine.",)))


def test_csv_has_plain_values() -> None:
    """Seconds are numbers in CSV, and what a spreadsheet would calculate has an apostrophe."""
    assert ["name,seconds", "ada,1.0", "'=grace|<b>,100.0"] == csv(BOARD)
