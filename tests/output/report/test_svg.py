"""Pictures as SVG text."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.output.report import svg
from puzzle_runner.output.report.chart import Chart
from puzzle_runner.output.report.svg import Scale

TIMES = st.floats(1e-9, 1e6)
TEXT = st.text(max_size=20) | st.sampled_from(["<script>", "]]>", "a=b c=d>", "&amp;", 'x="1"', "\x00\x1b"])


@given(TIMES, TIMES)
def test_greater_values_are_farther_to_the_right(one: float, two: float) -> None:
    """On a scale that has room for some values, their order is kept."""
    scale = svg.spanning([one, two])
    low, high = sorted((one, two))
    assert 0 < scale.at(low) <= scale.at(high) < 100


@given(TIMES, TIMES, st.integers(2, 8))
def test_ticks_are_few_and_inside(one: float, two: float, most: int) -> None:
    """There is at least one, or about as many as asked for, between the ends, in order."""
    scale = svg.spanning([one, two])
    ticks = scale.ticks(most)
    assert 1 <= len(ticks) <= most + 2
    assert sorted(set(ticks)) == ticks
    assert all(0 <= scale.at(value) <= 100 for value in ticks)


@pytest.mark.parametrize(("low", "high", "labels"), [
    (1e-6, 1e-3, ["1 µs", "10 µs", "100 µs", "1 ms"]), (0.002, 0.02, ["2 ms", "5 ms", "10 ms", "20 ms"]),
    (0.7, 1.4, ["800 ms", "1 s"]), (0.01, 1000, ["10 ms", "100 ms", "1 s", "10 s", "100 s", "1000 s"]),
])  # fmt: skip
def test_ticks_are_round(low: float, high: float, labels: list[str]) -> None:
    """Their labels are what a person would write."""
    assert labels == [svg.tick(value) for value in Scale(low, high).ticks()]


@given(TEXT, TEXT, TEXT)
def test_any_text_makes_sound_files(title: str, summary: str, said: str) -> None:
    """A chart with any texts is XML when it stands alone, and the texts are in it as they are."""
    body = svg.words("1%", 2, said, "a b") + svg.element("line", x1="1%", y1=1, x2="2%", y2=2.0)
    root = ElementTree.fromstring(svg.file(Chart("x", title, summary, body, 50, (), ())))
    texts = {element.text or "" for element in root.iter()}
    assert {svg.printable(text) for text in (title, summary, said)} <= texts
    assert "script" not in {element.tag.rpartition("}")[2] for element in root.iter()}
