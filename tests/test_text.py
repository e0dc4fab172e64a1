"""Units, widths and columns."""

import unicodedata
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from puzzle_runner.text import (
    clock,
    columns,
    cut,
    decimal,
    duration,
    interval,
    lines,
    printable,
    size,
    speed,
    waiting,
    whole,
    width,
)

SHOWN: list[tuple[Callable[..., object], dict[Any, object]]] = [
    (duration, {None: "", 0: "0.00 ns", 36.1e-6: "36.1 µs", 999.4e-9: "999 ns", 999.6e-9: "1.00 µs"}),
    (duration, {0.11: "110 ms", 9.996: "10.0 s", 59.996: "60.0 s", 60: "1 min 0 s", 119.7: "2 min 0 s"}),
    (duration, {3725: "62 min 5 s"}),
    (clock, {None: "", 0: "0:00:00", 312: "0:05:12", 3599.6: "1:00:00", 183845: "2d 3:04:05"}),
    (lambda seconds: waiting(timedelta(seconds=seconds)), {0: "0s", 59: "59s", 3601: "1h 1s"}),
    (lambda seconds: waiting(timedelta(seconds=seconds)), {209.5: "3m 30s", 86400: "1d"}),
    (lambda hours: waiting(timedelta(hours=hours, minutes=2)), {227: "9d 11h 2m"}),
    (size, {None: "", 512_000: "0.512 MB", 9_800_000: "9.8 MB", 1_500_000_000: "1.5 GB"}),
    (speed, {1.2: "1.20× slower", 1 / 2567: "2567× faster", 2.5: "2.50× slower", 9.996: "10× slower"}),
    (lambda low: interval(low, low * 100), {2e-6: "2.00 to 200 µs"}),
    (lambda high: interval(9e-4, high), {1.1e-3: "900 µs to 1.10 ms"}),
    (lambda high: interval(65, high), {67: "1 min 5 s to 1 min 7 s"}),
    (width, {"abc": 3, "漢字": 4, "e\u0301": 1, "ｗ": 2, "µ✓✗": 3, "": 0}),
]


@pytest.mark.parametrize(("show", "texts"), SHOWN)
def test_how_a_value_is_shown(show: Callable[..., object], texts: dict[Any, object]) -> None:
    """Three digits in the unit that fits, which an interval names once; days, hours, minutes and seconds."""
    assert texts == {value: show(value) for value in texts}


@given(rows=st.lists(st.tuples(*[st.text(max_size=30)] * 4), min_size=1), room=st.integers(40, 80))
@example([("x" * 39, "", "", "")], 40)
@example([("x" + " " * 40, "y", " ", "")], 40)
def test_columns_fit(rows: list[tuple[str, ...]], room: int) -> None:
    """What fits is left as it is; a cell that is cut is no wider than its column."""
    if all(width(line) <= room for line in columns(rows)):
        assert columns(rows) == columns(rows, room)
    assert all(width(line) <= room for line in columns([row[:1] for row in rows], room))
    assert all(width(cut(printable(text), room)) <= room for row in rows for text in row)


def test_a_narrow_table_cuts_its_widest_column() -> None:
    """Columns are two spaces apart, and all others stay as they are."""
    assert ["a   bcd", "漢  e", "xy"] == columns([("a", "bcd"), ("漢", "e"), ("xy", "")])
    rows = [("name", "10 ms"), ("x" * 10, "1 ms")]
    assert ["name        10 ms", "xxxxxxxxxx  1 ms"] == columns(rows, 20)
    assert ["name      10 ms", "xxxxx...  1 ms"] == columns(rows, 15)


@pytest.mark.parametrize(
    "text", ["5_0", "\u0665", "\uff15", "\u00b2", "nan", "inf", "0x1", "", "1e", " 1", "1e" + "9" * 30]
)
def test_what_is_no_number(text: str) -> None:
    """Python takes some of these, no site does."""
    assert (None, None) == (decimal(text), whole(text))


def test_numbers() -> None:
    """Those with a point may have any size, whole ones are bounded."""
    assert ["-0.5", "5", "6.3202E+25093"] == [str(decimal(text)) for text in ("-.5", "+5", "6.3202e25093")]
    assert [7, None, None, None] == [whole(text) for text in ("007", "-7", "7.0", "9" * 5000)]


@given(st.text())
def test_nothing_printable_moves_the_cursor(text: str) -> None:
    """No control character, no line end, no change of direction is left."""
    assert all(unicodedata.category(c)[0] not in "CZ" or c == " " for c in printable(text))


def test_a_text_without_bound_is_shown_by_its_ends() -> None:
    """So many lines of so many characters, and what was left out; no character moves the cursor."""
    assert ["a\\x1b", "b"] == lines("a\x1b\r\nb", 2, 9)
    assert ["a", "... 2 more lines ..."] == lines("a\nb\nc", 1, 9)
    assert ["xx...yy (20000000 characters)"] == lines("x" * 10**7 + "y" * 10**7, 3, 4)
    assert ["", "... 19999999 more lines ..."] == lines("\n" * (2 * 10**7 - 1), 1, 4)
