"""A board in every format."""

from typing import NamedTuple

import pytest
from puzzle_runner.output.board import FORMATS, Board, Column, bar, markdown, table


class Runner(NamedTuple):
    """A row."""

    name: str
    seconds: float


ROWS = (Runner("ada", 1.0), Runner("=grace|<b>", 100.0))
BOARD = Board(
    ROWS,
    (
        Column("name", lambda row: row.name),
        Column("time", lambda row: f"{row.seconds:.0f} s", right=True),
    ),
    {"name": lambda row: row.name, "seconds": lambda row: row.seconds},
    {"runners": [row._asdict() for row in ROWS]},
)


def test_table() -> None:
    """The columns of a table are two spaces apart."""
    expected = ["name        time", "ada         1 s", "=grace|<b>  100 s"]
    assert expected == FORMATS["table"](BOARD).split("\n")


def test_title_and_notes_stand_around_a_table() -> None:
    """The title is the first line, the notes are the last."""
    lines = table(BOARD._replace(title="Runners", notes=("All of them.",))).split("\n")
    assert ("Runners", "All of them.") == (lines[0], lines[-1])


def test_bars_give_way() -> None:
    """Bars are as wide as there is room, and gone where there is none."""
    barred = BOARD._replace(bar=lambda row: row.seconds)
    drawn = [table(barred, room).count("█") for room in (None, 25, 20)]
    assert [17, 7, 0] == drawn


def test_markdown_has_no_markup_of_a_row() -> None:
    """A cell cannot begin a tag, nor another cell; columns are aligned as they say."""
    expected = (
        "| name | time |\n| :--- | ---: |\n| ada | 1 s |\n| =grace\\|&lt;b> | 100 s |\n\nOn one machine."
    )
    assert expected == markdown(BOARD._replace(notes=("On one machine.",)))


def test_csv_has_plain_values() -> None:
    """Seconds are numbers in CSV, and what a spreadsheet would calculate has an apostrophe."""
    assert "name,seconds\nada,1.0\n'=grace|<b>,100.0" == FORMATS["csv"](BOARD)


@pytest.mark.parametrize(
    ("drawn", "value", "most"),
    [
        ("█", 1, 100),
        ("████", 10, 100),
        ("███████", 100, 100),
        ("██▌", 10**0.5, 100),
        ("█▊", 1.8, 100),
        ("███████", 1, 1),
    ],
)
def test_bar(drawn: str, value: float, most: float) -> None:
    """A bar grows with the logarithm, from one column to the whole width; of one value it is full."""
    assert drawn == bar(value, 1, most, width=7)
