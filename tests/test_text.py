"""Units, widths and columns."""

import re
import unicodedata
from datetime import timedelta

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


@pytest.mark.parametrize(
    ("text", "wait"),
    [
        ("0s", {}),
        ("59s", {"seconds": 59}),
        ("1h 1s", {"hours": 1, "seconds": 1}),
        ("3m 30s", {"seconds": 209.5}),
        ("9d 11h 2m", {"hours": 227, "minutes": 2}),
        ("1d", {"days": 1}),
    ],
)
def test_waiting(text: str, wait: dict[str, float]) -> None:
    """Days, hours, minutes and seconds, as far as there are any."""
    assert text == waiting(timedelta(**wait))


@given(rows=st.lists(st.tuples(*[st.text(max_size=30)] * 4), min_size=1), room=st.integers(40, 80))
@example([("x" * 39, "", "", "")], 40)
@example([("x" + " " * 40, "y", " ", "")], 40)
def test_columns_fit(rows: list[tuple[str, ...]], room: int) -> None:
    """What fits is left as it is; a cell that is cut is no wider than its column."""
    if all(width(line) <= room for line in columns(rows)):
        assert columns(rows) == columns(rows, room, (3, 1))
    assert all(width(line) <= room for line in columns([row[:1] for row in rows], room))
    assert all(width(cut(printable(text), room)) <= room for row in rows for text in row)


def test_a_narrow_table_has_fewer_columns() -> None:
    """The first spare column goes first, and no more of them than have to; then the widest is cut."""
    rows = [("name", "10 ms", "9 to 11 ms"), ("x" * 10, "1 ms", "")]
    assert ["name        10 ms", "xxxxxxxxxx  1 ms"] == columns(rows, 20, (2, 1))
    assert ["name", "xxxxxxxxxx"] == columns(rows, 12, (2, 1))
    assert ["name", "xxxxx..."] == columns(rows, 8, (2, 1))


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


def test_an_interval_names_its_unit_once() -> None:
    """The unit of both ends stands once; minutes, which are two numbers, are spelt out."""
    assert ("2.00 to 200 µs", "900 µs to 1.10 ms") == (interval(2e-6, 2e-4), interval(9e-4, 1.1e-3))
    assert "1 min 5 s to 1 min 7 s" == interval(65, 67)


@pytest.mark.parametrize(
    ("words", "ratio"),
    [("1.20× slower", 1.2), ("2567× faster", 1 / 2567), ("2.50× slower", 2.5), ("10× slower", 9.996)],
)
def test_a_ratio_of_times_in_words(words: str, ratio: float) -> None:
    """The words are the same everywhere, since no share can tell how much faster something is."""
    assert words == speed(ratio)


@pytest.mark.parametrize(
    ("text", "count"), [("", None), ("0.512 MB", 512_000), ("9.8 MB", 9_800_000), ("1.5 GB", 1_500_000_000)]
)
def test_size(text: str, count: int | None) -> None:
    """Memory is shown with three digits in a fitting unit."""
    assert text == size(count)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (None, ""),
        (0, "0.00 ns"),
        (36.1e-6, "36.1 µs"),
        (999.4e-9, "999 ns"),
        (999.6e-9, "1.00 µs"),
        (0.11, "110 ms"),
        (9.996, "10.0 s"),
        (59.996, "60.0 s"),
        (60, "1 min 0 s"),
        (119.7, "2 min 0 s"),
        (3725, "62 min 5 s"),
    ],
)
def test_durations(seconds: float | None, expected: str) -> None:
    """A time has three digits and the unit that fits."""
    assert expected == duration(seconds)


@given(st.floats(1e-9, 59.9))
def test_a_duration_has_three_digits(seconds: float) -> None:
    """Three digits, whatever the size; and it is the time it was."""
    number, unit = duration(seconds).split()
    assert re.fullmatch(r"\d\.\d\d|\d\d\.\d|\d\d\d", number)
    assert seconds == pytest.approx(
        float(number) * {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1}[unit], rel=6e-3
    )


@given(st.floats(60, 1e6))
def test_minutes_have_less_than_sixty_seconds(seconds: float) -> None:
    """Sixty seconds are a minute, after rounding too."""
    minutes, rest = re.fullmatch(r"(\d+) min (\d+) s", duration(seconds)).groups()  # type: ignore[union-attr]
    assert int(rest) < 60
    assert abs(seconds - 60 * int(minutes) - int(rest)) <= 0.5


@given(st.text())
def test_nothing_printable_moves_the_cursor(text: str) -> None:
    """No control character, no line end, no change of direction is left."""
    assert all(unicodedata.category(c)[0] not in "CZ" or c == " " for c in printable(text))


@given(st.text(st.characters(exclude_categories=["C", "Z"])))
def test_what_is_printable_stays(text: str) -> None:
    """A text of letters and signs is shown as it is."""
    assert text == printable(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("abc", 3), ("漢字", 4), ("e\u0301", 1), ("ｗ", 2), ("µ✓✗", 3), ("", 0)],
)
def test_widths(text: str, expected: int) -> None:
    """Wide characters take two columns, those that combine with another none."""
    assert expected == width(text)


def test_columns_are_aligned_by_width() -> None:
    """Cells are padded to the widest of their column; lines end without blanks."""
    assert ["a   bcd", "漢  e", "xy"] == columns([("a", "bcd"), ("漢", "e"), ("xy", "")])


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(None, ""), (0, "0:00:00"), (312, "0:05:12"), (3599.6, "1:00:00"), (183845, "2d 3:04:05")],
)
def test_clock(seconds: float | None, expected: str) -> None:
    """Hours, minutes and seconds as a clock shows them; days where there are any."""
    assert expected == clock(seconds)


def test_a_text_without_bound_is_shown_by_its_ends() -> None:
    """So many lines of so many characters, and what was left out; no character moves the cursor."""
    assert ["a\\x1b", "b"] == lines("a\x1b\r\nb", 2, 9)
    assert ["a", "... 2 more lines ..."] == lines("a\nb\nc", 1, 9)
    assert ["xx...yy (20000000 characters)"] == lines("x" * 10**7 + "y" * 10**7, 3, 4)
    assert ["", "... 19999999 more lines ..."] == lines("\n" * (2 * 10**7 - 1), 1, 4)
